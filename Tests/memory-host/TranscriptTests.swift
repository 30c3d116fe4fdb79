import Foundation
import Protocol
import TestSupport
import Testing

/// Transcripts in the folder `Transcript`, which hold what a host says and stores to the byte: both games, alone, for
/// two and against the house, in both dialects, with errors, records and scores; the rules around a match, each under a
/// title; and what becomes of a data folder that was written before.
///
/// `MEMORY_WRITE=1 swift test --filter TranscriptTests` writes anew those that differ. A change that is meant to change
/// nothing leaves them as they are.
@Suite struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Transcript")

    /// The names of all scripts that begin in an empty folder.
    private static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix("-script.txt") && $0 != "old-script.txt" }.sorted()
            .map { String($0.dropLast("-script.txt".count)) }
    }()

    @Test func `each transcript has its script, and each script its transcript`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        let scripts = Set(files.filter { $0.hasSuffix("-script.txt") })
        #expect(
            scripts
                == Set(files).subtracting(scripts).reduce(into: []) {
                    $0.insert($1.replacing(".txt", with: "-script.txt"))
                })
        #expect(Self.names.count == scripts.count - 1 && Self.names.count > 10)
    }

    @Test(arguments: names)
    func `what is said to a host is answered, told to the others and stored as it was`(name: String) throws {
        let folder = try TemporaryFolder()
        try compare(name, TranscriptStage(folder: folder.path, seed: 1))
    }

    @Test func `an old data folder is continued as it was`() throws {
        let folder = try TemporaryFolder()
        for name in ["journal.ndjson", "records.ndjson"] {
            try folder.write(Data(contentsOf: Self.folder.appendingPathComponent("old-\(name)")), to: name)
        }
        try compare("old", TranscriptStage(folder: folder.path, seed: 2))
    }

    /// Compares what a stage makes of a script with the transcript of the same name.
    private func compare(_ name: String, _ stage: TranscriptStage) throws {
        let script = try String(contentsOf: Self.folder.appendingPathComponent("\(name)-script.txt"), encoding: .utf8)
        do { try stage.run(script) } catch { Issue.record("\(error)") }
        try stage.stop()
        let text = stage.transcript.joined(separator: "\n") + "\n"
        let difference = try ExpectedFile.difference(Self.folder.appendingPathComponent("\(name).txt"), from: text)
        #expect(difference == nil)
    }
}
