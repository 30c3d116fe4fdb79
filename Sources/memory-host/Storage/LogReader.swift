import Protocol

// The end of a log. Bytes written at once may reach the disk in parts, in any order: after a power failure any of
// them may be missing, an early one too, and the file has zeros there. Nobody relied on any of it, so everything from
// the first hole on is dropped. But a hole may also mean a disk that has lost what it had, and that must not be
// ignored. Lines that say how much was on disk when they were started tell the two apart (see `LogLine`): a hole in
// front of such a place is damage; a hole after the last one is in what was never synced.
//
// A complete line that is not what was written is damage wherever it is.

/// Reads the lines of a log in order, in large chunks.
struct LogReader {
    /// A line in ``bytes``.
    struct Line {
        /// The number of the line in the file, from 1.
        let number: Int
        /// Its offset in the file, and that of the next line.
        let start, end: Int
        /// Its range in ``LogReader/bytes``, without the LF.
        let range: Range<Int>
        /// True if the file ends before the line does.
        let isUnfinished: Bool
        /// The trailer that the log appended to it; nil if the line is not what was written.
        let trailer: LogLine?
        /// The number of intact lines in front of it that have lost their LF.
        var lostFeeds = 0

        /// True if more bytes were in front of it when it was written than are now.
        var lacksBytesBefore: Bool { trailer?.synced.map { $0 > start + lostFeeds } ?? false }
    }

    /// The end of a log that was only partly written.
    struct Torn {
        /// The number of its first line.
        let line: Int
        let bytes: Int
        /// The names of the records and matches in it, as far as they are readable.
        let names: [String]
        let file: String
        /// The lines of it that are intact, without their LF.
        let intact: [[UInt8]]

        /// A phrase about it, for use in a sentence.
        var text: String {
            let about = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and others" : "")
            return "an incomplete write of \(bytes) byte\(bytes == 1 ? "" : "s") at the end of \(file)"
                + (names.isEmpty ? "" : " (\(about))")
        }
    }

    /// The chunk of the file that holds the last line.
    private(set) var bytes = [UInt8](repeating: 0, count: Limits.Internal.logReadBytes)
    /// True if the file starts with the header of its kind of log.
    private(set) var hasHeader = false
    /// The bytes of the header, with its LF; 0 if there is none.
    private(set) var headerBytes = 0
    /// The sync mode in the header, under which all lines were written; nil if there is none.
    private(set) var sync: CommitGate.Sync?
    private let kind: LogFile.Kind
    private let file: any StorageFile
    /// The size of the file as far as it is read here.
    private var size: Int
    /// True if the reader looks for lines within a bad one, as where an LF was lost.
    private let isSalvaging: Bool
    /// The end that was only partly written, once ``nextUntorn()`` has reached it.
    private(set) var torn: Torn?
    /// The numbers of lines that lost only their LF; and how many of them have no byte in its place.
    private(set) var salvaged: [Int] = []
    private var lostFeeds = 0
    /// The chunk: its offset in the file, the number of valid bytes in it, and of those already read.
    private var start: Int
    private var count = 0
    private var consumed = 0
    private var number = 0
    /// The highest synced offset that a line after the first hole states; nil until it is needed.
    private var synced: Int?

    /// Creates a reader of the first `size` bytes of a file, from an offset on.
    init(_ file: any StorageFile, _ kind: LogFile.Kind, size: Int, from start: Int = 0, isSalvaging: Bool = false) {
        (self.file, self.kind, self.size, self.start) = (file, kind, size, start)
        self.isSalvaging = isSalvaging
    }

    /// The offset of the next line.
    var position: Int { start + consumed }

    /// Returns the problem of a line that stops a host.
    func damaged(_ line: Line, _ reason: String) -> StorageProblem {
        .damaged(file: file.path, line: line.number, reason: reason)
    }

    /// Reads on up to what is written to a log by now.
    mutating func extend(to log: LogFile) { size = log.writtenEnd }

    /// Returns the next line after the header, or nil at the end, where the file is known to be a log.
    mutating func nextOrFailure() throws(SystemError) -> Line? {
        do throws(StorageProblem) { return try next() } catch {
            if case .system(_, let error) = error { throw error }
            throw .inputOutput("read")
        }
    }

    /// Returns the next line after the header; nil at the end.
    mutating func next() throws(StorageProblem) -> Line? {
        guard let line = try nextLine() else { return nil }
        guard line.start == 0 else { return line }
        hasHeader = try isHeader(line)
        if hasHeader { headerBytes = line.range.count + 1 }
        return hasHeader ? try nextLine() : line
    }

    private mutating func isHeader(_ line: Line) throws(StorageProblem) -> Bool {
        let older = [#"{"type":"journal","form":"#, #"{"sum":""#]
        guard line.trailer != nil else {
            guard older.contains(where: { bytes[line.range].starts(with: $0.utf8) }) else { return false }
            throw .otherFormat(file: file.path, form: nil)
        }
        guard let object = JSONObject(bytes, in: line.range), object.text("log") == kind.rawValue,
            let form = object.number("form")
        else { return false }
        guard form == LogFile.formatVersion else { throw .otherFormat(file: file.path, form: form) }
        sync = object.text("sync").flatMap { CommitGate.Sync(rawValue: $0) }
        return true
    }

    private mutating func nextLine() throws(StorageProblem) -> Line? {
        if let line = wholeLine() { return line }
        // The chunk ends within a line: the next chunk starts where that line does.
        start += consumed
        do throws(SystemError) {
            (consumed, count) = (0, max(0, min(try file.read(at: start, into: &bytes), size - start)))
        } catch {
            throw .system(file: file.path, error)
        }
        if let line = wholeLine() { return line }
        guard count > 0 else { return nil }
        number += 1
        // Where all LFs are lost, the last line is whole without one.
        let trailer = isSalvaging ? LogLine(bytes, in: 0..<count) : nil
        if trailer != nil { salvaged.append(number) }
        consumed = count
        return Line(
            number: number, start: start, end: start + count, range: 0..<count,
            isUnfinished: trailer == nil && start + count == size, trailer: trailer, lostFeeds: lostFeeds)
    }

    /// Returns the next line where the LFs are lost: it ends where another one starts.
    private mutating func lineWithoutFeed() -> Line? {
        guard let end = innerLine(in: consumed..<count) else { return nil }
        let range = consumed..<end
        let trailer = LogLine(bytes, in: range)
        number += 1
        defer { noteLostFeed(after: trailer) }
        consumed = end
        return Line(
            number: number, start: start + range.lowerBound, end: start + end, range: range, isUnfinished: false,
            trailer: trailer, lostFeeds: lostFeeds)
    }

    private mutating func noteLostFeed(after trailer: LogLine?) {
        guard trailer != nil else { return }
        salvaged.append(number)
        lostFeeds += 1
    }

    private mutating func wholeLine() -> Line? {
        guard let feed = Platform.firstIndex(of: UInt8(ascii: "\n"), in: bytes, consumed..<count) else {
            return isSalvaging ? lineWithoutFeed() : nil
        }
        var (range, trailer) = (consumed..<feed, LogLine(bytes, in: consumed..<feed))
        let lost = lostFeeds
        number += 1
        consumed = feed + 1
        if trailer == nil, isSalvaging {
            if let inner = innerLine(in: range) { (range, consumed) = (range.lowerBound..<inner, inner) }
            // Its LF is gone, or the byte that was its LF is now its last one.
            trailer = LogLine(bytes, in: range)
            noteLostFeed(after: trailer)
            if trailer == nil {
                trailer = LogLine(bytes, in: range.dropLast())
                if trailer != nil {
                    range = range.dropLast()
                    salvaged.append(number)
                }
            }
        }
        defer { if consumed <= feed { number -= 1 } }
        return Line(
            number: number, start: start + range.lowerBound, end: start + consumed, range: range, isUnfinished: false,
            trailer: trailer, lostFeeds: lost)
    }

    /// Returns the offset in the chunk at which another line seems to start within a bad one.
    private func innerLine(in range: Range<Int>) -> Int? {
        let starts = [#"{"type":""#, #"{"record":""#].map { Array($0.utf8) }
        // Not `firstRange(of:)`, which is much slower.
        return range.dropFirst().first { index in
            bytes[index] == starts[0][0] && starts.contains { bytes[index..<range.upperBound].starts(with: $0) }
        }
    }

    // MARK: The end

    /// True if a bad line and everything after it was never completely written.
    mutating func isTorn(_ line: Line) throws(StorageProblem) -> Bool {
        if line.isUnfinished { return true }
        guard let hole = bytes[line.range].firstIndex(of: 0) else { return false }
        if synced == nil { synced = try mostSynced(from: line) }
        return line.start + hole - line.range.lowerBound >= synced ?? 0
    }

    private func mostSynced(from line: Line) throws(StorageProblem) -> Int {
        var most = 0
        // A hole may swallow the end of its line; the next line then follows within the same one.
        if let hole = bytes[line.range].lastIndex(of: 0) {
            most = LogLine(bytes, in: hole + 1..<line.range.upperBound)?.synced ?? 0
        }
        var rest = LogReader(file, kind, size: size, from: line.end)
        while let line = try rest.nextLine() {
            let hole = rest.bytes[line.range].lastIndex(of: 0).map { $0 + 1 } ?? line.range.lowerBound
            most = max(most, LogLine(rest.bytes, in: hole..<line.range.upperBound)?.synced ?? 0)
        }
        return most
    }

    /// Returns the next line after the header; nil at the end, or where ``torn`` begins, which is skipped.
    mutating func nextUntorn() throws(StorageProblem) -> Line? {
        guard let line = try next() else { return nil }
        guard line.trailer == nil, try isTorn(line) else { return line }
        torn = try skipRest(from: line)
        return nil
    }

    private mutating func skipRest(from first: Line) throws(StorageProblem) -> Torn {
        var (names, intact) = ([String](), [[UInt8]]())
        var line = first
        while true {
            for name in LogLine.names(bytes, in: line.range) where !names.contains(name) { names.append(name) }
            if line.trailer != nil { intact.append(Array(bytes[line.range])) }
            guard let next = try nextLine() else { break }
            line = next
        }
        return Torn(line: first.number, bytes: size - first.start, names: names, file: file.path, intact: intact)
    }
}
