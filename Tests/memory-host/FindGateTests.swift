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

    @Test(arguments: [
        ("127.0.0.1", true), ("192.168.1.7", true), ("192.168.1.200", true), ("10.0.0.2", true), ("10.0.0.5", false),
        ("192.168.1.255", false), ("8.8.8.8", false), ("0.0.0.0", false), ("255.255.255.255", false), ("::1", false),
    ])
    func `only a sender on one of the host's links is answered`(_ sender: String, _ isAnswered: Bool) {
        var gate = gate()
        #expect(gate.admits(FindQuestion.bytes[...], from: address(sender), to: nil, at: start) == isAnswered)
    }

    @Test func `a host bound to one address answers only senders on its network`() {
        var gate = gate()
        let bound = address("192.168.1.7").host
        #expect(gate.admits(FindQuestion.bytes[...], from: address("192.168.1.9"), to: bound, at: start) == true)
        for other in ["127.0.0.1", "10.0.0.2"] {
            #expect(gate.admits(FindQuestion.bytes[...], from: address(other), to: bound, at: start) == false)
        }
        let loopback = address("127.0.0.9").host
        #expect(gate.admits(FindQuestion.bytes[...], from: address("127.0.0.1"), to: loopback, at: start) == true)
    }

    @Test func `a short or malformed question is not answered, nor one from port 0`() {
        var gate = gate()
        let home = address("127.0.0.1")
        #expect(gate.admits(FindQuestion.bytes.dropLast(), from: home, to: nil, at: start) == false)
        #expect(gate.admits(Array(repeating: 0, count: 200)[...], from: home, to: nil, at: start) == false)
        #expect(gate.admits(FindQuestion.bytes[...], from: home.with(port: 0), to: nil, at: start) == false)
    }

    @Test func `no more than 20 questions are answered in any second`() {
        var gate = gate()
        var answered: [Int] = []
        for time in 0..<5_000 {
            let sender = address("192.168.1.\(10 + time % 7)")
            if gate.admits(FindQuestion.bytes[...], from: sender, to: nil, at: start + time) { answered.append(time) }
        }
        for time in answered { #expect(answered.count { (time..<time + 1_000).contains($0) } <= 20) }
        #expect(answered.count == 100)
    }

    @Test func `one address gets 5 answers a second, and leaves some for others`() {
        var gate = gate()
        let answered = (0..<100).filter { time in
            gate.admits(FindQuestion.bytes[...], from: address("192.168.1.9"), to: nil, at: start + time)
        }
        #expect(answered.count == 5)
        #expect(gate.admits(FindQuestion.bytes[...], from: address("192.168.1.8"), to: nil, at: start + 100) == true)
        #expect(gate.admits(FindQuestion.bytes[...], from: address("192.168.1.9"), to: nil, at: start + 999) == false)
        #expect(gate.admits(FindQuestion.bytes[...], from: address("192.168.1.9"), to: nil, at: start + 1_000) == true)
    }

    @Test func `questions that are not answered use up nothing`() {
        var gate = gate()
        for _ in 0..<1_000 {
            _ = gate.admits(FindQuestion.bytes[...], from: address("8.8.8.8"), to: nil, at: start)
            _ = gate.admits([1, 2, 3], from: address("127.0.0.1"), to: nil, at: start)
        }
        #expect(gate.admits(FindQuestion.bytes[...], from: address("127.0.0.1"), to: nil, at: start) == true)
    }

    @Test func `a network that this machine has joined is known within a second`() {
        final class Links { var networks: [Network] = [] }
        let links = Links()
        var gate = FindGate { links.networks }
        let sender = address("192.168.1.9")
        #expect(gate.admits(FindQuestion.bytes[...], from: sender, to: nil, at: start) == false)
        links.networks = [network("192.168.1.7", 24)]
        #expect(gate.admits(FindQuestion.bytes[...], from: sender, to: nil, at: start + 999) == false)
        #expect(gate.admits(FindQuestion.bytes[...], from: sender, to: nil, at: start + 1_000) == true)
    }
}
