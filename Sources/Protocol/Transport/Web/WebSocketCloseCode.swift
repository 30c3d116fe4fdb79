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
