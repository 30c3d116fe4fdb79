import Protocol

/// The framing of the bytes on a connection.
enum Framing: Sendable {
    /// It is not known yet: these first bytes may begin a line or a request.
    case undecided([UInt8])
    /// Lines, each with its LF.
    case lines
    /// HTTP requests.
    case requests(HTTPRequestReader)
    /// WebSocket messages, each of them a line.
    case messages(WebSocketDecoder)
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
}
