import Protocol

extension Limits.Internal {
    /// Bytes at the start of a folder's lock file that are read to tell who uses it: two numbers.
    static let lockFileBytes = 32
    /// Numbers of matches and records that are reserved on disk at once. At the rate at which a machine can open
    /// matches, half of them last for much longer than a write takes.
    static let reservedNumbers = 1000
    /// Bytes of the file that says so above which a start writes it anew.
    static let numberFileBytes = 16 * 1024
    /// Bytes of disk space preallocated for the journal; a loop iteration seldom writes more.
    static let reservedBytes = 64 * 1024
    /// Milliseconds from the start of one sync to that of the next with `--sync always`, so that many changes share
    /// one on a busy host: a sync costs more than a flip.
    static let syncSpacingMilliseconds = 2
    /// Milliseconds after which `--sync second` syncs written data to disk.
    static let syncMilliseconds = 1_000
    /// Milliseconds after which an unfinished sync counts as a disk failure: clocks stop, and players are told
    /// why. Records that take as long to read count as unreadable.
    static let hangingMilliseconds = 10_000
    /// Milliseconds until a failed disk is retried.
    static let diskMilliseconds = 1_000
    /// Bytes below which the journal isn't worth compacting.
    static let smallJournalBytes = 256 * 1024
    /// Bytes of the journal that are looked through, or written, at once to compact it: some tenths of a
    /// millisecond.
    static let compactionSliceBytes = 64 * 1024
    /// Milliseconds for which the journal keeps a match whose record is stored: longer than it usually takes to copy
    /// a data folder.
    static let copyMilliseconds = 10_000
    /// Bytes of a log that are read at once, at the start: the longest line is far shorter.
    static let logReadBytes = 1024 * 1024
    /// Bytes of a log that are copied at once, at the start.
    static let logCopyBytes = 256 * 1024
    /// Milliseconds between checks whether a log still has its name in the folder.
    static let nameCheckMilliseconds = 1_000
    /// Positions of matches and names that the commit gate remembers before it drops those that are visible.
    static let positions = 4096
    /// The share of the kept records, as its denominator, by which there must be more before the oldest are
    /// dropped: with a tenth, a host that is restarted often seldom writes its file anew.
    static let surplusRecordsShare = 10
    /// Records kept by a host that has no folder for them.
    static let recordsInMemory = 1000
    /// Players whose results are counted; beyond that, those with the fewest matches are forgotten.
    static let countedPlayers = 20_000
}
