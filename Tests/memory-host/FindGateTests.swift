import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// Which clients that look for hosts are answered.
@Suite struct FindGateTests {
    private let start = Instant(milliseconds: 1_000_000)

    private func address(_ text: String, port: UInt16 = 4_000) -> SocketAddress {
        unwrapped(SocketAddress(host: text, port: port))
    }

    private func network(_ text: String, _ prefix: Int) -> Network {
        unwrapped(Network(address(text).host, prefix: prefix, broadcasts: true))
    }

    private func gate() -> FindGate {
        let networks = [network("127.0.0.1", 8), network("192.168.1.7", 24), network("10.0.0.1", 30)]
        return FindGate { networks }
    }

    private func isQuestion(
        _ gate: inout FindGate, _ bytes: [UInt8] = FindQuestion.bytes, from sender: SocketAddress,
        to bound: SocketAddress.Host? = nil, at now: Instant? = nil
    ) -> Bool {
        gate.isQuestion(bytes[...], from: sender, to: bound, at: now ?? start)
    }

    /// True if a question from there, which arrives alone, is answered.
    private func answers(_ gate: inout FindGate, _ sender: String, at now: Instant) -> Bool {
        var random = SystemRandomNumberGenerator()
        return !gate.choose(from: [address(sender).host], at: now, using: &random).isEmpty
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("192.168.1.7", true), ("192.168.1.200", true), ("10.0.0.2", true), ("10.0.0.5", false),
        ("192.168.1.255", false), ("8.8.8.8", false), ("0.0.0.0", false), ("255.255.255.255", false), ("::1", false),
    ])
    func `only a sender on one of the host's links is answered`(_ sender: String, _ isAnswered: Bool) {
        var gate = gate()
        #expect(isQuestion(&gate, from: address(sender)) == isAnswered)
    }

    @Test func `a host bound to one address answers only senders on its network`() {
        var gate = gate()
        let bound = address("192.168.1.7").host
        #expect(isQuestion(&gate, from: address("192.168.1.9"), to: bound))
        for other in ["127.0.0.1", "10.0.0.2"] { #expect(!isQuestion(&gate, from: address(other), to: bound)) }
        #expect(isQuestion(&gate, from: address("127.0.0.1"), to: address("127.0.0.9").host))
    }

    @Test func `a short or malformed question is not answered, nor one from port 0`() {
        var gate = gate()
        let home = address("127.0.0.1")
        #expect(!isQuestion(&gate, FindQuestion.bytes.dropLast(), from: home))
        #expect(!isQuestion(&gate, Array(repeating: 0, count: 200), from: home))
        #expect(!isQuestion(&gate, from: home.with(port: 0)))
    }

    @Test func `no more than 100 questions are answered in any second`() {
        var gate = gate()
        let answered = (0..<5_000).filter { answers(&gate, "192.168.1.\(10 + $0 % 70)", at: start + $0) }
        for time in answered { #expect(answered.count { (time..<time + 1_000).contains($0) } <= 100) }
        #expect(answered.count == Limits.findBurst + 80 * 5 - 1)
    }

    @Test func `a burst of questions leaves answers for whoever asks a moment later`() {
        var (gate, random) = (gate(), SeededRandom(#function))
        let crowd = (0..<1_000).map { address("127.0.\($0 / 250).\($0 % 250 + 1)").host }
        #expect(gate.choose(from: crowd, at: start, using: &random).count == Limits.findBurst)
        #expect(!answers(&gate, "192.168.1.9", at: start + 12))
        #expect(answers(&gate, "192.168.1.9", at: start + 13))
    }

    @Test func `one address gets 5 answers a second, and leaves some for others`() {
        var gate = gate()
        #expect((0..<100).count { answers(&gate, "192.168.1.9", at: start + $0) } == 5)
        #expect(answers(&gate, "192.168.1.8", at: start + 100))
        #expect(!answers(&gate, "192.168.1.9", at: start + 999))
        #expect(answers(&gate, "192.168.1.9", at: start + 1_000))
    }

    @Test(arguments: SeededRandom.seeds())
    func `of a flood from forged addresses, chance decides who is answered, not who came first`(seed: UInt64) {
        print("a flood from MEMORY_SEED=\(seed)")
        var random = SeededRandom(seed: seed)
        var gate = gate()
        let own = address("192.168.1.9").host
        // 400 questions a second, ten at a time; and after each ten, four times a second, one from elsewhere.
        var found = 0
        for tick in 0..<8_000 {
            let senders = (0..<10).map { address("127.0.\(tick % 200).\($0 + 1)").host } + (tick % 10 == 3 ? [own] : [])
            let chosen = gate.choose(from: senders, at: start + tick * 25, using: &random)
            if chosen.contains(10) { found += 1 }
        }
        // 2 of 11 are answered: 145 of 800, give or take 11.
        #expect((95...200).contains(found), "\(found) of 800, MEMORY_SEED=\(seed)")
    }

    @Test func `a network that this machine has joined is known within a second`() {
        final class Links { var networks: [Network] = [] }
        let links = Links()
        var gate = FindGate { links.networks }
        let sender = address("192.168.1.9")
        #expect(!isQuestion(&gate, from: sender))
        links.networks = [network("192.168.1.7", 24)]
        #expect(!isQuestion(&gate, from: sender, at: start + 999))
        #expect(isQuestion(&gate, from: sender, at: start + 1_000))
    }
}
