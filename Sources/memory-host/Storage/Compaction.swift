import Lobby
import Protocol

/// Builds a smaller journal beside the one in use, a slice at a time, so that nothing waits for long.
///
/// The copy begins with what stands for all matches that are over. The lines of the others follow, and then every line
/// that was appended since the copy was begun.
///
/// It is an object so that a journal that is not being compacted is small: the loop looks at it in every pass.
final class Compaction {
    /// The entries at the beginning that are not in the copy yet.
    private var header: ArraySlice<Entry>
    /// Names in the copy that are nobody's once the matches in front of ``boundary`` are over.
    private var forgotten: [PlayerName]
    /// The matches whose lines in front of ``boundary`` are needed.
    private let needed: Set<MatchID>
    /// The end of the journal when this began.
    private let boundary: Int
    private let sliceBytes: Int
    private var reader: LogReader
    private var hasMatches = false
    /// The end of the journal at the last slice.
    private var seenEnd: Int
    private(set) var copy: LogFile
    /// The file of records, to be synced before the copy takes the journal's name: it holds what is left out.
    let records: RecordFile?
    /// True if the copy was up to date after the last slice.
    private(set) var isUpToDate = false

    /// Begins a copy.
    ///
    /// - Parameters:
    ///   - needed: the matches whose lines so far are needed.
    ///   - header: the first entries of a journal that holds no other match.
    ///   - forgotten: names in it that are nobody's once those matches are over.
    ///   - sliceBytes: the bytes to look through, or to write, at once.
    init(
        of log: LogFile, keeping needed: Set<MatchID>, header: [Entry], forgetting forgotten: [PlayerName],
        records: RecordFile?, sliceBytes: Int
    ) throws(SystemError) {
        self.forgotten = forgotten
        (self.header, self.needed, self.records, self.sliceBytes) = (header[...], needed, records, sliceBytes)
        (boundary, seenEnd, reader) = (log.end, log.end, log.reader())
        copy = try LogFile(replacing: .journal, in: log.folder)
        copy.sync = log.sync
    }

    /// True if there is something to copy.
    func hasSlice(of log: LogFile) -> Bool { !header.isEmpty || reader.position < log.writtenEnd }

    /// Copies the next lines: a slice, or twice what the journal has grown by since the last one.
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
        isUpToDate = !hasSlice(of: log)
    }

    private func copyLines(of log: LogFile, using writer: inout ByteWriter) throws(SystemError) {
        reader.extend(to: log)
        let end = min(reader.position + max(sliceBytes, 2 * (log.writtenEnd - seenEnd)), log.writtenEnd)
        seenEnd = log.writtenEnd
        while reader.position < end {
            guard let line = try reader.nextOrFailure() else { throw .fileIsTruncated(log.name) }
            guard let body = line.trailer?.body else { throw .inputOutput("read") }
            if line.start >= boundary { forget(using: &writer) }
            guard isWanted(line) else { continue }
            writer.put(reader.bytes, in: body)
            copy.append(&writer)
        }
    }

    private func forget(using writer: inout ByteWriter) {
        for name in forgotten {
            EntryLine.write(.forgot(name), into: &writer)
            copy.append(&writer)
        }
        forgotten = []
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
        while hasSlice(of: log) { try copySlice(of: log, using: &writer) }
        forget(using: &writer)
        EntryLine.write(counted, into: &writer)
        copy.appendAfterSync(&writer)
        try copy.write()
    }
}
