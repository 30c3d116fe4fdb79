import Lobby
import Protocol

// No number of a match or a record is used twice, whatever is lost. So a small third file says up to where numbers are
// reserved. A host reserves a thousand at a time, long before it needs them, and puts that on disk no later than the first
// entry that uses one. Numbering goes on from the journal and the records as long as these are known to be whole. If the
// machine has been started since they were written, and not all was synced, it goes on behind everything that is reserved,
// and an entry in the journal says so.
//
// The file also shows that the folder has had a journal. It gets its name after the journal has got its own.

/// The file that says which numbers of matches and records are reserved: a log of ``Lobby/Entry/reserved(lastMatch:lastRecord:)``,
/// of which the last one holds.
struct NumberFile {
    /// The highest numbers of a match and of a record that may have been used.
    struct Reserved: Equatable {
        var match = 0
        var record = 0

        var entry: Entry { .reserved(lastMatch: match, lastRecord: record) }
    }

    /// What a host finds in the file.
    struct Found {
        /// What is reserved; nothing if no line is as it was written.
        var reserved = Reserved()
        /// The time in which the last host was started, as ``StorageFolder/boot`` names it; nil if that is unknown.
        var boot: String?
    }

    /// The file, whose lines are written and synced with those of the journal.
    var log: LogFile
    private(set) var reserved: Reserved

    /// Reads the file in a folder; returns nil if it has none.
    static func find(in folder: any StorageFolder) throws(StorageProblem) -> Found? {
        guard let log = try LogFile(existing: .numbers, in: folder) else { return nil }
        var (reader, found) = (log.reader(), Found())
        while let line = try reader.next() {
            guard line.trailer != nil, let fields = JSONLine(reader.bytes, in: line.range) else { continue }
            found.boot = fields.text("boot") ?? found.boot
            guard case .reserved(let match, let record) = EntryLine.read(reader.bytes, in: line.range) else { continue }
            let before = found.reserved
            found.reserved = Reserved(match: max(match, before.match), record: max(record, before.record))
        }
        return found
    }

    /// Creates the file anew, with the next numbers reserved, and waits until it is on disk.
    ///
    /// - Parameters:
    ///   - before: what was reserved before.
    ///   - match: the number of the last match.
    ///   - record: the number of the last record.
    init(in folder: any StorageFolder, after before: Reserved, match: Int, record: Int) throws(SystemError) {
        (log, reserved) = (try LogFile(replacing: .numbers, in: folder), before)
        var writer = ByteWriter()
        if let boot = folder.boot {
            writer.put("{")
            writer.putField("boot", boot)
            log.append(&writer)
        }
        use(match: match, record: record, using: &writer)
        if reserved == before { append(using: &writer) }
        try log.publish()
    }

    /// Notes that numbers up to these are used: if few are left, the next ones are reserved, in memory first.
    mutating func use(match: Int = 0, record: Int = 0, using writer: inout ByteWriter) {
        let (block, before) = (Limits.Internal.reservedNumbers, reserved)
        if match + block / 2 > reserved.match { reserved.match = match + block }
        if record + block / 2 > reserved.record { reserved.record = record + block }
        if reserved != before { append(using: &writer) }
    }

    private mutating func append(using writer: inout ByteWriter) {
        EntryLine.write(reserved.entry, into: &writer)
        log.append(&writer)
    }
}
