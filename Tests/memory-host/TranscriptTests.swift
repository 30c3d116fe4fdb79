import Foundation
import Protocol
import TestSupport
import Testing

/// Two transcripts in the folder `Transcript`, which hold what a host says and stores to the byte: both games, alone,
/// for two and against the house, in both dialects, with errors, records and scores; and what becomes of a data folder
/// that was written before.
///
/// `MEMORY_WRITE=1 swift test --filter TranscriptTests` writes them anew. A change that is meant to change nothing
/// leaves them as they are.
@Suite struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Transcript")
    private static let writes = Platform.environmentValue("MEMORY_WRITE") != nil

    @Test func `both games are played, told and stored as they were`() throws {
        let folder = try TemporaryFolder()
        try compare("games", TranscriptStage(folder: folder.path, seed: 1))
    }

    @Test func `an old data folder is continued as it was`() throws {
        let folder = try TemporaryFolder()
        for name in ["journal.ndjson", "records.ndjson"] {
            try folder.write(Data(contentsOf: Self.folder.appendingPathComponent("old-\(name)")), to: name)
        }
        try compare("old", TranscriptStage(folder: folder.path, seed: 2))
    }

    /// Compares what a stage makes of a script with the transcript of the same name, line by line.
    private func compare(_ name: String, _ stage: TranscriptStage) throws {
        let script = try String(contentsOf: Self.folder.appendingPathComponent("\(name)-script.txt"), encoding: .utf8)
        do { try stage.run(script) } catch { Issue.record("\(error)") }
        try stage.stop()
        let file = Self.folder.appendingPathComponent("\(name).txt")
        if Self.writes {
            try (stage.transcript.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, (before, now)) in zip(kept, stage.transcript).enumerated() where before != now {
            Issue.record("\(name).txt:\(number + 1)\nwas \(before)\nis  \(now)")
            return
        }
        #expect(kept.count == stage.transcript.count + 1, "\(name).txt has another number of lines")
    }
}
