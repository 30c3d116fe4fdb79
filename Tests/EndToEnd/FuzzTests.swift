import Protocol
import TestSupport
import Testing

/// Noise of three kinds, from a seed that a failure names. A match goes on beside it, and nothing of it is felt there.
@Suite struct FuzzTests {
    /// Sends pieces of noise until so many bytes have been sent; connects again whenever the host has said goodbye.
    private func shout(
        at match: QuietMatch, bytes: Int, _ random: inout SeededRandom, _ piece: (inout SeededRandom) -> [UInt8]
    ) throws {
        var sent = 0
        var steps = 0
        var client = try LineClient(match.host)
        while sent < bytes {
            let noise = piece(&random)
            sent += noise.count
            do {
                try client.sendWhileReading(noise)
            } catch is SystemError {
                client = try LineClient(match.host)  // It said goodbye while more was on its way.
            }
            client.forgetLines()
            if client.hasEnded {
                client = try LineClient(match.host)
            } else if Int.random(in: 0..<50, using: &random) == 0 {
                client.reset()
                client = try LineClient(match.host)
            }
            // The match is long enough for a hundred steps.
            while steps < 100 * sent / bytes {
                try match.step()
                steps += 1
            }
        }
        try LineClient(match.host).ping()
        try match.finish()
    }

    @Test func `random bytes affect no other client`() throws {
        var random = SeededRandom(#function)
        try shout(at: QuietMatch(), bytes: 2_000_000, &random) { random in
            (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    @Test func `commands with a few wrong bytes affect no other client`() throws {
        var random = SeededRandom(#function)
        try shout(at: QuietMatch(), bytes: 600_000, &random) { random in
            var lines = (0..<200).flatMap { _ in Self.line(&random) }
            for _ in 0..<Int.random(in: 0..<100, using: &random) {
                lines[Int.random(in: lines.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            return lines
        }
    }

    @Test func `commands in any order affect no other client`() throws {
        var random = SeededRandom(#function)
        try shout(at: QuietMatch(), bytes: 600_000, &random) { random in
            (0..<200).flatMap { _ in Self.line(&random) }
        }
    }

    /// One of the commands, in either dialect, with small numbers in it.
    private static func line(_ random: inout SeededRandom) -> [UInt8] {
        let number = Int.random(in: 0..<40, using: &random)
        let templates = [
            "{\"type\":\"flip\",\"card\":#}", "{\"type\":\"flip\",\"card\":#,\"id\":\"#\"}", "b#", "flip a#",
            "{\"type\":\"hello\",\"name\":\"N#\"}", "name N#", "{\"type\":\"open\",\"rules\":{\"rows\":#,\"seats\":1}}",
            "open 2x# solo", "{\"type\":\"open\",\"rules\":\"quick\",\"private\":true}", "join", "join m#",
            "{\"type\":\"join\"}", "watch", "watch m#", "{\"type\":\"watch\",\"match\":\"m#\"}", "leave", "resign",
            "rematch", "say #", "{\"type\":\"say\",\"text\":\"\\u00#\"}", "list", "{\"type\":\"list\"}", "ping", "help",
            "resume #", "{\"type\":\"hello\",\"token\":\"#\"}", "{\"a\":[[{\"b\":#}]]}", "records", "scores",
        ]
        let template = templates.randomElement(using: &random) ?? ""
        return Array(template.replacing("#", with: String(number)).utf8) + [10]
    }
}
