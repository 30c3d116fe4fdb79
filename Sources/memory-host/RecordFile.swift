import Protocol

/// The file that records are kept in: it only ever grows, one record a line, in the order of their numbers.
///
/// What is kept in memory is where each record begins, so that 100,000 of them take two megabytes.
final class RecordFile {
    /// What the file is called in the data folder.
    static let name = "records.ndjson"

    /// Why the records cannot be used.
    enum Problem: Error, Equatable, Sendable {
        /// The system refused something.
        case system(SystemError)
        /// A line in the middle is not as it was written, or out of order; lines are counted from 1.
        case damaged(path: String, line: Int)
        /// Another version of the host wrote a line.
        case otherForm(path: String, line: Int)
    }

    /// Lines of which a part is not there, with others behind them. The disk is not waited for when a record is written,
    /// since the journal can make it again: so after a power cut any part of the last ones may be missing. They are
    /// dropped as soon as the journal has made them again, and not before.
    struct Doubt: Equatable {
        /// Which line is the first of them.
        let line: Int
        /// The numbers of the records that they hold, as far as that can be told.
        private(set) var numbers: Range<Int>

        fileprivate init(line: Int, after number: Int) { (self.line, numbers) = (line, number + 1..<number + 2) }

        /// One more line; 0 if its number is not known.
        fileprivate mutating func take(_ number: Int) {
            numbers = numbers.lowerBound..<max(number, numbers.upperBound) + 1
        }
    }

    /// Writes all of some bytes at the end of a file.
    typealias Writing = ([UInt8], FileDescriptor) throws(SystemError) -> Void

    private let file: FileDescriptor
    private let write: Writing
    private let path: String
    /// Bytes of whole, sound lines: where the next one goes.
    private(set) var size = 0
    /// Bytes at the end that a crash had left half written, and that were cut off.
    private(set) var droppedBytes = 0
    /// Whether something may stand behind those lines that is to be cut off before anything is written.
    private var isTorn = false
    /// What stands behind those lines, should the first of it have a hole.
    private(set) var doubt: Doubt?
    private var numbers: [Int32] = []
    private var starts: [Int] = []
    /// The records that may be told of, as indices of the two lists above.
    private var told: [Int32] = []
    private var memory = RecordLine.RulesMemory()
    private var buffer: [UInt8] = []

    /// Opens the file in a folder, or makes it, and goes over all of it once.
    ///
    /// - Parameters:
    ///   - folder: the data folder, which must be there.
    ///   - write: how it is written; a test has a disk that fills.
    ///   - found: is given each record, without deck and moves, from the oldest on.
    init(
        in folder: String, write: @escaping Writing = Platform.writeAll, found: (MatchRecord) -> Void
    ) throws(Problem) {
        self.write = write
        path = "\(folder)/\(Self.name)"
        file = try Self.opened(path, in: folder)
        let end = try scan(found)
        do throws(SystemError) {
            isTorn = end > size
            guard doubt == nil else { return }
            droppedBytes = end - size
            try cutOff()
        } catch {
            throw .system(error)
        }
    }

    deinit { Platform.closeDescriptor(file) }

    private static func opened(_ path: String, in folder: String) throws(Problem) -> FileDescriptor {
        do throws(SystemError) {
            return try open(path, in: folder)
        } catch {
            throw .system(error)
        }
    }

    private static func open(_ path: String, in folder: String) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try Platform.openFile(path, [.read, .write, .append, .noFollow])
        } catch {
            guard error.isNotFound else { throw error }
        }
        // Nobody but who runs the host is to read who played in private.
        let file = try Platform.openFile(path, [.read, .write, .append, .create, .noFollow], mode: 0o600)
        let directory = try Platform.openFile(folder, [.read, .directory])
        defer { Platform.closeDescriptor(directory) }
        try Platform.synchronize(directory)
        return file
    }

    /// Goes over the file, and returns how long it is, a torn last line included.
    private func scan(_ found: (MatchRecord) -> Void) throws(Problem) -> Int {
        var lines = FileLines(file)
        while true {
            let line: FileLines.Line?
            do throws(SystemError) {
                line = try lines.next()
            } catch {
                throw .system(error)
            }
            guard let line else { return lines.end }
            do throws(RecordLine.Flaw) {
                if !line.isWhole { throw .damaged }
                try RecordLine.check(lines.bytes, in: line.range)
                let record = try RecordLine(lines.bytes, in: line.range, rules: &memory).record
                guard record.number > lastNumber else { throw .damaged }
                guard doubt == nil else {
                    doubt?.take(record.number)
                    continue
                }
                note(record, at: line.start)
                size = line.end
                found(record)
            } catch {
                if error == .otherForm { throw .otherForm(path: path, line: line.number) }
                if lines.isTorn(line) { continue }
                guard lines.hasHole(line) else { throw .damaged(path: path, line: line.number) }
                if doubt == nil { doubt = Doubt(line: line.number, after: lastNumber) } else { doubt?.take(0) }
            }
        }
    }

    private func note(_ record: MatchRecord, at start: Int) {
        if !record.isPrivate { told.append(Int32(numbers.count)) }
        numbers.append(Int32(clamping: record.number))
        starts.append(start)
    }

    /// The number of the last record; 0 if there is none.
    var lastNumber: Int { numbers.last.map(Int.init) ?? 0 }

    /// How many records may be told of.
    var toldCount: Int { told.count }

    // MARK: Writing

    /// Writes a record behind the last one; it is not on the disk yet when this returns.
    ///
    /// After an error the file is as long as before for whoever reads it here, and the next try begins where this did.
    func append(_ record: MatchRecord) throws(SystemError) {
        let line = RecordLine.bytes(of: record)
        precondition(doubt == nil, "what may be lost is settled before anything is written")
        try cutOff()
        isTorn = true
        try write(line, file)
        isTorn = false
        note(record, at: size)
        size += line.count
    }

    private func cutOff() throws(SystemError) {
        if isTorn { try Platform.truncateFile(file, to: size) }
        isTorn = false
    }

    /// Gives up the lines in doubt, if there are any: these records will be written again.
    ///
    /// - Throws: that the file is damaged, if they are not all that was in those lines.
    func settle(_ made: [MatchRecord]) throws(Problem) {
        guard let doubt else { return }
        let numbers = Set(made.map(\.number).filter(doubt.numbers.contains))
        guard numbers.count == doubt.numbers.count else { throw .damaged(path: path, line: doubt.line) }
        self.doubt = nil
    }

    /// Waits until all records are on the disk.
    func synchronize() throws(SystemError) { try Platform.synchronizeData(file) }

    // MARK: Reading

    /// So many of the newest records that may be told of, or of those before a number, newest first; without deck and
    /// moves.
    func page(before number: Int?, limit: Int) throws(SystemError) -> [MatchRecord] {
        let end = number.map { self.place(of: $0, in: told) } ?? told.count
        var records: [MatchRecord] = []
        for place in told[max(0, end - limit)..<end].reversed() {
            let count = try read(Int(place), atMost: RecordLine.summaryBytes)
            do throws(RecordLine.Flaw) {
                records.append(try RecordLine(buffer, in: 0..<count, rules: &memory).record)
            } catch {
                throw Self.changed
            }
        }
        return records
    }

    /// One record, with all that it holds; nil if there is none, or it is private.
    func record(_ number: Int) throws(SystemError) -> MatchRecord? {
        let index = place(of: number, in: told)
        guard index < told.count, numbers[Int(told[index])] == number else { return nil }
        let count = try read(Int(told[index]), atMost: .max)
        do throws(RecordLine.Flaw) {
            return try RecordLine.read(buffer, in: 0..<count, rules: &memory)
        } catch {
            throw Self.changed
        }
    }

    /// What was sound when the host began is not any more: an input or output error like any other.
    private static let changed = SystemError.inputOutput("read")

    /// How many of the records in a list have a number below this.
    private func place(of number: Int, in list: [Int32]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[Int(list[middle])] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Reads a line into the buffer, or its beginning, and returns its bytes without the LF.
    private func read(_ index: Int, atMost most: Int) throws(SystemError) -> Int {
        let end = index + 1 < starts.count ? starts[index + 1] : size
        let count = min(end - starts[index] - 1, most)
        if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
        guard try Platform.readBytes(from: file, at: starts[index], into: &buffer) == count else { throw Self.changed }
        return count
    }
}
