/// An HTTP/1.1 response.
public struct HTTPResponse: Equatable, Sendable {
    /// The statuses that are used.
    public enum Status: Int, Equatable, Sendable {
        case switchingProtocols = 101
        case ok = 200
        case noContent = 204
        case notModified = 304
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case upgradeRequired = 426
        case tooManyRequests = 429
        case headTooLarge = 431
        case versionNotSupported = 505

        fileprivate var phrase: String {
            switch self {
            case .switchingProtocols: "Switching Protocols"
            case .ok: "OK"
            case .noContent: "No Content"
            case .notModified: "Not Modified"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .upgradeRequired: "Upgrade Required"
            case .tooManyRequests: "Too Many Requests"
            case .headTooLarge: "Request Header Fields Too Large"
            case .versionNotSupported: "HTTP Version Not Supported"
            }
        }

        /// False for a status that never has a body, nor a length of one.
        fileprivate var hasBody: Bool {
            switch self {
            case .switchingProtocols, .noContent, .notModified: false
            default: true
            }
        }
    }

    /// The status.
    public let status: Status
    /// Names and values of its fields, in order, without the body's length.
    private(set) var fields: [HTTPRequest.Field]
    /// The body; empty if there is none.
    public let body: [UInt8]

    /// Creates a response.
    public init(_ status: Status, _ fields: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields.map { HTTPRequest.Field(name: $0.0, value: $0.1) }
        self.body = body
    }

    /// Creates a response for people to read: one sentence.
    public static func text(_ status: Status, _ sentence: String, _ fields: [(String, String)] = []) -> HTTPResponse {
        HTTPResponse(
            status, [("Content-Type", "text/plain; charset=utf-8")] + fields, body: Array((sentence + "\n").utf8))
    }

    /// Adds fields after those that are there.
    public mutating func add(_ more: [(String, String)]) {
        fields += more.map { HTTPRequest.Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field of a name.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns the head, up to and including the blank line.
    public var head: [UInt8] {
        var lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"] + fields.map { "\($0.name): \($0.value)" }
        if status.hasBody { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
