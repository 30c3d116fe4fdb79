import Protocol

/// Parses the arguments of the command line in one pass.
struct OptionsParser {
    private var rest: ArraySlice<String>
    private var options = Options()
    private var isSolo = false
    private var house: HouseLevel?
    private var preset: Preset?
    private var code: MatchCode?
    private var watches = false
    private var watched: MatchID?
    private var finds = false

    /// Parses the arguments after the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Options.Invocation {
        if arguments.contains("--help") || arguments.contains("-h") { return .help }
        if arguments.contains("--version") { return .version }
        var parser = OptionsParser(rest: arguments[...])
        try parser.run()
        if parser.finds {
            guard arguments.count == 1 else {
                throw UsageError(sentence: "--find cannot be combined with anything else.")
            }
            return .find
        }
        return .play(parser.options)
    }

    private init(rest: ArraySlice<String>) { self.rest = rest }

    private mutating func run() throws(UsageError) {
        while let argument = rest.popFirst() {
            if argument.hasPrefix("-"), argument != "-" {
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                try apply(flag: String(parts[0]), attached: parts.count > 1 ? String(parts[1]) : nil)
            } else {
                guard !options.hasAddress else {
                    throw UsageError(sentence: "Unexpected argument \(argument); give only one host.")
                }
                options.address = try HostAddress(parsing: argument)
                options.hasAddress = true
            }
        }
        options.purpose = try purpose()
    }

    private mutating func apply(flag: String, attached: String?) throws(UsageError) {
        switch flag {
        case "--name": options.name = try Self.name(try value(flag, attached))
        case "--house": house = try Self.level(try value(flag, attached))
        case "--game": options.game = try Self.game(try value(flag, attached))
        case "--open": preset = try Self.preset(try value(flag, attached))
        case "--code": code = try Self.code(try value(flag, attached))
        case "--watch":
            watches = true
            // The value is optional: the next argument counts only if it is a match.
            if let attached {
                guard let match = MatchID(attached) else {
                    throw UsageError(sentence: "--watch takes a match, such as m3.")
                }
                watched = match
            } else if let match = rest.first.flatMap({ MatchID($0) }) {
                watched = match
                rest.removeFirst()
            }
        default:
            switch flag {
            case "--find": finds = true
            case "--solo": isSolo = true
            case "--plain": options.isPlain = true
            case "--ascii": options.isASCII = true
            case "--light": options.isLight = true
            case "--dark": options.isLight = false
            case "--no-animation": options.hasMotion = false
            case "--no-bell": options.hasBell = false
            default:
                guard let setting = Setting.all.first(where: { $0.option == flag }) else {
                    throw UsageError(sentence: "Unknown option \(flag); see --help.")
                }
                options.settings[setting] = true
            }
            if attached != nil { throw UsageError(sentence: "\(flag) takes no value.") }
        }
    }

    private mutating func value(_ flag: String, _ attached: String?) throws(UsageError) -> String {
        if let attached { return attached }
        guard let value = rest.popFirst() else { throw UsageError(sentence: "\(flag) needs a value; see --help.") }
        return value
    }

    private func purpose() throws(UsageError) -> Options.Purpose {
        let opens = isSolo || house != nil || preset != nil
        if preset != nil, let game = options.game, !game.onScreen.hasPresets {
            let others = GameKind.allCases.filter { $0.onScreen.hasPresets }.map(\.title)
            throw UsageError(sentence: "--open takes presets of \(others.joined(separator: " or ")).")
        }
        if opens && (watches || code != nil) {
            throw UsageError(sentence: "--open, --solo and --house cannot be combined with --code or --watch.")
        }
        if isSolo && house != nil { throw UsageError(sentence: "--solo and --house cannot be combined.") }
        if watched != nil && code != nil { throw UsageError(sentence: "--watch MATCH and --code cannot be combined.") }
        if watches { return .watch(code.map { .code($0) } ?? watched.map { .id($0) }) }
        if let code { return .join(code) }
        guard opens else { return options.game.map { .play($0) } ?? .lobby }
        var rules = RulesRequest(preset: preset)
        rules.game = options.game
        if isSolo { rules.seats = 1 }
        return .open(rules, against: house.map { .house($0) } ?? .anybody)
    }
}

extension OptionsParser {
    private static func name(_ text: String) throws(UsageError) -> PlayerName {
        do { return try PlayerName(claiming: text) } catch { throw UsageError(sentence: error.message) }
    }

    private static func level(_ text: String) throws(UsageError) -> HouseLevel {
        if let level = HouseLevel(rawValue: text.lowercased()) { return level }
        throw UsageError(
            sentence: "--house must be one of \(HouseLevel.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    private static func game(_ text: String) throws(UsageError) -> GameKind {
        if let game = GameKind(rawValue: text.lowercased()) { return game }
        throw UsageError(
            sentence: "--game must be one of \(GameKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    private static func preset(_ text: String) throws(UsageError) -> Preset {
        if let preset = Preset(rawValue: text.lowercased()) { return preset }
        throw UsageError(sentence: "--open must be one of \(Preset.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    /// Parses the code of a private match.
    static func code(_ text: String) throws(UsageError) -> MatchCode {
        if let code = MatchCode(text) { return code }
        throw UsageError(sentence: "A code is six characters, A to Z or 2 to 9.")
    }
}
