import HTTP
import Protocol

/// The input that a connection has received and the host has not taken yet: the bytes of its client, as lines, as
/// WebSocket messages or as requests of HTTP. The first bytes tell which.
struct Inlet: Sendable {
    /// The form of what comes.
    private enum Form: Sendable {
        /// Too little has come to tell a line from a request of HTTP.
        case undecided
        /// Lines, the first of which may still turn out to be of another protocol.
        case firstLine
        case lines
        /// WebSocket messages, each of them a line.
        case messages
        /// Nothing more is read: the messages have ended with this code, the client's own or that of its fault.
        case closed(WebSocketCloseCode, isFault: Bool)
        /// Requests of HTTP.
        case requests
    }

    private var form: Form
    /// The bytes that came while the form was undecided.
    private var firstBytes: [UInt8] = []
    private var decoder = LineDecoder()
    // Optional, rather than with their forms, so that they are changed in place.
    private var messages: WebSocketDecoder?
    private var requests: HTTPRequestReader?
    /// The payload of a ping to be answered. Of several that came at once, the last one is.
    private var ping: [UInt8]?
    /// The most bytes in the head of a request.
    private let headLimit: Int
    /// The client has closed its side of the connection.
    private(set) var hasEnded = false

    /// Nothing has come.
    ///
    /// - Parameters:
    ///   - host: the address of the client.
    ///   - isWeb: true if requests of HTTP are answered; otherwise they are lines of another protocol.
    init(from host: SocketAddress.Host, isWeb: Bool) {
        form = isWeb ? .undecided : .firstLine
        headLimit = host.isLoopback ? Limits.requestBytesFromLoopback : Limits.requestBytes
    }

    // MARK: What is there

    /// Nothing at all has come.
    var isMute: Bool { if case .undecided = form { firstBytes.isEmpty } else { false } }

    /// The client speaks WebSocket.
    var isInMessages: Bool { messages != nil }

    /// The code that the messages have ended with; nil if they have not, or there never were any.
    var closeCode: WebSocketCloseCode? { if case .closed(let code, _) = form { code } else { nil } }

    /// The rule of WebSocket that the client has broken; nil if it has broken none.
    var fault: WebSocketCloseCode? { if case .closed(let code, isFault: true) = form { code } else { nil } }

    /// No more will come than is there.
    var isOver: Bool { hasEnded || closeCode != nil }

    /// Whole lines, or requests, wait to be taken.
    @inline(__always)
    var hasWaiting: Bool { if case .requests = form { requests?.hasNext ?? false } else { decoder.hasWholeLine } }

    /// The bytes that wait to be taken.
    var heldBytes: Int { decoder.heldBytes + (requests?.heldBytes ?? 0) + firstBytes.count }

    // MARK: Receiving

    /// Receives the first `count` bytes of `input`.
    ///
    /// - Parameter throttle: is charged for what is no line: discarded bytes, and frames without text.
    @inline(__always)
    mutating func receive(_ input: inout [UInt8], _ count: Int, charging throttle: inout Throttle) -> Connection.Arrival
    {
        switch form {
        case .lines, .firstLine:
            throttle.addDiscarded(decoder.receive(input, count: count))
            return .lines
        case .messages:
            decode(&input, count, charging: &throttle)
            return .lines
        case .requests:
            requests?.receive(input, count: count)
            return .requests(bytes: count)
        case .undecided:
            firstBytes += input[..<count]
            return decide(charging: &throttle)
        case .closed: return .nothing
        }
    }

    /// Decides from the first bytes whether lines or requests follow.
    private mutating func decide(charging throttle: inout Throttle) -> Connection.Arrival {
        let bytes = firstBytes
        switch FirstBytes(bytes) {
        case .incomplete: return .nothing
        case .line:
            (form, firstBytes) = (.firstLine, [])
            throttle.addDiscarded(decoder.receive(bytes, count: bytes.count))
            return .lines
        case .request:
            (form, firstBytes) = (.requests, [])
            requests = HTTPRequestReader(limit: headLimit)
            requests?.receive(bytes, count: bytes.count)
            return .requests(bytes: bytes.count)
        }
    }

    /// Decodes WebSocket messages into lines.
    private mutating func decode(_ input: inout [UInt8], _ count: Int, charging throttle: inout Throttle) {
        var (position, discarded) = (0, 0)
        while case .messages = form, let event = messages?.next(in: &input, at: &position, end: count) {
            switch event {
            case .text(let range): discarded += decoder.receive(text: input, range)
            case .messageEnd: decoder.endLine()
            case .ping(let payload): ping = payload
            case .close(let code): form = .closed(code ?? .normal, isFault: false)
            case .violation(let code): form = .closed(code, isFault: true)
            }
        }
        throttle.addDiscarded(discarded)
        throttle.addIdle(messages?.takeIdleFrames() ?? 0)
        if closeCode != nil { ping = nil }
    }

    /// Ends the input, since the client has closed its side. An unfinished line counts as one, an unfinished message or
    /// request is discarded.
    mutating func end() {
        hasEnded = true
        switch form {
        case .undecided:
            decoder.receive(firstBytes, count: firstBytes.count)
            (form, firstBytes) = (.firstLine, [])
            decoder.finish()
        case .firstLine, .lines: decoder.finish()
        case .messages, .closed, .requests: break
        }
    }

    /// Has WebSocket messages follow the request just taken; returns what has come after it.
    mutating func startMessages() -> [UInt8] {
        defer { (form, requests, messages) = (.messages, nil, WebSocketDecoder()) }
        return requests?.takeRest() ?? []
    }

    /// Drops all that has come and was not taken.
    mutating func removeAll() {
        (decoder, firstBytes, messages, requests, ping) = (LineDecoder(), [], nil, nil, nil)
    }

    // MARK: Taking

    /// Takes the payload of a ping that must be answered.
    mutating func takePing() -> [UInt8]? {
        guard ping != nil else { return nil }
        defer { ping = nil }
        return ping
    }

    /// Skips blank lines; returns their number.
    @inline(__always)
    mutating func skipBlankLines(atMost most: Int) -> Int { decoder.skipBlankLines(atMost: most) }

    /// Judges the first line, as far as it has come, until it has been judged acceptable.
    @inline(__always)
    mutating func judgeFirstLine() -> FirstLine {
        guard case .firstLine = form else {
            if case .undecided = form { return .incomplete }
            return .acceptable
        }
        return decoder.judgeFirstLine()
    }

    /// Notes that the first line is one of the host's own protocol.
    @inline(__always)
    mutating func acceptFirstLine() { if case .firstLine = form { form = .lines } }

    /// Returns true if a line waits; skips blank ones before it.
    @inline(__always)
    mutating func hasLine() -> Bool { decoder.hasLine() }

    /// Takes the next line as a request to the lobby; nil if there is none.
    @inline(__always)
    mutating func nextLine() -> Request? {
        guard let line = decoder.next() else { return nil }
        return decoder.request(line)
    }

    /// Takes the next request of HTTP.
    mutating func nextRequest() -> HTTPRequestReader.Item { requests?.next() ?? .incomplete }
}
