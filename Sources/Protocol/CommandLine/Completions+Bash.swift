extension OptionTable {
    /// A script for bash. It looks at the line itself, since bash takes words apart at `=` and `:`.
    func bash(hosts: String) -> String {
        """
        # Completes \(program) in bash. Source this file, or write it to
        # ~/.local/share/bash-completion/completions/\(program)

        \(functionName)() {
            local line=${COMP_LINE:0:COMP_POINT} cur=${COMP_WORDS[COMP_CWORD]}
            local word=${line##*[[:space:]]} flag= value list index
            local -a words
            local IFS=$' \\t\\n'
            # The words before the one that is typed, and the flag whose value that is.
            read -r -a words <<<"${line%"$word"}"
            ((${#words[@]} > 1)) && flag=${words[${#words[@]} - 1]}
        \(bashSecondValues)    value=$word
            if [[ $word == --*=* ]]; then
                flag=${word%%=*}
                value=${word#*=}
            fi
            list=${value%"${value##*,}"}
            COMPREPLY=()
            # What follows consists of lines, in which there may be spaces.
            IFS=$'\\n'
        \(bashPrograms)    case $flag in
        \(bashCases)
            *)
        \(bashRest(hosts: hosts))
                ;;
            esac
            # Bash replaces only what follows the last = or : of the word.
            [[ $cur == [=:] ]] && cur=
            list=${word%"$cur"}
            [[ $word == --*=* ]] && list=${list#*=}
            for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$list"}; done
        }
        complete -F \(functionName) \(program)

        """
    }

    /// What completes the second of two values, which is two words behind its flag.
    private var bashSecondValues: String {
        longOptions.compactMap { option in
            guard case .two = option.values else { return nil }
            return "    ((${#words[@]} > 2)) && [[ ${words[${#words[@]} - 2]} == \(option.flag) ]] && "
                + "flag='\(option.flag) 2'\n"
        }.joined()
    }

    /// What completes the program that follows `--`, if one may follow.
    private var bashPrograms: String {
        guard longOptions.count < options.count else { return "" }
        return """
                if [[ " ${words[*]} " == *[[:space:]]--[[:space:]]* ]]; then
                    compopt -o filenames 2>/dev/null
                    if [[ $flag == -- && $value != */* ]]; then
                        COMPREPLY=($(compgen -c -- "$value"))
                    else
                        COMPREPLY=($(compgen -f -- "$value"))
                    fi
                    return
                fi

            """
    }

    private var bashCases: String {
        longOptions.compactMap { option in
            switch option.values {
            case .one(let argument): bashCase(option.flag, argument)
            case .two(let first, let second): bashCase(option.flag, first) + "\n" + bashCase("\(option.flag) 2", second)
            case .none, .optional, .rest: nil
            }
        }.joined(separator: "\n")
    }

    private func bashCase(_ flag: String, _ argument: OptionArgument) -> String {
        let words = argument.words.map(\.name).joined(separator: "\\n")
        let completing =
            switch argument.kind {
            case .words: #"COMPREPLY=($(compgen -W $'\#(words)' -- "$value"))"#
            case .list: #"COMPREPLY=($(compgen -W $'\#(words)' -P "$list" -- "${value##*,}"))"#
            case .folder: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$value"))"#
            case .output: #"compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$value"))"#
            case .number, .address, .host, .url, .command, .text: ":"
            }
        return "    '\(flag)') \(completing) ;;"
    }

    /// What completes a flag or the operand. Hosts are compared here, since compgen would expand what is in them.
    private func bashRest(hosts: String) -> String {
        let flags = longOptions.flatMap(\.flags).joined(separator: "\\n")
        let lines = #"        COMPREPLY=($(compgen -W $'\#(flags)' -- "$value"))"#
        if operand == nil { return lines }
        return lines + #"""

                    while read -r list; do
                        [[ $list == "$value"* ]] && COMPREPLY+=("$list")
                    done < <("${COMP_WORDS[0]}" \#(hosts) 2>/dev/null)
            """#
    }
}
