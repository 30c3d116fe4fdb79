/// The handshake that turns an HTTP connection into a WebSocket (RFC 6455, section 4.2).
public enum WebSocketHandshake {
    /// The only WebSocket version supported.
    public static let version = "13"

    /// Answers a request to switch to WebSocket: by 101 if the connection now speaks it, otherwise by an error.
    public static func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == .get, request.isHTTP11, request.lists("websocket", in: "upgrade"),
            request.lists("upgrade", in: "connection")
        else {
            return .text(.upgradeRequired, "This address accepts WebSocket connections only.", offer)
        }
        let versions = request.values(of: "sec-websocket-version")
        guard versions == [version] else { return .text(.upgradeRequired, "WebSocket version 13 is required.", offer) }
        let keys = request.values(of: "sec-websocket-key")
        guard keys.count == 1, isKey(Array(keys[0].utf8)) else {
            return .text(.badRequest, "The key of the WebSocket handshake is missing or malformed.")
        }
        return HTTPResponse(
            .switchingProtocols,
            [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept(keys[0]))])
    }

    /// Returns the proof that a host has read a client's key.
    static func accept(_ key: String) -> String {
        Base64.text(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    private static let offer = [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", version),
    ]

    /// True for 16 bytes in Base64.
    private static func isKey(_ text: [UInt8]) -> Bool {
        text.count == 24 && text.hasSuffix("==")
            && text.dropLast(2).allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
