import Foundation

/// A folder that is there for as long as a test holds it.
public final class TemporaryFolder: Sendable {
    /// Its absolute path.
    public let path: String

    /// Makes it in memory where the system has such a place: some tests wait for the disk thousands of times.
    public init() throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let hasMemory = FileManager.default.isWritableFile(atPath: memory.path)
        let url = (hasMemory ? memory : FileManager.default.temporaryDirectory).appendingPathComponent(
            "memory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    public func path(of name: String) -> String { path + "/" + name }

    /// A file in it, byte for byte.
    public func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
    }

    /// Replaces a file in it; by default, the journal of a host.
    public func write(_ bytes: some Sequence<UInt8>, to name: String = "journal.ndjson") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(of: name)))
    }

    /// The path of the journal that a host has, or will have, in it.
    public var journalPath: String { path(of: "journal.ndjson") }

    /// The journal in it, byte for byte.
    public var journal: [UInt8] { get throws { try bytes(of: "journal.ndjson") } }

    /// The names of all files in it and below, sorted.
    public var files: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}
