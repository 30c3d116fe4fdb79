import Lobby
import Protocol
import TestSupport

@testable import memory_host

// What a disk may do to a host, under the real logs. The system shows what was written at once; the disk has of it what
// a sync put there, and of the rest any blocks, in any order, at the sizes at which disks write. Names behave likewise:
// they reach the disk in the order in which they were given, no later than a sync of the folder. A sync that fails may
// have the system forget what it was to write, as Linux does: the next one succeeds without it.

/// A folder of a simulated disk, whose power may be cut in the middle of anything.
final class SimulatedFolder: StorageFolder {
    /// The disk's behaviour on writes.
    enum Mood {
        case works
        /// It has room for what was reserved, and for no more.
        case isFull
        case fails
    }

    /// A sync, by what is synced and who waits for it.
    struct Sync: Hashable, CustomStringConvertible {
        /// The name of the file; nil for the folder.
        let name: String?
        /// True if the loop waits for it, as at the start; otherwise the thread does.
        let isBlocking: Bool

        var description: String { "\(name ?? "the folder")\(isBlocking ? ", at the start" : "")" }
    }

    /// Syncs that the disk says it has done, and has not.
    var forgotten: Set<Sync> = []

    let path = "/simulated"
    let descriptor = FileDescriptor(number: 1_000_000)
    var mood = Mood.works
    /// The number of power cuts so far names the time since the last one.
    var boot: String? { "\(cuts)" }
    private var cuts = 0
    /// Operations until the host is dead; nil for no such moment.
    var operationsLeft: Int?
    /// True once the host has died: the disk sees none of its later operations.
    private(set) var isDead = false
    /// The number of power cuts that left blocks missing, and of renames that the disk did not have.
    private(set) var holes = 0
    private(set) var lostNames = 0
    /// The number of times a file replaced another.
    private(set) var replacements = 0

    /// The file that was last made to take the journal's place, and the one that is the journal.
    private(set) var newJournal: FileDescriptor?
    var journal: FileDescriptor? { names["journal.ndjson"]?.descriptor }

    private var names: [String: SimulatedFile] = [:]
    /// The names as the disk may have them: what they were at the last sync, and after each change since.
    private var history: [[String: SimulatedFile]] = [[:]]
    private var files: [Int32: SimulatedFile] = [:]
    private var lastNumber: Int32 = 1_000_000
    private var random: SeededRandom

    /// True if a file has a name that the disk does not have.
    var hasUnsyncedNames: Bool { history.count > 1 }

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    // MARK: The folder

    func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> any StorageFile {
        try operate("openat")
        if let file = names[name] {
            if options.contains(.exclusive) { throw SystemError(code: 17, call: "openat") }
            return file
        }
        guard options.contains(.create) else { throw SystemError(code: 2, call: "openat") }
        lastNumber += 1
        let file = SimulatedFile(FileDescriptor(number: lastNumber), path: "\(path)/\(name)", in: self)
        (files[lastNumber], names[name]) = (file, file)
        if name == "journal.ndjson.new" { newJournal = file.descriptor }
        history.append(names)
        return file
    }

    func rename(_ name: String, to newName: String) throws(SystemError) {
        try operate("renameat")
        guard let file = names.removeValue(forKey: name) else { throw SystemError(code: 2, call: "renameat") }
        names[newName] = file
        history.append(names)
        replacements += 1
    }

    func remove(_ name: String) throws(SystemError) {
        try operate("unlinkat")
        guard names.removeValue(forKey: name) != nil else { throw SystemError(code: 2, call: "unlinkat") }
        history.append(names)
    }

    func size(of file: any StorageFile, named name: String) throws(SystemError) -> Int? {
        names[name] === file ? try file.size() : nil
    }

    func synchronize() throws(SystemError) {
        try operate("fsync")
        if isDone(nil, isBlocking: true) { history = [names] }
    }

    /// Returns true if a requested sync will be done.
    func isDone(_ file: SimulatedFile?, isBlocking: Bool) -> Bool {
        let sync = Sync(name: file.flatMap { file in names.first { $0.value === file }?.key }, isBlocking: isBlocking)
        return !forgotten.contains(sync)
    }

    // MARK: Syncs beside the loop

    /// A sync as the thread does it: what was written when it began is on the disk when it ends.
    struct Syncing {
        fileprivate let file: SimulatedFile?
        fileprivate let snapshot: SimulatedFile.Snapshot?
        fileprivate let names: Int
    }

    func begin(_ job: DiskJob) -> Syncing {
        let file: SimulatedFile? =
            switch job {
            case .syncData(let file), .syncAll(let file), .read(let file, _): files[file.number]
            }
        let isDone = isDone(file, isBlocking: false)
        return Syncing(file: file, snapshot: isDone ? file?.beginSync() : nil, names: isDone ? history.count : 1)
    }

    /// The sync ends; whether it did its work is up to the disk.
    func end(_ syncing: Syncing) -> Result<Void, SystemError> {
        let isGood = mood != .fails
        if let file = syncing.file, let snapshot = syncing.snapshot {
            isGood ? file.endSync(snapshot) : file.failSync(showsDisk: Bool.random(using: &random))
        } else if syncing.file == nil, isGood {
            history.removeFirst(min(syncing.names, history.count) - 1)
        }
        return isGood ? .success(()) : .failure(SystemError(code: 5, call: "fsync"))
    }

    // MARK: What it holds

    /// The entries of the journal as far as they are sound, but for those that only count.
    var entries: [Entry] {
        var entries: [Entry] = []
        forEachLine(of: .journal) { bytes, range in
            guard let entry = EntryLine.read(bytes, in: range) else { return }
            switch entry {
            case .counted, .reserved, .stopped: break
            default: entries.append(entry)
            }
        }
        return entries
    }

    /// The records as far as they are sound.
    var records: [MatchRecord] {
        var (records, cache) = ([MatchRecord](), RecordLine.RulesCache())
        forEachLine(of: .records) { bytes, range in
            if let record = RecordLine.read(bytes, in: range, rules: &cache) { records.append(record) }
        }
        return records
    }

    private func forEachLine(of kind: LogFile.Kind, _ body: ([UInt8], Range<Int>) -> Void) {
        guard let file = names[kind.name] else { return }
        var reader = LogReader(file, kind, size: file.size())
        while let line = try? reader.next(), line.trailer != nil { body(reader.bytes, line.range) }
    }

    /// The file loses its end.
    func cut(_ kind: LogFile.Kind, by count: Int) {
        guard let file = names[kind.name] else { return }
        let rest = Array(file.bytes.dropLast(count))
        file.fill(rest, onDisk: rest, dirty: [])
    }

    /// A byte of the file changes.
    func damage(_ kind: LogFile.Kind, at offset: Int) {
        guard let file = names[kind.name] else { return }
        var bytes = file.bytes
        bytes[offset] ^= 1
        file.fill(bytes, onDisk: bytes, dirty: [])
    }

    // MARK: The end

    /// Takes note of an operation: one that changes the disk may be the host's last, and may fail.
    func operate(_ call: String) throws(SystemError) {
        if let left = operationsLeft {
            operationsLeft = left - 1
            if left <= 0, !isDead { die() }
        }
        if mood == .fails, !isDead, call != "openat", call != "unlinkat" { throw SystemError(code: 5, call: call) }
    }

    /// Bytes that a write takes before the host dies in the middle of it; all if it does not.
    func share(of count: Int) -> Int { Int.random(in: 0...count, using: &random) }

    /// The host is dead; from here on the disk sees nothing of it.
    func die() {
        guard !isDead else { return }
        isDead = true
        survivors = history
        durable = Dictionary(uniqueKeysWithValues: files.map { ($0.key, $0.value.onDisk) })
        system = Dictionary(uniqueKeysWithValues: files.map { ($0.key, $0.value.bytes) })
    }

    private var survivors: [[String: SimulatedFile]] = []
    private var durable: [Int32: [UInt8]] = [:]
    private var system: [Int32: [UInt8]] = [:]

    /// The same disk when the machine is up again: after a power cut, or with all that the system had.
    func afterwards(powerCut: Bool) -> SimulatedFolder {
        die()
        let next = SimulatedFolder(seed: random.next())
        (next.holes, next.lostNames, next.replacements, next.lastNumber) = (holes, lostNames, replacements, lastNumber)
        next.forgotten = forgotten
        next.cuts = powerCut ? cuts + 1 : cuts
        var past = survivors
        if powerCut {
            let place = Int.random(in: 0..<survivors.count, using: &random)
            if place < survivors.count - 1 { next.lostNames += 1 }
            past = [survivors[place]]
        }
        // After a kill the system still has what the disk does not.
        for file in Set(past.flatMap(\.values).map(\.descriptor.number)).sorted() {
            guard let known = files[file] else { continue }
            let (old, new) = (durable[file] ?? [], system[file] ?? [])
            let copy = SimulatedFile(known.descriptor, path: known.path, in: next)
            if powerCut {
                let rest = next.mix(old, new, using: &random)
                copy.fill(rest, onDisk: rest, dirty: [])
            } else {
                copy.fill(new, onDisk: old, dirty: known.dirty)
            }
            next.files[file] = copy
        }
        next.history = past.map { $0.compactMapValues { next.files[$0.descriptor.number] } }
        next.names = next.history.last ?? [:]
        return next
    }

    /// Returns a file's bytes on disk after `old` was replaced by `new`: any mix of blocks, and any length between.
    private func mix(_ old: [UInt8], _ new: [UInt8], using random: inout SeededRandom) -> [UInt8] {
        let block = [64, 512, 4_096].randomElement(using: &random) ?? 512
        var end = new.count
        if new.count > old.count, Bool.random(using: &random) {
            end = Int.random(in: old.count...new.count, using: &random)
        }
        var mixed = Array(new.prefix(max(end, min(old.count, new.count))))
        let isOrdered = Bool.random(using: &random)
        var hasHole = false
        for start in stride(from: 0, to: mixed.count, by: block) {
            let range = start..<min(start + block, mixed.count)
            let before = range.map { $0 < old.count ? old[$0] : 0 }
            guard !mixed[range].elementsEqual(before), !isOrdered, Bool.random(using: &random) else { continue }
            mixed.replaceSubrange(range, with: before)
            hasHole = true
        }
        if hasHole { holes += 1 }
        return mixed
    }
}
