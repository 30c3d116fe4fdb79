import HTTP
import Protocol

extension Farewell {
    /// The client broke the rules of WebSocket, or sent something that is not read here.
    ///
    /// - Parameter code: the code that the connection is closed with.
    static func brokenWebSocket(_ code: WebSocketCloseCode) -> Farewell {
        let fault =
            switch code {
            case .unsupportedData: "a message that is not text"
            case .invalidText: "text that is not UTF-8"
            default: "a WebSocket frame that the standard forbids"
            }
        return Farewell(reason: "bad_websocket", message: "Your client sent \(fault).", retry: false)
    }
}
