/// An HTTP/1.x request without a body (RFC 9110, RFC 9112).
public struct HTTPRequest: Equatable, Sendable {
    /// The methods that are answered.
    public enum Method: Equatable, Sendable {
        case get
        /// Like `get`, but without the body of the response.
        case head
    }

    /// A field of the head.
    public struct Field: Equatable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The value without surrounding spaces and tabs.
        public let value: String
    }

    /// The method.
    public let method: Method
    /// The target: a path, which begins with a slash, and a query if there is one.
    public let target: String
    /// False for HTTP/1.0.
    public let isHTTP11: Bool
    /// The fields, in order.
    public let fields: [Field]

    /// The target without its query.
    public var path: Substring { target.prefix { $0 != "?" } }

    /// The text after the first question mark of the target, with its percent-encoding undone; nil if there is no question
    /// mark, or if that text is malformed or not UTF-8.
    public var query: String? {
        var rest = target.utf8.drop { $0 != UInt8(ascii: "?") }
        guard rest.popFirst() != nil else { return nil }
        var bytes: [UInt8] = []
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                guard digits.count == 2 else { return nil }
                byte = UInt8(digits[0] << 4 | digits[1])
                rest.removeFirst(2)
            }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The client wants the connection closed after the response.
    public var wantsClose: Bool { !isHTTP11 || tokens(of: "connection").contains("close") }

    /// Returns the values of all fields with a name, given in lower case.
    public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Returns the parts, in lower case, of the lists in all fields of a name.
    public func tokens(of name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }.map { part in
            String(decoding: part.utf8.trimmingBlanks, as: UTF8.self).lowercased()
        }
    }

    /// Returns true if the client accepts the body in a coding, such as `gzip`.
    public func accepts(coding: String) -> Bool {
        let offers = tokens(of: "accept-encoding").map { $0.split(separator: ";", maxSplits: 1) }
        let offer = offers.first { $0.first?.utf8.trimmingBlanks.elementsEqual(coding.utf8) == true }
        guard
            let offer = offer ?? offers.first(where: { $0.first?.utf8.trimmingBlanks.elementsEqual("*".utf8) == true })
        else { return false }
        guard offer.count > 1 else { return true }
        let weight = offer[1].filter { $0 != " " && $0 != "\t" }
        return !(weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." })
    }

    /// Returns true if the client already has the content with this entity tag.
    public func has(entityTag: String) -> Bool {
        values(of: "if-none-match").flatMap { $0.split(separator: ",") }.contains { part in
            let tag = String(decoding: part.utf8.trimmingBlanks, as: UTF8.self)
            return tag == "*" || tag == entityTag || tag == "W/" + entityTag
        }
    }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The bytes without spaces and tabs at either end.
    var trimmingBlanks: SubSequence {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
        var rest = self[...]
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest.drop(while: isBlank)
    }
}
