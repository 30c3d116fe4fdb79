/// Reads the lines of clients. Nothing here knows who sent them.
public enum CommandReader {
    /// Reads one line, without its end, that is neither empty nor too long.
    ///
    /// A line whose first character other than a blank is `{` or `[` is JSON, any other is plain words. A line
    /// that is not UTF-8, or begins like JSON and is none, counts for no dialect.
    public static func read(_ bytes: [UInt8], in range: Range<Int>) -> Request {
        var first = range.lowerBound
        while first < range.upperBound, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        if first < range.upperBound, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") {
            return JSONCommands.read(bytes, in: first..<range.upperBound)
        }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            return Request(.unreadable(.badJSON("The line is not UTF-8."), type: nil), dialect: nil)
        }
        return PlainCommands.read(text)
    }

    /// The card of a flip that is written as most programs write it: `{"type":"flip","card":14}`, or the same with a
    /// blank after each colon and comma, and nothing else. Nearly every line is one.
    @inline(__always)
    static func usualFlip(_ bytes: [UInt8], in range: Range<Int>) -> Int? {
        let digits: Int
        switch range.count {  // So many with one digit, or with two: no other number of them is usual.
        case 24, 25:
            guard Platform.holds(bytes, "{\"type\":\"flip\",\"card\":", at: range.lowerBound) else { return nil }
            digits = range.count - 23
        case 27, 28:
            guard Platform.holds(bytes, "{\"type\": \"flip\", \"card\": ", at: range.lowerBound) else { return nil }
            digits = range.count - 26
        default: return nil
        }
        let end = range.upperBound - 1
        guard bytes[end] == UInt8(ascii: "}"), let last = digit(bytes[end - 1]) else { return nil }
        guard digits == 2 else { return last }
        guard let first = digit(bytes[end - 2]), first > 0 else { return nil }
        return first * 10 + last
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> Int? {
        let value = byte &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// What a line that was too long comes to.
    public static let tooLong = Request(.unreadable(.lineTooLong, type: nil), dialect: nil)

    /// What a refusal says back of a word that it does not know; nothing of one that is long or would break the text.
    static func quotable(_ word: some StringProtocol) -> String {
        word.utf8.count <= 32 && !word.unicodeScalars.contains(where: \.breaksText) ? String(word) : ""
    }
}

extension LineDecoder {
    /// The card of a line that is a flip as most programs write it; see ``CommandReader/usualFlip(_:in:)``.
    ///
    /// - Returns: nil for any other line; that it is no flip is not said by it. (Being `mutating` has it read the line in
    ///   place.)
    public mutating func usualFlip(_ line: Line) -> Int? {
        guard case .text(let range) = line else { return nil }
        return CommandReader.usualFlip(bytes, in: range)
    }

    /// The card of a flip that comes by itself, as nearly every one does: then it need not even be taken in.
    ///
    /// - Returns: nil unless the first `count` bytes of `input` are one line, such a flip, and nothing waits before it.
    public mutating func loneFlip(_ input: [UInt8], count: Int) -> Int? {
        guard holdsNothing, count > 0, count <= input.count, input[count - 1] == UInt8(ascii: "\n") else { return nil }
        return CommandReader.usualFlip(input, in: 0..<count - 1)
    }

    /// What a client's line comes to. (Being `mutating` has it read the line in place.)
    public mutating func request(_ line: Line) -> Request {
        switch line {
        case .tooLong: CommandReader.tooLong
        case .text(let range): CommandReader.read(bytes, in: range)
        }
    }
}
