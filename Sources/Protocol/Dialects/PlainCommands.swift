/// Commands in plain words, as typed by a person using netcat.
enum PlainCommands {
    /// Parses a line that is UTF-8 and doesn't begin like JSON.
    static func read(_ line: String) -> Request {
        let line = line.trimmingSpaces()
        let verb = line.prefix { !$0.isWhitespace }
        let rest = String(line.dropFirst(verb.count)).trimmingSpaces()
        if let coordinate = Coordinate(String(verb)), rest.isEmpty {
            return Request(.command(.move(.flip(.coordinate(coordinate)))), dialect: .plain)
        }
        if let first = Coordinate(String(verb)), Coordinate(String(rest.prefix { !$0.isWhitespace })) != nil {
            let refusal = Refusal.badField("Flip one card at a time: type \(first.text), then the other.")
            return Request(.malformed(.flip, refusal), dialect: .plain)
        }
        guard let kind = kind(verb.lowercased()) else {
            let shown = CommandReader.quotable(verb)
            return Request(.unreadable(.unknownType(shown), type: shown.isEmpty ? nil : shown), dialect: .plain)
        }
        do throws(Refusal) {
            return Request(.command(try command(kind, verb.lowercased(), rest)), dialect: .plain)
        } catch {
            return Request(.malformed(kind, error), dialect: .plain)
        }
    }

    private static func kind(_ verb: String) -> Command.Kind? {
        switch verb {
        case "name", "resume": .hello
        case "quit": .bye
        case "follow": .list
        case "?": .help
        default: Command.Kind(rawValue: verb)
        }
    }

    private static func command(_ kind: Command.Kind, _ verb: String, _ rest: String) throws(Refusal) -> Command {
        switch kind {
        case .hello:
            guard verb == "resume" else { return .hello(.name(try PlayerName(claiming: rest))) }
            guard let token = Token(rest) else { throw .badToken }
            return .hello(.token(token))
        case .open: return try open(rest)
        case .join:
            let (reference, game) = try match(rest)
            return .join(reference, game: game)
        case .watch:
            var words = rest.split(whereSeparator: \.isWhitespace)
            let follows = words.last?.lowercased() == "follow"
            if follows { words.removeLast() }
            let (reference, game) = try match(words.joined(separator: " "))
            return .watch(reference, follows: follows, game: game)
        case .flip:
            guard let coordinate = Coordinate(rest) else {
                throw .badField("Name a card by its column and row, such as b4.")
            }
            return .move(.flip(.coordinate(coordinate)))
        case .say: return .say(try SpokenText(rest))
        case .records: return try records(rest)
        case .record:
            guard let id = RecordID(rest) else { throw .badField("Give a record ID, such as r17.") }
            return .record(id)
        case .scores: return try scores(rest)
        case .rules: return try rules(rest)
        case .list:
            guard verb == "follow" else { return .list }
            guard rest.isEmpty || rest.lowercased() == "off" else { throw .badField("Use 'follow' or 'follow off'.") }
            return .followList(rest.isEmpty)
        case .resign: return try alone(.resign, verb, rest)
        case .rematch: return try alone(.rematch, verb, rest)
        case .leave: return try alone(.leave, verb, rest)
        case .ping: return .ping
        case .bye: return try alone(.bye, verb, rest)
        case .help: return .help
        default:
            guard let move = MoveCommand.all[kind] else { throw .unknownType(verb) }
            return .move(try move.fromWords(rest))
        }
    }

    /// Accepts an irrevocable command only on its own, so that `leave me a card` doesn't give up the match.
    private static func alone(_ command: Command, _ verb: String, _ rest: String) throws(Refusal) -> Command {
        guard rest.isEmpty else { throw .badField("\(verb) takes no arguments; to talk, use say.") }
        return command
    }

    private static func rules(_ rest: String) throws(Refusal) -> Command {
        if rest.isEmpty { return .rules }
        switch GameKind(rawValue: rest.lowercased()) {
        case .memory: return .rules
        case .set: return .rulesOf(.set)
        case nil: throw .badField("Use rules for Memory, or rules set for Set.")
        }
    }

    /// Parses the match that a command is about, or the game of whose matches any will do.
    private static func match(_ rest: String) throws(Refusal) -> (MatchReference?, GameKind?) {
        if let game = GameKind(rawValue: rest.lowercased()) { return (nil, game) }
        return (try reference(rest), nil)
    }

    private static func reference(_ rest: String) throws(Refusal) -> MatchReference? {
        if rest.isEmpty { return nil }
        if let id = MatchID(rest) { return .id(id) }
        guard let code = MatchCode(rest) else {
            throw .badField("Give a match ID, such as m3, or a six-character code.")
        }
        return .code(code)
    }

    /// Parses the arguments of `open`, in any order: a preset, rows x columns, words for rules, `field=number`.
    private static func open(_ rest: String) throws(Refusal) -> Command {
        let (words, opponent) = try opponent(rest)
        let isSet = words.contains { $0.lowercased() == GameKind.set.rawValue }
        var rules = RulesRequest(game: isSet ? .set : nil)
        var isPrivate = false
        for word in words {
            if word.lowercased() == "private" {
                isPrivate = true
                continue
            }
            try read(word.lowercased(), in: &rules)
            guard rules == rules.ofItsGame, (rules.game == .set) == isSet else {
                // The word is a valid one, so it can be shown.
                let shown = word.prefix { $0 != "=" }.prefix(32)
                throw .badRules(isSet ? "Set has no '\(shown)'; use \(setWords)" : "only Set has '\(shown)'")
            }
        }
        return .open(rules, isPrivate: isPrivate, against: opponent)
    }

    private static func read(_ word: String, in rules: inout RulesRequest) throws(Refusal) {
        if let (rows, columns) = size(word) {
            (rules.rows, rules.columns) = (rows, columns)
        } else if let equals = word.firstIndex(of: "=") {
            try set(String(word[..<equals]), String(word[word.index(after: equals)...]), in: &rules)
        } else {
            try set(word, in: &rules)
        }
    }

    /// Takes the second player out of the arguments of `open`: `house`, perhaps with a level, or `beside` with a name of
    /// one word or in quotation marks.
    ///
    /// - Returns: the other arguments, and the second player.
    private static func opponent(_ rest: String) throws(Refusal) -> (rest: [Substring], Opponent) {
        var words = rest.split(whereSeparator: \.isWhitespace)
        guard let beside = words.firstIndex(where: { $0.lowercased() == "beside" }) else {
            guard let house = words.firstIndex(where: { $0.lowercased() == "house" }) else { return (words, .anybody) }
            words.remove(at: house)
            let level = house < words.count ? HouseLevel(rawValue: words[house].lowercased()) : nil
            if level != nil { words.remove(at: house) }
            return (words, .house(level ?? .steady))
        }
        var name = words[(beside + 1)...].prefix(1)
        if let first = name.first, first.hasPrefix("\"") {
            let closing = (beside + 1..<words.count).first { index in
                words[index].hasSuffix("\"") && (index > beside + 1 || first.count > 1)
            }
            guard let closing else { throw .badField("The name is missing its closing quotation mark.") }
            name = words[beside + 1...closing]
        }
        guard !name.isEmpty else { throw .badField("Give the second player's name, as in: open beside Bob.") }
        words.removeSubrange(beside..<name.endIndex)
        if words.contains(where: { $0.lowercased() == "house" }) { throw .badField("Use house or beside, not both.") }
        return (words, .beside(try PlayerName(claiming: name.joined(separator: " ").filter { $0 != "\"" })))
    }

    private static func set(_ word: String, in rules: inout RulesRequest) throws(Refusal) {
        if let preset = Preset(rawValue: word) {
            rules.preset = preset
        } else if let game = GameKind(rawValue: word) {
            rules.game = game
        } else if let scoring = Rules.Scoring(rawValue: word) {
            rules.scoring = scoring
        } else if let matched = Rules.Matched(rawValue: word) {
            rules.matched = matched
        } else if let faces = FaceSet(rawValue: word) {
            rules.faces = faces
        } else if word == "solo" {
            rules.seats = 1
        } else if word == "again" {
            rules.again = true
        } else {
            let shown = CommandReader.quotable(word)
            throw .badRules(
                "unknown word\(shown.isEmpty ? "" : " '\(shown)'"); use \(rules.game == .set ? setWords : openWords)")
        }
    }

    /// The rules that are set by `name=number`.
    private static let numbers = ["turns", "turnMs", "revealMs", "graceMs", "houseMs", "idleMs"]
    private static let numberWords = numbers.map { "\($0)=N" }

    private static func set(_ field: String, _ number: String, in rules: inout RulesRequest) throws(Refusal) {
        guard let rule = numbers.first(where: { $0.lowercased() == field }).flatMap({ JSONRules.Number.named[$0] })
        else { throw .badRules("unknown field; use \(numberWords.joined(separator: ", "))") }
        try rule.set(Int(number), in: &rules)
    }

    /// The possible arguments of `open`, for refusals and help.
    static let openWords =
        (Preset.allCases.map(\.rawValue) + [GameKind.set.rawValue, "ROWSxCOLUMNS", "solo", "private", "again"]
        + Rules.Scoring.allCases.map(\.rawValue) + Rules.Matched.allCases.map(\.rawValue)
        + FaceSet.builtIn.map(\.rawValue) + numberWords
        + ["house LEVEL", "beside NAME"])
        .joined(separator: ", ")

    /// Those of Set.
    private static let setWords = "solo, private, graceMs=N, houseMs=N, idleMs=N, house LEVEL"

    private static func size(_ word: String) -> (rows: Int, columns: Int)? {
        let sides = word.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let rows = Int(sides[0]), let columns = Int(sides[1]) else { return nil }
        return (rows, columns)
    }
}
