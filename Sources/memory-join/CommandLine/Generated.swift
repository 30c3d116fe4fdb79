import Protocol

/// Something that `--generate` prints.
enum Generated: String, CaseIterable, Sendable {
    case man, bash, zsh, fish, hosts

    /// The meaning, as `--help` has it.
    var inWords: String {
        switch self {
        case .man: "manual page"
        case .bash, .zsh, .fish: "completions"
        case .hosts: "known hosts"
        }
    }

    func text(environment: (String) -> String?) -> String {
        switch self {
        case .man: String(decoding: PackageResources.memory_join_1, as: UTF8.self)
        case .bash: OptionsParser.table.completions(for: .bash, hosts: Self.listing)
        case .zsh: OptionsParser.table.completions(for: .zsh, hosts: Self.listing)
        case .fish: OptionsParser.table.completions(for: .fish, hosts: Self.listing)
        case .hosts: KnownHosts.all(environment: environment).map { "\($0.shortText)\n" }.joined()
        }
    }

    /// The arguments with which the completions ask for hosts.
    private static let listing = "--generate hosts"
}
