import Foundation
import Protocol
import Testing

/// Records on the disk, as the program gives them out: over the network and from the command line.
@Suite struct RecordsTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var file: URL { folder.appendingPathComponent("records.ndjson") }

    private static func record(_ number: Int, isPrivate: Bool = false) -> MatchRecord {
        MatchRecord(
            number: number, match: MatchID(number: number), isPrivate: isPrivate, startedAt: 1_795_266_311_042,
            endedAt: 1_795_266_371_042, rules: .preset(.quick), players: ["Ann", "Bob"], scores: [3, 2], winner: 0,
            reason: .cleared, turns: [5, 5], deck: (0..<10).map { FaceSet.animals.faces[$0 / 2] },
            moves: [MatchRecord.Move(seat: 0, .flip(.card(1)), atMilliseconds: 2000)])
    }

    private func fill(_ records: [MatchRecord], then rest: String = "") throws {
        try Data(Self.log(records) + Array(rest.utf8)).write(to: file)
    }

    /// The file that holds these records.
    private static func log(_ records: [MatchRecord]) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(#"{"log":"records","form":3"#)
        writer.endLogLine()
        return records.reduce(writer.drain()) { bytes, record in bytes + line(record) }
    }

    private static func line(_ record: MatchRecord) -> [UInt8] {
        var writer = ByteWriter()
        RecordLine.write(record, into: &writer)
        writer.endLogLine()
        return writer.drain()
    }

    /// Runs the program on the folder until it ends.
    private func run(_ flags: String...) throws -> (ending: RunningProcess.Ending, output: String, errors: String) {
        let process = try HostProcess.start(flags + ["--data", folder.path])
        let ending = try process.waitForEnd()
        return (ending, try process.restOfOutput(), try process.restOfErrors())
    }

    @Test func `a host shows records from before it started, in both dialects`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill([Self.record(1), Self.record(2, isPrivate: true), Self.record(3)])
        // There is no journal, and by these records there was one: only a host that may lose its end begins a new one.
        let host = try HostProcess("--data", folder.path, "--sync", "never")
        let client = try LineClient(host)
        try client.send(#"{"type":"records","id":"r"}"#)
        let list = RecordList(records: [3, 1].map { RecordSummary(Self.record($0)) }, total: 2)
        #expect(try client.reply(to: "r").event == .records(list))
        try client.send(#"{"type":"records","before":"r3","limit":1,"id":"b"}"#)
        #expect(try client.reply(to: "b").event == .records(RecordList(records: [list.records[1]], total: 2)))
        try client.send(#"{"type":"record","record":"r3","id":"o"}"#)
        #expect(try client.reply(to: "o").event == .record(RecordReport(Self.record(3))))
        try client.send(#"{"type":"record","record":"r2","id":"p"}"#)
        #expect(try client.reply(to: "p").event == .error(ErrorReport(.noSuchRecord, command: "record")))
        try client.send("scores")
        #expect(try client.nextLine() == "Two-player matches:")
        #expect(try client.nextLine() == "  Ann: 2 won, 0 drawn, 0 lost")
        #expect(try client.nextLine() == "  Bob: 0 won, 0 drawn, 2 lost")
    }

    @Test func `a record torn by a crash is dropped, and the host says so and runs`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill([Self.record(1)], then: "{\"sum\":\"01234567")
        // There is no journal, and by these records there was one: only a host that may lose its end begins a new one.
        let host = try HostProcess("--data", folder.path, "--sync", "never")
        #expect(
            try host.process.nextErrorLine()?.contains(
                "dropped an incomplete write of 16 bytes at the end of \(file.path)") == true)
        #expect(try Data(contentsOf: file) == Data(Self.log([Self.record(1)])))
    }

    @Test func `damaged records are reported with the line and the remedy, and no host starts`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(
            [Self.record(1)], then: "what?\n" + String(decoding: Self.line(Self.record(2)), as: UTF8.self))
        let process = try HostProcess.start(["--port", "0", "--bind", "127.0.0.1", "--data", folder.path])
        #expect(try process.waitForEnd() == .exited(65))
        let sentence = try process.restOfErrors()
        #expect(
            sentence.contains("\(file.path) is damaged at line 3: corrupt record; run memory-host --repair"))
        #expect(sentence.split(separator: "\n").count == 1)
        #expect(try process.restOfOutput().isEmpty)
    }

    @Test func `--records prints all records for the operator, oldest first, private ones too`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill([Self.record(1), Self.record(2, isPrivate: true)])
        let (ending, output, errors) = try run("--records")
        #expect(ending == .exited(0))
        #expect(errors.isEmpty)
        let what = "2026-11-21 13:06 UTC: Ann 3, Bob 2; 2x5, 15 turns each. Ann wins: all pairs found."
        #expect(output == "r1, \(what)\nr2, \(what) (private)\n")
    }

    @Test func `--export writes the records as protocol lines, to a new file only`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill([Self.record(1), Self.record(2, isPrivate: true)])
        let copy = folder.appendingPathComponent("copy.ndjson").path
        #expect(try run("--export", copy).ending == .exited(0))
        let text = try String(contentsOfFile: copy, encoding: .utf8)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        for (number, line) in zip(1..., lines) {
            let report = RecordReport(Self.record(number))
            #expect(LineClient.read(line) == .message(Message(.record(report))))
        }
        #expect(lines.map { $0.hasSuffix(",\"private\":true}") } == [false, true])
        #expect(try run("--export", "-").output == text)
        let (ending, _, errors) = try run("--export", copy)
        #expect(ending == .exited(73))
        #expect(errors == "memory-host: \(copy) already exists; choose a new file\n")
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == text)
    }

    @Test func `damaged records are left out of the output and reported`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(
            [Self.record(1)], then: "what?\n" + String(decoding: Self.line(Self.record(2)), as: UTF8.self))
        let (ending, output, errors) = try run("--records")
        #expect(ending == .exited(65))
        #expect(output.split(separator: "\n").map { $0.prefix(3) } == ["r1,", "r2,"])
        #expect(errors == "memory-host: skipped line 3 of records.ndjson: corrupt record\n")
    }

    @Test func `a damaged last record is reported, too, but not one that is being written`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill([Self.record(1)], then: "what?\n")
        let (ending, output, errors) = try run("--records")
        #expect(ending == .exited(65))
        #expect(output.hasPrefix("r1,"))
        #expect(errors == "memory-host: skipped line 3 of records.ndjson: corrupt record\n")
        try fill([Self.record(1)], then: "what?")
        #expect(try run("--records").ending == .exited(0))
    }

    @Test func `without data there are no records to print, and nothing is created`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (ending, output, _) = try run("--records")
        #expect(ending == .exited(0))
        #expect(output == "There are no records in \(folder.path).\n")
        #expect(try run("--export", "-").ending == .exited(69))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
