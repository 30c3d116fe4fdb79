// Bytes go in as they arrive, lines come out, without I/O or waiting: having no line yet is an ordinary result.
//
// `bytes` is laid out as
//
//     0 ........ start ........................ tail .................... end ..... bytes.count
//     consumed   whole lines, each with its LF   unfinished line             room
//
// Once everything has been consumed, new bytes are stored from the front again: nothing moves, grows or shrinks for a
// client that sends one line at a time.
//
// `tail` is maintained by `receive`, which looks only at new bytes, so a line that arrives byte by byte costs no more
// than one that arrives at once. A line that reaches the limit without an LF is too long whatever follows: its rest is
// dropped on arrival, and the bytes held, including its LF, exceed the limit, which tells `next`. So an unfinished
// line never holds more than the limit.
//
// A connection waiting for its client holds nothing, or the few bytes of storage that its last line needed.

/// Splits the bytes from one client into lines.
public struct LineDecoder: Sendable {
    /// The bytes from a client up to an LF.
    public enum Line: Hashable, Sendable {
        /// The line's range in `bytes`, without its LF, a preceding carriage return and a leading byte-order mark.
        /// Never blank; valid until the next call of a mutating function.
        case text(Range<Int>)
        /// A discarded line, longer than the limit including its LF.
        case tooLong
    }

    /// Storage that an idle connection may keep, in bytes.
    private static let idleBytes = 512
    private static let lineFeed: UInt8 = 10
    private static let lineEnd = [lineFeed]
    private static let carriageReturn: UInt8 = 13

    /// The storage that lines refer to. A copy that outlives the next `receive` makes that call copy the storage.
    public private(set) var bytes: [UInt8] = []
    private var start = 0
    private var tail = 0
    private var end = 0
    private var telnet = TelnetFilter()
    private var state = State.reading

    private enum State: Sendable {
        case reading
        /// The line at `tail` is too long; its rest is dropped.
        case dropping
        /// The client won't send anything more.
        case finished
    }

    /// Maximum bytes in a line, including its LF.
    private let limit: UInt32  // Keeps the decoder small.

    /// Creates a decoder that discards lines longer than `limit` bytes, including the LF.
    ///
    /// The default is the limit for clients' lines; pass another one to read from a host.
    public init(limit: Int = Limits.lineBytes) { self.limit = UInt32(limit) }

    /// The number of bytes received and not yet consumed.
    public var heldBytes: Int { end - start }

    /// True if a whole line is waiting, even a blank one.
    public var hasWholeLine: Bool { start < tail }

    /// Adds the first `count` bytes of `input`, as received.
    ///
    /// Lines need not be consumed right away; the bytes of all of them are held.
    ///
    /// - Returns: the number of bytes discarded: negotiation of telnet, and the rest of lines that are too long.
    @discardableResult
    public mutating func receive(_ input: [UInt8], count: Int) -> Int {
        precondition(count >= 0 && count <= input.count)
        if case .finished = state { return 0 }
        if telnet.isAllText(input, count: count) { return append(input, 0..<count) }
        var text: [UInt8] = []
        telnet.filter(input, count: count, into: &text)
        return max(0, count - text.count) + append(text, text.indices)
    }

    /// Skips blank lines before the next line that isn't.
    ///
    /// - Parameter most: the most to skip.
    /// - Returns: the number of those skipped.
    public mutating func skipBlankLines(atMost most: Int) -> Int {
        var count = 0
        while count < most, start < tail, Self.mayBeBlank(bytes[start]) {
            let end = Platform.firstIndex(of: Self.lineFeed, in: bytes, start..<tail) ?? tail - 1
            guard !isTooLong(start..<end), trimmed(start..<end) == nil else { break }
            start = end + 1
            count += 1
        }
        return count
    }

    /// Adds a part of `text`, in which nothing is a command of telnet.
    ///
    /// - Returns: the number of bytes discarded: the rest of lines that are too long.
    @discardableResult
    public mutating func receive(text: [UInt8], _ range: Range<Int>) -> Int { append(text, range) }

    /// Ends the unfinished line, if there is one, as if its LF had arrived.
    public mutating func endLine() { if tail < end { append(Self.lineEnd, 0..<1) } }

    /// Ends the input, as the client won't send anything more; an unfinished line counts as if its LF had arrived.
    public mutating func finish() {
        if case .finished = state { return }
        var text: [UInt8] = []
        telnet.flushHeld(into: &text)
        append(text, text.indices)
        endLine()
        state = .finished
    }

    /// Returns true if a line that begins with this byte may be blank: most lines are not even searched for their end.
    private static func mayBeBlank(_ byte: UInt8) -> Bool {
        byte == lineFeed || byte == carriageReturn || byte == 32 || byte == 9 || byte == 0xef
    }

    /// Returns true if a non-blank line is waiting; skips blank ones before it.
    public mutating func hasLine() -> Bool { peek() != nil }

    /// Judges the first non-blank line, as far as it has arrived; skips blank ones before it.
    public mutating func judgeFirstLine() -> FirstLine {
        switch peek()?.line {
        case .text(let range): FirstLine(bytes[range])
        case .tooLong: FirstLine(bytes[start..<tail], isTooLong: true)
        case nil: FirstLine(unfinished: bytes[start..<end])
        }
    }

    /// Returns the next non-blank line; nil until more arrives.
    public mutating func next() -> Line? {
        guard let (line, end) = peek() else { return nil }
        start = end + 1
        return line
    }
}

extension LineDecoder {
    /// Skips blank lines; returns the line after them, if there is one, and the index of its LF.
    @inline(__always)
    private mutating func peek() -> (line: Line, end: Int)? {
        while start < tail {
            // There is an LF before `tail`; if there weren't, everything up to it would be the line.
            let end = Platform.firstIndex(of: Self.lineFeed, in: bytes, start..<tail) ?? tail - 1
            if isTooLong(start..<end) { return (.tooLong, end) }
            if let text = trimmed(start..<end) { return (.text(text), end) }
            start = end + 1
        }
        shrinkStorage()
        return nil
    }

    /// Appends text to the bytes held, finds the line ends in it, and drops the excess of a line that is too long.
    ///
    /// - Returns: the number of bytes dropped.
    @discardableResult
    private mutating func append(_ text: [UInt8], _ range: Range<Int>) -> Int {
        var dropped = 0
        makeRoom(for: range.count)
        Platform.copyBytes(text, range, into: &bytes, at: end)
        var new = end
        end += range.count
        if case .dropping = state {
            guard let lineFeed = Platform.firstIndex(of: Self.lineFeed, in: bytes, new..<end) else {
                end = new
                return range.count
            }
            dropped = lineFeed - new
            bytes.removeSubrange(new..<lineFeed)
            end -= lineFeed - new
            state = .reading
            tail = new + 1
            new = tail
        }
        if let lineFeed = lastLineFeed(from: new) { tail = lineFeed + 1 }
        if end - tail >= limit {
            dropped += end - tail - Int(limit)
            end = tail + Int(limit)
            state = .dropping
        }
        return dropped
    }

    /// Makes room in `bytes` for this many bytes after those received.
    private mutating func makeRoom(for count: Int) {
        if start == end {
            (start, tail, end) = (0, 0, 0)
        } else if start > Self.idleBytes, start > heldBytes {
            removeConsumed()
        }
        if count > bytes.count - end { bytes.append(contentsOf: repeatElement(0, count: count - (bytes.count - end))) }
    }

    /// Returns the last LF at or after `first`, searching backward: usually it is the last byte.
    private func lastLineFeed(from first: Int) -> Int? {
        var index = end
        while index > first {
            index -= 1
            if bytes[index] == Self.lineFeed { return index }
        }
        return nil
    }

    /// Returns true if a line, given without its LF, exceeds the limit.
    @inline(__always)
    private func isTooLong(_ line: Range<Int>) -> Bool { line.count >= limit }

    /// Returns the line without a trailing carriage return and a leading byte-order mark; nil if it is blank.
    private func trimmed(_ line: Range<Int>) -> Range<Int>? {
        var first = line.lowerBound
        var end = line.upperBound
        if end > first, bytes[end - 1] == Self.carriageReturn { end -= 1 }
        if end - first >= 3, bytes[first] == 0xef, bytes[first + 1] == 0xbb, bytes[first + 2] == 0xbf { first += 3 }
        for index in first..<end where bytes[index] != 32 && bytes[index] != 9 { return first..<end }
        return nil
    }

    /// Keeps only the unfinished line, and only the storage it needs.
    private mutating func shrinkStorage() {
        guard bytes.capacity > Self.idleBytes + 2 * heldBytes else { return }
        // `Array(bytes[start...])` would keep the storage if `start` is 0.
        var kept: [UInt8] = []
        if heldBytes > 0 {
            kept.reserveCapacity(heldBytes)
            kept.append(contentsOf: bytes[start..<end])
        }
        bytes = kept
        (start, tail, end) = (0, tail - start, end - start)
    }

    /// Moves the bytes not yet consumed to the start of the storage.
    private mutating func removeConsumed() {
        bytes.removeSubrange(..<start)
        (start, tail, end) = (0, tail - start, end - start)
    }
}
