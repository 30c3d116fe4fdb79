import Protocol
import TestSupport
import Testing

@testable import memory_join

extension FoundHost {
    /// A host on a network of this machine.
    static func named(_ name: String, at address: String, port: UInt16 = 6366, players: Int = 3) -> FoundHost {
        unwrapped(
            FoundHost(
                FindAnswer(host: name, port: port, players: players, matches: 1), from: .of(address),
                networks: links))
    }

    static let links = [
        unwrapped(Network(.of("127.0.0.1"), prefix: 8, broadcasts: false)),
        unwrapped(Network(.of("192.168.1.2"), prefix: 24, broadcasts: true)),
        unwrapped(Network(.of("10.0.0.2"), prefix: 24, broadcasts: true)),
    ]
}

extension SocketAddress.Host {
    static func of(_ text: String) -> SocketAddress.Host { unwrapped(SocketAddress(host: text, port: 1)).host }
}

/// Which hosts are listed, and how they are told apart.
@Suite struct HostSearchTests {
    private func search(_ hosts: FoundHost...) -> HostSearch {
        var search = HostSearch()
        for host in hosts { search.add(host, at: start) }
        return search
    }

    private func addresses(_ search: HostSearch) -> [String] { search.hosts.map(\.address.shortText) }

    @Test func `a host of this machine that answers on several addresses is listed once, by loopback`() {
        let answers = ["192.168.1.2", "127.0.0.1", "10.0.0.2"].map { FoundHost.named("den", at: $0) }
        #expect(addresses(search(answers[0], answers[1], answers[2])) == ["127.0.0.1"])
        #expect(addresses(search(answers[1], answers[0], answers[2])) == ["127.0.0.1"])
        #expect(addresses(search(answers[2], answers[0])) == ["10.0.0.2"])
    }

    @Test func `a host on two networks of this machine is listed once`() {
        let hosts = search(.named("den", at: "192.168.1.7"), .named("den", at: "10.0.0.7", players: 5))
        #expect(addresses(hosts) == ["10.0.0.7"])
        #expect(hosts.hosts.first?.players == 5, "the newest answer has the newest figures")
    }

    @Test func `the list does not depend on the order of answers, or on how often each has come`() {
        let answers = [
            FoundHost.named("den", at: "192.168.1.7"), .named("den", at: "10.0.0.7"), .named("den", at: "192.168.1.8"),
            .named("den", at: "10.0.0.7", port: 7000), .named("den", at: "127.0.0.1"), .named("den", at: "10.0.0.2"),
            .named("oak", at: "10.0.0.9"), .named("oak", at: "192.168.1.9"),
        ]
        var random = SeededRandom(#function)
        for _ in 0..<300 {
            let some = answers.filter { _ in Bool.random(using: &random) }
            func list(_ order: [FoundHost]) -> [FoundHost] {
                var search = HostSearch()
                for answer in order { search.add(answer, at: start) }
                return search.hosts
            }
            let orders = (0..<4).map { _ in (some + some.shuffled(using: &random)).shuffled(using: &random) }
            let lists = orders.map { list($0).map { "\($0.name) \($0.address)" } }
            #expect(Set(lists).count <= 1, "\(orders.map { $0.map(\.address.shortText) }): \(lists)")
        }
        #expect(addresses(search(answers[0], answers[1], answers[1])) == ["10.0.0.7"])
        #expect(addresses(search(answers[1], answers[0], answers[1], answers[0])) == ["10.0.0.7"])
    }

    @Test(arguments: [
        (FoundHost.named("den", at: "192.168.1.7"), FoundHost.named("den", at: "192.168.1.8")),
        (.named("den", at: "192.168.1.7"), .named("oak", at: "10.0.0.7")),
        (.named("den", at: "192.168.1.7"), .named("den", at: "192.168.1.7", port: 7000)),
        (.named("den", at: "192.168.1.7"), .named("den", at: "127.0.0.1")),
        (.named("den", at: "127.0.0.1"), .named("den", at: "127.0.0.1", port: 7000)),
    ])
    func `hosts that differ are listed apart, even with one name`(_ one: FoundHost, _ another: FoundHost) {
        #expect(search(one, another).hosts.count == 2)
    }

    @Test func `a host that was restarted under another name takes the old one's place`() {
        #expect(search(.named("den", at: "10.0.0.7"), .named("oak", at: "10.0.0.7")).hosts.map(\.name) == ["oak"])
    }

    @Test func `hosts are listed by name, whenever they answer`() {
        let hosts = search(
            .named("oak", at: "10.0.0.7"), .named("den", at: "10.0.0.9"), .named("den", at: "10.0.0.8"),
            .named("oak", at: "10.0.0.7"))
        #expect(addresses(hosts) == ["10.0.0.8", "10.0.0.9", "10.0.0.7"])
    }

    @Test func `a host that has been silent for 10 s is no longer listed`() {
        var search = HostSearch()
        search.start(at: start)
        search.add(.named("den", at: "10.0.0.7"), at: start)
        search.add(.named("oak", at: "10.0.0.8"), at: start + 1)
        #expect(search.ask(at: start + 9_999) == true)
        #expect(search.hosts.count == 2)
        #expect(search.ask(at: start + 13_000) == true)
        #expect(search.hosts.isEmpty)
    }

    @Test func `thousands of answers fill no memory, and hosts that are listed stay`() {
        var search = search(.named("den", at: "127.0.0.1"))
        for number in 0..<5_000 {
            search.add(.named("host \(number)", at: "10.0.0.7", port: UInt16(number + 1)), at: start)
        }
        #expect(search.hosts.count == Limits.Internal.foundHosts)
        search.add(.named("den", at: "127.0.0.1", players: 9), at: start)
        #expect(search.hosts.first?.players == 9)
    }

    @Test(arguments: [
        ("de\u{1B}[31mn", "de\u{FFFD}[31mn"), ("a\u{202E}b", "a\u{FFFD}b"), ("  den ", "den"), ("  ", nil),
        ("漢字", "漢字"),
    ])
    func `a name is made safe to show, and a host without one is ignored`(_ name: String, _ shown: String?) {
        let answer = FindAnswer(host: name, port: 1, players: 0, matches: 0)
        let host = FoundHost(answer, from: .of("127.0.0.1"), networks: FoundHost.links)
        #expect(host?.name == shown)
    }

    @Test(arguments: ["8.8.8.8", "192.168.2.7", "192.168.1.255", "0.0.0.0"])
    func `an answer from none of this machine's networks is ignored`(_ sender: String) {
        let answer = FindAnswer(host: "den", port: 1, players: 0, matches: 0)
        #expect(FoundHost(answer, from: .of(sender), networks: FoundHost.links) == nil)
    }

    @Test func `whoever gets the list is told which ports were asked`() {
        #expect(FindCommand.note([6366]) == "Looked on port 6366; to join a host on another port, give its address.")
        #expect(FindCommand.note([6366, 7000]).hasPrefix("Looked on ports 6366 and 7000; "))
    }

    @Test func `the list that is printed is aligned, also with wide characters`() {
        let hosts = search(
            .named("den", at: "10.0.0.7", players: 12), .named("漢字", at: "10.0.0.100", port: 7000, players: 1_000_000))
        #expect(
            FindCommand.text(hosts.hosts) == """
                Host  Players  Matches  Address
                den        12        1  10.0.0.7
                漢字  1000000        1  10.0.0.100:7000

                """)
    }

    @Test func `the environment can keep questions on this machine, or off the network altogether`() {
        #expect(HostFinder.Scope { _ in nil } == .network)
        #expect(HostFinder.Scope { $0 == "MEMORY_FIND" ? "loopback" : nil } == .loopback)
        #expect(HostFinder.Scope { $0 == "MEMORY_FIND" ? "off" : nil } == .nowhere)
    }

    @Test func `the finder asks a host on this machine and hears its answer, but no noise`() throws {
        let host = try DatagramSocket(at: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
        defer { host.close() }
        let port = try #require(host.localAddress).port
        var finder = HostFinder(.loopback)
        defer { finder.close() }
        finder.ask(ports: [port])
        var buffer = [UInt8](repeating: 0, count: 300)
        #expect(try host.descriptor.wait(for: .readable, milliseconds: 20_000))
        guard case .datagram(let count, let sender) = host.receive(into: &buffer) else {
            Issue.record("nothing has come")
            return
        }
        #expect(FindQuestion.isValid(buffer[..<count]))
        host.send(Array(repeating: 0, count: 1_000), to: sender)
        host.send([], to: sender)
        host.send(FindAnswer(host: "den", port: port, players: 1, matches: 0).bytes, to: sender)
        var found: [FoundHost] = []
        while found.isEmpty {
            guard finder.wait(milliseconds: 20_000) else { break }
            found += finder.receive()
        }
        #expect(found.map(\.address) == [HostAddress(host: "127.0.0.1", port: port)])
    }
}
