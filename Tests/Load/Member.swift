import Protocol

/// One connection of the load.
struct Member {
    let socket: Socket
    let role: Role
    /// The beginning of a line whose rest has not come.
    var partial: [UInt8] = []
    /// The number of the next line that it gets of its match.
    var seen = 0

    /// The purpose of a connection.
    enum Role: Equatable {
        /// It says nothing.
        case idle
        /// It has a name, and sits in the lobby.
        case lobby
        /// It has this seat of this match, both counted from 0.
        case player(match: Int, seat: Int)
        /// It watches this match.
        case watcher(match: Int)
        /// It watches this match, and reads nothing once it has begun.
        case stalled(match: Int)

        /// True if it reads nothing once the match has begun.
        var isStalled: Bool {
            switch self {
            case .stalled: true
            case .idle, .lobby, .player, .watcher: false
            }
        }
    }

    /// The match, by its place among those that are played.
    var match: Int? {
        switch role {
        case .idle, .lobby: nil
        case .player(let match, _), .watcher(let match), .stalled(let match): match
        }
    }

    /// Receives what has come and passes it on, after what was left of the last time, to be cut into lines.
    ///
    /// - Parameter buffer: room to receive into.
    /// - Returns: the bytes and how many of them count; nil when nothing has come.
    mutating func receive(into buffer: inout [UInt8]) throws(Failure) -> (bytes: [UInt8], count: Int)? {
        switch socket.receive(into: &buffer) {
        case .wouldBlock: return nil
        case .end: throw Failure("The host closed a connection.", .unavailable)
        case .failed(let error): throw Failure("A connection broke: \(error).", .unavailable)
        case .bytes(let count):
            if partial.isEmpty { return (buffer, count) }
            partial.append(contentsOf: buffer[..<count])
            let bytes = partial
            partial = []
            return (bytes, bytes.count)
        }
    }

    /// Keeps what follows the last whole line.
    mutating func keep(_ bytes: [UInt8], _ range: Range<Int>) {
        if !range.isEmpty { partial = Array(bytes[range]) }
    }

    /// Sends a few lines, which the socket must take at once: there is never much on the way.
    func send(_ lines: [UInt8]) throws(Failure) {
        switch socket.send(lines) {
        case .bytes(lines.count): return
        case .bytes, .wouldBlock: throw Failure("The host does not read what it is sent.", .unavailable)
        case .failed(let error): throw Failure("A connection broke: \(error).", .unavailable)
        }
    }
}

extension [UInt8] {
    /// Returns the position of the LF of the line that starts at `start`; nil if the line is incomplete.
    func lineEnd(from start: Int, count: Int) -> Int? {
        self[start..<count].firstIndex(of: UInt8(ascii: "\n"))
    }

    /// Returns true if these bytes are at the position.
    func begins(with word: [UInt8], at position: Int) -> Bool {
        self[position...].starts(with: word)
    }
}
