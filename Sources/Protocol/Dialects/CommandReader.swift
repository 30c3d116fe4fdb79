/// Parses lines from clients, regardless of who sent them.
public enum CommandReader {
    /// Parses one line (without its end) that is neither empty nor too long.
    ///
    /// A line whose first non-blank character is `{` or `[` is JSON; any other is plain words. A line that isn't
    /// UTF-8, or begins like JSON but isn't valid, has no dialect.
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

    public static let tooLong = Request(.unreadable(.lineTooLong, type: nil), dialect: nil)

    /// Returns an unknown word for a refusal to quote; empty if the word is long or would break the text.
    static func quotable(_ word: some StringProtocol) -> String {
        word.utf8.count <= Limits.Internal.quotedBytes && !word.unicodeScalars.contains(where: \.breaksText)
            ? String(word) : ""
    }
}

extension LineDecoder {
    /// Parses a client's line.
    public func request(_ line: Line) -> Request {
        switch line {
        case .tooLong: CommandReader.tooLong
        case .text(let range): CommandReader.read(bytes, in: range)
        }
    }
}
