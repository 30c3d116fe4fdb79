import Lobby
import Protocol

// A damaged journal is put right in two walks over it. The first replays what can be read, and finds out which matches
// cannot go on: a line of theirs is missing or wrong, and a match with a hole in it is another match. The second copies
// their lines, and those that cannot be read, into a file of their own. Then the journal is made smaller as it always
// is, by leaving out what is not needed; nobody needs a match that was given up.

/// Sets aside what is damaged in the journal, so that a host can go on with the rest.
struct Repair {
    /// What was found, a sentence each; none if nothing is damaged.
    private(set) var findings: [String] = []
    /// The records of matches whose end the journal holds.
    private var records: [MatchRecord] = []
    private var lobby: Lobby
    private var broken: Set<MatchID> = []
    private var unreadable: Set<Int> = []
    private var otherForm: Int?

    /// Repairs the journal in a folder.
    ///
    /// - Parameters:
    ///   - lobby: one to which nothing has happened yet, but for what the records say.
    ///   - keep: puts records on the disk, before the journal forgets what they were made from; returns the numbers of
    ///     the last record and the last match that has one, which a journal without its first line does not know.
    init(
        _ folder: DataFolder, _ lobby: Lobby,
        keep: ([MatchRecord]) throws(SystemError) -> (lastRecord: Int, lastMatch: Int)
    ) throws(Recovery.Problem) {
        self.lobby = lobby
        do throws(SystemError) {
            let path = Journal.path(in: folder)
            let file = try Platform.openFile(path, [.read, .write, .create, .noFollow], mode: 0o600)
            defer { Platform.closeDescriptor(file) }
            let size = try Platform.fileSize(file)
            var lines = JournalLines(file, size: size)
            while otherForm == nil, let (line, place) = try lines.next() { examine(line, place) }
            if otherForm == nil {
                if lines.end < size { findings.append(Self.torn(size - lines.end)) }
                if !findings.isEmpty {
                    let last = try keep(records)
                    self.lobby.remember(lastRecord: last.lastRecord, lastMatch: last.lastMatch, best: [])
                    try mend(file, lines.end, folder)
                }
            }
        } catch {
            throw .system(error)
        }
        if let otherForm { throw .otherForm(form: otherForm) }
    }

    private static func torn(_ bytes: Int) -> String {
        "The end was not written whole, as after a crash: its \(bytes) bytes are dropped."
    }

    // MARK: Looking

    private mutating func examine(_ line: JournalLines.Line, _ place: FileLines.Line) {
        switch line {
        case .entry(let entry): examine(entry, place.number)
        case .otherForm(let form): otherForm = form
        case .damaged:
            unreadable.insert(place.number)
            findings.append(
                "Line \(place.number) is not what was written; its \(place.range.count) bytes are set aside.")
        }
    }

    private mutating func examine(_ entry: Entry, _ number: Int) {
        if let match = entry.match, broken.contains(match) { return }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            let isNew = error.match.map { !broken.contains($0) } ?? false
            giveUp(error, number)
            // It may be an older match that has no end; then this line is good as soon as that one is given up.
            if isNew, error.match != entry.match { examine(entry, number) }
        }
    }

    private mutating func giveUp(_ flaw: EntryFlaw, _ number: Int) {
        guard let match = flaw.match else {
            unreadable.insert(number)
            return findings.append("Line \(number) is set aside: \(flaw.reason).")
        }
        let what = lobby.abandon(match) ?? "of which nothing is known"
        broken.insert(match)
        findings.append("The match \(match.text), \(what), is set aside: at line \(number), \(flaw.reason).")
    }

    // MARK: Mending

    private func mend(
        _ file: FileDescriptor, _ size: Int, _ folder: DataFolder
    ) throws(SystemError) {
        if !broken.isEmpty || !unreadable.isEmpty { try setAside(file, size, folder) }
        let own = try Platform.openFile(Journal.path(in: folder), [.read, .write, .noFollow])
        var journal = Journal(own, size: size, in: folder, sync: .always)
        var writer = ByteWriter()
        try journal.compact(for: lobby, using: &writer)
        try journal.close()
    }

    /// Copies the bad lines, and all of the matches that cannot go on, into a new file.
    private func setAside(
        _ file: FileDescriptor, _ size: Int, _ folder: DataFolder
    ) throws(SystemError) {
        let path = "\(folder.path)/\(Self.asideName)"
        let new = try Platform.openFile(path, [.write, .create, .append, .noFollow], mode: 0o600)
        defer { Platform.closeDescriptor(new) }
        var lines = FileLines(file, size: size)
        while let line = try lines.next() {
            guard isBad(lines.bytes, line) else { continue }
            try Platform.writeAll(Array(lines.bytes[line.range]) + [UInt8(ascii: "\n")], to: new)
        }
        try Platform.synchronize(new)
        try folder.synchronize()
    }

    private func isBad(_ bytes: [UInt8], _ line: FileLines.Line) -> Bool {
        if unreadable.contains(line.number) { return true }
        do throws(EntryLine.Flaw) {
            return try EntryLine.read(bytes, in: line.range).match.map(broken.contains) ?? false
        } catch {
            return true
        }
    }

    /// What the file for such lines is called in the data folder. Lines of an earlier repair stay in it.
    static let asideName = "journal.damaged"
}
