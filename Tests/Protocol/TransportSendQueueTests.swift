import TestSupport
import Testing

@testable import Protocol

/// A client that takes as many bytes as it has room for and no more, and what waits for it.
struct SlowReader {
    var lines = SendQueue()
    var room = Int.max
    private(set) var received: [UInt8] = []
    private(set) var sends = 0

    init(room: Int = .max) { self.room = room }

    /// Queues a line as the host does.
    mutating func put(_ line: [UInt8], _ kind: SendQueue.Kind) {
        if lines.mustFlushFirst(line.count) { flush() }
        lines.append(line, kind)
    }

    /// Queues a text and its LF.
    mutating func put(_ text: String, _ kind: SendQueue.Kind = .reply) { put(line(text), kind) }

    @discardableResult
    mutating func flush() -> SendQueue.Flushed {
        var scratch: [UInt8] = []
        var (room, received, sends) = (room, received, sends)
        self.received = []  // So that what is added to is not a copy.
        let flushed = lines.flush(scratch: &scratch) { bytes, range in
            sends += 1
            let count = min(room, range.count)
            if count == 0 { return .wouldBlock }
            room -= count
            received += bytes[range.lowerBound..<range.lowerBound + count]
            return .bytes(count)
        }
        (self.room, self.received, self.sends) = (room, received, sends)
        return flushed
    }

    /// The lines that have arrived once the client has read all, without their padding; nil if one is incomplete.
    mutating func readAll() -> [String]? {
        room = .max
        guard flush() == .done, lines.isEmpty, !lines.isBlocked, received.last == 10 else { return nil }
        return received.lines.map { String(decoding: $0.prefix { $0 != 32 }, as: UTF8.self) }
    }
}

/// A line of this many bytes, or one more than the text has.
func line(_ text: String, _ count: Int = 0) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 32, count: max(0, count - bytes.count - 1)) + [10]
}

@Suite("Transport: SendQueue") struct TransportSendQueueTests {
    @Test func `an empty line takes nothing away from a slow reader`() {
        var reader = SlowReader(room: 0)
        reader.put("ok")
        reader.flush()
        reader.put("state-1", .state)
        reader.put([], .state)
        #expect(reader.readAll() == ["ok", "state-1"])
    }

    @Test func `lines arrive in order, in one send`() {
        var reader = SlowReader()
        reader.put("ok")
        reader.put("state-1", .state)
        reader.put("state-2", .state)
        reader.put("said", .chatter)
        #expect(reader.lines.byteCount == 24)
        #expect(reader.readAll() == ["ok", "state-1", "state-2", "said"] && reader.sends == 1)
        #expect(reader.lines.byteCount == 0)
    }

    @Test func `flushing nothing sends nothing`() {
        var reader = SlowReader()
        reader.put([], .reply)
        #expect(reader.flush() == .done && reader.sends == 0)
    }

    @Test func `a single line is sent without being copied`() {
        let shared = line("state")
        var lines = SendQueue()
        lines.append(shared, .state)
        var scratch: [UInt8] = []
        let flushed = lines.flush(scratch: &scratch) { bytes, range in
            let isSame = unsafe bytes.withUnsafeBytes { one in
                unsafe shared.withUnsafeBytes { unsafe one.baseAddress == $0.baseAddress }
            }
            #expect(isSame)
            return .bytes(range.count)
        }
        #expect(flushed == .done && scratch.capacity == 0)
    }

    @Test func `lines beyond one gathered send take more sends, in order`() {
        var reader = SlowReader()
        var expected: [UInt8] = []
        for size in [10, 70_000, 30_000, 30_000, 30_000, 5] {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size)
            expected += bytes
            reader.lines.append(bytes, .reply)
        }
        #expect(reader.flush() == .done)
        #expect(reader.received == expected && reader.sends == 4)
    }

    @Test(arguments: 0..<14) func `a send may be cut short after any byte`(cut: Int) {
        var reader = SlowReader(room: cut)
        for text in ["one", "two", "three"] { reader.put(text) }
        #expect(reader.flush() == .blocked)
        #expect(reader.lines.byteCount == 14 - cut && reader.lines.isBlocked && !reader.lines.isEmpty)
        #expect(reader.readAll() == ["one", "two", "three"])
    }

    @Test func `lines sent a byte at a time arrive complete`() {
        var reader = SlowReader()
        for text in ["one", "two", "three"] { reader.put(text) }
        repeat { reader.room = 1 } while reader.flush() == .blocked
        #expect(reader.readAll() == ["one", "two", "three"])
    }

    @Test func `once the socket is full, the newest state replaces one that is not being sent yet`() {
        var reader = SlowReader(room: 0)
        reader.put("state-1", .state)
        reader.put("ok")
        #expect(reader.flush() == .blocked)
        for (text, kind) in [
            ("lobby-1", .lobby), ("state-2", .state), ("lobby-2", .lobby), ("state-3", .state),
        ] as [(String, SendQueue.Kind)] { reader.put(text, kind) }
        #expect(reader.lines.byteCount == 3 + 8 + 8)
        #expect(reader.readAll() == ["ok", "lobby-2", "state-3"])
    }

    @Test func `a state that is being sent is finished`() {
        var reader = SlowReader(room: 1)
        reader.put("state-1", .state)
        #expect(reader.flush() == .blocked)
        reader.put("state-2", .state)
        reader.put("state-3", .state)
        #expect(reader.readAll() == ["state-1", "state-3"])
    }

    @Test func `the only waiting line may be replaced`() {
        var reader = SlowReader(room: 0)
        reader.put("state-1", .state)
        #expect(reader.flush() == .blocked)
        reader.put("state-22", .state)
        #expect(reader.lines.byteCount == 9 && reader.readAll() == ["state-22"])
    }

    @Test func `once everything is sent, no state is replaced any more`() {
        var reader = SlowReader(room: 0)
        reader.put("x")
        #expect(reader.flush() == .blocked && reader.readAll() == ["x"])
        reader.put("state-1", .state)
        reader.put("state-2", .state)
        #expect(reader.readAll() == ["x", "state-1", "state-2"])
    }

    @Test func `a client moved between matches without reading gets the last match and its state`() {
        var reader = SlowReader(room: 2)
        reader.put("begun")
        #expect(reader.flush() == .blocked)
        for match in 1...3 {
            reader.put("match-\(match)", .seating)
            reader.put("state-\(match)", .state)
        }
        #expect(reader.readAll() == ["begun", "match-3", "state-3"])
    }

    @Test func `a broken connection is reported`() {
        var lines = SendQueue()
        lines.append(line("x"), .reply)
        var scratch: [UInt8] = []
        let error = SystemError(code: 32, call: "send")
        #expect(lines.flush(scratch: &scratch) { _, _ in .failed(error) } == .failed(error))
        lines.removeAll()
        #expect(lines.isEmpty && lines.byteCount == 0)
    }

    @Test func `the queue of an idle connection takes little memory`() {
        #expect(MemoryLayout<SendQueue>.size <= 40)
    }

    @Test func `a slow reader of a real socket costs bounded memory and gets the newest state`() throws {
        let (host, peer) = try Platform.makeSocketPair()
        defer {
            host.close()
            peer.close()
        }
        var lines = SendQueue()
        var scratch: [UInt8] = []
        var number = 0
        while number < 2000 || !lines.isBlocked {
            number += 1
            lines.append(line("\(number)", 1010), .state)
            if case .failed(let error) = lines.flush(to: host, scratch: &scratch) { throw error }
            #expect(lines.byteCount <= 2 * 1010)
        }
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
        let numbers = received.lines.map {
            Int(String(decoding: $0.prefix { $0 != 32 }, as: UTF8.self)) ?? 0
        }
        #expect(numbers.last == number && numbers.count < number && numbers == numbers.sorted() && numbers[0] == 1)
    }
}
