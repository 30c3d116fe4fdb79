import Lobby
import Protocol

/// The journal and the records of a host, kept as ``CommitGate`` says.
///
/// It does all that needs no waiting, and hands the rest to whoever runs it: the host's loop, or a simulation of it.
struct Committer {
    /// What is left to be done.
    enum Effect {
        /// Run this job beside the loop, and tell ``syncEnded(_:at:)`` what came of it.
        case sync(SyncJob)
        /// Send the lines whose position is visible now.
        case release
        /// The disk fails: ``trouble`` says why.
        case beginTrouble
        /// It works again: give the lobby back the time for which its clocks stood still.
        case endTrouble(milliseconds: Int)
        /// The journal could not be made smaller, and goes on as it is.
        case couldNotCompact(SystemError)
    }

    private var gate: CommitGate
    private var journal: Journal?
    private var records: RecordStore
    /// Records that are not in the store yet, each with the position that must be visible first.
    private var unkept: [(position: Int, record: MatchRecord)] = []

    /// Goes on with what a folder holds.
    init(_ journal: Journal?, _ records: RecordStore, sync: CommitGate.Sync) {
        (self.journal, self.records, gate) = (journal, records, CommitGate(sync))
    }

    // MARK: What is visible

    /// Everything that depends on no entry after this position may be seen.
    var visible: Int { gate.visible }

    /// The position of the last entry.
    var appended: Int { gate.appended }

    /// What is wrong with the disk; nil while it works.
    var trouble: CommitGate.Trouble? { gate.trouble }

    /// Whether entries have come that are not written.
    var hasNews: Bool { gate.hasNews }

    /// Whether nothing would be lost if the host ended now.
    var isAllKept: Bool { gate.trouble == nil && !gate.hasNews && !gate.isSyncing && unkept.isEmpty }

    /// Whether a sync is under way.
    var isSyncing: Bool { gate.isSyncing }

    /// When ``passEnded(at:_:)`` must be called although nothing has happened; nil if it need not.
    var due: Instant? { gate.due }

    /// The position that must be visible before an event may leave that belongs to an outcome with these entries.
    func position(of event: Event, after cause: [Entry]) -> Int { gate.position(of: event, after: cause) }

    /// What a client is told who asks about the records.
    mutating func answer(_ query: RecordQuery) throws(SystemError) -> Event { try records.answer(query) }

    // MARK: What happens

    /// Has what came of an input be kept, from the end of the pass on.
    mutating func append(_ outcome: Outcome, using writer: inout ByteWriter) {
        if !outcome.entries.isEmpty, journal != nil {
            journal?.append(outcome.entries, using: &writer)
            gate.append(outcome.entries, changesList: outcome.changesList)
        }
        for record in outcome.records { unkept.append((gate.appended, record)) }
    }

    /// A pass of the loop has ended: keeps what it brought, as far as that needs no waiting.
    mutating func passEnded(
        at now: Instant, _ lobby: borrowing Lobby, using writer: inout ByteWriter
    ) -> [Effect] {
        var effects: [Effect] = []
        for action in gate.passEnded(at: now, hasRecords: unkept.first.map { $0.position <= gate.visible } ?? false) {
            effects += perform(action == .write ? write(lobby, using: &writer, &effects, at: now) : [action], at: now)
        }
        return effects
    }

    /// A sync has ended.
    mutating func syncEnded(_ result: Result<Void, SystemError>, at now: Instant) -> [Effect] {
        do throws(SystemError) {
            try result.get()
            if let next = try journal?.endSync() { return [.sync(next)] }
            return perform(gate.synced(at: now), at: now)
        } catch {
            return perform(syncFailed(error, at: now), at: now)
        }
    }

    /// Puts everything on the disk, whatever was wished, and waits for it. No sync may be under way.
    mutating func close() throws(SystemError) {
        journal?.rewind()
        try journal?.close()
        while let next = unkept.first {  // Only now: the journal has the ends of these matches.
            try records.append(next.record)
            unkept.removeFirst()
        }
        try records.synchronize()
    }

    // MARK: Steps

    private mutating func perform(_ actions: [CommitGate.Action], at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        for action in actions {
            switch action {
            case .write: preconditionFailure("only the end of a pass writes")
            case .sync: effects += beginSync(at: now)
            case .keepRecords: effects += perform(keepRecords(at: now), at: now)
            case .release: effects.append(.release)
            case .beginTrouble: effects.append(.beginTrouble)
            case .endTrouble(let milliseconds): effects.append(.endTrouble(milliseconds: milliseconds))
            }
        }
        return effects
    }

    /// Writes what was appended, and begins to make the journal smaller if it has grown long: the sync that follows does the
    /// rest, so that a host finds the time for it however busy it is.
    private mutating func write(
        _ lobby: borrowing Lobby, using writer: inout ByteWriter, _ effects: inout [Effect], at now: Instant
    ) -> [CommitGate.Action] {
        do throws(SystemError) {
            let shortage = try journal?.write() ?? nil
            if journal?.isLong ?? false, gate.trouble == nil, shortage == nil {
                do throws(SystemError) { try compact(lobby, using: &writer) } catch {
                    effects.append(.couldNotCompact(error))
                }
            }
            return gate.written(at: now, shortage: shortage, isReplacing: journal?.isReplacing ?? false)
        } catch {
            if !gate.isSyncing { journal?.rewind() }
            return gate.writeFailed(error, at: now)
        }
    }

    private mutating func beginSync(at now: Instant) -> [Effect] {
        do throws(SystemError) {
            guard let job = try journal?.beginSync() else { return [] }
            return [.sync(job)]
        } catch {
            return perform(syncFailed(error, at: now), at: now)
        }
    }

    private mutating func syncFailed(_ error: SystemError, at now: Instant) -> [CommitGate.Action] {
        journal?.rewind()
        return gate.syncFailed(error, at: now)
    }

    /// Puts the records of matches whose end is visible into their file. Those that are there already are passed over.
    private mutating func keepRecords(at now: Instant) -> [CommitGate.Action] {
        do throws(SystemError) {
            while let next = unkept.first, next.position <= gate.visible {
                try records.append(next.record)
                unkept.removeFirst()
            }
            return gate.recordsKept(at: now)
        } catch {
            return gate.recordsFailed(error, at: now)
        }
    }

    /// Begins to make the journal smaller. What it then lacks, the records have: so it keeps the lines of a match that is
    /// over until its record is in their file.
    private mutating func compact(_ lobby: borrowing Lobby, using writer: inout ByteWriter) throws(SystemError) {
        guard unkept.allSatisfy({ lobby.knowsPlayers(of: $0.record) }) else { return }  // The next pass will do.
        let needed = Set(lobby.liveMatches + unkept.map(\.record.match))
        try journal?.compact(
            keeping: { needed.contains($0) }, beginning: lobby.beginning(lastRecord: records.lastNumber),
            counted: lobby.counted(lastRecord: records.lastNumber), records: records.file, using: &writer)
    }
}
