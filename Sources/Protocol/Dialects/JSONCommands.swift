/// Commands in JSON, as written by programs and read by the host.
public enum JSONCommands {
    /// The fields of a command, as the offsets of their values.
    private struct Fields {
        private let bytes: [UInt8]
        private var starts = Starts()
        /// A field that occurs twice.
        private(set) var double: StaticString?
        /// True if that field is the `id`, so that no reply can carry it.
        private(set) var isMarkedTwice = false

        /// Small, because it is copied for every line; 0 marks a missing field, since no value can start there.
        private struct Starts {
            var type, id, card, name, token, version, match, code, rules, isPrivate, text, before, limit, record: UInt32

            init() {
                (type, id, card, name, token, version) = (0, 0, 0, 0, 0, 0)
                (match, code, rules, isPrivate, text, before, limit, record) = (0, 0, 0, 0, 0, 0, 0, 0)
            }
        }

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Finds the fields of a line within the same bytes.
        ///
        /// - Throws: `bad_json` if it isn't a JSON object.
        mutating func find(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) {
            try JSONText.checkObject(bytes, in: range) { keyStart, valueStart in
                let key = JSONValue(bytes: bytes, start: keyStart)
                let value = JSONValue(bytes: bytes, start: valueStart)
                // Almost all lines of a match are flips, so their fields are tried first.
                if key.isPlainly("type") {
                    Self.set(&starts.type, value, "type", &double)
                } else if key.isPlainly("card") {
                    Self.set(&starts.card, value, "card", &double)
                } else {
                    setRare(key, value)
                }
            }
        }

        @inline(never)
        private mutating func setRare(_ key: JSONValue, _ value: JSONValue) {
            if key.equals("type") { Self.set(&starts.type, value, "type", &double) }
            if key.equals("card") { Self.set(&starts.card, value, "card", &double) }
            if key.equals("id") {
                isMarkedTwice = starts.id != 0
                Self.set(&starts.id, value, "id", &double)
            }
            if key.equals("name") { Self.set(&starts.name, value, "name", &double) }
            if key.equals("token") { Self.set(&starts.token, value, "token", &double) }
            if key.equals("protocol") { Self.set(&starts.version, value, "protocol", &double) }
            if key.equals("match") { Self.set(&starts.match, value, "match", &double) }
            if key.equals("code") { Self.set(&starts.code, value, "code", &double) }
            if key.equals("rules") { Self.set(&starts.rules, value, "rules", &double) }
            if key.equals("private") { Self.set(&starts.isPrivate, value, "private", &double) }
            if key.equals("text") { Self.set(&starts.text, value, "text", &double) }
            if key.equals("before") { Self.set(&starts.before, value, "before", &double) }
            if key.equals("limit") { Self.set(&starts.limit, value, "limit", &double) }
            if key.equals("record") { Self.set(&starts.record, value, "record", &double) }
        }

        @inline(__always)
        private static func set(
            _ field: inout UInt32, _ value: JSONValue, _ name: StaticString, _ double: inout StaticString?
        ) {
            if field != 0 { double = name }
            field = UInt32(value.start)
        }

        @inline(__always)
        private func value(_ start: UInt32) -> JSONValue? {
            start == 0 ? nil : JSONValue(bytes: bytes, start: Int(start))
        }

        var type: JSONValue? { value(starts.type) }
        var id: JSONValue? { value(starts.id) }
        var card: JSONValue? { value(starts.card) }
        var name: JSONValue? { value(starts.name) }
        var token: JSONValue? { value(starts.token) }
        var version: JSONValue? { value(starts.version) }
        var match: JSONValue? { value(starts.match) }
        var code: JSONValue? { value(starts.code) }
        var rules: JSONValue? { value(starts.rules) }
        var isPrivate: JSONValue? { value(starts.isPrivate) }
        var text: JSONValue? { value(starts.text) }
        var before: JSONValue? { value(starts.before) }
        var limit: JSONValue? { value(starts.limit) }
        var record: JSONValue? { value(starts.record) }
    }

    /// Parses a line that begins like JSON. (Inlined, like its callees, because passing a request on is expensive.)
    @inline(__always)
    static func read(_ bytes: [UInt8], in range: Range<Int>) -> Request {
        var fields = Fields(bytes)
        do throws(Refusal) {
            try fields.find(bytes, in: range)
        } catch {
            return Request(.unreadable(error, type: nil), dialect: nil)
        }
        return read(fields)
    }

    @inline(__always)
    private static func read(_ fields: Fields) -> Request {
        var id: RequestID?
        if fields.isMarkedTwice {
            let refusal = Refusal.badField("The field id is repeated.")
            return Request(.unreadable(refusal, type: typeText(fields)), dialect: .json)
        }
        if let value = fields.id {
            guard let text = value.string, let mark = RequestID(text) else {
                let refusal = Refusal.badField("The id must be a string of at most \(Limits.requestIDBytes) bytes.")
                return Request(.unreadable(refusal, type: typeText(fields)), dialect: .json)
            }
            id = mark
        }
        guard let kind = kind(fields) else {
            let refusal: Refusal
            if let double = fields.double {
                refusal = .badField("The field \(double) is repeated.")
            } else if let text = fields.type?.string {
                refusal = .unknownType(CommandReader.quotable(text))
            } else {
                refusal = .badField("A command needs a type, which is a string.")
            }
            return Request(.unreadable(refusal, type: typeText(fields)), id: id, dialect: .json)
        }
        do throws(Refusal) {
            if let double = fields.double { throw .badField("The field \(double) is repeated.") }
            return Request(.command(try command(kind, fields)), id: id, dialect: .json)
        } catch {
            return Request(.malformed(kind, error), id: id, dialect: .json)
        }
    }

    /// The name that the command gave itself, if short enough to be quoted.
    private static func typeText(_ fields: Fields) -> String? {
        guard let text = fields.type?.string, text.utf8.count <= Limits.requestIDBytes else { return nil }
        return text
    }

    private static func kind(_ fields: Fields) -> Command.Kind? {
        guard let type = fields.type else { return nil }
        if type.isPlainly("flip") { return .flip }
        guard let text = type.string, let kind = Command.Kind(rawValue: text), kind != .help else { return nil }
        return kind
    }

    private static func command(_ kind: Command.Kind, _ fields: Fields) throws(Refusal) -> Command {
        switch kind {
        case .flip:
            guard let card = fields.card?.int else { throw .badField("The card must be a whole number.") }
            return .move(.flip(.card(card)))
        case .hello: return .hello(try identification(fields))
        case .open: return try open(fields)
        case .join: return .join(try reference(fields))
        case .watch: return .watch(try reference(fields))
        case .say:
            guard let text = fields.text?.string else { throw .badField("The text must be a string.") }
            return .say(try SpokenText(text))
        case .records: return try records(fields)
        case .record:
            guard let text = fields.record?.string else { throw .badField("The record must be a string.") }
            guard let id = RecordID(text) else { throw .noSuchRecord }
            return .record(id)
        case .scores: return .scores
        case .list: return .list
        case .resign: return .resign
        case .rematch: return .rematch
        case .leave: return .leave
        case .ping: return .ping
        case .bye: return .bye
        case .help: return .help
        }
    }

    private static func identification(_ fields: Fields) throws(Refusal) -> Identification {
        if let version = present(fields.version) {
            guard let number = version.int else { throw .badField("The protocol must be a whole number.") }
            guard number == Hello.protocolVersion else { throw .unsupportedProtocol }
        }
        if let value = present(fields.token) {
            guard let text = value.string else { throw .badField("The token must be a string.") }
            guard let token = Token(text) else { throw .badToken }
            return .token(token)
        }
        guard let name = fields.name?.string else { throw .badField("A hello needs a name or a token, a string.") }
        return .name(try PlayerName(name))
    }

    private static func open(_ fields: Fields) throws(Refusal) -> Command {
        var isPrivate = false
        if let value = present(fields.isPrivate) {
            guard let flag = value.bool else { throw .badField("The field private must be true or false.") }
            isPrivate = flag
        }
        guard let rules = present(fields.rules) else { return .open(RulesRequest(), isPrivate: isPrivate) }
        return .open(try JSONRules.read(rules), isPrivate: isPrivate)
    }

    private static func reference(_ fields: Fields) throws(Refusal) -> MatchReference? {
        switch (present(fields.match), present(fields.code)) {
        case (nil, nil): return nil
        case (.some, .some): throw .badField("Give the match or its code, not both.")
        case (let match?, nil):
            guard let text = match.string else { throw .badField("The match must be a string.") }
            guard let id = MatchID(text) else { throw .noSuchMatch }
            return .id(id)
        case (nil, let value?):
            guard let text = value.string else { throw .badField("The code must be a string.") }
            guard let code = MatchCode(text) else { throw .badCode }
            return .code(code)
        }
    }

    private static func records(_ fields: Fields) throws(Refusal) -> Command {
        var before: RecordID?
        if let value = present(fields.before) {
            guard let id = value.string.flatMap({ RecordID($0) }) else {
                throw .badField("The field before must be the name of a record, such as r17.")
            }
            before = id
        }
        guard let limit = present(fields.limit) else { return .records(before: before, limit: Limits.recordsAtFirst) }
        guard let number = limit.int, 1...Limits.recordsAtOnce ~= number else {
            throw .badField("The limit must be a whole number from 1 to \(Limits.recordsAtOnce).")
        }
        return .records(before: before, limit: number)
    }

    /// Returns a field unless it is missing or null, which mean the same for an optional field.
    private static func present(_ value: JSONValue?) -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        return value
    }

    // MARK: Writing

    /// Writes a command as one line, including its LF. ``Command/help`` has no JSON form and is written as `list`.
    public static func write(_ command: Command, id: RequestID? = nil, into writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("type", (command == .help ? .list : command.kind).rawValue)
        if let id { writer.putField("id", id.text) }
        writeFields(of: command, into: &writer)
        writer.put("}\n")
    }

    private static func writeFields(of command: Command, into writer: inout ByteWriter) {
        switch command {
        case .hello(.name(let name)):
            writer.putField("name", name.text)
            writer.putField("protocol", Hello.protocolVersion)
        case .hello(.token(let token)):
            writer.putField("token", token.text)
            writer.putField("protocol", Hello.protocolVersion)
        case .open(let rules, let isPrivate):
            if rules != RulesRequest() {
                writer.put(",\"rules\":")
                JSONRules.write(rules, into: &writer)
            }
            if isPrivate { writer.put(",\"private\":true") }
        case .join(let match?), .watch(let match?):
            switch match {
            case .id(let id): writer.putField("match", id.text)
            case .code(let code): writer.putField("code", code.text)
            }
        case .move(let move): JSONMove.write(move, into: &writer)
        case .say(let text): writer.putField("text", text.text)
        case .records(let before, let limit):
            if let before { writer.putField("before", before.text) }
            if limit != Limits.recordsAtFirst { writer.putField("limit", limit) }
        case .record(let record): writer.putField("record", record.text)
        case .list, .join(nil), .watch(nil), .resign, .rematch, .leave, .scores, .ping, .bye, .help: break
        }
    }
}
