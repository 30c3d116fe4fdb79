import Protocol

// How a log ends. What is written at once the disk may take in parts, in any order: if the power fails meanwhile, any of
// them may be missing, an early one too, and the file shows zeros there. Nobody relied on any of it, so that all of it is
// dropped from the first hole on. But a hole may also be a disk that has lost what it had, and then it must not be
// passed over. The lines tell the two apart that say how much was on the disk when they were begun (see `LogLine`): a
// hole in front of such a place is damage; behind the last one, it is in what the disk was never waited for.
//
// A line that is there whole, and is not what was written, is damage wherever it stands.

/// The lines of a log, one after the other, read in large pieces.
struct LogReader {
    /// A line in ``bytes``.
    struct Line {
        /// Which line of the file it is, from 1 on.
        let number: Int
        /// Its place in the file, and that of the next line.
        let start, end: Int
        /// Its place in ``LogReader/bytes``, without its LF.
        let range: Range<Int>
        /// True if the file ends before the line does.
        let isUnfinished: Bool
        /// The end that the log has put there; nil if the line is not what was written.
        let sound: LogLine?

        /// True if more was in front of it when it was written than there is now.
        var lacksBytesBefore: Bool { sound?.synced.map { $0 > start } ?? false }
    }

    /// The end of a log that was not written whole.
    struct Torn {
        /// The first line of it.
        let line: Int
        let bytes: Int
        /// The records and matches in it, as far as their names are there.
        let names: [String]
        let file: String

        /// The end, for a sentence.
        var text: String {
            let about = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and others" : "")
            return "\(bytes) bytes at the end of \(file), an incomplete write"
                + (names.isEmpty ? "" : " (about \(about))")
        }
    }

    /// The piece of the file that the last line lies in.
    private(set) var bytes = [UInt8](repeating: 0, count: 1024 * 1024)
    /// True if the file began with the line that every log of its kind begins with.
    private(set) var hasHeader = false
    private let kind: LogFile.Kind
    private let file: any StorageFile
    /// The end of the file for whoever reads it here.
    private let size: Int
    /// True if lines are looked for inside of one that is not sound, as where an LF was lost.
    private let isSalvaging: Bool
    /// Lines of which only the LF was lost.
    private(set) var salvaged: [Int] = []
    /// The piece: its place in the file, the bytes of it that count, and those that were taken.
    private var start: Int
    private var count = 0
    private var taken = 0
    private var number = 0
    /// The most of the file that a line behind the first hole says was on the disk; nil until it is asked for.
    private var synced: Int?

    /// The lines in so many bytes of a file, from one place on.
    init(_ file: any StorageFile, _ kind: LogFile.Kind, size: Int, from start: Int = 0, isSalvaging: Bool = false) {
        (self.file, self.kind, self.size, self.start) = (file, kind, size, start)
        self.isSalvaging = isSalvaging
    }

    /// The next line behind the header; nil at the end.
    mutating func next() throws(StorageProblem) -> Line? {
        guard let line = try nextLine() else { return nil }
        guard line.start == 0 else { return line }
        hasHeader = try isHeader(line)
        return hasHeader ? try nextLine() : line
    }

    private func isHeader(_ line: Line) throws(StorageProblem) -> Bool {
        let older = [#"{"type":"journal","form":"#, #"{"sum":""#]
        guard line.sound != nil else {
            guard older.contains(where: { bytes[line.range].starts(with: $0.utf8) }) else { return false }
            throw .otherForm(file: file.path, form: nil)
        }
        guard let object = JSONLine(bytes, in: line.range), object.text("log") == kind.rawValue,
            let form = object.number("form")
        else { return false }
        guard form == LogFile.form else { throw .otherForm(file: file.path, form: form) }
        return true
    }

    private mutating func nextLine() throws(StorageProblem) -> Line? {
        if let line = wholeLine() { return line }
        // The piece ends within a line: the next one begins where that does.
        start += taken
        do throws(SystemError) {
            (taken, count) = (0, max(0, min(try file.read(at: start, into: &bytes), size - start)))
        } catch {
            throw .system(file: file.path, error)
        }
        if let line = wholeLine() { return line }
        guard count > 0 else { return nil }
        number += 1
        defer { taken = count }
        return Line(
            number: number, start: start, end: start + count, range: 0..<count, isUnfinished: start + count == size,
            sound: nil)
    }

    private mutating func wholeLine() -> Line? {
        guard let feed = Platform.firstIndex(of: UInt8(ascii: "\n"), in: bytes, taken..<count) else { return nil }
        var (range, sound) = (taken..<feed, LogLine(bytes, in: taken..<feed))
        number += 1
        taken = feed + 1
        if sound == nil, isSalvaging {
            if let inner = innerLine(in: range) { (range, taken) = (range.lowerBound..<inner, inner) }
            // The byte that was its LF is now its last one.
            sound = LogLine(bytes, in: range.dropLast())
            if sound != nil {
                range = range.dropLast()
                salvaged.append(number)
            }
        }
        defer { if taken <= feed { number -= 1 } }
        return Line(
            number: number, start: start + range.lowerBound, end: start + taken, range: range, isUnfinished: false,
            sound: sound)
    }

    /// The place at which another line seems to begin inside of one.
    private func innerLine(in range: Range<Int>) -> Int? {
        let start = kind == .journal ? #"{"type":""# : #"{"record":""#
        return bytes[range.dropFirst()].firstRange(of: Array(start.utf8))?.lowerBound
    }

    // MARK: The end

    /// True if a line that is not sound, and all behind it, was never written whole.
    mutating func isTorn(_ line: Line) throws(StorageProblem) -> Bool {
        if line.isUnfinished { return true }
        guard let hole = bytes[line.range].firstIndex(of: 0) else { return false }
        if synced == nil { synced = try mostSynced(from: line) }
        return line.start + hole - line.range.lowerBound >= synced ?? 0
    }

    private func mostSynced(from line: Line) throws(StorageProblem) -> Int {
        var most = 0
        // A hole may swallow the end of its line, and the next one then stands behind it.
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

    /// Goes over the rest, which was never written whole.
    ///
    /// - Parameters:
    ///   - first: its first line.
    ///   - sound: is given the lines of it that can be read.
    mutating func drop(from first: Line, sound: ([UInt8], Line) -> Void = { _, _ in }) throws(StorageProblem) -> Torn {
        var names: [String] = []
        var line = first
        while true {
            for name in LogLine.names(bytes, in: line.range) where !names.contains(name) { names.append(name) }
            if line.sound != nil { sound(bytes, line) }
            guard let next = try nextLine() else { break }
            line = next
        }
        return Torn(line: first.number, bytes: size - first.start, names: names, file: file.path)
    }
}
