import Lobby
import Protocol

/// Commits a host's journal and records in the order that ``CommitGate`` decides.
///
/// It does everything that needs no waiting, and leaves the rest to its caller: the host's loop or a simulation.
struct Committer {
    /// Work left to the caller.
    enum Effect {
        /// Run this job beside the loop, and pass its result to ``syncEnded(_:at:)``.
        case sync(DiskJob)
        /// Send the lines whose position is visible now.
        case release
        /// The disk fails; ``gate`` has the reason.
        case diskFailed
        /// The disk works again: give the lobby back the time for which its clocks stood still.
        case diskRecovered(milliseconds: Int)
        /// The journal could not be compacted, and continues as it is.
        case couldNotCompact(SystemError)
    }

    /// Decides what is visible, and knows whether the disk fails.
    private(set) var gate: CommitGate
    /// There is work on the journal that nobody waits for; see ``continueCompacting(using:)``.
    private(set) var hasSlice = false
    private var journal: Journal?
    private var records: RecordStore
    /// Records that are not in the store yet, each with the position that must be visible first.
    private var pendingRecords: [(position: Int, record: MatchRecord)] = []
    /// The records stored last. The journal keeps the lines of their matches for a while, so that a copy of the folder has
    /// them, even if it has the records as they were before, and the journal as it was afterwards.
    private var recentRecords: ArraySlice<RecentRecord> = []

    private struct RecentRecord {
        let match: MatchID
        let players: [PlayerName]
        /// The number of the record before it.
        let before: Int
        let storedAt: Instant
    }

    /// Continues with the contents of a data folder.
    init(_ journal: Journal?, _ records: RecordStore, sync: CommitGate.Sync) {
        (self.journal, self.records) = (journal, records)
        gate = CommitGate(sync)
    }

    /// The size of the journal in bytes; 0 if nothing is kept on disk.
    var journalBytes: Int { journal?.size ?? 0 }

    /// The number of records.
    var recordCount: Int { records.kept }

    /// Nothing would be lost if the host exited now.
    var isEverythingStored: Bool {
        gate.diskFailure == nil && !gate.hasUnwritten && gate.isSynced && pendingRecords.isEmpty
    }

    /// Returns what must be read from disk before a query is answered; nil if nothing must.
    func reading(for query: RecordQuery) -> DiskJob? { records.reading(for: query) }

    /// Returns the answer to a client's query about the records.
    mutating func answer(_ query: RecordQuery) throws(SystemError) -> Event { try records.answer(query) }

    // MARK: What happens

    /// Takes in the result of an input, to be committed from the end of the pass on.
    mutating func append(_ outcome: Outcome, using writer: inout ByteWriter) {
        if !outcome.entries.isEmpty, journal != nil {
            journal?.append(outcome.entries, using: &writer)
            gate.append(outcome.entries, changesList: outcome.changesList)
        }
        for record in outcome.records {
            journal?.use(record: record.summary.id.number, using: &writer)
            pendingRecords.append((gate.appended, record))
        }
    }

    /// Notes that a pass of the loop has ended, and commits its entries as far as that needs no waiting.
    ///
    /// - Parameters:
    ///   - lobby: the source of a smaller journal; `inout` so that it is not copied, and left as it is.
    ///   - effects: an empty array, of which the memory is used again.
    mutating func passEnded(
        at now: Instant, _ lobby: inout Lobby, using writer: inout ByteWriter, reusing effects: consuming [Effect] = []
    ) -> [Effect] {
        let hasRecords = pendingRecords.first.map { $0.position <= gate.visible } ?? false
        defer { noteSlices() }
        switch gate.passEnded(at: now, hasRecords: hasRecords) {
        case .write: write(&lobby, using: &writer, at: now, &effects)
        case .perform(let actions): take(actions, at: now, &effects)
        }
        return effects
    }

    private mutating func noteSlices() { hasSlice = journal?.hasSlice ?? false && gate.diskFailure == nil }

    /// True while a smaller journal takes the place of the old one.
    var isReplacing: Bool { journal?.isReplacing ?? false }

    /// Does some of the work that makes the journal smaller, well under a millisecond's, if ``hasSlice`` is true.
    mutating func continueCompacting(using writer: inout ByteWriter) -> [Effect] {
        defer { noteSlices() }
        do throws(SystemError) {
            try journal?.copySlice(using: &writer)
            return []
        } catch {
            return [.couldNotCompact(error)]
        }
    }

    mutating func syncEnded(
        _ result: Result<Void, SystemError>, at now: Instant, reusing effects: consuming [Effect] = []
    ) -> [Effect] {
        guard gate.isSyncing else { return [] }
        do throws(SystemError) {
            try result.get()
            if let next = try journal?.endSync() { return [.sync(next)] }
            take(gate.synced(at: now), at: now, &effects)
        } catch {
            take(syncFailed(error, at: now), at: now, &effects)
        }
        return effects
    }

    /// Puts everything on disk, whatever the sync mode, ends both logs with the lines of a clean stop, and waits for
    /// it. No sync may be under way, and nothing may follow.
    mutating func close(_ lobby: borrowing Lobby, using writer: inout ByteWriter) throws(SystemError) {
        journal?.rewind()
        try journal?.synchronize()
        while let next = pendingRecords.first {  // Only now: the journal has the ends of these matches.
            try records.append(next.record)
            pendingRecords.removeFirst()
        }
        try records.synchronize()
        guard var journal, let file = records.file else { return }
        let matches = lobby.lastingMatches
        journal.append([.stopped(matches: matches.count, lastRecord: records.lastNumber)], using: &writer)
        try journal.synchronize()
        self.journal = journal
        // The last line of all: where it is on disk, all else is.
        try file.end(with: StopLine(journalBytes: journal.size, lastMatch: lobby.lastMatch, matches: matches))
    }

    // MARK: Steps

    private mutating func take(_ actions: [CommitGate.Action], at now: Instant, _ effects: inout [Effect]) {
        for action in actions {
            switch action {
            case .sync: beginSync(at: now, &effects)
            case .storeRecords: storeRecords(at: now, &effects)
            case .release: effects.append(.release)
            case .diskFailed: effects.append(.diskFailed)
            case .diskRecovered(let milliseconds): effects.append(.diskRecovered(milliseconds: milliseconds))
            }
        }
    }

    /// Writes what was appended. When the journal has grown long, this starts to make a smaller one, and puts that in
    /// its place once it is up to date: the sync that follows does the rest.
    private mutating func write(
        _ lobby: inout Lobby, using writer: inout ByteWriter, at now: Instant, _ effects: inout [Effect]
    ) {
        do throws(SystemError) {
            let shortage = try journal?.write(isFinal: gate.sync == .never, at: now) ?? nil
            if gate.diskFailure == nil, shortage == nil {
                do throws(SystemError) { try compact(&lobby, at: now, using: &writer) } catch {
                    effects.append(.couldNotCompact(error))
                }
            }
            take(gate.written(at: now, shortage: shortage, isReplacing: isReplacing), at: now, &effects)
        } catch {
            if !gate.isSyncing { journal?.rewind() }
            take(gate.writeFailed(error, at: now), at: now, &effects)
        }
    }

    private mutating func beginSync(at now: Instant, _ effects: inout [Effect]) {
        do throws(SystemError) {
            if let job = try journal?.beginSync() { effects.append(.sync(job)) }
        } catch {
            take(syncFailed(error, at: now), at: now, &effects)
        }
    }

    private mutating func syncFailed(_ error: SystemError, at now: Instant) -> [CommitGate.Action] {
        journal?.rewind()
        return gate.syncFailed(error, at: now)
    }

    /// Appends the records of matches whose end is visible to their file. Those already there are skipped.
    private mutating func storeRecords(at now: Instant, _ effects: inout [Effect]) {
        do throws(SystemError) {
            while let next = pendingRecords.first, next.position <= gate.visible {
                let before = records.lastNumber
                try records.append(next.record)
                let summary = next.record.summary
                recentRecords.append(
                    RecentRecord(match: summary.match, players: summary.people, before: before, storedAt: now))
                pendingRecords.removeFirst()
            }
            forgetRecent(at: now)
            take(gate.recordsStored(at: now), at: now, &effects)
        } catch {
            take(gate.recordsFailed(error, at: now), at: now, &effects)
        }
    }

    private mutating func forgetRecent(at now: Instant) {
        while let first = recentRecords.first, now - first.storedAt > Limits.Internal.copyMilliseconds {
            recentRecords.removeFirst()
        }
    }

    /// Starts to compact the journal, or ends it. The records hold what that leaves out, so the lines of a match that
    /// is over stay until its record is in their file, and a while longer.
    private mutating func compact(
        _ lobby: inout Lobby, at now: Instant, using writer: inout ByteWriter
    ) throws(SystemError) {
        if journal?.canBeReplaced ?? false {
            try journal?.replace(counted: lobby.counted(lastRecord: records.lastNumber), using: &writer)
        } else if journal?.isLong ?? false {
            forgetRecent(at: now)
            let pending = pendingRecords.map(\.record.summary)
            let forgotten = lobby.forgotten(of: recentRecords.flatMap(\.players) + pending.flatMap(\.people))
            let before = recentRecords.first?.before ?? records.lastNumber
            try journal?.beginCompacting(
                keeping: Set(lobby.liveMatches + recentRecords.map(\.match) + pending.map(\.match)),
                header: lobby.compactedHeader(lastRecord: before, naming: forgotten), forgetting: forgotten,
                records: records.file)
        }
    }
}
