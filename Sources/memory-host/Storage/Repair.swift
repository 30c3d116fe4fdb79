import Lobby
import Protocol

// A damaged log is put right in two walks over it. The first finds out which lines are bad: those that are not what was
// written, that stand there twice or out of order and, in the journal, those of matches that cannot go on; a match with a
// hole in it is another match. The second copies the others into a new file, and the bad ones behind those that were set
// aside before. What the new journal says of the numbers of matches and records is what is there.

/// Sets aside what is damaged in a folder, so that a host can go on with the rest.
struct Repair {
    /// What was found, a sentence each; none if nothing is damaged.
    private(set) var findings: [String] = []
    private let folder: any StorageFolder
    private var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "")))
    /// The records of matches whose end the journal holds, and the number of the last one that it relies on.
    private var records: [MatchRecord] = []
    private var lastRecord = 0
    /// The bad lines of the log that is being looked at, and matches that cannot go on.
    private var bad: Set<Int> = []
    /// Lines of the journal that say what was counted, and whether it begins with one.
    private var counts: Set<Int> = []
    private var hasBeginning = false
    private var broken: Set<MatchID> = []
    /// Every line about a match so far.
    private var seen: Set<[UInt8]> = []

    /// Repairs the logs in a folder.
    ///
    /// - Throws: what the system refuses, or that a log has another form; then its version of the host is the one to run.
    init(_ folder: any StorageFolder) throws(StorageProblem) {
        self.folder = folder
        try mendRecords()
        try mendJournal()
    }

    private mutating func setAside(_ line: LogReader.Line, _ log: LogFile, _ why: String, _ names: String) {
        bad.insert(line.number)
        findings.append("Line \(line.number) of \(log.kind.name) \(why); it is set aside: \(names).")
    }

    private mutating func note(lackingBefore line: LogReader.Line, _ log: LogFile) {
        guard line.lacksBytesBefore else { return }
        findings.append("A part of \(log.kind.name) in front of line \(line.number) is missing.")
    }

    private static func names(_ bytes: [UInt8], _ line: LogReader.Line) -> String {
        let names = LogLine.names(bytes, in: line.range)
        let count = "\(line.range.count) byte\(line.range.count == 1 ? "" : "s")"
        return names.isEmpty ? "\(count) without a name" : "\(count) about \(names.joined(separator: ", "))"
    }

    // MARK: Records

    private mutating func mendRecords() throws(StorageProblem) {
        let log = try LogFile(.records, in: folder)
        var (reader, memory, last) = (log.reader(), RecordLine.RulesMemory(), 0)
        while let line = try reader.next() {
            let record = RecordLine(reader.bytes, in: line.range, rules: &memory)?.record
            if line.sound != nil, let record, record.number > last {
                last = record.number
                note(lackingBefore: line, log)
            } else {
                let names = record.map { Self.names($0) } ?? Self.names(reader.bytes, line)
                setAside(line, log, line.sound == nil ? "is not what was written" : "is out of order", names)
            }
        }
        if findings.isEmpty, log.size > 0, !reader.hasHeader {
            findings.append("The first line of \(log.kind.name) is missing.")
        }
        if !findings.isEmpty { try rewrite(log, size: log.size) }
    }

    private static func names(_ record: MatchRecord) -> String {
        let names = record.players.map { $0.unicodeScalars.contains(where: \.breaksText) ? "?" : $0 }
        return "\(record.id.text), \(names.joined(separator: " and "))"
    }

    // MARK: The journal

    private mutating func mendJournal() throws(StorageProblem) {
        let (log, before) = (try LogFile(.journal, in: folder), findings.count)
        var (reader, size) = (log.reader(), 0)
        bad = []
        while let line = try reader.next() {
            if line.sound == nil, try reader.isTorn(line) {
                findings.append("Dropped are \(try reader.drop(from: line).text).")
                break
            }
            note(lackingBefore: line, log)
            examine(line, reader.bytes, log)
            if size == 0 { hasBeginning = counts.contains(line.number) }
            size = line.end
        }
        if findings.count == before, size > 0, !reader.hasHeader || !hasBeginning {
            findings.append("The journal's beginning is missing.")
        }
        let counted = try keepRecords()
        guard findings.count > before else { return }
        // A journal begins with what was counted; what is counted last is what holds.
        try rewrite(log, size: size, from: .counted(lastMatch: 0, lastRecord: 0), to: counted)
    }

    private mutating func examine(_ line: LogReader.Line, _ bytes: [UInt8], _ log: LogFile) {
        guard let sound = line.sound, let entry = EntryLine.read(bytes, in: line.range) else {
            return setAside(line, log, "is not what was written", Self.names(bytes, line))
        }
        if entry.match != nil, !seen.insert(Array(bytes[sound.body])).inserted {
            return setAside(line, log, "stands there twice", Self.names(bytes, line))
        }
        if case .counted(_, let last) = entry {
            lastRecord = max(lastRecord, last)
            counts.insert(line.number)
        }
        replay(entry, line.number)
    }

    private mutating func replay(_ entry: Entry, _ number: Int) {
        if let match = entry.match, broken.contains(match) { return }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            guard let match = error.match else {
                bad.insert(number)
                return findings.append("Line \(number) of the journal is set aside: \(error.reason).")
            }
            let isNew = broken.insert(match).inserted
            let what = lobby.abandon(match) ?? "of which nothing is known"
            findings.append("The match \(match.text), \(what), is set aside: at line \(number), \(error.reason).")
            // It may be an older match that has no end; then this line is good as soon as that one is given up.
            if isNew, match != entry.match { replay(entry, number) }
        }
    }

    /// Keeps the records that the journal makes again, and returns how many matches and records there are then.
    private mutating func keepRecords() throws(StorageProblem) -> Entry {
        var store = try RecordStore(in: folder)
        if lastRecord > store.lastNumber {
            let first = store.lastNumber + 1
            let gone = first == lastRecord ? "r\(first) is" : "r\(first) to r\(lastRecord) are"
            findings.append("\(LogFile.Kind.records.name) ends early: \(gone) gone.")
        }
        if store.lastMatch > lobby.lastMatch {
            findings.append("The journal ends early: m\(store.lastMatch), which has a record, is not in it.")
        }
        try store.settle(made: records, lastRecord: 0)
        return .counted(lastMatch: max(lobby.lastMatch, store.lastMatch), lastRecord: store.lastNumber)
    }

    // MARK: Rewriting

    /// Puts a new file with the good lines in the place of a log, and the bad ones behind those that were set aside before.
    ///
    /// Whatever happens, the old file stays until the new one is on the disk, whole, and takes its name.
    private func rewrite(_ log: LogFile, size: Int, from first: Entry? = nil, to last: Entry? = nil)
        throws(StorageProblem)
    {
        do throws(SystemError) {
            var writer = ByteWriter()
            var new = try LogFile(replacing: log.kind, in: folder)
            let aside = try folder.open(log.kind.asideName, [.read, .write, .create])
            var end = try aside.size()
            if let first {
                EntryLine.write(first, into: &writer)
                new.append(&writer)
            }
            try log.copyLines(in: size, to: &new, using: &writer) { (bytes, line) throws(SystemError) in
                if counts.contains(line.number) { return false }
                guard isBad(line, bytes) else { return true }
                let bytes = Array(bytes[line.range]) + [UInt8(ascii: "\n")]
                var written = 0
                while written < bytes.count { written += try aside.write(bytes, from: written, at: end + written) }
                end += bytes.count
                return false
            }
            try aside.synchronize()
            if let last {
                EntryLine.write(last, into: &writer)
                new.appendAfterSync(&writer)
            }
            try new.synchronize()
            try new.takePlace(of: log)
            try folder.synchronize()
        } catch {
            throw .system(file: log.file.path, error)
        }
    }

    private func isBad(_ line: LogReader.Line, _ bytes: [UInt8]) -> Bool {
        bad.contains(line.number) || EntryLine.match(bytes, in: line.range).map(broken.contains) ?? false
    }
}
