/// Reads the head of a request that is complete.
enum HTTPHead {
    /// Reads lines that each end in CRLF, the last of them blank.
    static func read(_ head: ArraySlice<UInt8>) -> HTTPRequestReader.Outcome {
        let lines = head.split(separator: 10).map { $0.dropLast() }
        guard let first = lines.first else { return .refused(.badRequest) }
        let words = first.split(separator: 32, omittingEmptySubsequences: false)
        guard words.count == 3 else { return .refused(.badRequest) }
        let method: HTTPRequest.Method
        switch String(decoding: words[0], as: UTF8.self) {
        case "GET": method = .get
        case "HEAD": method = .head
        default: return .foreign
        }
        guard words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ $0 > 32 && $0 < 127 }) else {
            return .refused(.badRequest)
        }
        guard words[2].starts(with: "HTTP/".utf8) else { return .refused(.badRequest) }
        guard words[2].starts(with: "HTTP/1.".utf8), words[2].count == 8, isDigit(words[2].last) else {
            return .refused(.versionNotSupported)
        }
        guard lines.count - 2 <= Limits.Internal.requestFields else { return .refused(.headTooLarge) }
        guard let fields = fields(lines.dropFirst().dropLast()) else { return .refused(.badRequest) }
        let request = HTTPRequest(
            method: method, target: String(decoding: words[1], as: UTF8.self),
            isHTTP11: words[2].last != UInt8(ascii: "0"), fields: fields)
        return isComplete(request) ? .request(request) : .refused(.badRequest)
    }

    /// A request names its host once, and has no body.
    private static func isComplete(_ request: HTTPRequest) -> Bool {
        request.values(of: "host").count == 1 && request.values(of: "transfer-encoding").isEmpty
            && request.values(of: "content-length").allSatisfy { $0 == "0" }
    }

    private static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [HTTPRequest.Field]? {
        var fields: [HTTPRequest.Field] = []
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let (name, value) = (line[..<colon], line[(colon + 1)...])
            guard !name.isEmpty, name.allSatisfy(isNameByte), value.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 })
            else { return nil }
            fields.append(
                HTTPRequest.Field(
                    name: String(decoding: name, as: UTF8.self).lowercased(),
                    value: String(decoding: value.trimmingBlanks, as: UTF8.self)))
        }
        return fields
    }

    /// True for a byte that a field's name may have: no blank, for example, so that no line continues another.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: isDigit(byte) || nameMarks.contains(byte)
        }
    }

    private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { 48...57 ~= $0 } ?? false }

    private static let nameMarks = Array("!#$%&'*+-.^_`|~".utf8)
}
