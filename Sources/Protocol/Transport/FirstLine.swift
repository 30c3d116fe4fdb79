/// The judgement of the first line of a connection, or of as much of it as has arrived.
///
/// A web page can have a browser send nearly any text to any address, but only behind the first line of a request. So
/// nothing on a connection that begins with such a line may be obeyed. Lines of other
/// protocols are recognized, too.
public enum FirstLine: Sendable {
    /// More of it must arrive.
    case incomplete
    /// It may be a command.
    case acceptable
    /// It belongs to another protocol: HTTP, SSH, or one that begins with a control character, such as TLS.
    case foreign

    /// Judges the beginning of a line.
    init(unfinished text: ArraySlice<UInt8>) {
        self = Self.beginsWithControl(Self.withoutBlanks(text)) ? .foreign : .incomplete
    }

    /// Judges a whole line.
    ///
    /// - Parameters:
    ///   - line: the line, or the beginning of one that is too long.
    ///   - isTooLong: true if the end is missing; a method of HTTP is then enough.
    init(_ line: ArraySlice<UInt8>, isTooLong: Bool = false) {
        let text = Self.withoutBlanks(line)
        let words = text.split(separator: 32)
        let isRequest =
            Self.isMethod(words.first) && words.count > 1
            && (isTooLong || words.contains { $0.starts(with: "HTTP/".utf8) })
        let isForeign =
            isRequest || Self.beginsWithControl(text)
            || ["Host:", "SSH-"].contains { text.starts(with: $0.utf8) }
        self = isForeign ? .foreign : .acceptable
    }

    private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        return text.dropFirst(text.starts(with: mark) ? mark.count : 0).drop { [9, 10, 13, 32].contains($0) }
    }

    private static func beginsWithControl(_ text: ArraySlice<UInt8>) -> Bool { text.first.map { $0 < 32 } ?? false }

    private static func isMethod(_ word: ArraySlice<UInt8>?) -> Bool {
        word?.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    }
}

/// The judgement of the first bytes of a connection to a host that serves a web page: a request is told from a line
/// before it is complete, and whatever its length.
public enum FirstBytes: Sendable {
    /// More of them must arrive.
    case incomplete
    /// A request of HTTP: a method, and a target that is a path, an address or everything. No command begins like it.
    case request
    /// Anything else.
    case line

    // Other methods are requests, too, so that those who send them are told which there are.
    private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]
    private static let requests = methods.flatMap { method in
        ["/", "http://", "HTTP://", "*"].map { Array("\(method) \($0)".utf8) }
    }
    private static let blankLine: [UInt8] = [13, 10]

    /// Judges all bytes so far.
    public init(_ bytes: [UInt8]) {
        // One blank line before a request is ignored (RFC 9112, section 2.2).
        let text = bytes.dropFirst(bytes.starts(with: Self.blankLine) ? 2 : 0)
        if Self.requests.contains(where: { text.starts(with: $0) }) {
            self = .request
        } else {
            let mayBecomeOne = Self.requests.contains { $0.starts(with: text) } || Self.blankLine.starts(with: bytes)
            self = mayBecomeOne ? .incomplete : .line
        }
    }
}
