/// An option of a program: a row of its ``OptionTable``, from which the command line is parsed, and the help and the
/// completions of shells are written.
public struct Option<Options>: Sendable {
    /// The values that follow the flag.
    public enum Values: Sendable {
        case none
        case one(OptionArgument)
        /// One that may be left out; the next argument is one only if the closure says so.
        case optional(OptionArgument, isValue: @Sendable (String) -> Bool)
        /// Two, the second of which is an argument of its own.
        case two(OptionArgument, OptionArgument)
        /// All the arguments that are left.
        case rest(OptionArgument)
    }

    /// The flags, all of which mean the same; the first is the usual one.
    public let flags: [String]
    /// The values that follow it.
    public let values: Values
    /// The option in a sentence, or in several with semicolons, without a capital letter and a full stop.
    public let help: String
    /// The default in words; nil if there is none.
    public let usual: String?
    /// Sets the option; throws for values that it cannot have.
    let assign: @Sendable (inout Options, [String]) throws(UsageError) -> Void
    /// Returns the text that the program prints, whatever else is on the command line; nil for an option that sets something.
    let text: (@Sendable (OptionTable<Options>) -> String)?

    /// Creates an option that sets something.
    ///
    /// - Parameter assign: gets as many values as the option has been given, all of which are what their kinds say.
    public init(
        _ flags: [String], _ values: Values, _ help: String, usual: String? = nil,
        _ assign: @escaping @Sendable (inout Options, [String]) throws(UsageError) -> Void
    ) {
        (self.flags, self.values, self.help, self.usual) = (flags, values, help, usual)
        (self.assign, text) = (assign, nil)
    }

    /// Creates an option that prints a text instead of all that the program does.
    private init(_ flags: [String], _ help: String, prints text: @escaping @Sendable (OptionTable<Options>) -> String) {
        (self.flags, values, self.help, usual) = (flags, .none, help, nil)
        (assign, self.text) = ({ _, _ in }, text)
    }

    /// The usual flag.
    public var flag: String { flags[0] }

    /// The arguments, whether they may be left out or not.
    public var arguments: [OptionArgument] {
        switch values {
        case .none: []
        case .one(let argument), .optional(let argument, _), .rest(let argument): [argument]
        case .two(let first, let second): [first, second]
        }
    }

    /// The flag and its values, as the help shows them.
    public var synopsis: String {
        switch values {
        case .optional(let argument, _): "\(flag) [\(argument.name)]"
        default: ([flag] + arguments.map(\.name)).joined(separator: " ")
        }
    }

    /// The words that the option takes in the help: with their meanings, if they have some.
    var wordsInHelp: String? {
        guard let words = arguments.first?.words, !words.isEmpty else { return nil }
        return words.map { $0.meaning.isEmpty ? $0.name : "\($0.name) = \($0.meaning)" }.joined(separator: ", ")
    }
}

// MARK: - Rows

extension Option {
    /// `--version`.
    public static var version: Option {
        Option(["--version"], "print the version", prints: { "\($0.program) \(Hello.programVersion)\n" })
    }

    /// `--help`.
    public static var help: Option { Option(["--help", "-h"], "print this help", prints: { $0.help }) }

    /// An option without a value.
    public static func alone(
        _ flag: String, _ help: String, _ turnOn: @escaping @Sendable (inout Options) -> Void
    ) -> Option {
        Option([flag], .none, help) { options, _ in turnOn(&options) }
    }

    public static func number(
        _ flag: String, _ name: String, _ range: ClosedRange<Int>, _ help: String, usual: String? = nil,
        _ assign: @escaping @Sendable (inout Options, Int) -> Void
    ) -> Option {
        Option([flag], .one(OptionArgument(name, .number(range))), help, usual: usual) { options, values in
            // It is one: the kind says so.
            if let number = Int(values[0]) { assign(&options, number) }
        }
    }

    /// An option with one of several values that have names.
    public static func choice<Value: Sendable>(
        _ flag: String, _ name: String, of choices: [Value], named: (Value) -> String,
        meaning: (Value) -> String = { _ in "" }, ignoringCase: Bool = false, _ help: String, usual: String? = nil,
        _ assign: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Option {
        let words = choices.map { OptionWord(named($0), meaning($0)) }
        let argument = OptionArgument(name, .words(words), ignoresCase: ignoringCase)
        return Option([flag], .one(argument), help, usual: usual) { options, values in
            // It is one: the kind says so.
            if let index = argument.index(of: values[0], in: words) { assign(&options, choices[index]) }
        }
    }

    /// An option with a value of any other kind, which the closure may refuse.
    public static func value(
        _ flag: String, _ name: String, _ kind: OptionArgument.Kind, _ help: String, usual: String? = nil,
        _ assign: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
    ) -> Option {
        Option([flag], .one(OptionArgument(name, kind)), help, usual: usual) {
            (options, values) throws(UsageError) in try assign(&options, values[0])
        }
    }

    /// An option with a value that may be left out, which the closure may refuse.
    public static func optional(
        _ flag: String, _ name: String, _ kind: OptionArgument.Kind, _ help: String,
        isValue: @escaping @Sendable (String) -> Bool,
        _ assign: @escaping @Sendable (inout Options, String?) throws(UsageError) -> Void
    ) -> Option {
        Option([flag], .optional(OptionArgument(name, kind), isValue: isValue), help) {
            (options, values) throws(UsageError) in try assign(&options, values.first)
        }
    }
}
