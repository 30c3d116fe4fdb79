public import Protocol

// Bytes go in as they arrive, requests come out, without I/O or waiting.
//
// Everything that two readers of one request could understand differently is refused: a CR within a line, a folded
// field, a blank before a colon, a second `Host`, any body. So what a browser was made to send is never taken for
// something else. A line may end in LF alone (RFC 9112, section 2.2), as people and simple programs send it: no browser
// lets a page put an LF into a head, and a proxy that takes one for a part of a line would break the standard.
//
// Each byte is looked at a fixed number of times, however it arrives; a head that is too long is refused before more of
// it is kept.

/// Cuts the bytes from one client into HTTP/1.x requests.
public struct HTTPRequestReader: Sendable {
    /// The next thing in the input.
    public enum Item: Equatable, Sendable {
        /// More of it must arrive.
        case incomplete
        case request(HTTPRequest)
        /// A request that is refused by this status. Nothing after it can be read.
        case refused(HTTPResponse.Status)
    }

    private enum State: Sendable {
        case reading
        /// A whole head is there, up to this index.
        case head(end: Int)
        case refused(HTTPResponse.Status)
    }

    private static let lineFeed: UInt8 = 10
    private static let carriageReturn: UInt8 = 13

    /// The most bytes in a head.
    private let limit: Int
    private var bytes: [UInt8] = []
    /// The start of the head that is being read.
    private var start = 0
    /// The start of its line that is still unfinished.
    private var lineStart = 0
    private var state = State.reading
    /// A blank line came before the request.
    private var hasSkippedLine = false

    /// Creates a reader that has received nothing.
    ///
    /// - Parameter limit: the most bytes in a head.
    public init(limit: Int = Limits.requestBytes) { self.limit = limit }

    /// The number of bytes received and not yet consumed.
    public var heldBytes: Int { bytes.count - start }

    /// True if ``next()`` will return anything other than ``Item/incomplete``.
    public var hasNext: Bool { if case .reading = state { false } else { true } }

    /// Adds the first `count` bytes of `input`, as received. They are ignored after a request that was refused.
    public mutating func receive(_ input: [UInt8], count: Int) {
        precondition(count >= 0 && count <= input.count)
        if case .refused = state { return }
        if start > 0 {
            bytes.removeSubrange(..<start)
            lineStart -= start
            if case .head(let end) = state { state = .head(end: end - start) }
            start = 0
        }
        let known = bytes.count
        bytes += input[..<count]
        if case .reading = state { findEnd(from: known) }
    }

    /// Takes the next request.
    public mutating func next() -> Item {
        switch state {
        case .reading: return .incomplete
        case .refused(let status): return .refused(status)
        case .head(let end):
            let outcome = HTTPHead.read(Array(bytes[start..<end]))
            beginHead(at: end)
            (state, hasSkippedLine) = (.reading, false)
            if case .refused(let status) = outcome { refuse(status) } else { findEnd(from: start) }
            return outcome
        }
    }

    /// Takes the bytes that follow the last request, because they are not HTTP.
    public mutating func takeRest() -> [UInt8] {
        defer { self = HTTPRequestReader(limit: limit) }
        return Array(bytes[start...])
    }

    /// Begins the next head, and keeps no storage if nothing of it has arrived.
    private mutating func beginHead(at index: Int) {
        (start, lineStart) = (index, index)
        if start == bytes.count { (bytes, start, lineStart) = ([], 0, 0) }
    }

    /// Looks for the blank line at the end of the head in bytes not yet looked at.
    private mutating func findEnd(from first: Int) {
        var next = first
        while let end = Platform.firstIndex(of: Self.lineFeed, in: bytes, next..<bytes.count) {
            next = end + 1
            // The length first: in pieces, a head that is too long is refused before its line ends.
            guard next - start <= limit else { return refuse(.headTooLarge) }
            let isCRLF = end > lineStart && bytes[end - 1] == Self.carriageReturn
            let line = lineStart..<(isCRLF ? end - 1 : end)
            if !line.isEmpty {
                guard isPlausible(line) else { return refuse(.badRequest) }
                lineStart = next
            } else if lineStart == start {  // One blank line before the request is ignored (RFC 9112, section 2.2).
                guard !hasSkippedLine else { return refuse(.badRequest) }
                hasSkippedLine = true
                beginHead(at: next)
                next = start
            } else {
                state = .head(end: next)
                return
            }
        }
        if heldBytes > limit { refuse(.headTooLarge) }
    }

    /// Returns false for a line that no head has: lines of another protocol are refused at once, since the blank line at
    /// the end of a head might never come.
    private func isPlausible(_ line: Range<Int>) -> Bool {
        guard line.lowerBound == start else { return HTTPHead.nameEnd(of: line, in: bytes) != nil }
        guard let blank = bytes[line].lastIndex(of: 32) else { return false }
        return bytes[(blank + 1)..<line.upperBound].starts(with: "HTTP/".utf8)
    }

    private mutating func refuse(_ status: HTTPResponse.Status) {
        (bytes, start, lineStart, state) = ([], 0, 0, .refused(status))
    }
}
