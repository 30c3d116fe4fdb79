import Protocol

/// The file that remembers the name that the player has chosen: one line.
struct SavedName {
    private let file: StateFile

    /// The file in the client's folder; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let file = StateFile("name", bytes: Limits.nameBytes + 1, environment: environment) else { return nil }
        self.file = file
    }

    /// The name; nil if there is none or the file is invalid.
    func read() -> PlayerName? { file.read().flatMap { try? PlayerName(claiming: $0) } }

    /// Remembers a name instead of the previous one.
    func write(_ name: PlayerName) throws(SystemError) { try file.write(name.text) }
}
