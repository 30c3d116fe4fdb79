import Lobby
import Protocol

// Positions count the entries that were given to the journal since the host began. Each is appended in memory, then
// written (the system has it), then synced (the disk has it):
//
//     visible ≤ appended      always: visible is what was synced; else what was written
//
//     input              while the disk works                         while it fails
//     append             remembers what the entries are about         the same
//     passEnded          write, if anything was appended; sync        write, once it is time to try again
//                        what was written during the last sync
//     written            release, or sync where that must come first  the same; a shortage of room begins to fail
//     synced             release                                      the same
//     recordsKept        nothing                                      ends, if all else is kept
//     …Failed            begins to fail                               try again later
//
// Whoever runs it does each action at once, in order, and answers: `write` by `written` or `writeFailed`, `keepRecords` by
// `recordsKept` or `recordsFailed`; `sync` by `synced` or `syncFailed` once that is known. One sync at most is under way.

/// Decides which entries must be kept before a line may be seen, and what happens when the disk fails and works again.
struct CommitGate: Sendable {
    /// How sure a change must be before anybody is told of it.
    enum Sync: String, CaseIterable, Sendable {
        /// It is on the disk.
        case always
        /// The system has it; it is on the disk within a second.
        case second
        /// The system has it, and writes it when it likes.
        case never
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Write all that was appended.
        case write
        /// Sync all that was written.
        case sync
        /// Put the records of matches whose end is visible into their file.
        case keepRecords
        /// Send the lines whose position is visible now.
        case release
        /// The disk fails: say so, change nothing that must be kept, and let the clocks of all matches stand still.
        case beginTrouble
        /// It works again; the clocks stood still for so long.
        case endTrouble(milliseconds: Int)
    }

    /// While the disk fails.
    struct Trouble: Equatable, Sendable {
        /// Why, in a few words.
        let reason: String
        /// Since when; the clocks of all matches stand there.
        let since: Instant
        /// When it is tried again.
        fileprivate(set) var retryAt: Instant
        /// Whether it is being tried again now, and nothing has failed yet.
        fileprivate var isTrying = false
    }

    /// What is wrong with the disk; nil while it works.
    private(set) var trouble: Trouble?
    /// Everything that depends on no entry after this position may be seen.
    private(set) var visible = 0
    /// The position of the last entry.
    private(set) var appended = 0

    let sync: Sync
    private var written = 0
    private var synced = 0
    /// The position that the sync under way will reach, and when it began.
    private var syncing: Int?
    private var syncBegan = Instant(milliseconds: 0)
    private var syncDue: Instant?
    /// The last entry about a match, about a name, and of those that changed the list of matches and players; as long as it
    /// may not be visible.
    private var matches: [MatchID: Int] = [:]
    private var names: [String: Int] = [:]
    private var list = 0
    /// The last entry about the clocks of all matches.
    private var clocks = 0

    /// A gate for a journal to which nothing has been added.
    init(_ sync: Sync) { self.sync = sync }

    /// Whether something was appended that has not been written.
    var hasNews: Bool { appended > written }

    /// Whether a sync is under way.
    var isSyncing: Bool { syncing != nil }

    /// When ``passEnded(at:hasRecords:)`` must be called although nothing has happened; nil if it need not.
    var due: Instant? {
        trouble?.retryAt ?? (syncing == nil ? syncDue : syncBegan + Limits.House.hangingMilliseconds)
    }

    // MARK: What must be visible first

    /// Entries have been given to the journal.
    ///
    /// - Parameter changesList: whether what they tell of is seen in the list of matches and players.
    mutating func append(_ entries: [Entry], changesList: Bool) {
        guard !entries.isEmpty else { return }
        appended += entries.count
        for entry in entries {
            switch entry {
            case .counted: break
            case .clocksPaused: clocks = appended
            case .named(let name, _), .resumed(let name, _), .confirmed(let name), .forgot(let name):
                names[name.text] = appended
            case .opened(let opening): matches[opening.match] = appended
            case .changed(let match, _, _): matches[match] = appended
            }
        }
        if changesList { list = appended }
    }

    /// The position that must be visible before an event may leave.
    ///
    /// - Parameter cause: the entries of the outcome that the event belongs to; they come first.
    func position(of event: Event, after cause: [Entry]) -> Int {
        let own: Int
        switch event {
        case .hello, .error, .pong, .bye, .help, .records, .record, .scores: return 0
        case .ok, .welcome: own = 0
        case .state(let state): own = max(clocks, matches[state.match] ?? 0)
        case .match(let seating): own = matches[seating.match] ?? 0
        case .lobby: own = list
        case .said(let said): own = max(names[said.from] ?? 0, said.match.flatMap { matches[$0] } ?? 0)
        }
        return cause.isEmpty ? own : appended
    }

    // MARK: Inputs

    /// A pass of the loop has ended.
    ///
    /// - Parameter hasRecords: whether records wait to be kept.
    mutating func passEnded(at now: Instant, hasRecords: Bool) -> [Action] {
        if let trouble {
            guard trouble.retryAt <= now else { return [] }
            self.trouble?.retryAt = now + Limits.House.diskMilliseconds
            guard syncing == nil else { return [] }
            self.trouble?.isTrying = true
            return [.write]
        }
        if syncing != nil, now - syncBegan >= Limits.House.hangingMilliseconds {
            return begin(.inputOutput("fsync"), at: now)  // It may still end, and what it is about is held until then.
        }
        if hasNews { return [.write] }
        if (sync == .always && written > synced) || (syncDue.map { $0 <= now } ?? false) { return startSync(at: now) }
        return hasRecords ? [.keepRecords] : []
    }

    /// All that was appended is written.
    ///
    /// - Parameters:
    ///   - shortage: why there is no room for more; nil if there is.
    ///   - isReplacing: whether the file that it was written to has yet to take the place of the journal, and so must be
    ///     synced first, whatever else is wished.
    mutating func written(at now: Instant, shortage: SystemError? = nil, isReplacing: Bool = false) -> [Action] {
        written = appended
        let troubles = shortage.map { begin($0, at: now) } ?? []
        let mustSync = sync == .always || isReplacing || (trouble != nil && sync == .second)
        if mustSync { return troubles + (written == synced ? reach(synced, at: now) : startSync(at: now)) }
        let actions = reach(written, at: now)
        return troubles + actions + (syncDue.map { $0 <= now } ?? false ? startSync(at: now) : [])
    }

    /// The sync under way has ended. The next one begins at the end of the pass.
    mutating func synced(at now: Instant) -> [Action] {
        guard let end = syncing else { return [] }
        (synced, syncing) = (end, nil)
        return reach(sync == .always ? end : written, at: now)
    }

    /// The records that could be kept are kept.
    mutating func recordsKept(at now: Instant) -> [Action] {
        guard let trouble, trouble.isTrying, syncing == nil, visible >= written else { return [] }
        self.trouble = nil
        return [.endTrouble(milliseconds: now - trouble.since)]
    }

    /// What was appended could not be written.
    mutating func writeFailed(_ error: SystemError, at now: Instant) -> [Action] { begin(error, at: now) }

    /// The sync under way has failed. What it was to sync may be nowhere, and must be written again.
    mutating func syncFailed(_ error: SystemError, at now: Instant) -> [Action] {
        (syncing, syncDue) = (nil, nil)
        written = sync == .never ? visible : synced
        return begin(error, at: now)
    }

    /// The records could not be kept. The journal can make them again, so nothing waits for that.
    mutating func recordsFailed(_ error: SystemError, at now: Instant) -> [Action] { begin(error, at: now) }

    // MARK: Steps

    private mutating func begin(_ error: SystemError, at now: Instant) -> [Action] {
        let isNew = trouble == nil
        trouble = Trouble(
            reason: trouble?.reason ?? error.message, since: trouble?.since ?? now,
            retryAt: now + Limits.House.diskMilliseconds)
        return isNew ? [.beginTrouble] : []
    }

    private mutating func startSync(at now: Instant) -> [Action] {
        guard syncing == nil else { return [] }
        (syncing, syncBegan, syncDue) = (written, now, nil)
        return [.sync]
    }

    /// All that must be so before entries up to there are seen, is so.
    private mutating func reach(_ position: Int, at now: Instant) -> [Action] {
        if sync == .second, syncDue == nil, written > syncing ?? synced {
            syncDue = now + Limits.House.syncMilliseconds
        }
        let isNews = position > visible
        visible = max(visible, position)
        if visible == appended {
            matches.removeAll(keepingCapacity: true)
            names.removeAll(keepingCapacity: true)
        }
        if isNews { return [.keepRecords, .release] }
        return trouble == nil ? [] : [.keepRecords]
    }
}
