import Lobby
import Protocol

/// The making of a smaller journal beside the one in use, a slice at a time, so that nothing waits for long.
///
/// The copy begins with what stands for all matches that are over. The lines of the others follow, and then, unchanged,
/// every line that was appended since the copy was begun.
///
/// It is an object so that a journal that is not being compacted is small: the loop looks at it in every pass.
final class Compaction {
    /// The entries at the beginning that are not in the copy yet.
    private var header: ArraySlice<Entry>
    /// The matches whose lines in front of ``boundary`` are needed.
    private let needed: Set<MatchID>
    /// The end of the journal when this began.
    private let boundary: Int
    private let sliceBytes: Int
    private var reader: LogReader
    private var hasMatches = false
    private(set) var copy: LogFile
    /// The file of records, to be synced before the copy takes the journal's name: it holds what is left out.
    let records: RecordFile?
    /// The size of the copy up to which a sync has put it on disk.
    private var synced = 0
    /// The size of the copy when the sync under way began; nil if that does not cover the copy.
    private var syncing: Int?

    /// Begins a copy.
    ///
    /// - Parameters:
    ///   - needed: the matches whose lines so far are needed.
    ///   - header: the first entries of a journal that holds no other match.
    ///   - sliceBytes: the bytes to read, or to write, at once.
    init(
        of log: LogFile, keeping needed: Set<MatchID>, header: [Entry], records: RecordFile?, sliceBytes: Int
    ) throws(SystemError) {
        (self.header, self.needed, self.records, self.sliceBytes) = (header[...], needed, records, sliceBytes)
        (boundary, reader) = (log.end, log.reader())
        copy = try LogFile(replacing: .journal, in: log.folder)
    }

    /// True if a sync of the copy is under way: it must then stay as it is.
    var isSyncing: Bool { syncing != nil }

    /// True if enough was copied to be synced on its own, so that no single sync takes long.
    var wantsSync: Bool { copy.end - synced >= Limits.Internal.compactionSlicesPerSync * sliceBytes }

    /// True if the copy was up to date after the last slice, but for what has yet to be synced.
    private(set) var isUpToDate = false

    /// True if there is something to copy, and nothing of the copy must be synced first.
    func hasSlice(of log: LogFile) -> Bool {
        !isSyncing && !wantsSync && (!header.isEmpty || reader.position < log.writtenEnd)
    }

    /// Copies the next lines, as many as take well under a millisecond. Call it only while ``isSyncing`` is false.
    func copySlice(of log: LogFile, using writer: inout ByteWriter) throws(SystemError) {
        if header.isEmpty {
            try copyLines(of: log, using: &writer)
        } else {
            let end = copy.end + sliceBytes
            while copy.end < end, let entry = header.popFirst() {
                EntryLine.write(entry, into: &writer)
                copy.append(&writer)
            }
        }
        try copy.writeAndForget()
        isUpToDate = header.isEmpty && reader.position == log.writtenEnd
    }

    private func copyLines(of log: LogFile, using writer: inout ByteWriter) throws(SystemError) {
        reader.extend(to: log)
        let end = reader.position + sliceBytes
        while reader.position < end, let line = try reader.nextOrFailure() {
            guard let body = line.trailer?.body else { throw .inputOutput("read") }
            guard isWanted(line) else { continue }
            writer.put(reader.bytes, in: body)
            copy.append(&writer)
        }
    }

    private func isWanted(_ line: LogReader.Line) -> Bool {
        if line.start >= boundary { return true }
        // A pause applies to the matches opened before it.
        if hasMatches, EntryLine.isPause(reader.bytes, in: line.range) { return true }
        let isWanted = EntryLine.match(reader.bytes, in: line.range).map(needed.contains) ?? false
        hasMatches = hasMatches || isWanted
        return isWanted
    }

    /// Copies the last lines, and ends with an entry that changes nothing, and says that all in front of it is on disk:
    /// nobody sees the new file before that is true.
    func end(copying log: LogFile, with counted: Entry, using writer: inout ByteWriter) throws(SystemError) {
        while reader.position < log.writtenEnd { try copySlice(of: log, using: &writer) }
        EntryLine.write(counted, into: &writer)
        copy.appendAfterSync(&writer)
        try copy.write()
    }

    /// Notes that a sync of the copy begins, and that it has ended.
    func beginSync() { syncing = copy.end }
    func endSync() { (synced, syncing) = (syncing ?? synced, nil) }

    /// Puts what was copied on disk, and waits for it.
    func synchronize() throws(SystemError) {
        beginSync()
        try copy.file.synchronize()
        endSync()
    }
}
