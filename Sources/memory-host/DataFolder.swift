import Protocol

/// The folder in which a host keeps what must outlive it.
enum DataFolder {
    private static let name = "memory-host"

    /// The folder of somebody who named none; nil if the system knows no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// The same as `--help` says it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
