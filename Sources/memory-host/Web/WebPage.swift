import HTTP
import Protocol

/// The web page as embedded in the program: one document that holds its style and its script.
struct WebPage: Sendable {
    /// The page of this program.
    static let shared = WebPage(html: EmbeddedPage.html, compressed: EmbeddedPage.compressed)

    /// The document.
    let bytes: [UInt8]
    /// The same, compressed by gzip; nil if the program was built without gzip.
    let compressed: [UInt8]?
    /// The entity tag of ``bytes``.
    let tag: String
    /// The entity tag of ``compressed``.
    let compressedTag: String
    /// The sources of style and script that a browser may use: the hashes of those in the document.
    private let sources: (style: String, script: String)

    /// Prepares a document.
    ///
    /// - Parameter compressed: the compressed document in hexadecimal digits, if there is one.
    init(html: String, compressed: String?) {
        bytes = Array(html.utf8)
        self.compressed = compressed.map { Self.bytes(hexadecimal: Array($0.utf8)) }
        let hash = Base64.text(Array(SHA256.bytes(of: bytes).prefix(15)))
        (tag, compressedTag) = ("\"\(hash)\"", "\"\(hash)-gzip\"")
        sources = (
            Self.source(bytes, from: "<style>", to: "</style>"),
            Self.source(bytes, from: "<script type=\"module\">", to: "</script>")
        )
    }

    /// Returns the content security policy of the page for a browser that reached it by this `Host`.
    func policy(host: String) -> String { Self.policy(style: sources.style, script: sources.script, host: host) }

    /// Returns the policy of a page that takes styles and scripts from these sources.
    ///
    /// Some browsers do not count WebSocket as `'self'`, so it is named; an IPv6 address has no place in a policy.
    static func policy(style: String, script: String, host: String) -> String {
        let sockets = host.hasPrefix("[") ? "" : " ws://\(host) wss://\(host)"
        return [
            "default-src 'none'", "style-src \(style)", "script-src \(script)",
            "img-src 'self' data:", "connect-src 'self'\(sockets)", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// Returns the hash of the first text between two tags, as a source of a policy.
    private static func source(_ bytes: [UInt8], from start: String, to end: String) -> String {
        guard let first = position(of: Array(start.utf8), in: bytes[...]),
            case let text = bytes[(first + start.utf8.count)...], let last = position(of: Array(end.utf8), in: text)
        else { return "'none'" }
        return "'sha256-\(Base64.text(SHA256.bytes(of: Array(text[..<last]))))'"
    }

    private static func position(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
    }

    private static func bytes(hexadecimal digits: [UInt8]) -> [UInt8] {
        func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
    }
}
