import Protocol

/// Parses the arguments of the command line, each of which sets a field; together they say what the client does first.
struct OptionsParser: Sendable {
    var options = Options()
    var isSolo = false
    var house: HouseLevel?
    var preset: Preset?
    var code: MatchCode?
    var watches = false
    var watched: MatchID?
    var finds = false
    var generated: Generated?

    /// Parses the arguments after the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Options.Invocation {
        var parser = OptionsParser()
        let count: Int
        do throws(UsageError) {
            switch try table.read(arguments) {
            case .print(let text): return .print(text)
            case .given(let given):
                try table.apply(given, to: &parser)
                count = given.count
            }
        } catch {
            throw error.punctuated
        }
        if parser.finds {
            guard count == 1 else { throw UsageError(sentence: "--find cannot be combined with anything else.") }
            return .find
        }
        if let generated = parser.generated {
            guard count == 1 else { throw UsageError(sentence: "--generate cannot be combined with anything else.") }
            return .generate(generated)
        }
        parser.options.purpose = try parser.purpose()
        return .play(parser.options)
    }

    private func purpose() throws(UsageError) -> Options.Purpose {
        let opens = isSolo || house != nil || preset != nil
        if preset != nil, let game = options.game, !game.onScreen.facts.hasPresets {
            let others = GameKind.allCases.filter { $0.onScreen.facts.hasPresets }.map(\.title)
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

    /// Parses the code of a private match.
    static func code(_ text: String) throws(UsageError) -> MatchCode {
        if let code = MatchCode(text) { return code }
        throw UsageError(sentence: "A code is six characters, A to Z or 2 to 9.")
    }
}
