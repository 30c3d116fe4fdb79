/// The fields of one command in JSON, found in its line and read only as they are asked for.
struct CommandFields {
    /// The fields that commands have, by their names.
    enum Field: Int, CaseIterable {
        case type, card, id, name, token, `protocol`, match, code, rules, `private`, text, before, limit, record
        case turnNumber, follow, house, beside, player, with, seats, cards, version, game, ply, stop

        static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

        /// True if each has its place in a line's fields, and its bit among those that are repeated.
        static let allFit = allCases.count <= min(Starts.scalarCount, UInt32.bitWidth)
    }

    private let bytes: [UInt8]
    /// The offset of each field's value; 0 if the field is missing, since no value can start there. Small, because
    /// it is copied for every line.
    private var starts = Starts()
    private typealias Starts = SIMD32<UInt32>
    private(set) var repeated: Field?
    /// Those that are, each as the bit of its number.
    private var allRepeated: UInt32 = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Finds the fields of a line within the same bytes.
    ///
    /// - Throws: `bad_json` if it isn't a JSON object.
    mutating func find(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) {
        try JSONText.checkObject(bytes, in: range) { keyStart, valueStart in
            let key = JSONValue(bytes: bytes, start: keyStart)
            // Almost all lines of a match are flips, so their fields are tried first.
            if key.isPlainly("type") {
                set(.type, valueStart)
            } else if key.isPlainly("card") {
                set(.card, valueStart)
            } else if key.isPlainly("ply") {
                set(.ply, valueStart)
            } else if key.isPlainly("match") {
                set(.match, valueStart)
            } else {
                setOther(key, valueStart)
            }
        }
    }

    @inline(never)
    private mutating func setOther(_ key: JSONValue, _ start: Int) {
        if let name = key.string, let field = Field.named[name] { set(field, start) }
    }

    @inline(__always)
    private mutating func set(_ field: Field, _ start: Int) {
        if starts[field.rawValue] != 0 {
            repeated = field
            allRepeated |= 1 << UInt32(field.rawValue)
        }
        starts[field.rawValue] = UInt32(start)
    }

    /// The value of a field; nil if it is missing.
    @inline(__always)
    subscript(field: Field) -> JSONValue? {
        let start = starts[field.rawValue]
        return start == 0 ? nil : JSONValue(bytes: bytes, start: Int(start))
    }

    /// The value of an optional field; nil if it is missing or null, which mean the same.
    func optional(_ field: Field) -> JSONValue? {
        guard let value = self[field], !value.isNull else { return nil }
        return value
    }

    func isRepeated(_ field: Field) -> Bool { allRepeated & 1 << UInt32(field.rawValue) != 0 }

    // MARK: Values that several commands have

    /// Returns the value of a field that is true or false; nil if it is missing.
    func flag(_ field: Field) throws(Refusal) -> Bool? {
        guard let value = optional(field) else { return nil }
        guard let flag = value.bool else { throw .badField("The field '\(field)' must be true or false.") }
        return flag
    }

    /// Returns the value of a field that is a whole number; nil if it is missing.
    func number(_ field: Field) throws(Refusal) -> Int? {
        guard let value = optional(field) else { return nil }
        guard let number = value.int else { throw .badField("The \(field) must be a whole number.") }
        return number
    }

    /// Returns the match that a command is meant for; nil if any will do.
    func guardedMatch() throws(Refusal) -> Request.Guards.Target? {
        guard let value = optional(.match) else { return nil }
        guard let text = value.string else { throw .badField("The match must be a string.") }
        return MatchID(text).map { .match($0) } ?? .noMatch
    }

    /// Returns the game that a command is about; nil if it names none.
    func game() throws(Refusal) -> GameKind? {
        guard let value = optional(.game) else { return nil }
        guard let game = value.string.flatMap({ GameKind(rawValue: $0) }) else {
            throw .badField("The game must be one of \(GameKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return game
    }

    /// Returns the opponent that `open` asks for.
    func opponent() throws(Refusal) -> OpponentChoice {
        switch (optional(.house), optional(.beside)) {
        case (nil, nil): return .anybody
        case (.some, .some): throw .badField("Give 'house' or 'beside', not both.")
        case (let house?, nil):
            guard let level = house.string.flatMap({ HouseLevel(rawValue: $0) }) else {
                throw .badField(
                    "The house must be one of \(HouseLevel.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return .house(level)
        case (nil, let beside?):
            guard let name = beside.string else { throw .badField("The field 'beside' must be a name, as a string.") }
            return .beside(try PlayerName(claiming: name))
        }
    }

    /// Returns the match that a command names by its ID or its code; nil if it names none.
    func reference() throws(Refusal) -> MatchReference? {
        switch (optional(.match), optional(.code)) {
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
}
