import Protocol

/// Everything that the client remembers from one start to the next; nothing where there is no home.
struct ClientMemory {
    var lastHost: LastHost?
    var name: SavedName?
    /// The folder for tokens.
    var folder: String?

    /// Remembers nothing.
    init() {}

    /// Remembers it in the client's folder.
    init(environment: (String) -> String?) {
        lastHost = LastHost(environment: environment)
        name = SavedName(environment: environment)
        folder = StateFile.folder(environment: environment)
    }
}
