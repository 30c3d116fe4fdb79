import Foundation
import Protocol
import TestSupport

/// A client of a host over a socket of its own: sends bytes, and waits for lines.
final class LineClient {
    private let socket: Socket
    private var buffer = LineBuffer()
    private var isOpen = true
    private let skipsBlankLines: Bool
    /// All lines that were taken out so far.
    private(set) var lines: [String] = []

    /// Connects to a host that this test has started.
    ///
    /// - Parameter receiveBufferBytes: what the system keeps for a client that does not read; nil for as much as it
    ///   likes, which is megabytes.
    convenience init(_ host: HostProcess, receiveBufferBytes: Int32? = nil) throws {
        try self.init(to: host.address, receiveBufferBytes: receiveBufferBytes)
    }

    /// Connects to an address.
    init(to address: SocketAddress, receiveBufferBytes: Int32? = nil) throws {
        socket = try Socket.startConnecting(to: address)
        skipsBlankLines = false
        if var bytes = receiveBufferBytes {
            let size = socklen_t(MemoryLayout<Int32>.size)
            _ = unsafe setsockopt(socket.descriptor.number, SOL_SOCKET, SO_RCVBUF, &bytes, size)
        }
        do {
            try Deadline().wait(socket.descriptor, for: .writable, "a connection to \(address)")
            if let error = socket.pendingError() { throw error }
        } catch {
            close()  // And not the socket itself: whether `deinit` follows or not, it is closed once.
            throw error
        }
    }

    /// The other end of a connection that somebody has made to the test. As at a host, blank lines are passed over.
    init(accepted socket: Socket) { (self.socket, skipsBlankLines) = (socket, true) }

    deinit { close() }

    /// Sends these bytes, and takes in what comes meanwhile.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            switch socket.send(bytes, sent..<bytes.count) {
            case .bytes(let count): sent += count
            case .wouldBlock: try Deadline().wait(socket.descriptor, for: [.readable, .writable], "the host to read")
            case .failed(let error): throw error
            }
            if try socket.descriptor.wait(for: .readable, milliseconds: 0), !buffer.hasEnded {
                takeIn()
            }
        }
    }

    /// Sends as many of these bytes as the socket takes at once; returns how many. Fewer means that it is full.
    func sendWhatFits(_ bytes: [UInt8]) throws -> Int {
        switch socket.send(bytes) {
        case .bytes(let count): return count
        case .wouldBlock: return 0
        case .failed(let error): throw error
        }
    }

    /// Sends each of these lines with an LF, all at once.
    func send(_ lines: String...) throws { try send(Array(lines.map { $0 + "\n" }.joined().utf8)) }

    /// Sends a command in JSON.
    func send(_ command: Command, id: String? = nil, guards: Request.Guards? = nil) throws {
        var writer = ByteWriter()
        JSONCommands.write(command, id: id.flatMap { RequestID($0) }, guards: guards, into: &writer)
        try send(writer.drain())
    }

    /// The next line without its LF.
    ///
    /// - Throws: ``Unmet`` at the end of what the host sends, and when nothing comes.
    func nextLine() throws -> String {
        guard let line = try nextLineOrEnd() else {
            throw Unmet("the host has closed after \(lastLines)")
        }
        return line
    }

    /// The next line without its LF; nil when the host has closed its side, or the connection has broken.
    func nextLineOrEnd() throws -> String? {
        while true {
            if let line = buffer.nextLine() {
                if line.isEmpty, skipsBlankLines { continue }
                lines.append(line)
                return line
            }
            if buffer.hasEnded { return nil }
            try Deadline().wait(socket.descriptor, for: .readable, "a line; the last were \(lastLines)")
            takeIn()
        }
    }

    /// The last lines, as much of them as a message may hold.
    var lastLines: [String] { lines.suffix(3).map { String($0.prefix(200)) } }

    /// All lines until the host closes its side.
    func linesUntilEnd() throws -> [String] {
        var rest: [String] = []
        while let line = try nextLineOrEnd() { rest.append(line) }
        return rest
    }

    /// The host has closed its side, as far as the input read so far tells.
    var hasEnded: Bool { buffer.hasEnded }

    /// Returns true if more input or its end arrives within the time given, or is waiting already.
    func hasMore(within milliseconds: Int = 0) throws -> Bool {
        if !buffer.rest.isEmpty || buffer.hasEnded { return true }
        return try socket.descriptor.wait(for: .readable, milliseconds: milliseconds)
    }

    private func takeIn() {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        switch socket.receive(into: &bytes) {
        case .bytes(let count): buffer.append(bytes[..<count])
        case .wouldBlock: break
        case .end, .failed: buffer.end()
        }
    }

    /// Forgets all that has come so far.
    func forgetLines() {
        lines = []
        while buffer.nextLine() != nil {}
    }

    /// Says that nothing more will be sent, as netcat does at the end of its input.
    func finishSending() { socket.shutDownWriting() }

    /// Breaks the connection: the host gets a reset, not an end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(socket.descriptor.number, SOL_SOCKET, SO_LINGER, &option, size)
        close()
    }

    /// Closes the connection.
    func close() {
        if isOpen { socket.close() }
        isOpen = false
    }
}
