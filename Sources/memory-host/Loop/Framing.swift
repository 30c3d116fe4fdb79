import Protocol

/// What is known of the first bytes of a connection.
enum Opening: Sendable {
    /// These bytes may begin a line or a request of HTTP.
    case undecided([UInt8])
    /// They begin a line, perhaps of another protocol.
    case line

    /// Nothing at all has come.
    var isMute: Bool { if case .undecided(let bytes) = self { bytes.isEmpty } else { false } }
}

/// The framing of what a client sends.
enum Framing: Sendable {
    /// Its first line is not complete.
    case opening(Opening)
    /// Lines, each with its LF.
    case lines
    /// WebSocket messages, each of them a line.
    case messages(WebSocketDecoder)
    /// The messages have ended with this code, the client's own or that of its fault.
    case closed(WebSocketCloseCode, isFault: Bool)

    /// The messages have ended.
    var isClosed: Bool { if case .closed = self { true } else { false } }
}

/// The form in which events are written for a client: a dialect, in lines or in WebSocket messages.
enum Encoding: Equatable, Sendable {
    case jsonLines
    case plainLines
    case jsonMessages
    case plainMessages

    /// True for WebSocket messages.
    var isMessages: Bool { self == .jsonMessages || self == .plainMessages }

    /// The dialect.
    var dialect: Dialect { self == .jsonLines || self == .jsonMessages ? .json : .plain }

    /// The same dialect in messages.
    var inMessages: Encoding { dialect == .json ? .jsonMessages : .plainMessages }

    /// A dialect in the same framing.
    func with(_ dialect: Dialect) -> Encoding {
        switch dialect {
        case .json: isMessages ? .jsonMessages : .jsonLines
        case .plain: isMessages ? .plainMessages : .plainLines
        }
    }
}
