extension OptionTable {
    /// A script for fish.
    func fish(hosts: String) -> String {
        let operand = operand == nil ? "" : " -a '(\(program) \(hosts) 2>/dev/null)'"
        return """
            # Completes \(program) in fish. Write this to
            # ~/.config/fish/completions/\(program).fish

            complete -c \(program) -f\(operand)
            \(options.filter { $0.flag != "--" }.map(fishLine).joined(separator: "\n"))

            """
    }

    private func fishLine(_ option: Option<Options>) -> String {
        let names = option.flags.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
        let values =
            switch option.values {
            case .none, .optional, .rest: ""
            case .one(let argument): fish(argument)
            // Fish knows of one value; the second is an argument like any other.
            case .two(let first, _): fish(first)
            }
        return "complete -c \(program) \(names.joined(separator: " "))\(values) -d \(quoted(option.shortHelp))"
    }

    private func fish(_ argument: OptionArgument) -> String {
        let words = argument.words.map { $0.meaning.isEmpty ? $0.name : "\($0.name)\\t\(quoted($0.meaning))" }
        return switch argument.kind {
        case .words: " -x -a \(quoted(words.joined(separator: " ")))"
        case .list: " -x -a \(quoted("(__fish_complete_list , 'printf %s\\n \(words.joined(separator: " "))')"))"
        case .folder: " -x -a '(__fish_complete_directories)'"
        case .output: " -r -F"
        case .number, .address, .host, .url, .command, .text: " -x"
        }
    }

    /// Returns text in single quotes.
    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
