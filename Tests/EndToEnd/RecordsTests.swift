import Foundation
import Protocol
import TestSupport
import Testing

/// Records on the disk, as the program gives them out: over the network and from the command line.
@Suite(.waits) struct RecordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func record(_ number: Int) -> MatchRecord { RecordSamples.match(number, isPrivate: number == 2) }

    private func fill(_ numbers: Int..., then rest: String = "", last: Int? = nil) throws {
        // A journal that may have lost its end, as one that was not synced.
        let host = try HostProcess("--data", folder.path, "--sync", "never")
        _ = try host.stop()
        let lines = numbers.flatMap { RecordSamples.line(Self.record($0)) }
        let end = last.map { RecordSamples.line(Self.record($0)) } ?? []
        try folder.writeRecords(RecordSamples.header + lines + Array(rest.utf8) + end)
    }

    /// Runs the program on the folder until it ends.
    private func run(_ flags: String...) throws -> (ending: RunningProcess.Ending, output: String, errors: String) {
        let process = try HostProcess.start(flags + ["--data", folder.path])
        let ending = try process.waitForEnd()
        return (ending, try process.restOfOutput(), try process.restOfErrors())
    }

    @Test func `a host shows records from before it started, in both dialects`() throws {
        try fill(1, 2, 3)
        let host = try HostProcess("--data", folder.path)
        let client = try LineClient(host)
        try client.send(#"{"type":"records","id":"r"}"#)
        let list = RecordList(records: [3, 1].map { Self.record($0).summary }, total: 2)
        #expect(try client.reply(to: "r").event == .records(list))
        try client.send(#"{"type":"records","before":"r3","limit":1,"id":"b"}"#)
        #expect(try client.reply(to: "b").event == .records(RecordList(records: [list.records[1]], total: 2)))
        try client.send(#"{"type":"record","record":"r3","id":"o"}"#)
        #expect(try client.reply(to: "o").event == .record(Self.record(3)))
        try client.send(#"{"type":"record","record":"r2","id":"p"}"#)
        #expect(try client.reply(to: "p").event == .error(ErrorReport(.noSuchRecord, command: "record")))
        try client.send("scores")
        #expect(try client.nextLine() == "Two-player matches:")
        #expect(try client.nextLine() == "  Bob: 2 won, 0 drawn, 0 lost")
        #expect(try client.nextLine() == "  Ann: 0 won, 0 drawn, 2 lost")
    }

    @Test func `a record torn by a crash is dropped, and the host says so and runs`() throws {
        try fill(1, then: "{\"sum\":\"01234567")
        let host = try HostProcess("--data", folder.path)
        #expect(
            try host.process.nextErrorLine()?.contains(
                "dropped an incomplete write of 16 bytes at the end of \(folder.recordsPath)") == true)
        #expect(try folder.records == RecordSamples.header + RecordSamples.line(Self.record(1)))
    }

    @Test func `damaged records are reported with the line and the remedy, and no host starts`() throws {
        try fill(1, then: "what?\n", last: 3)
        let process = try HostProcess.start(["--port", "0", "--bind", "127.0.0.1", "--data", folder.path])
        #expect(try process.waitForEnd() == .exited(65))
        let sentence = try process.restOfErrors()
        #expect(
            sentence.contains("\(folder.recordsPath) is damaged at line 3: corrupt record; run memory-host --repair"))
        #expect(sentence.split(separator: "\n").count == 1)
        #expect(try process.restOfOutput().isEmpty)
    }

    @Test func `--records prints all records for the operator, oldest first, private ones too`() throws {
        try fill(1, 2)
        let (ending, output, errors) = try run("--records")
        #expect(ending == .exited(0))
        #expect(errors.isEmpty)
        let what = "UTC: Ann 0, Bob 2; 2x2, 15 turns each. Bob wins: all pairs found."
        #expect(output == "r1, 2027-01-15 08:01 \(what)\nr2, 2027-01-15 08:02 \(what) (private)\n")
    }

    @Test func `--export writes the records as protocol lines, to a new file only`() throws {
        try fill(1, 2)
        let copy = folder.path(of: "copy.ndjson")
        #expect(try run("--export", copy).ending == .exited(0))
        let text = try String(contentsOfFile: copy, encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        for (number, line) in zip(1..., lines) {
            var record = Self.record(number)
            record.summary.isPrivate = false  // The reader of messages does not know the mark.
            #expect(LineClient.read(line) == .message(Message(.record(record))))
        }
        #expect(lines.map { $0.hasSuffix(",\"private\":true}") } == [false, true])
        #expect(try run("--export", "-").output == text)
        let (ending, _, errors) = try run("--export", copy)
        #expect(ending == .exited(73))
        #expect(errors == "memory-host: \(copy) already exists; choose a new file\n")
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
    }

    @Test(
        arguments: [
            ("what?\n", 3, ["r1,", "r3,"], true), ("what?\n", nil, ["r1,"], true), ("what?", nil, ["r1,"], false),
        ] as [(String, Int?, [String], Bool)])
    func `damaged records are left out of the output and reported, but not a last one that is being written`(
        damage: String, last: Int?, shown: [String], isReported: Bool
    ) throws {
        try fill(1, then: damage, last: last)
        let (ending, output, errors) = try run("--records")
        #expect(ending == .exited(isReported ? 65 : 0))
        #expect(output.split(separator: "\n").map { String($0.prefix(3)) } == shown)
        #expect(errors == (isReported ? "memory-host: skipped line 3 of records.ndjson: corrupt record\n" : ""))
    }

    @Test func `without data there are no records to print, and nothing is created`() throws {
        let (ending, output, _) = try run("--records")
        #expect(ending == .exited(0))
        #expect(output == "There are no records in \(folder.path).\n")
        #expect(try run("--export", "-").ending == .exited(69))
        #expect(folder.files.isEmpty)
    }
}
