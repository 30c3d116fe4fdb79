import Foundation
import Protocol
import TestSupport
import Testing

/// Clients that behave badly beyond a line. A match goes on beside them, and nothing of it is felt there.
@Suite(.waits) struct BadClientTests {
    private let match: QuietMatch

    init() throws { match = try QuietMatch() }

    @Test func `every bad line gets one answer, and so does the next command`() throws {
        let client = try LineClient(match.host)
        for (line, code) in [
            (Array(repeating: 120, count: 4096), "line_too_long"),
            (Array(repeating: 120, count: 2_000_000), "line_too_long"),
            (Array("{\"type\":\"ping\0\"}".utf8), "bad_json"), (Array("{\"type\":".utf8) + [0xC0, 0x80], "bad_json"),
            (Array("[1,2]".utf8), "bad_json"), (Array("{}".utf8), "bad_field"), ([255, 250, 24, 0, 255, 240], "pong"),
            (Array("{\"type\":\"dance\"}".utf8), "unknown_type"), (Array("\r\n \n".utf8), "pong"),
        ] as [([UInt8], String)] {
            try client.send(line + Array("\n{\"type\":\"ping\"}\n".utf8))
            if code != "pong" { #expect(try client.error().code == code) }
            try client.until("pong")
            try match.step()
        }
        try match.finish()
    }

    @Test func `an unfinished line before a half-close is answered, and then the host says goodbye`() throws {
        for (line, answer) in [
            ("ping", "Pong."), ("{\"type\":\"ping\",\"id\":\"a\"}", "{\"type\":\"pong\",\"re\":\"a\"}"),
        ] {
            let client = try LineClient(match.host)
            _ = try client.next()
            try client.send(Array(line.utf8))
            client.finishSending()
            let lines = try client.linesUntilEnd()
            #expect(lines.count == 2)
            #expect(lines.first == answer)
            #expect(lines.last?.contains(Farewell.closed.message) == true)
        }
        try match.finish()
    }

    @Test func `any number of commands before a half-close are all answered`() throws {
        let client = try LineClient(match.host)
        _ = try client.next()
        // More than the host lets wait for one client before it leaves commands unread.
        let count = 5000
        try client.send(Array((0..<count).map { "{\"type\":\"ping\",\"id\":\"\($0)\"}\n" }.joined().utf8))
        client.finishSending()
        let lines = try client.linesUntilEnd()
        #expect(lines.dropLast() == ArraySlice((0..<count).map { "{\"type\":\"pong\",\"re\":\"\($0)\"}" }))
        #expect(lines.last?.contains("\"reason\":\"closed\"") == true)
        try match.finish()
    }

    @Test func `hundreds of short connections in a rush affect no other client`() throws {
        var count = 0
        while count < 600 {
            let client = try LineClient(match.host)
            switch count % 3 {
            case 0: client.close()
            case 1: client.reset()
            default:
                try client.send("name Rush \(count)", "open")
                client.close()
            }
            count += 1
            if count.isMultiple(of: 20) { try match.step() }
        }
        let last = try LineClient.named("Last", at: match.host)
        try last.ping()
        try match.finish()
    }
}

/// Clients that don't read.
@Suite(.waits, .enabled(if: ProcessFigures.areThere, "there is no /proc")) struct DeafClientTests {
    private let match: QuietMatch

    init() throws { match = try QuietMatch(isPlain: true) }

    @Test func `a client that asks without reading costs the host bounded memory`() throws {
        let deaf = try LineClient(match.host, receiveBufferBytes: 65_536)
        let before = try ProcessFigures.memory(of: match.host)
        let block = Array(String(repeating: "{\"type\":\"ping\"}\n", count: 4000).utf8)
        let other = try LineClient(match.host)
        // Until neither the socket takes any more nor, while others are answered, the host reads any more.
        var (sent, refusals) = (0, 0)
        while refusals < 20, sent < 200_000_000 {
            let count = try deaf.sendWhatFits(block)
            sent += count
            refusals = count == 0 ? refusals + 1 : 0
            if count == 0 { try other.ping() }
        }
        #expect(refusals == 20, "the host has read \(sent) bytes of commands from a client that does not read")
        let after = try ProcessFigures.memory(of: match.host)
        #expect(after - before < 4 * 1024, "KiB")
        try match.finish()
    }

    @Test func `watchers who do not read cost bounded memory, and get the newest state when they do`() throws {
        let host = match.host
        let talker = try LineClient.named("Talker", at: host)
        let deaf = try (0..<4).map { _ in try LineClient(host, receiveBufferBytes: 65_536) }
        for client in deaf + [talker] {
            try client.send(.watch(nil))
            try client.state()
        }
        let before = try ProcessFigures.memory(of: host)
        // More than the system's own buffers hold, some MiB for each, so that most of it would wait in the host.
        let said = "{\"type\":\"say\",\"text\":\"\(String(repeating: "🦊", count: 500))\"}\n"
        let block = Array(String(repeating: said, count: 50).utf8)
        // A machine that is too slow for that is let off: who has not read anything for 30 s is told goodbye.
        let enough = Deadline(seconds: 10)
        var rounds = 0
        while rounds < 80, enough.remaining > 0 {
            try talker.send(block)
            try talker.ping()  // The host has it, so that it is the host's pace that counts.
            talker.forgetLines()
            if rounds.isMultiple(of: 4) { try match.step() }
            rounds += 1
        }
        try talker.ping()
        let after = try ProcessFigures.memory(of: host)
        #expect(after - before < 4 * 1024, "KiB")
        // They read by turns, so that none of them reads nothing for 30 s, however slow the machine is.
        var (behind, heard) = (Array(deaf.indices), deaf.map { _ in 0 })
        while !behind.isEmpty {
            behind = try behind.filter { number in
                let line = try deaf[number].nextLine()
                if line.hasPrefix(#"{"type":"said""#) {
                    heard[number] += 1
                } else if case .message(let message) = LineClient.read(line), case .state(let state) = message.event {
                    return state.version < match.state.version
                }
                return true
            }
        }
        for count in heard {
            #expect(count < 50 * rounds || rounds < 80, "the system held all of it, so that nothing is shown")
        }
        try match.finish()
    }
}
