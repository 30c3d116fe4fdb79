/// All that the command line of a program may hold: the one place that the parser, `--help` and the completions of shells
/// read, and that tests hold the manual to.
public struct OptionTable<Options>: Sendable {
    /// Options that belong together.
    public struct Group: Sendable {
        /// Its heading in the help.
        public let title: String
        /// Its options, in the order of the help.
        public let options: [Option<Options>]

        /// Creates a group.
        public init(_ title: String, _ options: [Option<Options>]) { (self.title, self.options) = (title, options) }
    }

    /// An argument that follows no flag; there is at most one.
    public struct Operand: Sendable {
        /// Its name in the help, and its kind.
        public let argument: OptionArgument
        let assign: @Sendable (inout Options, String) throws(UsageError) -> Void

        /// Creates an operand that may be left out.
        public init(
            _ argument: OptionArgument,
            _ assign: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
        ) {
            (self.argument, self.assign) = (argument, assign)
        }
    }

    /// The program's name.
    public let program: String
    /// Paragraphs that the help begins with, below the usage.
    public let introduction: [String]
    /// The argument that follows no flag.
    public let operand: Operand?
    /// The options.
    public let groups: [Group]
    /// Paragraphs that the help ends with.
    public let remarks: [String]

    /// Creates a table.
    public init(
        program: String, introduction: [String], operand: Operand? = nil, groups: [Group],
        remarks: [String] = []
    ) {
        (self.program, self.introduction, self.operand) = (program, introduction, operand)
        (self.groups, self.remarks) = (groups, remarks)
    }

    public var options: [Option<Options>] { groups.flatMap(\.options) }

    public func option(_ flag: String) -> Option<Options>? { options.first { $0.flags.contains(flag) } }
}

// MARK: - Parsing

extension OptionTable {
    /// An option as the command line has it.
    public struct Given: Sendable {
        /// The option; nil for the operand.
        public let option: Option<Options>?
        /// Its values, as many as there are.
        public let values: [String]

        /// Returns the arguments that give it again, with the path of a folder as the closure has it.
        public func arguments(path: (String) -> String) -> [String] {
            guard let option else { return values }
            let kinds = option.arguments.map(\.kind)
            return [option.flag]
                + values.enumerated().map { index, value in
                    if index < kinds.count, case .folder = kinds[index] { path(value) } else { value }
                }
        }
    }

    /// The meaning of a command line.
    public enum Invocation: Sendable {
        /// These options were given, in this order.
        case given([Given])
        /// Print this and exit successfully.
        case print(String)
    }

    /// Reads the arguments that follow the program's name. `--help` and `--version` win over everything else.
    public func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        for argument in arguments.prefix(while: { $0 != "--" }) {
            if let text = option(argument)?.text { return .print(text(self)) }
        }
        var given: [Given] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let next = try self.next(argument, &rest)
            if next.option == nil, given.contains(where: { $0.option == nil }) {
                throw UsageError(sentence: "unexpected argument \(argument); give only one \(operandName)")
            }
            given.append(next)
        }
        return .given(given)
    }

    /// Sets all options that were given.
    public func apply(_ given: [Given], to options: inout Options) throws(UsageError) {
        for one in given {
            guard let option = one.option else {
                try operand?.assign(&options, one.values[0])
                continue
            }
            for (argument, value) in zip(option.arguments, one.values) {
                guard let complaint = argument.complaint(about: value) else { continue }
                throw UsageError(sentence: "\(option.flag) \(complaint)")
            }
            try option.assign(&options, one.values)
        }
    }

    private var operandName: String { operand?.argument.name ?? "" }

    /// Reads one argument and the values that follow it.
    private func next(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Given {
        if operand != nil, !argument.hasPrefix("-") || argument == "-" {
            return Given(option: nil, values: [argument])
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (flag, attached) = (parts[0], parts.count > 1 ? parts[1] : nil)
        guard let option = option(flag) else {
            throw UsageError(sentence: "unknown option \(argument); see --help")
        }
        switch option.values {
        case .none:
            if attached != nil { throw UsageError(sentence: "\(flag) takes no value; see --help") }
            return Given(option: option, values: [])
        case .one:
            guard let value = attached ?? rest.popFirst() else {
                throw UsageError(sentence: "\(flag) needs a value; see --help")
            }
            return Given(option: option, values: [value])
        case .optional(_, let isValue):
            if let attached { return Given(option: option, values: [attached]) }
            guard let value = rest.first, isValue(value) else { return Given(option: option, values: []) }
            rest.removeFirst()
            return Given(option: option, values: [value])
        case .two:
            guard let first = attached ?? rest.popFirst(), let second = rest.popFirst() else {
                throw UsageError(sentence: "\(flag) needs two values; see --help")
            }
            return Given(option: option, values: [first, second])
        case .rest:
            defer { rest = [] }
            guard attached == nil, !rest.isEmpty else {
                throw UsageError(sentence: "\(flag) must be followed by a program; see --help")
            }
            return Given(option: option, values: Array(rest))
        }
    }
}
