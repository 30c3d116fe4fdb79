import Protocol
import TestSupport

@testable import Lobby

/// A host without sockets and files: a lobby, a disk and connections, driven as the real host's loop drives them. What
/// happened in a turn of the loop is kept first, and told then; it may die at any moment of that.
struct SimulatedHost {
    /// When in a turn of its loop a host dies.
    enum Doom: Equatable {
        case beforeWriting, writing, written, recorded
        /// As soon as there is more than one line to write.
        case writingMuch
        /// When so many clients have been told.
        case told(Int)
        case compacting, stopping
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
        /// Who had which name until then, if it is about a client.
        let name: PlayerName?
        let effects: [Effect]
        let entries: [Entry]
        let now: Instant
        let uptime: Int
    }

    var lobby: Lobby
    var disk: SimulatedDisk
    var lines: [ClientID: SimulatedLine] = [:]
    var doom: Doom?
    /// What is kept, and not yet looked at.
    var kept: [Happening] = []
    /// What is not kept yet.
    var unkept: [Happening] = []
    /// What has left for clients since somebody looked, and whose connections are gone since then.
    var departures: [(client: ClientID, messages: [Message])] = []
    var dropped: [ClientID] = []
    var tail: [UInt8] = []
    var unkeptRecords: [MatchRecord] = []
    var hasFreshEntries = false
    var trouble: (since: Instant, retryAt: Instant, isAhead: Bool)?
    var dirty: [ClientID] = []
    /// Milliseconds that its clocks have run, in all its lives.
    var uptimeAtStart: Int
    var startedAt: Instant
    var stood = 0

    /// A host that has read its disk.
    ///
    /// - Returns: nil if it cannot go on with what is there.
    init?(disk: SimulatedDisk, at moment: Instant, uptime: Int, flaw: inout String?) {
        self.disk = disk
        lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "simulation")))
        (startedAt, uptimeAtStart) = (moment, uptime)
        guard let entries = self.disk.recover() else {
            flaw = "the journal is damaged"
            return nil
        }
        do throws(EntryFlaw) {
            for entry in entries {
                guard let record = try lobby.replay(entry) else { continue }
                if record.number > lastRecord { self.disk.append(record) }
            }
        } catch {
            flaw = "the journal cannot be replayed: \(error.reason)"
            return nil
        }
        let counted = lobby.counted
        lobby.remember(lastRecord: lastRecord, lastMatch: lastMatch, best: self.disk.best)
        if self.disk.journal.isEmpty {
            compact(isSettled: true)
        } else if lobby.counted != counted {
            _ = self.disk.write(Self.lines([lobby.counted], afterSync: true))
        }
        startedAt = max(moment, lobby.replayedAt ?? moment)
        settle(lobby.resume(at: startedAt), .other, name: nil, startedAt)
    }

    var lastRecord: Int { disk.records.last?.number ?? 0 }
    var lastMatch: Int { disk.records.map(\.match.number).max() ?? 0 }

    // MARK: Time

    /// What time it is in the lobby, whose clocks stand still while the disk fails.
    func lobbyTime(_ now: Instant) -> Instant { trouble?.since ?? now }

    /// How long its clocks have run.
    func uptime(_ now: Instant) -> Int { uptimeAtStart + (lobbyTime(now) - startedAt) - stood }

    /// When it must be looked after next.
    var due: Instant? { trouble?.retryAt ?? lobby.nextDue }

    /// The machine has slept.
    mutating func sleep(milliseconds: Int, until now: Instant, using random: inout SeededRandom) {
        guard trouble == nil else { return }
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
        let outcome = lobby.handle(input, at: lobbyTime(now), using: &random)
        settle(outcome, kind, name: name, now)
    }

    mutating func advance(to now: Instant) {
        guard trouble == nil, let due = lobby.nextDue, due <= now else { return }
        settle(lobby.advance(to: now), .passed, name: nil, now)
    }

    mutating func settle(_ outcome: Outcome, _ kind: Happening.Kind, name: PlayerName?, _ now: Instant) {
        if !outcome.entries.isEmpty {
            tail += Self.lines(outcome.entries, afterSync: tail.isEmpty)
            hasFreshEntries = true
        }
        unkeptRecords += outcome.records
        let effects = outcome.effects
        unkept.append(
            Happening(
                kind: kind, name: name, effects: effects, entries: outcome.entries, now: lobbyTime(now),
                uptime: uptime(now)))
        for effect in effects {
            switch effect {
            case .send(let message, let client): put(message, client)
            case .broadcast(let event, let clients): for client in clients { put(Message(event), client) }
            case .queryRecords(_, let client, let re): put(Message(.pong, re: re), client)  // Any answer does.
            case .close(let client):
                lines[client]?.isClosing = true
                dirty.append(client)
            case .note: break
            }
        }
    }

    mutating func put(_ message: Message, _ client: ClientID) {
        guard lines[client] != nil else { return }
        if trouble?.isAhead ?? false, message.event.mayTellOfMatches { lines[client]?.isHeld = true }
        lines[client]?.put(message)
        dirty.append(client)
    }

    /// The lines of entries; the first of them may follow a sync.
    static func lines(_ entries: [Entry], afterSync: Bool = false) -> [UInt8] {
        var writer = ByteWriter()
        var lines: [UInt8] = []
        for entry in entries {
            EntryLine.write(entry, afterSync: afterSync && lines.isEmpty, to: &lines, using: &writer)
        }
        return lines
    }

    // MARK: Sending

    /// Looks again at a connection whose client reads on.
    mutating func look(at client: ClientID) { dirty.append(client) }

    mutating func flush(_ client: ClientID, at now: Instant, using random: inout SeededRandom) {
        guard let line = lines[client], !line.isHeld else { return }
        if !line.isStuck {
            departures.append((client, lines[client]?.takeAll() ?? []))
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

    // MARK: The end

    /// The host dies. What was on its way to a client may still arrive there.
    ///
    /// - Returns: the entries that were being written, as far as they are whole on the disk.
    mutating func die(using random: inout SeededRandom) -> Int {
        let mayBeWritten = doom == .writing || doom == .writingMuch || trouble != nil
        return disk.cutPower(writing: mayBeWritten ? tail[...] : [], using: &random)
    }
}

extension Event {
    /// Whether it may show something that is not on the disk yet.
    fileprivate var mayTellOfMatches: Bool {
        switch self {
        case .state, .lobby, .match: true
        case .hello, .welcome, .said, .records, .record, .scores, .ok, .error, .pong, .bye, .help: false
        }
    }
}
