import Foundation

/// A folder for a host's data, which is there for as long as a test.
final class HostFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("memory-host-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The journal that a host has left in it.
    var journal: URL { URL(fileURLWithPath: path + "/journal.ndjson") }

    /// Everything in it, and below.
    var files: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}
