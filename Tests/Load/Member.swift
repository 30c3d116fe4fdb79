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
    /// The beginning of a line whose rest has not come.
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

    /// Sends a line, which the socket must take at once: there is never much on the way.
    func send(_ line: [UInt8]) throws {
        guard socket.send(line) == .bytes(line.count) else {
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
