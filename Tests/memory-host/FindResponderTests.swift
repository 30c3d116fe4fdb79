import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// A host asked on UDP by a client that looks for it, both on this machine.
@Suite final class FindResponderTests {
    private static let home = unwrapped(SocketAddress(host: "127.0.0.1", port: 0))

    private let table: HostDriver
    private let asking: DatagramSocket

    init() throws { (table, asking) = (try HostDriver(isFound: true), try DatagramSocket(at: Self.home)) }

    deinit { asking.close() }

    /// The answers that have come after so many passes of the loop.
    private func answers(turns: Int = 1) throws -> [FindAnswer] {
        for _ in 0..<turns { try table.turn() }
        var (answers, buffer) = ([FindAnswer](), [UInt8](repeating: 0, count: 300))
        while case .datagram(let count, let sender) = asking.receive(into: &buffer) {
            #expect(sender == table.address)
            answers.append(try #require(FindAnswer(buffer[..<count])))
        }
        return answers
    }

    @Test func `a host tells its name, its port, its players and its public matches`() throws {
        let ann = try table.connect(as: "Ann")
        let bob = try table.connect(as: "Bob")
        _ = try table.connect()
        try table.answer(#"{"type":"open"}"#, from: ann, with: "match")
        try table.answer(#"{"type":"open","private":true}"#, from: bob, with: "match")
        asking.send(FindQuestion.bytes, to: table.address)
        let answer = FindAnswer(host: "table", port: table.address.port, players: 2, matches: 1)
        #expect(try answers() == [answer])
    }

    @Test func `a flood is answered 5 times, and the players are served meanwhile`() throws {
        let ann = try table.connect(as: "Ann")
        for _ in 0..<200 { asking.send(FindQuestion.bytes, to: table.address) }
        try table.send(#"{"type":"ping"}"#, from: ann)
        try table.turn()
        #expect(try answers(turns: 0).count == Limits.findAnswersPerAddress)
        #expect(try table.line(to: ann, with: "pong").contains("pong"))
        // The rest is left unread for a moment, then read, and not answered.
        #expect(try answers(turns: 20).isEmpty)
        try table.turn(after: 2_000)
        for _ in 0..<20 { try table.turn(after: Limits.Internal.floodPauseMilliseconds) }
        _ = try answers(turns: 0)
        try table.turn(after: 2_000)
        asking.send(FindQuestion.bytes, to: table.address)
        #expect(try answers().count == 1)
    }

    @Test func `a question behind more junk than a pass of the loop used to read is answered in the same pass`() throws
    {
        let junk = try DatagramSocket(at: Self.home)
        defer { junk.close() }
        for _ in 0..<120 { junk.send(Array(repeating: 7, count: 200), to: table.address) }
        asking.send(FindQuestion.bytes, to: table.address)
        #expect(try answers().count == 1)
    }

    @Test func `a stopping host is not found`() throws {
        try table.stopHost()
        asking.send(FindQuestion.bytes, to: table.address)
        #expect(try answers().isEmpty)
    }

    @Test func `a host on every interface or on IPv4 is found, one on IPv6 alone is not`() throws {
        let six = try #require(SocketAddress(host: "::1", port: 1))
        #expect(try FindResponder(bound: [six], isEverywhere: false) == nil)
        #expect(try FindResponder(bound: [], isEverywhere: true) == nil)
        let socket = try DatagramSocket(at: Self.home)
        defer { socket.close() }
        let taken = try #require(socket.localAddress)
        for isEverywhere in [true, false] {
            let error = #expect(throws: SystemError.self) {
                _ = try FindResponder(bound: [taken], isEverywhere: isEverywhere)
            }
            #expect(error?.isAddressInUse == true)
        }
    }
}
