/// A rule that players may choose: a row of the one table from which JSON, plain words, the ranges in `rules` and the
/// refusals follow. A game lists the rules that it has (``TableGame/rules``).
struct Rule: Sendable {
    /// Its name in JSON, and in `NAME=N` in plain words.
    let name: String
    /// The values that it may have.
    let form: Form

    /// The form of a rule's values.
    enum Form: Sendable {
        /// A whole number.
        case number(Number)
        /// True or false. In plain words, its name means true.
        case flag(any WritableKeyPath<RulesRequest, Bool?> & Sendable, of: any KeyPath<Rules, Bool> & Sendable)
        /// One of several words.
        case choice(Choice)
    }

    /// The values of a rule that is a number.
    struct Number: Sendable {
        let field: any WritableKeyPath<RulesRequest, Int?> & Sendable
        let value: any KeyPath<Rules, Int> & Sendable
        let bounds: ClosedRange<Int>
        /// True if 0 is valid, too, and means none.
        var mayBeZero = false

        /// The valid values, in words.
        var range: String { (mayBeZero ? "0, or " : "") + Rules.words(bounds) }
    }

    /// The values of a rule that is a word.
    struct Choice: Sendable {
        /// All of them, and those that every host knows.
        let all, usual: [String]
        /// True if a host may have words that its clients don't know, which they read as none.
        let isOpen: Bool
        let get: @Sendable (RulesRequest) -> String?
        let set: @Sendable (inout RulesRequest, String) -> Void
        /// Sets it to its value in complete rules.
        let take: @Sendable (Rules, inout RulesRequest) -> Void

        init<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
            _ field: any WritableKeyPath<RulesRequest, Value?> & Sendable,
            of value: any KeyPath<Rules, Value> & Sendable,
            usual: [Value]? = nil
        ) {
            all = Value.allCases.map(\.rawValue)
            self.usual = usual?.map(\.rawValue) ?? all
            isOpen = usual != nil
            get = { $0[keyPath: field]?.rawValue }
            set = { $0[keyPath: field] = Value(rawValue: $1) }
            take = { $1[keyPath: field] = $0[keyPath: value] }
        }
    }

    static let rows = Rule("rows", \.rows, of: \.rows, Rules.Bounds.side)
    static let columns = Rule("columns", \.columns, of: \.columns, Rules.Bounds.side)
    static let seats = Rule("seats", \.seats, of: \.seats, Rules.Bounds.seats)
    static let turns = Rule("turns", \.turns, of: \.turns, Rules.Bounds.turns)
    static let reveal = Rule("revealMs", \.revealMilliseconds, of: \.revealMilliseconds, Rules.Bounds.reveal)
    static let turnTime = Rule(
        "turnMs", \.turnMilliseconds, of: \.turnMilliseconds, Rules.Bounds.turn, mayBeZero: true)
    static let grace = Rule("graceMs", \.graceMilliseconds, of: \.graceMilliseconds, Rules.Bounds.grace)
    static let house = Rule("houseMs", \.houseMilliseconds, of: \.houseMilliseconds, Rules.Bounds.house)
    static let idle = Rule("idleMs", \.idleMilliseconds, of: \.idleMilliseconds, Rules.Bounds.idle)
    static let scoring = Rule(name: "scoring", form: .choice(Choice(\.scoring, of: \.scoring)))
    static let matched = Rule(name: "matched", form: .choice(Choice(\.matched, of: \.matched)))
    static let again = Rule(name: "again", form: .flag(\.again, of: \.again))
    static let faces = Rule(name: "faces", form: .choice(Choice(\.faces, of: \.faces, usual: FaceSet.builtIn)))

    /// All of them, in the order in which they are written.
    static let all = [
        rows, columns, seats, turns, reveal, turnTime, grace, house, idle, scoring, matched, again, faces,
    ]
    /// Those that are set by `NAME=N` in plain words, in the order in which people are told of them.
    static let typed = [turns, turnTime, reveal, grace, house, idle]
    /// Those that are set by a word of their own in plain words, in the order in which people are told of them: those
    /// with one word, then those with a choice of several.
    static let worded = all.filter { $0.words.count == 1 } + all.filter { $0.words.count > 1 }
    /// All, by their names.
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private init(
        _ name: String, _ field: any WritableKeyPath<RulesRequest, Int?> & Sendable,
        of value: any KeyPath<Rules, Int> & Sendable, _ bounds: ClosedRange<Int>, mayBeZero: Bool = false
    ) {
        self.init(name: name, form: .number(Number(field: field, value: value, bounds: bounds, mayBeZero: mayBeZero)))
    }

    private init(name: String, form: Form) { (self.name, self.form) = (name, form) }

    /// The number; nil for another form.
    var number: Number? { if case .number(let number) = form { number } else { nil } }

    /// Its valid values, in words.
    var range: String {
        switch form {
        case .number(let number): number.range
        case .flag: "true or false"
        case .choice(let choice): "one of " + choice.all.joined(separator: ", ")
        }
    }

    /// The words that set it in plain words, as people are told; none for a number.
    var words: [String] {
        switch form {
        case .number: []
        case .flag: [name]
        case .choice(let choice): choice.usual
        }
    }

    /// The refusal of a value that is none of its valid ones.
    var refusal: Refusal { .badRules(field: name, range: range) }
}

// MARK: - In a request

extension Rule {
    /// Sets it to its value in complete rules.
    func take(from rules: Rules, into request: inout RulesRequest) {
        switch form {
        case .number(let number): request[keyPath: number.field] = rules[keyPath: number.value]
        case .flag(let field, let value): request[keyPath: field] = rules[keyPath: value]
        case .choice(let choice): choice.take(rules, &request)
        }
    }

    /// Copies its value from one request to another that has none.
    func copy(from one: RulesRequest, to other: inout RulesRequest) {
        switch form {
        case .number(let number): other[keyPath: number.field] = one[keyPath: number.field]
        case .flag(let field, _): other[keyPath: field] = one[keyPath: field]
        case .choice(let choice): if let word = choice.get(one) { choice.set(&other, word) }
        }
    }

    /// Sets its number; whether that is in range is checked once the rules are complete.
    ///
    /// - Parameter value: nil for what was not a whole number.
    /// - Throws: `bad_rules`, naming the rule and its valid values.
    func set(_ value: Int?, in request: inout RulesRequest) throws(Refusal) {
        guard let number, let value else { throw refusal }
        request[keyPath: number.field] = value
    }

    /// Sets it by one of its words; returns false if the word is none.
    func set(word: String, in request: inout RulesRequest) -> Bool {
        switch form {
        case .number: return false
        case .flag(let field, _):
            guard word == name else { return false }
            request[keyPath: field] = true
        case .choice(let choice):
            guard choice.all.contains(word) else { return false }
            choice.set(&request, word)
        }
        return true
    }

    /// Reads its value in JSON; null means none.
    ///
    /// - Parameter isTolerant: true to read a word as none that a newer host may know.
    /// - Throws: `bad_rules`, naming the rule and its valid values.
    func read(_ value: JSONValue, into request: inout RulesRequest, isTolerant: Bool) throws(Refusal) {
        if value.isNull { return }
        switch form {
        case .number: try set(value.int, in: &request)
        case .flag(let field, _):
            guard let flag = value.bool else { throw refusal }
            request[keyPath: field] = flag
        case .choice(let choice):
            if let word = value.string, choice.all.contains(word) { return choice.set(&request, word) }
            if !(isTolerant && choice.isOpen) { throw refusal }
        }
    }

    /// Writes its value in JSON; nothing if there is none.
    func write(_ request: RulesRequest, into writer: inout ByteWriter) {
        switch form {
        case .number(let number):
            guard let value = request[keyPath: number.field] else { return }
            writer.putKey(name)
            writer.put(value)
        case .flag(let field, _):
            guard let value = request[keyPath: field] else { return }
            writer.putKey(name)
            writer.put(value ? "true" : "false")
        case .choice(let choice):
            guard let value = choice.get(request) else { return }
            writer.putKey(name)
            writer.putJSON(value)
        }
    }

    /// Returns a number if it is a valid value.
    ///
    /// - Throws: `bad_rules`, naming the rule and its valid values.
    func checked(_ value: Int) throws(Refusal) -> Int {
        guard let number, number.bounds.contains(value) || number.mayBeZero && value == 0 else { throw refusal }
        return value
    }
}
