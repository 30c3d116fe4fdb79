import Protocol

/// An HTTP/1.x request without a body (RFC 9110, RFC 9112).
///
/// It keeps the bytes of its head. Names, values and the elements of lists are compared there: a list of ten thousand
/// elements costs no more than reading its bytes.
public struct HTTPRequest: Equatable, Sendable {
    /// The methods that are answered.
    public enum Method: Equatable, Sendable {
        case get
        /// Like `get`, but without the body of the response.
        case head
    }

    /// A field: the ranges of its name and of its value, which has no blanks at either end.
    struct Field: Equatable, Sendable {
        let name: Range<Int>
        let value: Range<Int>
    }

    public let method: Method
    /// False for HTTP/1.0.
    public let isHTTP11: Bool
    private let head: [UInt8]
    private let authorityRange: Range<Int>?
    private let targetRange: Range<Int>
    private let pathRange: Range<Int>
    private let fields: [Field]

    init(
        method: Method, isHTTP11: Bool, head: [UInt8], authority: Range<Int>?, target: Range<Int>, fields: [Field]
    ) {
        (self.method, self.isHTTP11, self.head, self.fields) = (method, isHTTP11, head, fields)
        (authorityRange, targetRange) = (authority, target)
        let end = Platform.firstIndex(of: UInt8(ascii: "?"), in: head, target) ?? target.upperBound
        pathRange = target.lowerBound..<end
    }

    /// The number of bytes in the head.
    public var headBytes: Int { head.count }

    /// The target's path, which begins with a slash.
    public var path: String { pathRange.isEmpty ? "/" : text(pathRange) }

    /// The number of bytes in the path, so that a long one need not be compared with anything.
    public var pathBytes: Int { max(1, pathRange.count) }

    /// The host and the port that a target in absolute form names, which count instead of those in `Host`; nil for one
    /// that is only a path.
    public var authority: String? { authorityRange.map(text) }

    /// The text after the first question mark of the target, with its percent-encoding undone.
    ///
    /// - Parameter most: the most bytes it may have, once decoded.
    /// - Returns: nil if there is no question mark, or if the text is longer, malformed or not UTF-8.
    public func query(atMost most: Int) -> String? {
        let encoded = pathRange.upperBound + 1..<max(pathRange.upperBound + 1, targetRange.upperBound)
        guard pathRange.upperBound < targetRange.upperBound, encoded.count <= 3 * most else { return nil }
        var bytes: [UInt8] = []
        var next = encoded.lowerBound
        while next < encoded.upperBound {
            var byte = head[next]
            next += 1
            if byte == UInt8(ascii: "%") {
                guard next + 2 <= encoded.upperBound, let high = head[next].hexValue,
                    let low = head[next + 1].hexValue
                else { return nil }
                byte = high << 4 | low
                next += 2
            }
            bytes.append(byte)
        }
        return bytes.count <= most ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// The client wants the connection closed after the response.
    public var wantsClose: Bool { !isHTTP11 || lists("close", in: "connection") }

    /// Returns the values of all fields with a name, given in lower case.
    public func values(of name: String) -> [String] {
        fields.filter { head.isText($0.name, inAnyCase: name) }.map { text($0.value) }
    }

    /// Returns true if there is a field with a name, given in lower case.
    public func has(field name: String) -> Bool { fields.contains { head.isText($0.name, inAnyCase: name) } }

    /// Returns the number of fields with a name, given in lower case, whose value passes a test.
    func count(of name: String, where passes: (Range<Int>) -> Bool = { _ in true }) -> Int {
        fields.reduce(0) { $0 + (head.isText($1.name, inAnyCase: name) && passes($1.value) ? 1 : 0) }
    }

    /// Returns true if the lists in the fields of a name have this element. Both are given in lower case; in the
    /// fields, case does not matter.
    public func lists(_ element: String, in name: String) -> Bool {
        hasElement(of: name) { head.isText($0, inAnyCase: element) }
    }

    /// Returns true if the client accepts the body in a coding, such as `gzip`.
    public func accepts(coding: String) -> Bool {
        var ofAny: Bool?
        var ofCoding: Bool?
        _ = hasElement(of: "accept-encoding") { element in
            let end = Platform.firstIndex(of: UInt8(ascii: ";"), in: head, element) ?? element.upperBound
            let name = head.trimmingBlanks(element.lowerBound..<end)
            if head.isText(name, inAnyCase: coding) {
                ofCoding = hasWeight(end..<element.upperBound)
            } else if ofAny == nil, head.isText(name, "*") {
                ofAny = hasWeight(end..<element.upperBound)
            }
            return ofCoding != nil
        }
        return ofCoding ?? ofAny ?? false
    }

    /// Returns true if the client already has the content with this entity tag.
    public func has(entityTag: String) -> Bool {
        let weak = "W/" + entityTag
        return hasElement(of: "if-none-match") { element in
            head.isText(element, entityTag) || head.isText(element, weak) || head.isText(element, "*")
        }
    }

    /// Returns false for `;q=0`, with any number of zeros behind a point, and any blanks.
    private func hasWeight(_ parameter: Range<Int>) -> Bool {
        var place = 0
        let start: [UInt8] = Array(";q=0".utf8)
        for index in parameter where head[index] != 32 && head[index] != 9 {
            let byte = head[index]
            let fits = place < start.count ? byte.inLowerCase == start[place] : byte == 48 || byte == UInt8(ascii: ".")
            guard fits else { return true }
            place += 1
        }
        return place < start.count
    }

    /// Returns true if an element of the lists in the fields of a name, without blanks around it, passes a test.
    private func hasElement(of name: String, where passes: (Range<Int>) -> Bool) -> Bool {
        for field in fields where head.isText(field.name, inAnyCase: name) {
            var start = field.value.lowerBound
            while start < field.value.upperBound {
                let end =
                    Platform.firstIndex(of: UInt8(ascii: ","), in: head, start..<field.value.upperBound)
                    ?? field.value.upperBound
                if passes(head.trimmingBlanks(start..<end)) { return true }
                start = end + 1
            }
        }
        return false
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: head[range], as: UTF8.self) }
}
