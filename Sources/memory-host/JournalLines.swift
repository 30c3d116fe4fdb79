import Lobby
import Protocol

// How a journal ends. What one turn of the loop accepts is written at once, and the disk may take the parts of it in any
// order: if the power fails meanwhile, any of them may be missing, an early one too, and the file shows zeros there.
// Nobody has been told of anything in it, so that all of it is dropped from the first hole on. But a hole may also be
// a disk that has lost what it had, and then it must not be passed over. What tells the two apart is the mark by which a
// line says that all before it is on the disk (see `EntryLine`): with `--sync always` the first line of each turn has
// it. A hole in front of a mark is damage; behind the last one, it is in what the disk was never waited for.
//
// A journal in which no line says so is an older one: of that, no more than the last line is ever dropped.

/// The lines of a journal as entries, as far as they were ever written whole.
struct JournalLines {
    /// What a line is.
    enum Line {
        case entry(Entry)
        /// It is not what was written.
        case damaged
        /// Another version of the host wrote it, in this form.
        case otherForm(form: Int)
    }

    private(set) var lines: FileLines
    /// Bytes of the lines so far: at the end, what is left when that which was not written whole is dropped.
    private(set) var end = 0
    private let file: FileDescriptor
    private let size: Int
    /// Which line is the last that was begun when all before it was on the disk, 0 if none was; nil until it is asked for.
    private var lastMark: Int?

    /// The lines in so many bytes of this file, which stays open as long.
    init(_ file: FileDescriptor, size: Int) {
        (self.file, self.size) = (file, size)
        lines = FileLines(file, size: size)
    }

    /// The next line, and where it is; nil at the end.
    mutating func next() throws(SystemError) -> (line: Line, place: FileLines.Line)? {
        guard let place = try lines.next() else { return nil }
        var line = Line.damaged
        do throws(EntryLine.Flaw) {
            if place.isWhole { line = .entry(try EntryLine.read(lines.bytes, in: place.range)) }
        } catch {
            if case .otherForm(let form) = error { line = .otherForm(form: form) }
        }
        if case .damaged = line, try wasNeverWhole(place) { return nil }
        end = place.end
        return (line, place)
    }

    /// Whether a bad line was being written when the power failed, or the host was killed.
    private mutating func wasNeverWhole(_ place: FileLines.Line) throws(SystemError) -> Bool {
        if lines.isTorn(place) { return true }
        guard lines.hasHole(place) else { return false }
        if lastMark == nil { lastMark = try findLastMark() }
        guard let lastMark, lastMark > 0 else { return false }
        return lastMark < place.number
    }

    private func findLastMark() throws(SystemError) -> Int {
        var (walk, last) = (FileLines(file, size: size), 0)
        while let place = try walk.next() {
            // A hole may swallow the end of its line, and the next one then stands behind it.
            let start = walk.bytes[place.range].lastIndex(of: 0).map { $0 + 1 } ?? place.range.lowerBound
            if EntryLine.isAfterSync(walk.bytes, in: start..<place.range.upperBound) { last = place.number }
        }
        return last
    }
}
