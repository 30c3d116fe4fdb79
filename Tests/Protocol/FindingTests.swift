import TestSupport
import Testing

@testable import Protocol

/// The datagrams of clients that look for hosts, and the networks that they are sent to.
@Suite struct FindingTests {
    private func padded(_ text: String, to count: Int = 200) -> [UInt8] {
        Array(text.utf8) + Array(repeating: UInt8(ascii: " "), count: max(0, count - text.utf8.count))
    }

    @Test func `a question has 200 bytes and is valid`() {
        #expect(FindQuestion.bytes.count == 200)
        #expect(FindQuestion.bytes == padded(#"{"type":"find","protocol":1}"#))
        #expect(FindQuestion.isValid(FindQuestion.bytes[...]))
    }

    @Test(arguments: [
        #"{"type":"find","protocol":1,"later":[1,{}]}"#, "\n{ \"protocol\" : 1, \"type\":\"find\" }\r\n",
    ])
    func `a question may have other fields and blanks`(_ text: String) {
        #expect(FindQuestion.isValid(padded(text)[...]))
        #expect(FindQuestion.isValid(padded(text, to: 4096)[...]))
        #expect(!FindQuestion.isValid(padded(text, to: 4097)[...]))
    }

    @Test(arguments: [
        "", "find", #"{"type":"find"}"#, #"{"type":"find","protocol":2}"#, #"{"type":"find","protocol":"1"}"#,
        #"{"type":"found","protocol":1}"#, #"["find"]"#, #"{"type":"find","protocol":1}x"#,
        #"{"type":"find","protocol":1"#, #"{"type":"find","protocol":1,"x":"\#u{1}"}"#,
    ])
    func `anything else is no question`(_ text: String) {
        #expect(!FindQuestion.isValid(padded(text)[...]))
    }

    @Test func `a question that is shorter than the longest answer is none`() {
        #expect(!FindQuestion.isValid(FindQuestion.bytes.dropLast()))
        #expect(!FindQuestion.isValid([]))
        #expect(FindQuestion.bytes.count >= Limits.findAnswerBytes)
    }

    @Test func `an answer is written as the protocol says, and reads back`() {
        let answer = FindAnswer(host: "den", port: 6366, players: 3, matches: 1)
        let text = #"{"type":"found","protocol":1,"host":"den","port":6366,"version":"0.1.0","players":3,"matches":1}"#
        #expect(String(decoding: answer.bytes, as: UTF8.self) == text)
        #expect(FindAnswer(answer.bytes[...]) == answer)
    }

    @Test(arguments: ["🦊", "\"", "\\", "e\u{301}", "x"])
    func `the longest answer has at most 200 bytes, and names as much of the host as fits`(_ letter: String) throws {
        let name = String(repeating: letter, count: 24)
        let answer = FindAnswer(host: name, port: 65535, version: "10.10.10", players: 1_000_000, matches: 8_192)
        #expect(answer.bytes.count <= 200)
        let read = try #require(FindAnswer(answer.bytes[...]))
        #expect(name.hasPrefix(read.host) && read.host.count >= 20)
        #expect(read.port == 65535 && read.players == 1_000_000)
    }

    @Test(arguments: [
        (#""port":6366"#, #""port":0"#), (#""port":6366"#, #""port":65536"#), (#""port":6366"#, #""port":-1"#),
        (#""port":6366"#, #""port":"6366""#), (#""players":3"#, #""players":-1"#),
        (#""players":3"#, #""players":1000001"#), (#""matches":1"#, #""matches":1e300"#), (#""matches":1"#, #""m":1"#),
        (#""host":"den""#, #""host":"""#), (#""host":"den""#, #""host":"aaaaaaaaaaaaaaaaaaaaaaaaa""#),
        (#""protocol":1"#, #""protocol":2"#), (#""found""#, #""find""#), ("}", "}}"), ("den", "de\u{0}n"),
    ])
    func `an answer with absurd values is none`(_ part: String, _ other: String) {
        let text = #"{"type":"found","protocol":1,"host":"den","port":6366,"version":"1","players":3,"matches":1}"#
        #expect(FindAnswer(Array(text.utf8)[...]) != nil)
        #expect(FindAnswer(Array(text.replacing(part, with: other).utf8)[...]) == nil)
    }

    @Test func `an answer of more than 200 bytes is none`() {
        let bytes = FindAnswer(host: "den", port: 1, players: 0, matches: 0).bytes
        #expect(FindAnswer((bytes + Array(repeating: 32, count: 200 - bytes.count))[...]) != nil)
        #expect(FindAnswer((bytes + Array(repeating: 32, count: 201 - bytes.count))[...]) == nil)
    }

    // MARK: Networks

    private func address(_ text: String) -> SocketAddress.Host {
        unwrapped(SocketAddress(host: text, port: 0)).host
    }

    private func network(_ text: String, _ prefix: Int, broadcasts: Bool = true) -> Network {
        unwrapped(Network(address(text), prefix: prefix, broadcasts: broadcasts))
    }

    @Test(arguments: [
        ("192.168.1.7", 24, "192.168.1.1", true), ("192.168.1.7", 24, "192.168.1.7", true),
        ("192.168.1.7", 24, "192.168.2.7", false), ("192.168.1.7", 24, "192.168.1.255", false),
        ("192.168.1.7", 24, "192.168.1.0", false), ("192.168.1.7", 24, "0.0.0.0", false),
        ("192.168.1.7", 24, "255.255.255.255", false), ("10.1.2.3", 8, "10.200.0.255", true),
        ("10.1.2.3", 32, "10.1.2.3", true), ("10.1.2.3", 32, "10.1.2.4", false), ("10.1.2.2", 31, "10.1.2.3", true),
        ("127.0.0.1", 8, "127.9.9.9", true), ("127.0.0.1", 8, "::1", false), ("1.2.3.4", 0, "9.9.9.9", true),
    ])
    func `a network knows which addresses a machine on it may have`(
        _ own: String, _ prefix: Int, _ other: String, _ isOnIt: Bool
    ) {
        #expect(network(own, prefix).contains(address(other)) == isOnIt)
    }

    @Test func `a network has a broadcast address unless it is loopback or between two`() {
        #expect(network("192.168.1.7", 24).broadcast == address("192.168.1.255"))
        #expect(network("10.1.2.3", 20).broadcast == address("10.1.15.255"))
        for prefix in [31, 32] { #expect(network("10.1.2.3", prefix).broadcast == nil) }
        #expect(network("127.0.0.1", 8, broadcasts: false).broadcast == nil)
        #expect(Network(address("::1"), prefix: 24, broadcasts: true) == nil)
    }

    @Test func `this machine is on the loopback network, which has no broadcast address`() throws {
        let loopback = try #require(Network.all().first { $0.own == address("127.0.0.1") })
        #expect(loopback.contains(address("127.0.0.2")) && loopback.broadcast == nil)
    }

    // MARK: Sockets

    @Test func `a datagram arrives with its sender, cut to the buffer's size`() throws {
        let home = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let (left, right) = (try DatagramSocket(at: home), try DatagramSocket(at: home))
        defer { [left, right].forEach { $0.close() } }
        var buffer = [UInt8](repeating: 0, count: 5)
        #expect(right.receive(into: &buffer) == .wouldBlock)
        let (from, to) = (try #require(left.localAddress), try #require(right.localAddress))
        for text in ["", "hello", "hello you"] {
            let bytes = Array(text.utf8)
            #expect(left.send(bytes, to: to))
            #expect(try right.descriptor.wait(for: .readable, milliseconds: 20_000))
            #expect(right.receive(into: &buffer) == .datagram(min(5, bytes.count), from: from))
            #expect(Array(buffer.prefix(bytes.count)) == Array(bytes.prefix(5)))
        }
        let error = #expect(throws: SystemError.self) { try DatagramSocket(at: to) }
        #expect(error?.isAddressInUse == true)
    }

    @Test(arguments: Poller.Backend.allCases)
    func `a poller reports a socket with a datagram, also one without a byte`(_ backend: Poller.Backend) throws {
        let home = try #require(SocketAddress(host: "127.0.0.1", port: 0))
        let (left, right) = (try DatagramSocket(at: home), try DatagramSocket(at: home))
        defer { [left, right].forEach { $0.close() } }
        var poller = try Poller(backend: backend)
        defer { poller.close() }
        try poller.add(right.descriptor, interest: .readable, token: 7)
        var (ready, buffer) = ([Readiness](), [UInt8](repeating: 0, count: 5))
        try poller.wait(milliseconds: 0, into: &ready)
        #expect(ready.isEmpty)
        for bytes in [[], [1, 2]] as [[UInt8]] {
            left.send(bytes, to: try #require(right.localAddress))
            try poller.wait(milliseconds: 20_000, into: &ready)
            #expect(ready.map(\.token) == [7] && ready.first?.isReadable == true)
            #expect(right.receive(into: &buffer) == .datagram(bytes.count, from: try #require(left.localAddress)))
        }
    }
}
