/// Commands in JSON, as written by programs and read by the host.
public enum JSONCommands {
    /// Parses a line that begins like JSON. (Inlined, like its callees, because passing a request on is expensive.)
    @inline(__always)
    static func read(_ bytes: [UInt8], in range: Range<Int>) -> Request {
        var fields = CommandFields(bytes)
        do throws(Refusal) {
            try fields.find(bytes, in: range)
        } catch {
            return Request(.unreadable(error, type: nil), dialect: nil)
        }
        return read(fields)
    }

    @inline(__always)
    private static func read(_ fields: CommandFields) -> Request {
        var id: RequestID?
        if fields.isRepeated(.id) {
            let refusal = Refusal.badField("The field 'id' is repeated.")
            return Request(.unreadable(refusal, type: typeText(fields)), dialect: .json)
        }
        if let value = fields[.id] {
            guard let text = value.string, let mark = RequestID(text) else {
                let refusal = Refusal.badField("The id must be a string of at most \(Limits.requestIDBytes) bytes.")
                return Request(.unreadable(refusal, type: typeText(fields)), dialect: .json)
            }
            id = mark
        }
        guard let kind = kind(fields) else {
            let refusal: Refusal
            if fields.isRepeated(.type) {
                refusal = .badField("The field 'type' is repeated.")
            } else if let text = fields[.type]?.string {
                refusal = .unknownType(CommandReader.quotable(text))
            } else {
                refusal = .badField("The type must be a string.")
            }
            return Request(.unreadable(refusal, type: typeText(fields)), id: id, dialect: .json)
        }
        do throws(Refusal) {
            if case .hello = kind, !fields.isRepeated(.protocol) { try checkProtocol(fields) }
            if let repeated = fields.repeated { throw .badField("The field '\(repeated)' is repeated.") }
            // Almost all lines of a match are flips.
            let command = if case .flip = kind { try flip(fields) } else { try kind.row.fromFields(fields) }
            return Request(.command(command), id: id, guards: try guards(kind.row.guards, fields), dialect: .json)
        } catch {
            return Request(.malformed(kind, error), id: id, dialect: .json)
        }
    }

    /// The name that the command gave itself, if short enough to be quoted.
    private static func typeText(_ fields: CommandFields) -> String? {
        guard let text = fields[.type]?.string, text.utf8.count <= Limits.Internal.typeLength else { return nil }
        return text
    }

    private static func kind(_ fields: CommandFields) -> Command.Kind? {
        guard let type = fields[.type] else { return nil }
        if type.isPlainly("flip") { return .flip }
        return type.string.flatMap { Command.Kind(name: $0) }
    }

    /// The match, and the moment in it, that the command is meant for.
    @inline(__always)
    private static func guards(
        _ guards: CommandRow.Guards, _ fields: CommandFields
    ) throws(Refusal) -> Request.Guards? {
        switch guards {
        case .turn:
            if fields[.match] == nil, fields[.ply] == nil, fields[.turnNumber] == nil { return nil }
            return try guardsOfTurn(fields)
        case .match: return try fields.guardedMatch().map { Request.Guards($0) }
        case .version: return try guardsOfVersion(fields)
        case .none: return nil
        }
    }

    /// Reads a flip.
    @inline(__always)
    static func flip(_ fields: CommandFields) throws(Refusal) -> Command {
        guard let card = fields[.card]?.int else { throw .badField("The card must be a whole number.") }
        return .move(.flip(.card(card)))
    }

    @inline(never)
    private static func guardsOfTurn(_ fields: CommandFields) throws(Refusal) -> Request.Guards? {
        let match = try fields.guardedMatch()
        let (turnNumber, ply) = (try fields.number(.turnNumber), try fields.number(.ply))
        if match == nil, turnNumber == nil, ply == nil { return nil }
        return Request.Guards(match, turnNumber: turnNumber, ply: ply)
    }

    @inline(never)
    private static func guardsOfVersion(_ fields: CommandFields) throws(Refusal) -> Request.Guards? {
        let match = try fields.guardedMatch()
        let version = try fields.number(.version)
        return match == nil && version == nil ? nil : Request.Guards(match, version: version)
    }

    /// Checks the one field that matters before who the client is and whether the others are well-formed.
    @inline(never)
    private static func checkProtocol(_ fields: CommandFields) throws(Refusal) {
        guard let version = fields.optional(.protocol) else { return }
        guard let number = version.int else { throw .badField("The protocol must be a whole number.") }
        guard number == Hello.protocolVersion else { throw .unsupportedProtocol }
    }

    /// Reads a `hello`, whose `protocol` has been checked.
    static func hello(_ fields: CommandFields) throws(Refusal) -> Command {
        if let value = fields.optional(.token) {
            guard let text = value.string else { throw .badField("The token must be a string.") }
            guard let token = Token(text) else { throw .badToken }
            return .hello(.token(token))
        }
        guard let name = fields[.name]?.string else { throw .badField("A hello needs a name or a token, as a string.") }
        return .hello(.name(try PlayerName(claiming: name)))
    }

    static func open(_ fields: CommandFields) throws(Refusal) -> Command {
        let isPrivate = try fields.flag(.private) ?? false
        let rules = fields.optional(.rules)
        return .open(
            try rules.map { (value) throws(Refusal) in try JSONRules.read(value) } ?? RulesRequest(),
            isPrivate: isPrivate, against: try fields.opponent())
    }

    /// Reads `replay`.
    static func replay(_ fields: CommandFields) throws(Refusal) -> Command {
        let stops = try fields.flag(.stop) ?? false
        guard let value = fields.optional(.record) else { return stops ? .stopReplay : .replay(nil) }
        guard !stops else { throw .badField("Give 'record' or 'stop', not both.") }
        guard let text = value.string else { throw .badField("The record must be a string.") }
        guard let record = RecordID(text) else { throw .noSuchRecord }
        return .replay(record)
    }

    static func records(_ fields: CommandFields) throws(Refusal) -> Command {
        var before: RecordID?
        if let value = fields.optional(.before) {
            guard let id = value.string.flatMap({ RecordID($0) }) else {
                throw .badField("The field 'before' must be a record ID, such as r17.")
            }
            before = id
        }
        let filter = try RecordFilter(
            player: fields.optional(.player), with: fields.optional(.with), seats: fields.optional(.seats),
            game: try fields.game())
        guard let limit = fields.optional(.limit) else {
            return .records(before: before, limit: Limits.recordsAtFirst, filter)
        }
        guard let number = limit.int, 1...Limits.recordsAtOnce ~= number else {
            throw .badField("The limit must be a whole number from 1 to \(Limits.recordsAtOnce).")
        }
        return .records(before: before, limit: number, filter)
    }

    // MARK: Writing

    /// Writes a command as one line, including its LF.
    public static func write(
        _ command: Command, id: RequestID? = nil, guards: Request.Guards? = nil, into writer: inout ByteWriter
    ) {
        writer.put("{")
        writer.putField("type", command.kind.name)
        if let id { writer.putField("id", id.text) }
        writeFields(of: command, into: &writer)
        if let match = guards?.match { writer.putField("match", match.text) }
        if let turnNumber = guards?.turnNumber { writer.putField("turnNumber", turnNumber) }
        if let ply = guards?.ply { writer.putField("ply", ply) }
        if let version = guards?.version { writer.putField("version", version) }
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
        case .open(let rules, let isPrivate, let opponent):
            if rules != RulesRequest() {
                writer.putKey("rules")
                JSONRules.write(rules, into: &writer)
            }
            if isPrivate { writer.put(",\"private\":true") }
            switch opponent {
            case .anybody: break
            case .house(let level): writer.putField("house", level.rawValue)
            case .beside(let name): writer.putField("beside", name.text)
            }
        case .join(let match, let game):
            write(match, &writer)
            if let game { writer.putField("game", game.rawValue) }
        case .watch(let match, let follows, let game):
            write(match, &writer)
            if follows { writer.putField("follow", true) }
            if let game { writer.putField("game", game.rawValue) }
        case .move(let move): move.writeFields(into: &writer)
        case .say(let text): writer.putField("text", text.text)
        case .records(let before, let limit, let filter):
            filter.writeFields(into: &writer)
            if let before { writer.putField("before", before.text) }
            if limit != Limits.recordsAtFirst { writer.putField("limit", limit) }
        case .statistics(let player): writer.putField("player", player.text)
        case .record(let record): writer.putField("record", record.text)
        case .replay(let record): if let record { writer.putField("record", record.text) }
        case .stopReplay: writer.putField("stop", true)
        case .followList(let flag): writer.putField("follow", flag)
        case .standings(let follows): if let follows { writer.putField("follow", follows) }
        case .list, .resign, .rematch, .leave, .scores, .enter, .withdraw, .rules, .ping, .bye, .help: break
        }
    }

    private static func write(_ match: MatchReference?, _ writer: inout ByteWriter) {
        switch match {
        case nil: break
        case .id(let id): writer.putField("match", id.text)
        case .code(let code): writer.putField("code", code.text)
        }
    }
}
