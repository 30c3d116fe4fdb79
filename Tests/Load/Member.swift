import Protocol
import TestSupport

/// One connection of the load.
struct Member {
    let socket: Socket
    /// The match, by its place among those played; nil for a connection outside of matches.
    var match: Int?
    /// The seat in it; nil for a watcher.
    var seat: Int?
    /// It reads nothing once the match has begun.
    var isStalled = false
    /// It speaks WebSocket, and its handshake has been answered.
    private var isWebSocket = false
    private var isUpgraded = false
    /// The beginning of a line, or of a message, whose rest has not come.
    private var partial: [UInt8] = []
    /// The number of the next line of its match.
    var seen = 0

    init(socket: Socket, match: Int? = nil, seat: Int? = nil, isStalled: Bool = false) {
        (self.socket, self.match, self.seat, self.isStalled) = (socket, match, seat, isStalled)
    }

    /// Receives what has come and passes it on, after what was left of the last time, to be cut into lines.
    ///
    /// - Parameter buffer: room to receive into.
    /// - Returns: the bytes and how many of them count; nil when nothing has come.
    mutating func receive(into buffer: inout [UInt8]) throws -> (bytes: [UInt8], count: Int)? {
        switch socket.receive(into: &buffer) {
        case .wouldBlock: return nil
        case .end: throw Failure("The host closed a connection.", .unavailable)
        case .failed(let error): throw Failure("A connection broke: \(error).", .unavailable)
        case .bytes(let count) where isWebSocket:
            partial.append(contentsOf: buffer[..<count])
            let lines = try takeMessages()
            return lines.isEmpty ? nil : (lines, lines.count)
        case .bytes(let count):
            if partial.isEmpty { return (buffer, count) }
            partial.append(contentsOf: buffer[..<count])
            defer { partial = [] }
            return (partial, partial.count)
        }
    }

    /// Keeps what follows the last whole line.
    mutating func keep(_ bytes: [UInt8], _ range: Range<Int>) {
        if !range.isEmpty { partial = Array(bytes[range]) }
    }

    /// Changes over to WebSocket; the answer is the first thing that comes.
    mutating func upgrade() throws {
        let head = [
            "GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        _ = try socket.descriptor.wait(for: .writable, milliseconds: 20_000)  // Until it is connected.
        try send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        isWebSocket = true
    }

    /// Takes the whole messages that have come, as lines.
    private mutating func takeMessages() throws -> [UInt8] {
        var position = 0
        if !isUpgraded {
            let blank: [UInt8] = [13, 10, 13, 10]
            guard let end = partial.indices.first(where: { partial[$0...].starts(with: blank) }) else { return [] }
            guard partial.starts(with: "HTTP/1.1 101 ".utf8) else {
                throw Failure("The host refused WebSocket", line: partial)
            }
            (isUpgraded, position) = (true, end + blank.count)
        }
        var lines: [UInt8] = []
        while position + 2 <= partial.count {
            let isLong = partial[position + 1] == 126
            let start = position + (isLong ? 4 : 2)
            guard partial[position] == 0x81, partial[position + 1] < 127 else {
                throw Failure("The host sent an unexpected frame", line: partial[position...])
            }
            guard start <= partial.count else { break }
            let length = isLong ? Int(partial[start - 2]) << 8 | Int(partial[start - 1]) : Int(partial[start - 1])
            guard start + length <= partial.count else { break }
            lines.append(contentsOf: partial[start..<start + length])
            lines.append(UInt8(ascii: "\n"))
            position = start + length
        }
        partial.removeFirst(position)
        return lines
    }

    /// Sends a line, which the socket must take at once: there is never much on the way.
    func send(_ line: [UInt8]) throws {
        let bytes = isWebSocket ? ClientFrame.frame(opcode: 1, Array(line.dropLast())) : line
        guard socket.send(bytes) == .bytes(bytes.count) else {
            throw Failure("A connection broke, or the host does not read what it is sent.", .unavailable)
        }
    }
}

extension [UInt8] {
    /// Returns the position of the LF of the line that starts at `start`; nil if the line is incomplete.
    func lineEnd(from start: Int, count: Int) -> Int? {
        self[start..<count].firstIndex(of: UInt8(ascii: "\n"))
    }
}
