import Testing

@testable import Protocol

/// A client's side of the connection, with room for a limited number of bytes.
private struct Client {
    var room = Int.max
    var received: [UInt8] = []
    var sends = 0

    mutating func take(_ bytes: [UInt8], _ range: Range<Int>) -> Socket.Sent {
        sends += 1
        let count = min(room, range.count)
        if count == 0 { return .wouldBlock }
        room -= count
        received += bytes[range.lowerBound..<range.lowerBound + count]
        return .bytes(count)
    }

    mutating func flush(_ lines: inout OutgoingLines) -> OutgoingLines.Flushed {
        var scratch: [UInt8] = []
        return lines.flush(scratch: &scratch) { take($0, $1) }
    }

    var text: String { String(decoding: received, as: UTF8.self) }
}

private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

@Suite("Transport: OutgoingLines") struct TransportOutgoingLinesTests {
    @Test func `lines arrive in order, in one send`() {
        var lines = OutgoingLines()
        var client = Client()
        lines.append(line("ok"), .reply)
        lines.append(line("state 1"), .state)
        lines.append(line("state 2"), .state)
        lines.append(line("said"), .chatter)
        #expect(lines.byteCount == 24)
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "ok\nstate 1\nstate 2\nsaid\n")
        #expect(client.sends == 1)
        #expect(lines.isEmpty && lines.byteCount == 0 && !lines.isBlocked)
    }

    @Test func `flushing nothing sends nothing`() {
        var lines = OutgoingLines()
        var client = Client()
        lines.append([], .reply)
        #expect(client.flush(&lines) == .done)
        #expect(client.sends == 0)
    }

    @Test func `a single line is sent without being copied`() {
        let shared = line("state")
        var lines = OutgoingLines()
        lines.append(shared, .state)
        var scratch: [UInt8] = []
        let flushed = lines.flush(scratch: &scratch) { bytes, range in
            let isSame = unsafe bytes.withUnsafeBytes { one in
                unsafe shared.withUnsafeBytes { unsafe one.baseAddress == $0.baseAddress }
            }
            #expect(isSame)
            return .bytes(range.count)
        }
        #expect(flushed == .done)
        #expect(scratch.capacity == 0)
    }

    @Test func `lines beyond one gathered send take more sends, in order`() {
        var lines = OutgoingLines()
        var client = Client()
        var expected: [UInt8] = []
        for size in [10, 70_000, 30_000, 30_000, 30_000, 5] {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
            expected += bytes
            lines.append(bytes, .reply)
        }
        #expect(client.flush(&lines) == .done)
        #expect(client.received == expected)
        #expect(client.sends == 4)
    }

    @Test func `a send may be cut short after any byte`() {
        let all = line("one") + line("two") + line("three")
        for cut in 0..<all.count {
            var lines = OutgoingLines()
            for text in ["one", "two", "three"] { lines.append(line(text), .reply) }
            var client = Client(room: cut)
            #expect(client.flush(&lines) == .blocked)
            #expect(lines.byteCount == all.count - cut)
            #expect(lines.isBlocked && !lines.isEmpty)
            client.room = .max
            #expect(client.flush(&lines) == .done)
            #expect(client.received == all)
            #expect(!lines.isBlocked)
        }
    }

    @Test func `lines sent a byte at a time arrive complete`() {
        var lines = OutgoingLines()
        for text in ["one", "two", "three"] { lines.append(line(text), .reply) }
        var client = Client()
        repeat { client.room = 1 } while client.flush(&lines) == .blocked
        #expect(client.text == "one\ntwo\nthree\n")
    }

    @Test func `once the socket is full, the newest state replaces one that is not being sent yet`() {
        var lines = OutgoingLines()
        var client = Client(room: 0)
        lines.append(line("state 1"), .state)
        lines.append(line("ok"), .reply)
        #expect(client.flush(&lines) == .blocked)
        lines.append(line("lobby 1"), .lobby)
        lines.append(line("state 2"), .state)
        lines.append(line("lobby 2"), .lobby)
        lines.append(line("state 3"), .state)
        #expect(lines.byteCount == 3 + 8 + 8)
        client.room = .max
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "ok\nlobby 2\nstate 3\n")
    }

    @Test func `a state that is being sent is finished`() {
        var lines = OutgoingLines()
        var client = Client(room: 1)
        lines.append(line("state 1"), .state)
        #expect(client.flush(&lines) == .blocked)
        lines.append(line("state 2"), .state)
        lines.append(line("state 3"), .state)
        client.room = .max
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "state 1\nstate 3\n")
    }

    @Test func `the only waiting line may be replaced`() {
        var lines = OutgoingLines()
        var client = Client(room: 0)
        lines.append(line("state 1"), .state)
        #expect(client.flush(&lines) == .blocked)
        lines.append(line("state 22"), .state)
        #expect(lines.byteCount == 9)
        client.room = .max
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "state 22\n")
    }

    @Test func `once everything is sent, no state is replaced any more`() {
        var lines = OutgoingLines()
        var client = Client(room: 0)
        lines.append(line("x"), .reply)
        #expect(client.flush(&lines) == .blocked)
        client.room = .max
        #expect(client.flush(&lines) == .done)
        lines.append(line("state 1"), .state)
        lines.append(line("state 2"), .state)
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "x\nstate 1\nstate 2\n")
    }

    @Test func `a client moved between matches without reading gets the last match and its state`() {
        var lines = OutgoingLines()
        lines.append(line("begun"), .reply)
        var client = Client(room: 2)
        #expect(client.flush(&lines) == .blocked)
        for match in 1...3 {
            lines.append(line("match \(match)"), .seating)
            lines.append(line("state \(match)"), .state)
        }
        client.room = 1000
        #expect(client.flush(&lines) == .done)
        #expect(client.text == "begun\nmatch 3\nstate 3\n")
    }

    @Test func `a broken connection is reported`() {
        var lines = OutgoingLines()
        lines.append(line("x"), .reply)
        var scratch: [UInt8] = []
        let error = SystemError(code: 32, call: "send")
        #expect(lines.flush(scratch: &scratch) { _, _ in .failed(error) } == .failed(error))
        lines.removeAll()
        #expect(lines.isEmpty && lines.byteCount == 0)
    }

    @Test func `the queue of an idle connection takes little memory`() {
        #expect(MemoryLayout<OutgoingLines>.size <= 40)
    }

    @Test func `a slow reader of a real socket costs bounded memory and gets the newest state`() throws {
        let (host, peer) = try Platform.makeSocketPair()
        defer {
            host.close()
            peer.close()
        }
        var lines = OutgoingLines()
        var scratch: [UInt8] = []
        let padding = String(repeating: "x", count: 1000)
        var most = 0
        var number = 0
        while number < 2000 || !lines.isBlocked {
            number += 1
            lines.append(line("\(padding) \(number)"), .state)
            if case .failed(let error) = lines.flush(to: host, scratch: &scratch) { throw error }
            most = max(most, lines.byteCount)
        }
        #expect(most < 2 * 1010)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            if case .bytes(let count) = peer.receive(into: &buffer) {
                received += buffer[..<count]
            } else if lines.isEmpty {
                break
            } else if case .failed(let error) = lines.flush(to: host, scratch: &scratch) {
                throw error
            }
        }
        let numbers = received.split(separator: 10).map { Int(String(decoding: $0.dropFirst(1001), as: UTF8.self)) }
        #expect(!numbers.contains(nil))
        #expect(numbers.last == number)
        #expect(numbers.count < number)
        #expect(numbers.compactMap { $0 } == numbers.compactMap { $0 }.sorted())
    }
}
