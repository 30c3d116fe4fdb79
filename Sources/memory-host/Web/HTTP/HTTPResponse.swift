/// An HTTP/1.1 response.
public struct HTTPResponse: Sendable {
    /// The statuses that are used.
    public enum Status: Int, Error, Equatable, Sendable {
        case switchingProtocols = 101
        case ok = 200
        case noContent = 204
        case found = 302
        case notModified = 304
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case upgradeRequired = 426
        case headTooLarge = 431
        case unavailable = 503
        case versionNotSupported = 505

        fileprivate var phrase: String {
            switch self {
            case .switchingProtocols: "Switching Protocols"
            case .ok: "OK"
            case .noContent: "No Content"
            case .found: "Found"
            case .notModified: "Not Modified"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .upgradeRequired: "Upgrade Required"
            case .headTooLarge: "Request Header Fields Too Large"
            case .unavailable: "Service Unavailable"
            case .versionNotSupported: "HTTP Version Not Supported"
            }
        }

        /// True if the request was refused, which ends the connection; a page that is not found does not.
        public var isRefusal: Bool { rawValue >= 400 && self != .notFound }

        /// False for a status that never has a body, nor a length of one.
        fileprivate var hasBody: Bool {
            switch self {
            case .switchingProtocols, .noContent, .notModified: false
            default: true
            }
        }
    }

    public let status: Status
    /// Names and values of its fields, in order, without the body's length.
    private var fields: [(String, String)]
    /// The body; empty if there is none.
    public let body: [UInt8]
    /// The requests that the request is charged as, without the bytes of the body.
    public var weight = 1

    /// Creates a response.
    public init(_ status: Status, _ fields: [(String, String)] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// Creates a response for people to read: one sentence.
    public static func text(_ status: Status, _ sentence: String, _ fields: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(
            status, [("Content-Type", "text/plain; charset=utf-8")] + fields, body: Array((sentence + "\n").utf8))
    }

    /// Adds fields after those that are there.
    public mutating func add(_ more: [(String, String)]) { fields += more }

    /// The value of the first field of a name.
    public subscript(name: String) -> String? { fields.first { $0.0 == name }?.1 }

    /// Returns the head, up to and including the blank line.
    public var head: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        func append(_ parts: String...) { for part in parts { bytes += part.utf8 } }
        append("HTTP/1.1 ", "\(status.rawValue)", " ", status.phrase, "\r\n")
        for (name, value) in fields { append(name, ": ", value, "\r\n") }
        if status.hasBody { append("Content-Length: ", "\(body.count)", "\r\n") }
        append("\r\n")
        return bytes
    }
}
