import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct ConnectionTableTests {
    private let now = Instant(milliseconds: 0)
    /// A number that no file has: nothing here touches the socket.
    private let socket = Socket(FileDescriptor(number: -1))

    @Test func `a connection is found by its client until it is removed`() throws {
        var table = ConnectionTable()
        let client = table.add(socket, host: try host("10.0.0.1"), at: now)
        #expect(table.read(client) { $0.client } == client && !table.isEmpty)
        let isGreeted = table.update(client) { $0.greet(at: now) }
        #expect(isGreeted == true)
        #expect(table.read(client) { $0.stage } == .client)
        table.remove(client)
        #expect(table.encoding(of: client) == nil && table.isEmpty)
        let isGreetedAgain = table.update(client) { $0.greet(at: now) }
        #expect(isGreetedAgain == nil)
        #expect(table.count == 0)
    }

    @Test func `a slot is reused, and an old client ID does not reach its new connection`() throws {
        var table = ConnectionTable()
        let first = table.add(socket, host: try host("10.0.0.1"), at: now)
        table.remove(first)
        let second = table.add(socket, host: try host("10.0.0.1"), at: now)
        #expect(table.slots.count == 1)
        #expect(second.slot == first.slot)
        #expect(second != first)
        #expect(table.encoding(of: first) == nil && table.encoding(of: second) != nil)
        table.remove(first)
        #expect(table.count == 1)
    }

    @Test func `a client with an unknown slot is not found`() {
        #expect(ConnectionTable().encoding(of: ClientID(slot: 7, serial: 1)) == nil)
    }

    @Test func `connections are counted for each address, however it is written`() throws {
        var table = ConnectionTable()
        _ = table.add(socket, host: try host("10.0.0.1"), at: now)
        let mapped = table.add(socket, host: try host("::ffff:10.0.0.1"), at: now)
        _ = table.add(socket, host: try host("fe80::1"), at: now)
        #expect(table.count == 3)
        #expect(table.count(of: try host("10.0.0.1")) == 2)
        table.remove(mapped)
        #expect(table.count(of: try host("10.0.0.1")) == 1)
        #expect(table.count(of: try host("10.0.0.2")) == 0)
    }

    @Test func `an IPv6 network counts as one address, and the most silent of its clients is found`() throws {
        var table = ConnectionTable()
        let first = table.add(socket, host: try host("2001:db8::1"), at: now)
        table.update(first) { _ = $0.greet(at: now) }
        let second = table.add(socket, host: try host("2001:db8::2"), at: now)
        _ = table.add(socket, host: try host("2001:db8:0:1::1"), at: now)
        let neighbour = try host("2001:db8::3")
        #expect(table.count(of: neighbour) == 2)
        #expect(table.mostSilent(of: neighbour, before: now, where: { _ in true }) == first)
        table.remove(second)
        #expect(table.count(of: neighbour) == 1)
    }

    @Test func `the lines of a removed connection take no memory`() throws {
        var table = ConnectionTable()
        let client = table.add(socket, host: try host("10.0.0.1"), at: now)
        table.update(client) { connection in
            connection.outbox.queue.append([1, 2, 3], .reply)
            var text = Array("resi".utf8)
            _ = connection.take(&text, text.count)
        }
        table.remove(client)
        #expect(table.slots[0].outbox.queue.isEmpty)
        #expect(table.slots[0].inlet.heldBytes == 0)
    }
}
