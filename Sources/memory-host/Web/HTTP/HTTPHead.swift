import Protocol

/// Reads the head of a request that is complete, in one pass over its bytes.
struct HTTPHead {
    /// Fields in the head of a request, at most.
    static let fieldLimit = 100

    private let bytes: [UInt8]
    private var position: Int

    /// Reads lines that each end in CRLF or in LF alone, the last of them blank.
    static func read(_ bytes: [UInt8]) -> HTTPRequestReader.Item {
        var head = HTTPHead(bytes)
        do throws(HTTPResponse.Status) {
            return .request(try head.request())
        } catch {
            return .refused(error)
        }
    }

    private init(_ bytes: [UInt8]) { (self.bytes, position) = (bytes, 0) }

    private mutating func request() throws(HTTPResponse.Status) -> HTTPRequest {
        guard let first = nextLine() else { throw .badRequest }
        let methodEnd = Platform.firstIndex(of: 32, in: bytes, first) ?? first.upperBound
        guard first.lowerBound < methodEnd, bytes[first.lowerBound..<methodEnd].allSatisfy(Self.isTokenByte) else {
            throw .badRequest
        }
        let isHead = bytes[first.lowerBound..<methodEnd].elementsEqual("HEAD".utf8)
        guard isHead || bytes[first.lowerBound..<methodEnd].elementsEqual("GET".utf8) else { throw .methodNotAllowed }
        guard methodEnd < first.upperBound,
            let targetEnd = Platform.firstIndex(of: 32, in: bytes, methodEnd + 1..<first.upperBound)
        else { throw .badRequest }
        let target = methodEnd + 1..<targetEnd
        guard target.allSatisfy({ bytes[$0] > 32 && bytes[$0] < 127 }) else { throw .badRequest }
        let isHTTP11 = try isHTTP11(targetEnd + 1..<first.upperBound)
        let (authority, path) = try parts(of: target)
        let request = HTTPRequest(
            method: isHead ? .head : .get, isHTTP11: isHTTP11, head: bytes, authority: authority, target: path,
            fields: try fields())
        guard isComplete(request) else { throw .badRequest }
        return request
    }

    /// Returns the next line without its end; nil for the blank one at the end.
    private mutating func nextLine() -> Range<Int>? {
        let feed = Platform.firstIndex(of: 10, in: bytes, position..<bytes.count) ?? bytes.count
        defer { position = feed + 1 }
        let end = feed > position && bytes[feed - 1] == 13 ? feed - 1 : feed
        return end > position ? position..<end : nil
    }

    private func isHTTP11(_ version: Range<Int>) throws(HTTPResponse.Status) -> Bool {
        let text = bytes[version]
        guard text.starts(with: "HTTP/".utf8), Platform.firstIndex(of: 32, in: bytes, version) == nil else {
            throw .badRequest
        }
        guard text.starts(with: "HTTP/1.".utf8), text.count == 8, let digit = text.last, 48...57 ~= digit else {
            throw .versionNotSupported
        }
        return digit != 48
    }

    /// Splits a target into its authority, which only one in absolute form has, and its path with the query.
    private func parts(
        of target: Range<Int>
    ) throws(HTTPResponse.Status) -> (authority: Range<Int>?, path: Range<Int>) {
        if target.isEmpty { throw .badRequest }
        if bytes[target.lowerBound] == UInt8(ascii: "/") { return (nil, target) }
        let scheme = "http://"
        let start = target.lowerBound + scheme.utf8.count
        guard start < target.upperBound,
            zip(bytes[target.lowerBound..<start], scheme.utf8).allSatisfy({ $0.inLowerCase == $1 })
        else { throw .badRequest }
        let end = (start..<target.upperBound).first {
            bytes[$0] == UInt8(ascii: "/") || bytes[$0] == UInt8(ascii: "?")
        }
        return (start..<(end ?? target.upperBound), (end ?? target.upperBound)..<target.upperBound)
    }

    /// A request names its host once, which one of HTTP/1.0 may leave out, and has no body.
    private func isComplete(_ request: HTTPRequest) -> Bool {
        let hosts = request.count(of: "host")
        return (hosts == 1 || hosts == 0 && !request.isHTTP11) && request.count(of: "transfer-encoding") == 0
            && request.count(of: "content-length") { range in
                range.count != 1 || bytes[range.lowerBound] != UInt8(ascii: "0")
            } == 0
    }

    private mutating func fields() throws(HTTPResponse.Status) -> [HTTPRequest.Field] {
        var fields: [HTTPRequest.Field] = []
        fields.reserveCapacity(16)
        while let line = nextLine() {
            guard fields.count < Self.fieldLimit else { throw .headTooLarge }
            guard let colon = Self.nameEnd(of: line, in: bytes),
                bytes[(colon + 1)..<line.upperBound].allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 })
            else { throw .badRequest }
            let value = bytes.trimmingBlanks(colon + 1..<line.upperBound)
            fields.append(HTTPRequest.Field(name: line.lowerBound..<colon, value: value))
        }
        return fields
    }

    /// Returns the end of a field's name, where its colon is; nil for a line that is no field.
    static func nameEnd(of line: Range<Int>, in bytes: [UInt8]) -> Int? {
        guard let colon = Platform.firstIndex(of: UInt8(ascii: ":"), in: bytes, line), colon > line.lowerBound,
            bytes[line.lowerBound..<colon].allSatisfy(isTokenByte)
        else { return nil }
        return colon
    }

    /// True for a byte that a method or a field's name may have: no blank, for example, so that no line continues
    /// another.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "!"),
            UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension UInt8 {
    /// The byte, with a letter of ASCII in lower case.
    var inLowerCase: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}

extension [UInt8] {
    /// Returns a range without the spaces and tabs at either end.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
        var (first, last) = (range.lowerBound, range.upperBound)
        while last > first, isBlank(self[last - 1]) { last -= 1 }
        while first < last, isBlank(self[first]) { first += 1 }
        return first..<last
    }

    /// Returns true if a range is this text; `text` is in lower case, and letters of the range count in either case.
    func isText(_ range: Range<Int>, inAnyCase text: String) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            guard self[index].inLowerCase == byte else { return false }
            index += 1
        }
        return true
    }

    /// Returns true if a range is exactly this text.
    func isText(_ range: Range<Int>, _ text: String) -> Bool {
        range.count == text.utf8.count && self[range].elementsEqual(text.utf8)
    }
}
