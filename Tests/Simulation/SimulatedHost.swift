import Protocol
import TestSupport

@testable import Lobby
@testable import memory_host

/// A host without sockets, over a simulated disk: its lobby, journal, records and commit gate are the real ones. It may
/// die at any moment.
struct SimulatedHost {
    /// The point in a pass of its loop at which a host dies.
    enum Doom: Equatable {
        /// At the operation of its disk with this number, counted from 0.
        case operation(Int)
        /// After this many clients have been told.
        case told(Int)
        /// While a sync is under way.
        case syncing
        /// While a file has a new name that the disk does not have.
        case renamed
        case stopping
    }

    /// An input, and what the lobby made of it: for whoever watches the host, once it is kept.
    struct Happening {
        enum Kind {
            case came(ClientID)
            case went(ClientID)
            case request(Request, ClientID)
            /// Time passed.
            case passed
            /// Something else about a client.
            case about(ClientID)
            case other
        }

        let kind: Kind
        /// The name of the client until then, if it is about one.
        let name: PlayerName?
        let effects: [Effect]
        let entries: [Entry]
        let now: Instant
        let uptime: Int
        /// The host was draining before it.
        var wasDraining = false
    }

    var lobby: Lobby
    var folder: SimulatedFolder
    var committer: Committer
    var lines: [ClientID: SimulatedLine] = [:]
    var doom: Doom?
    /// The happenings that are visible, and not yet checked.
    var kept: [Happening] = []
    /// The happenings that are not visible yet, each with the position that must be.
    var unkept: [(position: Int, happening: Happening)] = []
    /// The file that the journal was last made smaller in, and the position of the last entry that it begins with:
    /// where it is on the disk, those entries are, though they may not stand there one by one.
    private(set) var smaller: (file: FileDescriptor, position: Int)?
    /// The messages sent to clients since the last check, and the connections dropped since then.
    var departures: [(client: ClientID, messages: [Message])] = []
    var dropped: [ClientID] = []
    /// The sync under way, and when the disk is done with it.
    var syncing: (SimulatedFolder.Syncing, doneAt: Instant)?
    var dirty: [ClientID] = []
    var held: [ClientID] = []
    /// Milliseconds that its clocks have run, in all its lives.
    var uptimeAtStart: Int
    var startedAt: Instant
    var stood = 0

    /// A host that has read its disk.
    ///
    /// - Returns: nil if it cannot go on with what is there.
    init?(folder: SimulatedFolder, at moment: Instant, uptime: Int, flaw: inout String?) {
        self.folder = folder
        do throws(StorageProblem) {
            let storage = try Self.storage(in: folder)
            lobby = storage.lobby
            var journal = storage.journal
            journal?.smallBytes = 1_000  // So that it is made smaller every few minutes, in several slices.
            journal?.sliceBytes = 100
            committer = Committer(journal, storage.records, sync: .always)
        } catch {
            flaw = error.sentence
            return nil
        }
        (uptimeAtStart, startedAt) = (uptime, max(moment, lobby.replayedAt ?? moment))
        settle(lobby.resume(at: startedAt), .other, name: nil, startedAt)
    }

    static let settings = Lobby.Settings(
        hello: Hello(host: "simulation"),
        pictures: (10..<16).map { Picture(label: "P\($0)", path: "/faces/" + String(repeating: "\($0)", count: 32)) })

    /// What a host finds in a folder when it starts.
    static func storage(in folder: SimulatedFolder) throws(StorageProblem) -> Storage {
        try Storage(in: folder, settings, sync: .always, log: Log(level: .error))
    }

    /// The records that are in the file.
    var records: [MatchRecord] { folder.records }

    // MARK: Time

    /// The lobby's time; its clocks stand still while the disk fails.
    func lobbyTime(_ now: Instant) -> Instant { committer.gate.diskFailure?.since ?? now }

    /// The time that its clocks have run, in milliseconds.
    func uptime(_ now: Instant) -> Int { uptimeAtStart + (lobbyTime(now) - startedAt) - stood }

    /// The time of its next alarm.
    var due: Instant? {
        Instant.earlier(
            Instant.earlier(syncing?.doneAt, committer.gate.due),
            committer.gate.diskFailure == nil ? lobby.nextDue : nil)
    }

    /// The machine has slept.
    mutating func sleep(milliseconds: Int, until now: Instant, using random: inout SeededRandom) {
        guard committer.gate.diskFailure == nil else { return }
        stood += milliseconds
        tell(.clocksPaused(milliseconds: milliseconds), .other, at: now, using: &random)
    }

    // MARK: Inputs

    mutating func tell(_ input: Input, _ kind: Happening.Kind, at now: Instant, using random: inout SeededRandom) {
        var name: PlayerName?
        switch kind {
        case .went(let client), .about(let client), .request(_, let client): name = lobby.sessions[client]?.name
        case .came, .passed, .other: break
        }
        let wasDraining = lobby.isDraining
        let outcome = lobby.handle(input, at: lobbyTime(now), using: &random)
        settle(outcome, kind, name: name, now, wasDraining: wasDraining)
    }

    mutating func advance(to now: Instant, using random: inout SeededRandom) {
        guard committer.gate.diskFailure == nil, let due = lobby.nextDue, due <= now else { return }
        let outcome = lobby.advance(to: now, using: &random)
        settle(outcome, .passed, name: nil, now, wasDraining: lobby.isDraining)
    }

    mutating func settle(
        _ outcome: Outcome, _ kind: Happening.Kind, name: PlayerName?, _ now: Instant, wasDraining: Bool = false
    ) {
        var writer = ByteWriter()
        committer.append(outcome, using: &writer)
        let happening = Happening(
            kind: kind, name: name, effects: outcome.effects, entries: outcome.entries, now: lobbyTime(now),
            uptime: uptime(now), wasDraining: wasDraining)
        unkept.append((committer.gate.appended, happening))
        for effect in outcome.effects {
            switch effect {
            case .send(let message, let client): put(message, client, outcome.entries)
            case .broadcast(let event, let clients):
                for client in clients { put(Message(event), client, outcome.entries) }
            case .queryRecords(_, let client, let re), .replay(_, _, let client, let re):
                put(Message(.pong, re: re), client, [])  // Any answer does.
            case .close(let client):
                lines[client]?.isClosing = true
                dirty.append(client)
            case .notify, .stopReplay: break
            }
        }
    }

    private mutating func put(_ message: Message, _ client: ClientID, _ entries: [Entry]) {
        guard lines[client] != nil else { return }
        lines[client]?.put(message, position: committer.gate.position(of: message.event, after: entries))
        dirty.append(client)
    }

    /// The states that may have left for clients though what happened before them is not visible: of matches to which
    /// nothing has happened, up to then, that is not.
    var statesAhead: [MatchState] {
        var changed: Set<MatchID> = []
        var states: [MatchState] = []
        for happening in unkept.map(\.happening) {
            for entry in happening.entries {
                switch entry {
                case .opened(let opening): changed.insert(opening.match)
                case .changed(let match, _, _): changed.insert(match)
                case .counted, .reserved, .stopped, .named, .forgot, .contest, .clocksPaused, .restarted: break
                }
            }
            for effect in happening.effects {
                let event: Event? =
                    switch effect {
                    case .send(let message, _): message.event
                    case .broadcast(let event, _): event
                    case .queryRecords, .replay, .stopReplay, .close, .notify: nil
                    }
                if case .state(let state)? = event, !changed.contains(state.match) { states.append(state) }
            }
        }
        return states
    }

    // MARK: Committing

    /// Ends a pass of the loop: keeps what has happened, and sends what may be seen; false if the host died over that.
    mutating func endPass(at now: Instant, using random: inout SeededRandom) -> Bool {
        if case .operation(let count) = doom, folder.operationsLeft == nil { folder.operationsLeft = count }
        if let syncing, syncing.doneAt <= now {
            self.syncing = nil
            perform(committer.syncEnded(folder.end(syncing.0), at: now), at: now, using: &random)
        }
        commit(at: now, using: &random)
        var next = 0
        while next < dirty.count {
            if committer.gate.hasUnwritten { commit(at: now, using: &random) }
            if folder.isDead || doom == .told(next) { return false }
            flush(dirty[next], at: now, using: &random)
            next += 1
        }
        dirty = []
        keepVisible()
        if doom == .syncing, syncing != nil { return false }
        if doom == .renamed, folder.hasUnsyncedNames { return false }
        if doom == .stopping { closeFiles() }
        return !folder.isDead && doom != .stopping
    }

    /// What is visible may have been told.
    mutating func keepVisible() {
        while let first = unkept.first, first.position <= committer.gate.visible {
            kept.append(first.happening)
            unkept.removeFirst()
        }
    }

    /// Ends its files as a host does that was stopped, unless its disk is in the way.
    private mutating func closeFiles() {
        guard !committer.gate.isSyncing, committer.gate.diskFailure == nil else { return }
        var writer = ByteWriter()
        do throws(SystemError) { try committer.close(lobby, using: &writer) } catch {}  // As if it had been killed.
    }

    private mutating func commit(at now: Instant, using random: inout SeededRandom) {
        var writer = ByteWriter()
        let wasReplacing = committer.isReplacing
        let effects = committer.passEnded(at: now, &lobby, using: &writer)
        if let file = folder.newJournal, committer.isReplacing, !wasReplacing {
            smaller = (file, committer.gate.appended)
        }
        perform(effects, at: now, using: &random)
        for _ in 0..<10 where committer.hasSlice {  // As a host does while nothing else is to be done.
            perform(committer.continueCompacting(using: &writer), at: now, using: &random)
        }
    }

    private mutating func perform(_ effects: [Committer.Effect], at now: Instant, using random: inout SeededRandom) {
        for effect in effects {
            switch effect {
            case .sync(let job):
                let isSlow = Int.random(in: 0..<20, using: &random) == 0
                let milliseconds =
                    isSlow ? Int.random(in: 100...2_000, using: &random) : Int.random(in: 0...5, using: &random)
                syncing = (folder.begin(job), now + milliseconds)
            case .release:
                dirty += held
                held = []
            case .diskFailed, .couldNotCompact: break
            case .diskRecovered(let milliseconds):
                stood += milliseconds
                tell(.clocksPaused(milliseconds: milliseconds), .other, at: now, using: &random)
            }
        }
    }

    // MARK: Sending

    mutating func flush(_ client: ClientID, at now: Instant, using random: inout SeededRandom) {
        guard let line = lines[client] else { return }
        if !line.isStuck {
            departures.append((client, lines[client]?.take(upTo: committer.gate.visible) ?? []))
            if lines[client]?.waiting.isEmpty == false { return held.append(client) }
        }
        // Some connections are found broken just when something is sent.
        let breaks = Int.random(in: 0..<3_000, using: &random) == 0
        if line.isClosing || breaks { drop(client, at: now, using: &random) }
    }

    /// A connection is gone.
    mutating func drop(_ client: ClientID, at now: Instant, using random: inout SeededRandom) {
        guard lines.removeValue(forKey: client) != nil else { return }
        dropped.append(client)
        tell(.disconnected(client), .went(client), at: now, using: &random)
    }
}
