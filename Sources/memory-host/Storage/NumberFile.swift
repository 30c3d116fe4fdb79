import Lobby
import Protocol

// No number of a match or a record is used twice, whatever is lost. So a small third file says up to where numbers are
// reserved. A host reserves a thousand at a time, long before it needs them, and puts that on disk no later than the first
// entry that uses one. Numbering goes on from the journal and the records as long as these are known to be whole. If the
// machine was booted before everything was synced, it goes on behind the last reserved number, and an entry in the journal
// says so.
//
// The file also shows that the folder has had a journal. It gets its name after the journal has got its own.

/// The file that says which numbers of matches and records are reserved: a log of ``Lobby/Entry/reserved(lastMatch:lastRecord:)``,
/// of which the last one holds.
struct NumberFile {
    /// The highest numbers of a match and of a record that may have been used.
    struct Reserved: Equatable {
        var match = 0
        var record = 0

        /// As many beyond these as a host reserves at once: where a reservation is lost, it was no larger.
        static func beyond(match: Int, record: Int) -> Reserved {
            let block = Limits.Internal.reservedNumbers
            return Reserved(match: match + block, record: record + block)
        }

        func union(_ other: Reserved) -> Reserved {
            Reserved(match: max(match, other.match), record: max(record, other.record))
        }

        var entry: Entry { .reserved(lastMatch: match, lastRecord: record) }
    }

    /// What a host finds in the file.
    struct Found {
        let log: LogFile
        /// What is reserved, as far as lines are as they were written.
        var reserved = Reserved()
        /// The boot in which the last host was started, as ``StorageFolder/boot`` has it; nil if that is unknown.
        var boot: String?
        /// True if all lines are as they were written.
        var isWhole = true
    }

    /// The file, whose lines are written and synced with those of the journal.
    var log: LogFile
    private(set) var reserved: Reserved

    /// Reads the file in a folder; returns nil if it has none.
    static func find(in folder: any StorageFolder) throws(StorageProblem) -> Found? {
        guard let log = try LogFile(existing: .numbers, in: folder) else { return nil }
        var (reader, found) = (log.reader(), Found(log: log))
        while let line = try reader.next() {
            guard line.trailer != nil, reader.hasHeader, let fields = JSONObject(reader.bytes, in: line.range) else {
                found.isWhole = false
                continue
            }
            found.boot = fields.text("boot") ?? found.boot
            guard case .reserved(let match, let record) = EntryLine.read(reader.bytes, in: line.range) else { continue }
            found.reserved = found.reserved.union(Reserved(match: match, record: record))
        }
        if found.reserved.match == 0 { found.isWhole = false }
        return found
    }

    /// Continues the file, so that a host can start on a full disk; or creates it if there is none, or not all of it is as it
    /// was written.
    ///
    /// - Parameters:
    ///   - found: the file in the folder.
    ///   - match: the number of the last match.
    ///   - record: the number of the last record.
    init(in folder: any StorageFolder, _ found: Found?, match: Int, record: Int) throws(StorageProblem) {
        var writer = ByteWriter()
        reserved = found?.reserved ?? Reserved()
        if let found, found.isWhole, found.log.size < Limits.Internal.numberFileBytes {
            log = found.log
            try log.resume(after: log.size, synced: log.size)
            if found.boot != folder.boot { note(boot: folder.boot, using: &writer) }
            use(match: match, record: record, using: &writer)
            return
        }
        do throws(SystemError) {
            log = try LogFile(replacing: .numbers, in: folder)
            note(boot: folder.boot, using: &writer)
            use(match: match, record: record, using: &writer)
            if reserved == found?.reserved { append(using: &writer) }
            try log.publish()
        } catch {
            throw .system(file: "\(folder.path)/\(LogFile.Kind.numbers.name)", error)
        }
    }

    private mutating func note(boot: String?, using writer: inout ByteWriter) {
        guard let boot else { return }
        writer.put("{")
        writer.putField("boot", boot)
        log.append(&writer)
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
