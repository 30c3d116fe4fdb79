/// A shell for which completions can be written.
public enum Shell: String, CaseIterable, Sendable {
    /// GNU's shell, 3.2 or later.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
}

extension OptionTable {
    /// Returns a script that completes the program's command line in a shell.
    ///
    /// - Parameter hosts: the arguments with which the program lists hosts, one on a line; needed if it takes one.
    public func completions(for shell: Shell, hosts: String = "") -> String {
        switch shell {
        case .bash: bash(hosts: hosts)
        case .zsh: zsh(hosts: hosts)
        case .fish: fish(hosts: hosts)
        }
    }

    /// The name of a function in a script.
    var functionName: String { "_" + program.replacing("-", with: "_") }

    /// The options that begin with two hyphens and have a name.
    var longOptions: [Option<Options>] { options.filter { $0.flag.count > 2 } }
}

extension Option {
    /// The beginning of the help, as a shell shows it beside the flag.
    var shortHelp: String { String(help.prefix { $0 != ";" }) }
}
