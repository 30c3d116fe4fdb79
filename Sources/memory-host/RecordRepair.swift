import Protocol

/// Takes the lines out of a file of records that cannot be read, and keeps them in a file of their own beside it.
enum RecordRepair {
    /// What the file for such lines is called in the data folder. Lines of an earlier repair stay in it.
    static let asideName = "records.damaged"
    private static let bytesAtOnce = 1024 * 1024

    /// A line that was set aside.
    struct Flaw: Equatable, Sendable {
        /// Which line of the file it was, from 1 on.
        let line: Int
        /// What it held, as far as that can be told.
        let held: String
    }

    /// Sets the bad lines of the records in a folder aside; no host may be running there.
    ///
    /// Whatever happens, the old file stays until the new one is on the disk, whole, and takes its name.
    ///
    /// - Returns: what was set aside; nothing has changed if that is nothing.
    /// - Throws: what the system refused, or that another version of the host wrote a line: then that is the one to run.
    static func setAside(in folder: String) throws(RecordFile.Problem) -> [Flaw] {
        let path = "\(folder)/\(RecordFile.name)"
        var flaws: [Flaw] = []
        var other: Int?
        do throws(SystemError) {
            let file = try Platform.openFile(path, .read)
            defer { Platform.closeDescriptor(file) }
            try forEach(file) { line, bytes, flaw in
                if flaw == .otherForm { other = other ?? line.number }
                if flaw != nil { flaws.append(Flaw(line: line.number, held: held(bytes, in: line.range))) }
            }
            if other == nil, !flaws.isEmpty { try split(file, in: folder) }
        } catch {
            if error.isNotFound { return [] }
            throw .system(error)
        }
        if let other { throw .otherForm(path: path, line: other) }
        return flaws
    }

    /// Goes over the lines, each with what is wrong with it.
    private static func forEach(
        _ file: FileDescriptor, _ body: (FileLines.Line, [UInt8], RecordLine.Flaw?) -> Void
    ) throws(SystemError) {
        var lines = FileLines(file)
        var memory = RecordLine.RulesMemory()
        var lastNumber = 0
        while let line = try lines.next() {
            do throws(RecordLine.Flaw) {
                guard line.isWhole else { throw .damaged }
                let record = try RecordLine.read(lines.bytes, in: line.range, rules: &memory)
                guard record.number > lastNumber else { throw .damaged }
                lastNumber = record.number
                body(line, lines.bytes, nil)
            } catch {
                body(line, lines.bytes, error)
            }
        }
    }

    /// What a line that cannot be read seems to hold.
    private static func held(_ bytes: [UInt8], in range: Range<Int>) -> String {
        var memory = RecordLine.RulesMemory()
        do throws(RecordLine.Flaw) {
            let record = try RecordLine(bytes, in: range, rules: &memory).record
            let names = record.players.map { $0.unicodeScalars.contains(where: \.breaksText) ? "?" : $0 }
            return "\(record.id.text), \(names.joined(separator: " and "))"
        } catch {
            return range.count == 1 ? "1 byte that is no record" : "\(range.count) bytes that are no record"
        }
    }

    /// Writes the sound lines to a new file that takes the old one's name, and the others behind those set aside before.
    private static func split(_ file: FileDescriptor, in folder: String) throws(SystemError) {
        let path = "\(folder)/\(RecordFile.name)"
        let aside = try Platform.openFile("\(folder)/\(asideName)", [.write, .create, .append, .noFollow], mode: 0o600)
        defer { Platform.closeDescriptor(aside) }
        let new = try Platform.openFile("\(path).new", [.write, .create, .truncate, .noFollow], mode: 0o600)
        defer { Platform.closeDescriptor(new) }
        var good = Pile(new)
        var bad = Pile(aside)
        try forEach(file) { line, bytes, flaw in
            if flaw == nil { good.add(bytes[line.range]) } else { bad.add(bytes[line.range]) }
        }
        try good.finish()
        try bad.finish()
        try Platform.renameFile("\(path).new", to: path)
        let directory = try Platform.openFile(folder, [.read, .directory])
        defer { Platform.closeDescriptor(directory) }
        try Platform.synchronize(directory)
    }

    /// Lines on their way to a file. The first thing that goes wrong is kept, and nothing is written after it.
    private struct Pile {
        private let file: FileDescriptor
        private var waiting: [UInt8] = []
        private var problem: SystemError?

        init(_ file: FileDescriptor) { self.file = file }

        mutating func add(_ line: ArraySlice<UInt8>) {
            waiting += line
            waiting.append(UInt8(ascii: "\n"))
            if waiting.count >= bytesAtOnce { write() }
        }

        mutating func finish() throws(SystemError) {
            write()
            if let problem { throw problem }
            try Platform.synchronize(file)
        }

        private mutating func write() {
            guard problem == nil else { return }
            do throws(SystemError) {
                try Platform.writeAll(waiting, to: file)
            } catch {
                problem = error
            }
            waiting.removeAll(keepingCapacity: true)
        }
    }
}
