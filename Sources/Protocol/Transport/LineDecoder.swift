// Bytes go in as they come, lines come out; no I/O, no waiting: that there is no line yet is an ordinary answer.
//
// `bytes` is laid out as
//
//     0 ........ start ........................ tail .................... end ..... bytes.count
//     given out  whole lines, each with its LF   one line without its LF yet  room
//
// Once all has been given out, what comes next is put at the front again: nothing is moved, and nothing grows or shrinks
// for a client that sends a line at a time.
//
// `tail` is kept by `receive`, which looks at new bytes only, so a line that comes a byte at a time costs no more than
// one that comes at once. A line that has grown to the limit without its LF is too long whatever follows: the
// rest of it is dropped as it comes, and what is held, together with its LF, is longer than a line may be, which is how
// `next` knows. So an unfinished line holds at most the limit.
//
// A connection that waits for its client holds nothing, or the few bytes of storage that its last line needed.

/// Cuts what one client sends into lines.
public struct LineDecoder: Sendable {
    /// What a client has sent up to an LF.
    public enum Line: Hashable, Sendable {
        /// The line's place in `bytes`, without its end, a carriage return before it and a byte-order mark at its
        /// start; never blank, and valid until the decoder is next asked or given something.
        case text(Range<Int>)
        /// A line of more bytes than the limit, its LF included, which has been thrown away.
        case tooLong
    }

    /// Storage that an idle connection may keep, in bytes.
    private static let idleBytes = 512
    private static let lineFeed: UInt8 = 10
    private static let carriageReturn: UInt8 = 13

    /// What lines refer to. A copy that outlives the next `receive` makes that one copy the storage.
    public private(set) var bytes: [UInt8] = []
    private var start = 0
    private var tail = 0
    private var end = 0
    private var telnet = TelnetFilter()
    private var state = State.reading

    private enum State: Sendable {
        case reading
        /// The line that `tail` begins is too long, and its rest is dropped.
        case dropping
        /// The client sends nothing more.
        case finished
    }

    /// Bytes that a line may hold, its LF included.
    private let limit: UInt32  // Small, so that the whole is.

    /// Waits for the first line; one of more bytes than `limit`, its LF included, is thrown away.
    ///
    /// The limit is that of a client's lines, unless it is a host that is listened to.
    public init(limit: Int = Limits.lineBytes) { self.limit = UInt32(limit) }

    /// The number of bytes that have come and not been given out.
    public var heldBytes: Int { end - start }

    /// Whether a whole line waits, be it a blank one.
    public var hasWholeLine: Bool { start < tail }

    /// Takes the first `count` bytes of `input`, as they came.
    ///
    /// Lines may be left to wait: then the bytes of all of them are held.
    public mutating func receive(_ input: [UInt8], count: Int) {
        precondition(count >= 0 && count <= input.count)
        if case .finished = state { return }
        if telnet.letsPass(input, count: count) {
            takeIn(input, count: count)
        } else {
            var text: [UInt8] = []
            telnet.pass(input, count: count, into: &text)
            takeIn(text, count: text.count)
        }
    }

    /// The client sends nothing more: an unfinished line counts as if its LF had come.
    public mutating func finish() {
        if case .finished = state { return }
        var text: [UInt8] = []
        telnet.finish(into: &text)
        takeIn(text, count: text.count)
        if tail < end { takeIn([Self.lineFeed], count: 1) }
        state = .finished
    }

    /// Whether a line waits that is not blank; blank ones before it are forgotten.
    public mutating func hasLine() -> Bool {
        while start < tail {
            let end = Platform.firstIndex(of: Self.lineFeed, in: bytes, start..<tail) ?? tail - 1
            if isTooLong(start..<end) || trimmed(start..<end) != nil { return true }
            start = end + 1
        }
        forgetWhatWasGivenOut()
        return false
    }

    /// The next line that is not blank, or nil until more has come.
    public mutating func next() -> Line? {
        while start < tail {
            // There is an LF before `tail`; without one, all up to there would be the line.
            let end = Platform.firstIndex(of: Self.lineFeed, in: bytes, start..<tail) ?? tail - 1
            let line = start..<end
            start = end + 1
            if isTooLong(line) { return .tooLong }
            if let text = trimmed(line) { return .text(text) }
        }
        forgetWhatWasGivenOut()
        return nil
    }
}

extension LineDecoder {
    /// Puts text behind what is held, finds the line ends in it, and drops what is too much of a line.
    private mutating func takeIn(_ text: [UInt8], count: Int) {
        makeRoom(for: count)
        Platform.copyBytes(text, count: count, into: &bytes, at: end)
        var new = end
        end += count
        if case .dropping = state {
            guard let lineFeed = Platform.firstIndex(of: Self.lineFeed, in: bytes, new..<end) else {
                end = new
                return
            }
            bytes.removeSubrange(new..<lineFeed)
            end -= lineFeed - new
            state = .reading
            tail = new + 1
            new = tail
        }
        if let lineFeed = lastLineFeed(from: new) { tail = lineFeed + 1 }
        if end - tail >= limit {
            end = tail + Int(limit)
            state = .dropping
        }
    }

    /// Has `bytes` hold so many more than what has come and was not given out.
    private mutating func makeRoom(for count: Int) {
        if start == end {
            (start, tail, end) = (0, 0, 0)
        } else if start > Self.idleBytes, start > heldBytes {
            removeWhatWasGivenOut()
        }
        if count > bytes.count - end { bytes.append(contentsOf: repeatElement(0, count: count - (bytes.count - end))) }
    }

    /// The last LF at `first` or after, looked for from the end: usually it is the last byte.
    private func lastLineFeed(from first: Int) -> Int? {
        var index = end
        while index > first {
            index -= 1
            if bytes[index] == Self.lineFeed { return index }
        }
        return nil
    }

    /// Whether a line, of which the LF is left out, holds more bytes than a line may.
    @inline(__always)
    private func isTooLong(_ line: Range<Int>) -> Bool { line.count >= limit }

    /// The line without a carriage return at its end and a byte-order mark at its start; nil if it is blank.
    private func trimmed(_ line: Range<Int>) -> Range<Int>? {
        var first = line.lowerBound
        var end = line.upperBound
        if end > first, bytes[end - 1] == Self.carriageReturn { end -= 1 }
        if end - first >= 3, bytes[first] == 0xef, bytes[first + 1] == 0xbb, bytes[first + 2] == 0xbf { first += 3 }
        for index in first..<end where bytes[index] != 32 && bytes[index] != 9 { return first..<end }
        return nil
    }

    /// Keeps only what is unfinished, and storage only for that.
    private mutating func forgetWhatWasGivenOut() {
        guard bytes.capacity > Self.idleBytes + 2 * heldBytes else { return }
        // Not `Array(bytes[start...])`, which would keep the storage where `start` is 0.
        var kept: [UInt8] = []
        if heldBytes > 0 {
            kept.reserveCapacity(heldBytes)
            kept.append(contentsOf: bytes[start..<end])
        }
        bytes = kept
        (start, tail, end) = (0, tail - start, end - start)
    }

    /// Moves what has not been given out to the start of the storage.
    private mutating func removeWhatWasGivenOut() {
        bytes.removeSubrange(..<start)
        (start, tail, end) = (0, tail - start, end - start)
    }
}
