import Lobby
import Protocol

extension Repair {
    /// Finds and sets aside what is damaged in the journal.
    mutating func repairJournal(_ announce: (String) -> Void) throws(StorageProblem) {
        let before = findings.count
        (bad, counts) = ([], [])
        let found = try FoundRecords(folder)
        foundRecords = found
        let log = try LogFile(existing: .journal, in: folder)
        var size = 0
        if let log {
            size = try examine(log)
        } else {
            guard found.log.size > 0 || numbers != nil else { return }
            findings.append(
                "\(LogFile.Kind.journal.name) is missing or empty: matches in play, names and tokens are lost.")
            if let stop { reportLost(since: stop.line, size: 0) }
        }
        let (lastMatch, lastRecord) = examine(found)
        guard findings.count > before else { return }
        findings[before...].forEach(announce)
        // An incomplete write alone is nothing that a start would not drop, too.
        let skip = findings.count == before + tornWrites ? reserved : unused(after: lastMatch, lastRecord)
        let skips = skip == NumberFile.Reserved() ? [] : [skip]
        // A journal starts with a line of counts; the last such line is the one that holds.
        try rewrite(
            log, .journal, size: size, from: .counted(lastMatch: lastMatch, lastRecord: 0),
            to: [.counted(lastMatch: lastMatch, lastRecord: lastRecord)] + skips.map(\.entry))
    }

    /// Returns the numbers behind which none can have been used.
    private func unused(after lastMatch: Int, _ lastRecord: Int) -> NumberFile.Reserved {
        if let numbers, numbers.isWhole { return numbers.reserved.union(reserved) }
        return .beyond(match: lastMatch, record: lastRecord).union(numbers?.reserved ?? reserved).union(reserved)
    }

    /// Examines the lines of the journal; returns the size of what was not torn.
    private mutating func examine(_ log: LogFile) throws(StorageProblem) -> Int {
        let before = findings.count
        var (reader, size, endsWithStop, wholeBytes) = (Self.reader(log, log.size), 0, false, 0)
        // Without its first line, nothing at its end is known to be an incomplete write.
        while let line = try reader.hasHeader ? reader.nextUntorn() : reader.next() {
            if size == 0, !reader.hasHeader || reader.salvaged.first == 1 { try setAsideWhole(log) }
            report(lackingBefore: line, log)
            if let entry = examine(line, reader.bytes, log) {
                wholeBytes += line.range.count + 1
                endsWithStop = if case .stopped = entry { true } else { false }
            }
            if size == 0 {
                startsWithCounts = counts.contains(line.start)
                wholeBytes += reader.headerBytes
            }
            size = line.end
        }
        if let torn = reader.torn {
            findings.append("Dropped \(torn.text).")
            tornWrites = 1
        }
        report(salvaged: reader, log)
        if findings.count == before, !startsWithCounts { findings.append("The start of the journal is missing.") }
        if let stop, wholeBytes != stop.line.journalBytes || !endsWithStop {
            reportLost(since: stop.line, size: log.size)
        }
        return size
    }

    /// Copies all of the journal into a file of its own, byte by byte: somebody may recognise what it is.
    private mutating func setAsideWhole(_ log: LogFile) throws(StorageProblem) {
        do throws(SystemError) {
            let (name, file) = try newAsideFile(log.kind)
            var (offset, piece) = (0, [UInt8](repeating: 0, count: Limits.Internal.logCopyBytes))
            while case let count = try log.file.read(at: offset, into: &piece), count > 0 {
                try file.writeAll(Array(piece[..<count]), at: offset)
                offset += count
            }
            try file.synchronize()
            try folder.synchronize()
            isAsideWhole = true
            findings.append(
                "\(log.kind.name) has no valid first line: all of it is kept as \(name), and what can be read is used.")
        } catch {
            throw .system(file: log.file.path, error)
        }
    }

    private func newAsideFile(_ kind: LogFile.Kind) throws(SystemError) -> (name: String, file: any StorageFile) {
        var number = 1
        while true {
            let name = kind.asideName(number)
            do throws(SystemError) { return (name, try folder.open(name, [.read, .write, .create, .exclusive])) } catch
            {
                guard error.isAlreadyThere else { throw error }
                number += 1
            }
        }
    }

    /// Reports what the journal has lost since its host was stopped.
    private mutating func reportLost(since stop: StopLine, size: Int) {
        findings.append(
            "\(LogFile.Kind.journal.name) had \(stop.journalBytes) bytes when the host stopped, and has \(size).")
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
            setAside(line, log, bytes, "corrupt", Self.names(bytes, line))
            return nil
        }
        // Other entries may say the same as one before, but not with the same mark.
        let isUnique = entry.match != nil || entry.isPause
        let key = Array(bytes[isUnique ? trailer.body : line.range])
        if isUnique || trailer.synced != nil, !seen.insert(key).inserted {
            setAside(line, log, bytes, "duplicate", Self.names(bytes, line))
            return nil
        }
        switch entry {
        case .reserved(let match, let record):
            let made = max(lastRecord, records.last?.summary.id.number ?? 0)
            if record > made { skipped.formUnion(made + 1...record) }
            reserved = reserved.union(NumberFile.Reserved(match: match, record: record))
            counts.insert(line.start)
        case .counted(_, let last), .stopped(_, let last):
            lastRecord = max(lastRecord, last)
            counts.insert(line.start)
        default: break
        }
        if case .opened(let opening) = entry, opening.match.number > lobby.lastMatch + 1 {
            report(gone: "m", Array(lobby.lastMatch + 1...opening.match.number - 1))
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
    private mutating func examine(_ found: FoundRecords) -> (lastMatch: Int, lastRecord: Int) {
        let totals = found.totals
        let (made, expected) = (Set(records.map(\.summary.id.number)), max(lastRecord, totals.lastNumber))
        let gone = (totals.lastNumber..<expected).map { $0 + 1 }.filter { !made.contains($0) && !skipped.contains($0) }
        report(gone: "r", gone)
        reportAhead(found)
        let lastMatch = max(lobby.lastMatch, totals.lastMatch, stop?.line.lastMatch ?? 0)
        return (lastMatch, max(totals.lastNumber, made.max() ?? 0))
    }

    /// Reports the matches that have a record and that the journal does not know: nothing of these is lost, but the journal
    /// has lost its end.
    private mutating func reportAhead(_ found: FoundRecords) {
        let ahead = found.records(ofMatchesAfter: lobby.lastMatch)
        guard let last = ahead.last else { return }
        let known = Set(ahead.map(\.match.number))
        findings.append(
            "The journal ends before \(Self.names("m", known.sorted())), which are over: their records, "
                + "\(Self.names("r", ahead.map(\.record.number).sorted())), are complete.")
        let others = (lobby.lastMatch + 1...last.match.number).filter { !known.contains($0) }
        if !others.isEmpty { findings.append("Lost, if they were in play: \(Self.names("m", others)).") }
        let left = lobby.lastingMatches.filter { !broken.contains($0) && !found.hasRecord(of: $0) }
        guard stop == nil, !left.isEmpty else { return }
        findings.append("The last moves may be missing in \(left.map(\.text).joined(separator: ", ")).")
    }
}
