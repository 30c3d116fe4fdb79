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
        let word = verb.lowercased()
        guard let kind = CommandRow.byVerb[word] else {
            let shown = CommandReader.quotable(verb)
            return Request(.unreadable(.unknownType(shown), type: shown.isEmpty ? nil : shown), dialect: .plain)
        }
        do throws(Refusal) {
            return Request(.command(try kind.row.fromWords(word, rest)), dialect: .plain)
        } catch {
            return Request(.malformed(kind, error), dialect: .plain)
        }
    }

    static func hello(_ verb: String, _ rest: String) throws(Refusal) -> Command {
        guard verb == "resume" else { return .hello(.name(try PlayerName(claiming: rest))) }
        guard let token = Token(rest) else { throw .badToken }
        return .hello(.token(token))
    }

    static func watch(_ rest: String) throws(Refusal) -> Command {
        var words = rest.split(whereSeparator: \.isWhitespace)
        let follows = words.last?.lowercased() == "follow"
        if follows { words.removeLast() }
        let (reference, game) = try match(words.joined(separator: " "))
        return .watch(reference, follows: follows, game: game)
    }

    static func rules(_ rest: String) throws(Refusal) -> Command {
        if rest.isEmpty { return .rules(.usual) }
        if let game = GameKind(rawValue: rest.lowercased()) { return .rules(game) }
        let all =
            ["rules for \(GameKind.usual.type.name)"]
            + GameKind.others.map { game in "rules \(game.rawValue) for \(game.type.name)" }
        throw .badField("Use \(all.dropLast().joined(separator: ", ")), or \(all[all.count - 1]).")
    }

    static func replay(_ rest: String) throws(Refusal) -> Command {
        if rest.isEmpty { return .replay(nil) }
        if rest.lowercased() == "stop" { return .stopReplay }
        guard let record = RecordID(rest) else {
            throw .badField("Give a record ID, such as r17; replay alone plays back your finished match.")
        }
        return .replay(record)
    }

    static func standings(_ rest: String) throws(Refusal) -> Command {
        switch rest.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") {
        case "": return .standings(follows: nil)
        case "follow": return .standings(follows: true)
        case "follow off": return .standings(follows: false)
        default: throw .badField("Use 'standings', 'standings follow' or 'standings follow off'.")
        }
    }

    /// Parses the match that a command is about, or the game of whose matches any will do.
    static func match(_ rest: String) throws(Refusal) -> (MatchReference?, GameKind?) {
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
    static func open(_ rest: String) throws(Refusal) -> Command {
        let (words, opponent) = try opponent(rest)
        let game = words.lazy.compactMap { GameKind(rawValue: $0.lowercased()) }.first { GameKind.others.contains($0) }
        var rules = RulesRequest(game: game)
        var isPrivate = false
        for word in words {
            if word.lowercased() == "private" {
                isPrivate = true
                continue
            }
            try read(word.lowercased(), in: &rules)
            guard rules == rules.trimmedToItsGame, (rules.game ?? .usual) == (game ?? .usual) else {
                // The word is a valid one, so it can be shown.
                let shown = "'\(word.prefix { $0 != "=" }.prefix(Limits.Internal.quotedBytes))'"
                if let game { throw .badRules("\(game.type.name) has no \(shown); use \(openWords(of: game))") }
                let owners = GameKind.others.filter { has($0, word.lowercased()) }
                let names = owners.map { $0.type.name }.joined(separator: " and ")
                throw .badRules("only \(names) \(owners.count == 1 ? "has" : "have") \(shown)")
            }
        }
        return .open(rules, isPrivate: isPrivate, against: opponent)
    }

    /// Returns true if a word sets a rule that a game has.
    private static func has(_ game: GameKind, _ word: String) -> Bool {
        var rules = RulesRequest(game: game)
        do throws(Refusal) { try read(word, in: &rules) } catch { return false }
        return rules == rules.trimmedToItsGame
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

    /// Takes the second player out of the arguments of `open`: `house`, perhaps with a level, or `beside` with a name
    /// of one word or in quotation marks.
    ///
    /// - Returns: the other arguments, and the second player.
    private static func opponent(_ rest: String) throws(Refusal) -> (rest: [String], OpponentChoice) {
        var arguments = try PlainArgument.split(rest)
        guard let beside = arguments.firstIndex(where: { $0.keyword == "beside" }) else {
            guard let house = arguments.firstIndex(where: { $0.keyword == "house" }) else {
                return (arguments.map(\.asTyped), .anybody)
            }
            arguments.remove(at: house)
            let level = house < arguments.count ? arguments[house].keyword.flatMap { HouseLevel(rawValue: $0) } : nil
            if level != nil { arguments.remove(at: house) }
            return (arguments.map(\.asTyped), .house(level ?? .steady))
        }
        guard beside + 1 < arguments.count else {
            throw .badField("Give the second player's name, as in: open beside Bob.")
        }
        let name = arguments[beside + 1].text
        arguments.removeSubrange(beside...beside + 1)
        if arguments.contains(where: { $0.keyword == "house" }) { throw .badField("Use house or beside, not both.") }
        return (arguments.map(\.asTyped), .beside(try PlayerName(claiming: name)))
    }

    private static func set(_ word: String, in rules: inout RulesRequest) throws(Refusal) {
        if let preset = Preset(rawValue: word) {
            rules.preset = preset
        } else if let game = GameKind(rawValue: word) {
            rules.game = game
        } else if word == "solo" {
            rules.seats = 1
        } else if !Rule.all.contains(where: { $0.set(word: word, in: &rules) }) {
            let shown = CommandReader.quotable(word)
            let game = rules.game.flatMap { GameKind.others.contains($0) ? $0 : nil }
            throw .badRules("unknown word\(shown.isEmpty ? "" : " '\(shown)'"); use \(openWords(of: game))")
        }
    }

    private static func set(_ field: String, _ number: String, in rules: inout RulesRequest) throws(Refusal) {
        guard let rule = Rule.typed.first(where: { $0.name.lowercased() == field }) else {
            throw .badRules("unknown field; use \(numbers(Rule.typed).joined(separator: ", "))")
        }
        try rule.set(Int(number), in: &rules)
    }

    private static func numbers(_ rules: [Rule]) -> [String] { rules.map { "\($0.name)=N" } }

    /// The possible arguments of `open`, for refusals and help.
    static let openWords = openWords(of: nil)

    /// Returns the arguments of `open` for a game; nil for those of all games.
    private static func openWords(of game: GameKind?) -> String {
        func has(_ rule: Rule) -> Bool { game?.has(rule) ?? true }
        var words = game == nil ? Preset.allCases.map(\.rawValue) + GameKind.others.map(\.rawValue) : []
        if has(.rows) { words.append("ROWSxCOLUMNS") }
        words += ["solo", "private"]
        words += Rule.worded.filter(has).flatMap(\.words)
        words += numbers(Rule.typed.filter(has)) + ["house LEVEL"]
        if game?.hasTurns ?? true { words.append("beside NAME") }
        return words.joined(separator: ", ")
    }

    private static func size(_ word: String) -> (rows: Int, columns: Int)? {
        let sides = word.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let rows = Int(sides[0]), let columns = Int(sides[1]) else { return nil }
        return (rows, columns)
    }
}
