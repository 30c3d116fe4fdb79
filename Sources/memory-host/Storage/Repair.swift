import Lobby
import Protocol

// A damaged log is repaired in two passes. The first finds the bad lines: those that are not what was written, that
// are duplicated or out of order and, in the journal, those of matches that cannot continue; a match with a gap in it
// is a different match. The second copies the good lines into a new file, and appends the bad ones to those that were
// set aside before. The counts of matches and records in the new journal are those of what is left.

/// Sets aside what is damaged in a folder, so that a host can run with the rest.
struct Repair {
    /// The damage found, one sentence each; empty if nothing is damaged.
    private(set) var findings: [String] = []
    private let folder: any StorageFolder
    private var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "")))
    /// The records of finished matches that the journal holds, and the number of the last one that it relies on.
    private var records: [MatchRecord] = []
    private var lastRecord = 0
    /// The records in their file once it is repaired.
    private var foundRecords: FoundRecords?
    /// The offsets of bad lines in the log being examined.
    private var bad: Set<Int> = []
    /// The line of a clean stop that the records end with, and its offset. It stays until the journal is repaired, too.
    private var stop: (line: StopLine, start: Int)?
    /// The offsets of lines that a rewritten log does not need: the journal's with counts, and lines of clean stops
    /// that hold no longer; and whether the journal begins with counts.
    private var counts: Set<Int> = []
    private var startsWithCounts = false
    /// Matches that cannot continue.
    private var broken: Set<MatchID> = []
    /// Every line about a match so far, and every pause.
    private var seen: Set<[UInt8]> = []

    /// Repairs the logs in a folder, but for the last step; see ``end()``.
    ///
    /// - Parameter announce: is called with each finding before anything is changed for it: a repair that is killed may
    ///   leave nothing that another could find it by.
    /// - Throws: the system's error, or that a log has another format; then the version of the host that wrote it
    ///   must be used.
    init(_ folder: any StorageFolder, announcing announce: (String) -> Void = { _ in }) throws(StorageProblem) {
        self.folder = folder
        try repairRecords(announce)
        try repairJournal(announce)
    }

    /// Does the last step: it removes the line of a clean stop, by which a repair that was interrupted is known as one.
    /// Without damage, the next start does it.
    mutating func end() throws(StorageProblem) {
        guard !findings.isEmpty, let found = foundRecords.take() else { return }
        _ = try found.store(recreating: records)
    }

    private mutating func setAside(_ line: LogReader.Line, _ log: LogFile, _ why: String, _ names: String) {
        bad.insert(line.start)
        findings.append("Set aside line \(line.number) of \(log.kind.name) (\(why)): \(names).")
    }

    private mutating func report(lackingBefore line: LogReader.Line, _ log: LogFile) {
        guard line.lacksBytesBefore else { return }
        findings.append("Data before line \(line.number) of \(log.kind.name) is missing.")
    }

    /// Reports the numbers that no record has, where data is missing. A host that dropped old records leaves such gaps,
    /// too.
    private mutating func report(gaps: [ClosedRange<Int>]) {
        guard !gaps.isEmpty else { return }
        let names = gaps.prefix(8).map { gap in
            Set([gap.lowerBound, gap.upperBound]).sorted().map { "r\($0)" }.joined(separator: " to ")
        }
        let others = gaps.count > 8 ? " and others" : ""
        findings.append("Lost, unless dropped as the oldest: \(names.joined(separator: ", "))\(others).")
    }

    private mutating func report(salvaged reader: LogReader, _ log: LogFile) {
        for line in reader.salvaged {
            findings.append("Repaired the end of line \(line) of \(log.kind.name); nothing was lost.")
        }
    }

    private mutating func report(gone letter: String, _ numbers: ClosedRange<Int>) {
        let names = Set([numbers.lowerBound, numbers.upperBound]).sorted().map { "\(letter)\($0)" }
        findings.append("Lost: \(names.joined(separator: " to ")).")
    }

    private static func reader(_ log: LogFile, _ size: Int) -> LogReader {
        LogReader(log.file, log.kind, size: size, isSalvaging: true)
    }

    private static func names(_ bytes: [UInt8], _ line: LogReader.Line) -> String {
        let names = LogLine.names(bytes, in: line.range)
        let count = "\(line.range.count) byte\(line.range.count == 1 ? "" : "s")"
        return names.isEmpty ? "\(count), contents unknown" : "\(count) of \(names.joined(separator: ", "))"
    }

    // MARK: Records

    private mutating func repairRecords(_ announce: (String) -> Void) throws(StorageProblem) {
        let log = try LogFile(.records, in: folder)
        var (reader, cache, last, isBroken) = (Self.reader(log, log.size), RecordLine.RulesCache(), 0, false)
        var (gaps, gapsInDamage) = ([ClosedRange<Int>](), [ClosedRange<Int>]())
        while let line = try reader.next() {
            defer { if line.lacksBytesBefore { gapsInDamage = gaps } }
            if line.trailer != nil, let found = StopLine(reader.bytes, in: line.range) {
                report(lackingBefore: line, log)
                if let stop {
                    findings.append("Dropped line \(line.number) of \(log.kind.name), a duplicate.")
                    counts.insert(stop.start)
                }
                stop = (found, line.start)
                continue
            }
            let record = RecordLine(reader.bytes, in: line.range, rules: &cache)?.summary
            if line.trailer != nil, let number = record?.id.number, number > last {
                report(lackingBefore: line, log)
                if let stop {
                    findings.append("Line \(line.number) of \(log.kind.name) follows its last one.")
                    counts.insert(stop.start)
                }
                stop = nil
                if number > last + 1 {
                    if isBroken { report(gone: "r", last + 1...number - 1) } else { gaps.append(last + 1...number - 1) }
                }
                (last, isBroken) = (number, false)
            } else {
                isBroken = true
                let names = record.map { Self.names($0) } ?? Self.names(reader.bytes, line)
                setAside(line, log, line.trailer == nil ? "corrupt" : "out of order", names)
            }
        }
        report(gaps: gapsInDamage)
        report(salvaged: reader, log)
        if findings.isEmpty, log.size > 0, !reader.hasHeader {
            findings.append("The first line of \(log.kind.name) is missing.")
        }
        if !findings.isEmpty {
            findings.forEach(announce)
            try rewrite(log, size: log.size)
        }
    }

    private static func names(_ record: RecordSummary) -> String {
        let names = record.players.map { $0.unicodeScalars.contains(where: \.breaksText) ? "?" : $0 }
        return "\(record.id.text), \(names.joined(separator: " and "))"
    }

    // MARK: The journal

    private mutating func repairJournal(_ announce: (String) -> Void) throws(StorageProblem) {
        let (log, before) = (try LogFile(.journal, in: folder), findings.count)
        var (reader, size, endsWithStop) = (Self.reader(log, log.size), 0, false)
        (bad, counts) = ([], [])
        while let line = try reader.nextUntorn() {
            report(lackingBefore: line, log)
            endsWithStop = false
            if let entry = examine(line, reader.bytes, log), case .stopped = entry { endsWithStop = true }
            if size == 0 { startsWithCounts = counts.contains(line.start) }
            size = line.end
        }
        if let torn = reader.torn { findings.append("Dropped \(torn.text).") }
        report(salvaged: reader, log)
        if findings.count == before, size > 0, !reader.hasHeader || !startsWithCounts {
            findings.append("The start of the journal is missing.")
        }
        if let stop { reportLost(since: stop.line, log, endsWithStop: endsWithStop && reader.torn == nil) }
        let found = try FoundRecords(folder)
        foundRecords = found
        let (lastMatch, lastRecord) = examine(found.totals)
        if findings.count > before {
            findings[before...].forEach(announce)
            // A journal starts with a line of counts; the last such line is the one that holds.
            try rewrite(
                log, size: size, from: .counted(lastMatch: lastMatch, lastRecord: 0),
                to: .counted(lastMatch: lastMatch, lastRecord: lastRecord))
        }
    }

    /// Reports what the journal has lost since its host was stopped.
    private mutating func reportLost(since stop: StopLine, _ log: LogFile, endsWithStop: Bool) {
        guard log.size != stop.journalBytes || !endsWithStop else { return }
        findings.append(
            "\(log.kind.name) had \(stop.journalBytes) bytes when the host stopped, and has \(log.size).")
        let left = Set(lobby.lastingMatches)
        let lost = stop.matches.filter { !left.contains($0) && !broken.contains($0) }
        if !lost.isEmpty { findings.append("Lost: \(lost.map(\.text).joined(separator: ", ")).") }
        let older = left.subtracting(broken).sorted()
        if !older.isEmpty {
            findings.append("The last moves may be missing in \(older.map(\.text).joined(separator: ", ")).")
        }
    }

    /// Examines a line; returns its entry if it is intact.
    private mutating func examine(_ line: LogReader.Line, _ bytes: [UInt8], _ log: LogFile) -> Entry? {
        guard let trailer = line.trailer, let entry = EntryLine.read(bytes, in: line.range) else {
            setAside(line, log, "corrupt", Self.names(bytes, line))
            return nil
        }
        if entry.match != nil || EntryLine.isPause(bytes, in: line.range),
            !seen.insert(Array(bytes[trailer.body])).inserted
        {
            setAside(line, log, "duplicate", Self.names(bytes, line))
            return nil
        }
        switch entry {
        case .counted(_, let last), .stopped(_, let last):
            lastRecord = max(lastRecord, last)
            counts.insert(line.start)
        default: break
        }
        if case .opened(let opening) = entry, opening.match.number > lobby.lastMatch + 1 {
            report(gone: "m", lobby.lastMatch + 1...opening.match.number - 1)
        }
        replay(entry, line)
        return entry
    }

    private mutating func replay(_ entry: Entry, _ line: LogReader.Line) {
        if let match = entry.match, broken.contains(match) { return }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            guard let match = error.match else {
                if case .stopped = entry {
                    // Those that were set aside are missing in its count.
                    if broken.isEmpty {
                        findings.append(
                            "Before line \(line.number) of \(LogFile.Kind.journal.name), \(error.reason).")
                    }
                    return
                }
                bad.insert(line.start)
                return findings.append(
                    "Set aside line \(line.number) of \(LogFile.Kind.journal.name): \(error.reason).")
            }
            let isNew = broken.insert(match).inserted
            let what = lobby.abandon(match) ?? "contents unknown"
            findings.append("Set aside match \(match.text) (\(what)): at line \(line.number), \(error.reason).")
            // The match at fault may be an older one that has no end; once that is given up, this line is good.
            if isNew, match != entry.match { replay(entry, line) }
        }
    }

    /// Reports what is missing of what the records say, and returns the number of the last match, and that of the last
    /// record once those are added that the journal recreates.
    private mutating func examine(_ totals: RecordTotals) -> (lastMatch: Int, lastRecord: Int) {
        let (made, expected) = (Set(records.map(\.summary.id.number)), max(lastRecord, totals.lastNumber))
        let gone = (totals.lastNumber..<expected).map { $0 + 1 }.filter { !made.contains($0) }
        if let first = gone.first, let last = gone.last { report(gone: "r", first...last) }
        if totals.lastMatch > lobby.lastMatch {
            report(gone: "m", lobby.lastMatch + 1...totals.lastMatch)
            findings.append("The journal is truncated; later entries are missing too.")
        }
        let lastMatch = max(lobby.lastMatch, totals.lastMatch, stop?.line.lastMatch ?? 0)
        return (lastMatch, max(totals.lastNumber, made.max() ?? 0))
    }

    // MARK: Rewriting

    /// Replaces a log with a new file of its good lines, and appends the bad ones to those set aside before.
    ///
    /// Whatever happens, the old file stays until the new one is completely on disk and takes its name.
    private func rewrite(_ log: LogFile, size: Int, from first: Entry? = nil, to last: Entry? = nil)
        throws(StorageProblem)
    {
        do throws(SystemError) {
            var writer = ByteWriter()
            var new = try LogFile(replacing: log.kind, in: folder)
            var aside: (file: any StorageFile, end: Int)?
            if let first {
                EntryLine.write(first, into: &writer)
                new.append(&writer)
            }
            try LogFile.copyLines(of: Self.reader(log, size), to: &new, using: &writer) {
                (bytes, line) throws(SystemError) in
                if counts.contains(line.start) { return false }
                guard isBad(line, bytes) else { return true }
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
            if let last {
                EntryLine.write(last, into: &writer)
                new.appendAfterSync(&writer)
            }
            try new.synchronize()
            try new.replace(log)
            try folder.synchronize()
        } catch {
            throw .system(file: log.file.path, error)
        }
    }

    private func isBad(_ line: LogReader.Line, _ bytes: [UInt8]) -> Bool {
        bad.contains(line.start) || EntryLine.match(bytes, in: line.range).map(broken.contains) ?? false
    }
}
