import Protocol

/// The lines of a file, one after the other, read in large pieces.
struct FileLines {
    /// A line in ``bytes``.
    struct Line {
        /// Which line of the file it is, from 1 on.
        let number: Int
        /// Where it begins in the file, and where the next one does.
        let start, end: Int
        /// Where it is in ``FileLines/bytes``, without its LF.
        let range: Range<Int>
        /// Whether it ends in an LF and is not too long.
        let isWhole: Bool
        /// Whether nothing follows it.
        let isLast: Bool
        /// Whether it ends in an LF, however long it is.
        fileprivate var hasFeed: Bool { end - start > range.count }
    }

    /// The piece of the file that the last line lies in.
    private(set) var bytes = [UInt8](repeating: 0, count: 1024 * 1024)
    /// Where the file ends, as far as that has been seen.
    private(set) var end = 0
    private let file: FileDescriptor
    /// Where the file ends for whoever reads it here; nil for its own end.
    private let size: Int?
    /// Where the piece begins in the file, how much of it counts, and how far it was taken.
    private var start = 0
    private var count = 0
    private var taken = 0
    private var number = 0

    /// The lines of this file, which stays open as long.
    ///
    /// - Parameter size: bytes of it that count; nil for all.
    init(_ file: FileDescriptor, size: Int? = nil) { (self.file, self.size) = (file, size) }

    /// The next line; nil at the end.
    mutating func next() throws(SystemError) -> Line? {
        if let line = wholeLine() { return try checkedForEnd(line) }
        // The piece ends within a line: the next one begins where that does.
        start += taken
        let found = try Platform.readBytes(from: file, at: start, into: &bytes)
        (taken, count) = (0, size.map { max(0, min(found, $0 - start)) } ?? found)
        end = max(end, start + count)
        if let line = wholeLine() { return try checkedForEnd(line) }
        guard count > 0 else { return nil }
        number += 1
        defer { taken = count }
        return try checkedForEnd(
            Line(
                number: number, start: start, end: start + count, range: 0..<count, isWhole: false, isLast: false))
    }

    /// Whether a line that cannot be read was never written whole: it is the last, and does not end, or a part of it is
    /// not there, of which a file shows zeros. One that is there, and is not what was written, is not dropped without
    /// a word.
    func isTorn(_ line: Line) -> Bool { line.isLast && (!line.hasFeed || hasHole(line)) }

    /// Whether a part of a line is not there, so that the file shows zeros: no line that is written holds any.
    func hasHole(_ line: Line) -> Bool { bytes[line.range].contains(0) }

    private mutating func wholeLine() -> Line? {
        guard let feed = Platform.firstIndex(of: UInt8(ascii: "\n"), in: bytes, taken..<count) else { return nil }
        let range = taken..<feed
        taken = feed + 1
        number += 1
        return Line(
            number: number, start: start + range.lowerBound, end: start + taken, range: range,
            isWhole: range.count < Limits.House.recordLineBytes, isLast: false)
    }

    /// The same line, with whether anything follows it.
    private func checkedForEnd(_ line: Line) throws(SystemError) -> Line {
        guard line.end == start + count else { return line }
        let end = if let size { size } else { try Platform.fileSize(file) }
        let isLast = end <= line.end
        return Line(
            number: line.number, start: line.start, end: line.end, range: line.range, isWhole: line.isWhole,
            isLast: isLast)
    }
}
