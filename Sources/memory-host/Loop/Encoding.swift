import HTTP
import Protocol

/// The form in which events are written for a client: a dialect, in lines or in WebSocket messages.
enum Encoding: Equatable, Sendable {
    case jsonLines
    case plainLines
    case jsonMessages
    case plainMessages

    /// True for WebSocket messages.
    var isMessages: Bool { self == .jsonMessages || self == .plainMessages }

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

    /// Encodes a message as it is sent.
    func encode(_ message: Message, using writer: inout ByteWriter) -> [UInt8] {
        framed(dialect.encode(message, using: &writer))
    }

    /// Encodes a message as it is sent, where it does not matter what that costs.
    func encode(_ message: Message) -> [UInt8] { framed(dialect.encode(message)) }

    /// Returns lines as they are sent.
    func framed(_ lines: [UInt8]) -> [UInt8] { isMessages ? WebSocketFrame.messages(lines) : lines }
}

extension Dialect {
    /// Encodes a message as lines.
    func encode(_ message: Message, using writer: inout ByteWriter) -> [UInt8] {
        switch self {
        case .json: JSONEvents.write(message, into: &writer)
        case .plain: PlainEvents.write(message, into: &writer)
        }
        return writer.drain()
    }

    /// Encodes a message as lines, where it does not matter what that costs.
    func encode(_ message: Message) -> [UInt8] {
        var writer = ByteWriter()
        return encode(message, using: &writer)
    }
}
