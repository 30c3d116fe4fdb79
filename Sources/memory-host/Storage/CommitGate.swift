import Lobby
import Protocol

// Positions count the entries given to the journal since the host started. Each is appended in memory, then written
// (the system has it), then synced (the disk has it):
//
//     visible ≤ appended      always: visible is what was synced; otherwise what was written
//
//     input              while the disk works                         while it fails
//     append             remembers what the entries are about         the same
//     passEnded          write, if anything was appended, unless a    write, once it is time to retry
//                        sync is under way or just began; sync
//     written            release, or sync where that must come first  the same; no room left begins a failure
//     synced             release                                      the same
//     recordsStored      nothing                                      ends the failure, if all else is kept
//     …Failed            begins a failure                             retry later
//
// The caller performs each action at once, in order, and reports back: `write` by `written` or `writeFailed`,
// `storeRecords` by `recordsStored` or `recordsFailed`; `sync` by `synced` or `syncFailed` once that is known. At most
// one sync is under way.

/// Decides what must be committed before a line may be seen, and what happens when the disk fails and recovers.
struct CommitGate: Sendable {
    /// The durability a change must have before anyone sees it.
    enum Sync: String, CaseIterable, Sendable {
        /// The disk has it.
        case always
        /// The system has it; it is on disk within a second.
        case second
        /// The system has it, and writes it when it likes.
        case never
    }

    /// An action for the caller to perform.
    enum Action: Equatable, Sendable {
        /// Sync everything that was written.
        case sync
        /// Append the records of matches whose end is visible to their file.
        case storeRecords
        /// Send the lines whose position is visible now.
        case release
        /// The disk fails: report it, change nothing that must be kept, and stop the clocks of all matches.
        case diskFailed
        /// The disk works again; the clocks stood still for this long.
        case diskRecovered(milliseconds: Int)
    }

    /// The next step at the end of a pass of the loop.
    enum PassEnd: Equatable, Sendable {
        /// Write everything that was appended.
        case write
        /// Perform these actions, if any.
        case perform([Action])
    }

    /// A failure of the disk, while it lasts.
    struct DiskFailure: Equatable, Sendable {
        /// The reason, in a few words.
        let reason: String
        /// The time it began; the clocks of all matches stand there.
        let since: Instant
        /// The time of the next retry.
        fileprivate(set) var retryAt: Instant
        /// A retry is under way, and nothing has failed in it yet.
        fileprivate var isTrying = false
    }

    /// The current failure of the disk; nil while it works.
    private(set) var diskFailure: DiskFailure?
    /// The position up to which entries are visible: lines that depend on no later entry may be sent.
    private(set) var visible = 0
    /// The position of the last entry.
    private(set) var appended = 0

    let sync: Sync
    private var written = 0
    private var synced = 0
    /// The position that the sync under way will reach, if any, and the time when it began.
    private var syncing: Int?
    private var syncBegan = Instant(milliseconds: -Limits.Internal.syncSpacingMilliseconds)
    private var syncDue: Instant?
    /// The positions of the entries about matches and about names, in their order, dropped once everything is visible.
    /// A table would be hashed for every flip, and a list is searched only for what no entry has just caused: a copy of
    /// a state, or chat.
    private var matches: [(match: MatchID, position: Int)] = []
    private var names: [(name: String, position: Int)] = []
    /// The position of the last entry about the list of matches and players.
    private var list = 0
    /// The position of the last entry about the clocks of all matches.
    private var clocks = 0

    /// Creates a gate for a journal to which nothing has been added.
    init(_ sync: Sync) { self.sync = sync }

    /// Entries were appended that are not written.
    var hasUnwritten: Bool { appended > written }

    /// A sync is under way.
    var isSyncing: Bool { syncing != nil }

    /// True if no sync is under way, and none has to follow before everything that is written may be seen.
    var isSynced: Bool { syncing == nil && (sync != .always || written == synced) }

    /// The time when ``passEnded(at:hasRecords:)`` must be called even if nothing has happened; nil for none.
    @inline(__always)  // A gate is copied before a call that is not inlined.
    var due: Instant? {
        if let diskFailure { return diskFailure.retryAt }
        if syncing != nil { return syncBegan + Limits.Internal.hangingMilliseconds }
        return sync == .always && hasUnwritten ? syncBegan + Limits.Internal.syncSpacingMilliseconds : syncDue
    }

    /// True if there is something to write, and it need not wait: where every change waits for a sync, what happens
    /// during one, and just after, is written and synced together.
    @inline(__always)
    func isWriteDue(at now: Instant) -> Bool {
        guard hasUnwritten else { return false }
        guard sync == .always, diskFailure == nil else { return true }
        return syncing == nil && now - syncBegan >= Limits.Internal.syncSpacingMilliseconds
    }

    // MARK: What must be visible first

    /// Notes that entries were given to the journal.
    ///
    /// - Parameter changesList: true if their effect shows in the list of matches and players.
    mutating func append(_ entries: [Entry], changesList: Bool) {
        guard !entries.isEmpty else { return }
        appended += entries.count
        for entry in entries {
            switch entry {
            // What is seen of a contest is in its matches and standings.
            case .counted, .reserved, .stopped, .contest: break
            case .clocksPaused, .restarted: clocks = appended
            case .named(let name, _), .forgot(let name): names.append((name.text, appended))
            case .opened(let opening): matches.append((opening.match, appended))
            case .changed(let match, _, _): matches.append((match, appended))
            }
        }
        if changesList { list = appended }
    }

    /// Returns the position that must be visible before an event may be sent.
    ///
    /// - Parameter cause: the entries of the outcome that the event belongs to; they come first.
    func position(of event: Event, after cause: [Entry]) -> Int {
        guard event.traits.tellsNews else { return 0 }
        guard cause.isEmpty else { return appended }
        switch event {
        case .welcome(let welcome): return position(ofName: welcome.name)
        case .state(let state): return max(clocks, position(of: state.match))
        case .match(let seating): return position(of: seating.match)
        case .replay(let header): return position(of: header.match)
        case .replayed(let replayed): return position(of: replayed.state.match)
        case .lobby, .standings: return list
        case .said(let said): return max(position(ofName: said.from), said.match.map { position(of: $0) } ?? 0)
        default: return 0  // What it tells of is no news without a cause.
        }
    }

    /// Returns the position of the last entry about a match, or of an earlier one if that is visible.
    private func position(of match: MatchID) -> Int { matches.last { $0.match == match }?.position ?? 0 }

    /// Returns the same for a name.
    private func position(ofName name: String) -> Int { names.last { $0.name == name }?.position ?? 0 }

    // MARK: Inputs

    /// Notes that a pass of the loop has ended.
    ///
    /// - Parameter hasRecords: true if records are waiting to be kept.
    mutating func passEnded(at now: Instant, hasRecords: Bool) -> PassEnd {
        if let diskFailure {
            guard diskFailure.retryAt <= now else { return .perform([]) }
            self.diskFailure?.retryAt = now + Limits.Internal.diskMilliseconds
            guard syncing == nil else { return .perform([]) }
            self.diskFailure?.isTrying = true
            return .write
        }
        if syncing != nil, now - syncBegan >= Limits.Internal.hangingMilliseconds {
            // It may still end, and its entries are held until then.
            return .perform(begin(.inputOutput("fsync"), at: now))
        }
        if isWriteDue(at: now) { return .write }
        if (sync == .always && written > synced) || (syncDue.map { $0 <= now } ?? false) {
            return .perform(startSync(at: now))
        }
        return .perform(hasRecords ? [.storeRecords] : [])
    }

    /// Notes that everything appended is written.
    ///
    /// - Parameters:
    ///   - shortage: the reason there is no room for more; nil if there is room.
    ///   - isReplacing: true if the file written to has yet to replace the journal, and so must be synced first,
    ///     whatever ``sync`` says.
    mutating func written(at now: Instant, shortage: SystemError? = nil, isReplacing: Bool = false) -> [Action] {
        written = appended
        var actions = shortage.map { begin($0, at: now) } ?? []
        let mustSync = sync == .always || isReplacing || (diskFailure != nil && sync == .second)
        if !mustSync || written == synced { actions += reach(mustSync ? synced : written, at: now) }
        guard mustSync ? written != synced : syncDue.map({ $0 <= now }) ?? false else { return actions }
        let started = startSync(at: now)
        return actions.isEmpty ? started : actions + started  // As a rule, nothing is copied.
    }

    /// Notes that the sync under way has ended. The next one starts at the end of the pass.
    mutating func synced(at now: Instant) -> [Action] {
        guard let end = syncing else { return [] }
        (synced, syncing) = (end, nil)
        return reach(sync == .always ? end : written, at: now)
    }

    /// Notes that all records that could be kept are kept.
    mutating func recordsStored(at now: Instant) -> [Action] {
        guard let diskFailure, diskFailure.isTrying, syncing == nil, visible >= written else { return [] }
        self.diskFailure = nil
        return [.diskRecovered(milliseconds: now - diskFailure.since)]
    }

    /// Notes that what was appended could not be written.
    mutating func writeFailed(_ error: SystemError, at now: Instant) -> [Action] { begin(error, at: now) }

    /// Notes that the sync under way has failed. What it covered may be lost and must be written again.
    mutating func syncFailed(_ error: SystemError, at now: Instant) -> [Action] {
        (syncing, syncDue) = (nil, nil)
        written = sync == .never ? visible : synced
        return begin(error, at: now)
    }

    /// Notes that the records could not be kept. The journal can recreate them, so nothing waits for that.
    mutating func recordsFailed(_ error: SystemError, at now: Instant) -> [Action] { begin(error, at: now) }

    // MARK: Steps

    private mutating func begin(_ error: SystemError, at now: Instant) -> [Action] {
        let isNew = diskFailure == nil
        let reason = error.isAboutNamedFile ? error.description : error.message
        diskFailure = DiskFailure(
            reason: diskFailure?.reason ?? reason, since: diskFailure?.since ?? now,
            retryAt: now + Limits.Internal.diskMilliseconds)
        return isNew ? [.diskFailed] : []
    }

    private mutating func startSync(at now: Instant) -> [Action] {
        guard syncing == nil else { return [] }
        (syncing, syncBegan, syncDue) = (written, now, nil)
        return [.sync]
    }

    /// Makes entries up to a position visible: everything they require has been done.
    private mutating func reach(_ position: Int, at now: Instant) -> [Action] {
        if sync == .second, syncDue == nil, written > syncing ?? synced {
            syncDue = now + Limits.Internal.syncMilliseconds
        }
        let isNews = position > visible
        visible = max(visible, position)
        if visible == appended {
            matches.removeAll(keepingCapacity: true)
            names.removeAll(keepingCapacity: true)
        }
        if matches.count + names.count > Limits.Internal.positions {
            matches.removeAll { $0.position <= visible }
            names.removeAll { $0.position <= visible }
        }
        if isNews { return [.storeRecords, .release] }
        return diskFailure == nil ? [] : [.storeRecords]
    }
}
