import Protocol

/// Frames that a host sends over WebSocket (RFC 6455): never masked, never in fragments.
public enum WebSocketFrame {
    /// Returns whole lines as text messages: one for each line, without its LF.
    public static func messages(_ lines: [UInt8]) -> [UInt8] {
        var frames: [UInt8] = []
        frames.reserveCapacity(lines.count + 3)  // Enough for a single line of up to 65535 bytes.
        var start = 0
        while start < lines.count {
            let end = Platform.firstIndex(of: UInt8(ascii: "\n"), in: lines, start..<lines.count) ?? lines.count
            append(opcode: 1, lines[start..<end], to: &frames)
            start = end + 1
        }
        return frames
    }

    /// Returns the answer to a ping with this payload of at most 125 bytes.
    public static func pong(_ payload: [UInt8]) -> [UInt8] { frame(opcode: 10, payload) }

    /// Returns the frame that closes a connection.
    public static func close(_ code: WebSocketCloseCode) -> [UInt8] {
        frame(opcode: 8, [UInt8(code.number >> 8), UInt8(truncatingIfNeeded: code.number)])
    }

    private static func frame(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        append(opcode: opcode, payload[...], to: &frame)
        return frame
    }

    private static func append(opcode: UInt8, _ payload: ArraySlice<UInt8>, to frames: inout [UInt8]) {
        frames.append(0x80 | opcode)
        switch payload.count {
        case ...125: frames.append(UInt8(payload.count))
        case ...0xFFFF:
            frames.append(126)
            for shift in [8, 0] { frames.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
        default:
            frames.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                frames.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        frames.append(contentsOf: payload)
    }
}

/// The code in a WebSocket close frame, by which one side says why it closes.
public struct WebSocketCloseCode: Equatable, Sendable {
    /// The number on the wire.
    public let number: UInt16

    /// Everything asked for is done.
    public static let normal = WebSocketCloseCode(number: 1000)
    /// The host stops.
    public static let goingAway = WebSocketCloseCode(number: 1001)
    /// A frame broke the protocol.
    public static let protocolError = WebSocketCloseCode(number: 1002)
    /// A message was of a kind that is not read here, such as binary.
    public static let unsupportedData = WebSocketCloseCode(number: 1003)
    /// A text message was not UTF-8.
    public static let invalidText = WebSocketCloseCode(number: 1007)

    private init(number: UInt16) { self.number = number }

    /// Checks a code that a client has sent; returns nil if no client may send it.
    init?(received number: UInt16) {
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: self.number = number
        default: return nil
        }
    }
}
