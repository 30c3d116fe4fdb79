import Lobby
import Protocol

// A damaged log is repaired in two passes. The first finds the bad lines: those that are not what was written, that
// are duplicated or out of order and, in the journal, those of matches that cannot continue; a match with a gap in it
// is a different match. The second copies the good lines into a new file, and appends the bad ones to those that were
// set aside before. The counts of matches and records in the new journal are those of what is left, and numbering goes
// on behind what was reserved. A journal without its first line may be anything: it is set aside as a whole, too.

/// Sets aside what is damaged in a folder, so that a host can run with the rest.
struct Repair {
    /// The damage found, one sentence each; empty if nothing is damaged.
    var findings: [String] = []
    let folder: any StorageFolder
    /// The file of reserved numbers; nil if there is none.
    let numbers: NumberFile.Found?
    /// The numbers that the journal says are reserved.
    var reserved = NumberFile.Reserved()
    var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "")))
    /// The records of finished matches that the journal holds, and the number of the last one that it relies on.
    var records: [MatchRecord] = []
    var lastRecord = 0
    /// Numbers that no record has, since numbering went on behind what was reserved.
    var skipped: Set<Int> = []
    /// The records in their file once it is repaired.
    var foundRecords: FoundRecords?
    /// The offsets of bad lines in the log being examined.
    var bad: Set<Int> = []
    /// The line of a clean stop that the records end with, and its offset. It stays until the journal is repaired, too.
    var stop: (line: StopLine, start: Int)?
    /// The offsets of lines that a rewritten log does not need: the journal's with counts, and lines of clean stops
    /// that hold no longer; and whether the journal begins with counts.
    var counts: Set<Int> = []
    var startsWithCounts = false
    /// Matches that cannot continue.
    var broken: Set<MatchID> = []
    /// Every line so far about a match or a pause, or with a mark of what was on disk.
    var seen: Set<[UInt8]> = []
    /// The number of incomplete writes that the journal ends with: none or one.
    var tornWrites = 0
    /// True if all of the journal was set aside, whatever becomes of its lines.
    var isAsideWhole = false

    /// Repairs the logs in a folder, but for the last step; see ``end()``.
    ///
    /// - Parameter announce: is called with each finding before anything is changed for it: a repair that is killed may
    ///   leave nothing that another could find it by.
    /// - Throws: the system's error, or that a log has another format; then the version of the host that wrote it
    ///   must be used.
    init(_ folder: any StorageFolder, announcing announce: (String) -> Void = { _ in }) throws(StorageProblem) {
        self.folder = folder
        numbers = try NumberFile.find(in: folder)
        try repairRecords(announce)
        try repairJournal(announce)
    }

    /// Does the last step: it removes the line of a clean stop, by which a repair that was interrupted is known as one.
    /// Without damage, the next start does it.
    mutating func end() throws(StorageProblem) {
        guard !findings.isEmpty, let found = foundRecords.take() else { return }
        _ = try found.store(recreating: records)
    }

    /// Sets a line aside; says nothing of it if it has no name, and all of the log is set aside anyhow.
    mutating func setAside(_ line: LogReader.Line, _ log: LogFile, _ bytes: [UInt8], _ why: String, _ names: String) {
        bad.insert(line.start)
        if isAsideWhole, LogLine.names(bytes, in: line.range).isEmpty { return }
        findings.append("Set aside line \(line.number) of \(log.kind.name) (\(why)): \(names).")
    }

    mutating func report(lackingBefore line: LogReader.Line, _ log: LogFile) {
        guard line.lacksBytesBefore else { return }
        findings.append("Data before line \(line.number) of \(log.kind.name) is missing.")
    }

    /// Reports the numbers that no record has, where data is missing. A host that dropped old records leaves such gaps,
    /// too.
    mutating func report(gaps: [ClosedRange<Int>]) {
        guard !gaps.isEmpty else { return }
        findings.append("Lost, unless dropped as the oldest: \(Self.names("r", gaps)).")
    }

    mutating func report(salvaged reader: LogReader, _ log: LogFile) {
        let count = reader.salvaged.count
        if count > 8 {
            findings.append("Repaired the ends of \(count) lines of \(log.kind.name); nothing was lost.")
        }
        for line in reader.salvaged where count <= 8 {
            findings.append("Repaired the end of line \(line) of \(log.kind.name); nothing was lost.")
        }
    }

    mutating func report(gone letter: String, _ numbers: [Int]) {
        if !numbers.isEmpty { findings.append("Lost: \(Self.names(letter, numbers)).") }
    }

    /// Returns the names of matches or records with these numbers, which are sorted, in part of a sentence.
    static func names(_ letter: String, _ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, number == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return names(letter, ranges)
    }

    /// Returns the names of the first matches or records with these numbers, in part of a sentence.
    static func names(_ letter: String, _ ranges: [ClosedRange<Int>]) -> String {
        let names = ranges.prefix(8).map { range in
            Set([range.lowerBound, range.upperBound]).sorted().map { "\(letter)\($0)" }.joined(separator: " to ")
        }
        return names.joined(separator: ", ") + (ranges.count > 8 ? " and others" : "")
    }

    static func reader(_ log: LogFile, _ size: Int) -> LogReader {
        LogReader(log.file, log.kind, size: size, isSalvaging: true)
    }

    static func names(_ bytes: [UInt8], _ line: LogReader.Line) -> String {
        let names = LogLine.names(bytes, in: line.range)
        let count = "\(line.range.count) byte\(line.range.count == 1 ? "" : "s")"
        return names.isEmpty ? "\(count), contents unknown" : "\(count) of \(names.joined(separator: ", "))"
    }

    // MARK: Rewriting

    /// Replaces a log, if there is one, with a new file of its good lines, and appends the bad ones to those set aside before.
    ///
    /// Whatever happens, the old file stays until the new one is completely on disk and takes its name.
    ///
    /// - Parameters:
    ///   - first: the entry that the new file begins with.
    ///   - last: the entries that it ends with.
    func rewrite(
        _ log: LogFile?, _ kind: LogFile.Kind, size: Int, from first: Entry? = nil, to last: [Entry] = []
    ) throws(StorageProblem) {
        do throws(SystemError) {
            var writer = ByteWriter()
            var new = try LogFile(replacing: kind, in: folder)
            if let first {
                EntryLine.write(first, into: &writer)
                new.append(&writer)
            }
            if let log { try copyGoodLines(of: log, size: size, to: &new, using: &writer) }
            for entry in last {
                EntryLine.write(entry, into: &writer)
                new.appendAfterSync(&writer)
            }
            try new.publish()
        } catch {
            throw .system(file: "\(folder.path)/\(kind.name)", error)
        }
    }

    private func copyGoodLines(
        of log: LogFile, size: Int, to new: inout LogFile, using writer: inout ByteWriter
    ) throws(SystemError) {
        var aside: (file: any StorageFile, end: Int)?
        try LogFile.copyLines(of: Self.reader(log, size), to: &new, using: &writer) {
            (bytes, line) throws(SystemError) in
            if counts.contains(line.start) { return false }
            guard isBad(line, bytes) else { return true }
            if isAsideWhole { return false }
            let bytes = Array(bytes[line.range]) + [UInt8(ascii: "\n")]
            if aside == nil {
                let file = try folder.open(log.kind.asideName, [.read, .write, .create])
                aside = (file, try file.size())
            }
            if let (file, end) = aside {
                try file.writeAll(bytes, at: end)
                aside = (file, end + bytes.count)
            }
            return false
        }
        try aside?.file.synchronize()
    }

    private func isBad(_ line: LogReader.Line, _ bytes: [UInt8]) -> Bool {
        bad.contains(line.start) || EntryLine.match(bytes, in: line.range).map(broken.contains) ?? false
    }
}
