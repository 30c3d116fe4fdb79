import Foundation
import Protocol

@testable import memory_host

/// A folder that is there for as long as a test.
final class TemporaryFolder {
    let path: String

    /// In memory where the system has such a place: some tests wait for the disk thousands of times.
    init() throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        let url = (isThere ? memory : FileManager.default.temporaryDirectory).appendingPathComponent(
            "memory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var journalPath: String { path + "/" + LogFile.Kind.journal.name }

    /// The journal in it, byte for byte.
    var journal: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: journalPath))) }
    }

    func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: journalPath))
    }
}
