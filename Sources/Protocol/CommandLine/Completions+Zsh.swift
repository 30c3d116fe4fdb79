extension OptionTable {
    /// A script for zsh, which reads it from a file of `$fpath` or with `eval`.
    func zsh(hosts: String) -> String {
        let lines = options.compactMap(zshLine) + zshRest
        return """
            #compdef \(program)
            # Completes \(program) in zsh. Write this to a file called _\(program) in a
            # folder of $fpath, or run it with eval.

            \(zshHosts(hosts))\(functionName)() {
                _arguments -s -S \\
            \(lines.map { "        \($0)" }.joined(separator: " \\\n"))
            }

            if [[ $funcstack[1] == _\(program) ]]; then
                \(functionName) "$@"
            else
                compdef \(functionName) \(program)
            fi

            """
    }

    /// The function that completes hosts. Their colons are part of what is typed.
    private func zshHosts(_ arguments: String) -> String {
        guard operand != nil else { return "" }
        return """
            \(functionName)_hosts() {
                local -a hosts
                hosts=(${(f)"$(_call_program hosts \(program) \(arguments) 2>/dev/null)"})
                compadd -a hosts
            }


            """
    }

    /// What completes the operand, or the program that follows `--`.
    private var zshRest: [String] {
        if let operand { return ["'::\(zsh(operand.argument.name)):\(functionName)_hosts'"] }
        return options.contains { $0.flag == "--" } ? ["'*::program:_normal'"] : []
    }

    private func zshLine(_ option: Option<Options>) -> String? {
        guard option.flag != "--" else { return nil }
        let help = zsh(option.shortHelp)
        let values =
            switch option.values {
            case .none, .rest: ""
            case .one(let argument): zsh(argument)
            case .optional(let argument, _): ":" + zsh(argument)
            case .two(let first, let second): zsh(first) + zsh(second)
            }
        let sign =
            switch option.values {
            case .none, .rest: ""
            case .optional: "=-"
            case .one, .two: "="
            }
        let specifications = option.flags.map { flag in
            "'*\(flag)\(flag.hasPrefix("--") ? sign : "")[\(help)]\(values)'"
        }
        return specifications.joined(separator: " ")
    }

    /// Returns what follows an option: a message and what completes the value.
    private func zsh(_ argument: OptionArgument) -> String {
        let action =
            switch argument.kind {
            case .words(let words) where words.contains { !$0.meaning.isEmpty }:
                "((" + words.map { "\($0.name)\\:\"\(zsh($0.meaning))\"" }.joined(separator: " ") + "))"
            case .words(let words): "(\(words.map(\.name).joined(separator: " ")))"
            case .list(let words): "_values -s , \(argument.name) \(words.map(\.name).joined(separator: " "))"
            case .folder: "_files -/"
            case .output: "_files"
            case .url: "_urls"
            case .number, .address, .host, .command, .text: " "
            }
        return ":\(zsh(argument.name)):\(action)"
    }

    /// Returns text for a specification in single quotes.
    private func zsh(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result += "\\" }
            result += character == "'" ? "'\\''" : String(character)
        }
        return result
    }
}
