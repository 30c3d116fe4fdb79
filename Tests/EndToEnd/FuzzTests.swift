import Protocol
import TestSupport
import Testing

/// Noise of three kinds, from a seed that a failure names. A match goes on beside it, and nothing of it is felt there.
@Suite(.waits) struct FuzzTests {
    /// Sends pieces of noise until this many bytes have been sent; connects again whenever the host has said goodbye.
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
                try client.send(noise)
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

    /// The kinds of noise.
    enum Noise: CaseIterable {
        case bytes, brokenCommands, commands
    }

    @Test(arguments: Noise.allCases)
    func `noise affects no other client`(_ noise: Noise) throws {
        var random = SeededRandom("\(noise)")
        try shout(at: QuietMatch(), bytes: noise == .bytes ? 2_000_000 : 600_000, &random) { random in
            if noise == .bytes { return (0..<40_000).map { _ in .random(in: 0...255, using: &random) } }
            var lines = (0..<200).flatMap { _ in Self.line(&random) }
            for _ in 0..<(noise == .commands ? 0 : Int.random(in: 0..<100, using: &random)) {
                lines[.random(in: lines.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            return lines
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
