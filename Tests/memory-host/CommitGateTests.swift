import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// The gate, step by step; the simulation runs it for hours.
@Suite struct `Commit gate` {
    private typealias Action = CommitGate.Action

    private let full = SystemError(code: 28, call: "fallocate")
    private let broken = SystemError(code: 5, call: "fdatasync")
    private let end: [Action] = [.storeRecords, .release]

    private func at(_ milliseconds: Int) -> Instant { Instant(milliseconds: milliseconds) }

    private func name(_ text: String) throws -> Entry { .forgot(try PlayerName(text)) }

    private func state(of match: Int) throws -> Event {
        .match(Seating(match: MatchID(number: match), seat: nil, rules: try Rules(RulesRequest()), code: nil))
    }

    private func said(_ name: String, in match: Int? = nil) -> Event {
        .said(Said(match: match.map { MatchID(number: $0) }, from: name, role: nil, text: "hi"))
    }

    @Test func `a line waits for the last entry about its match, its name or the list, and for no other`()
        throws
    {
        var gate = CommitGate(.always)
        gate.append([move(1)], changesList: false)
        gate.append([move(2), try name("Ann")], changesList: true)
        gate.append([move(1)], changesList: false)
        #expect(try gate.position(of: state(of: 1), after: []) == 4)
        #expect(try gate.position(of: state(of: 2), after: []) == 3)
        #expect(try gate.position(of: state(of: 3), after: []) == 0)
        let list = Event.lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0))
        #expect(gate.position(of: list, after: []) == 3, "the last entry is not seen in the list")
        #expect(gate.position(of: said("Ann"), after: []) == 3)
        #expect(gate.position(of: said("Bob"), after: []) == 0)
        #expect(gate.position(of: said("Bob", in: 1), after: []) == 4)
    }

    @Test(arguments: [
        Entry.clocksPaused(milliseconds: 1_000, at: Instant(milliseconds: 0)),
        .restarted(at: Instant(milliseconds: 0), stoppedAt: Instant(milliseconds: 0)),
    ])
    func `the state of any match waits for the last pause of all clocks, and for the last restart`(entry: Entry) {
        var gate = CommitGate(.always)
        gate.append([move(1)], changesList: false)
        gate.append([entry], changesList: false)
        let state = MatchState(
            match: MatchID(number: 1), version: 1, phase: .waiting, rows: 2, columns: 2, cards: .none, turned: [],
            turn: nil, turnEndsInMilliseconds: nil, seats: [], watchers: 0, result: nil)
        #expect(gate.position(of: .state(state), after: []) == 2)
    }

    @Test func `an event waits for the entries of its outcome, a refusal or a goodbye for none`() throws {
        var gate = CommitGate(.always)
        gate.append([move(1)], changesList: false)
        #expect(gate.position(of: .ok(.flip), after: [move(1)]) == 1)
        #expect(gate.position(of: .ok(.rematch), after: []) == 0)
        #expect(try gate.position(of: state(of: 9), after: [move(1)]) == 1)
        for event in [Event.pong, .bye(.closed), .error(ErrorReport(.tooFast, command: nil))] {
            #expect(gate.position(of: event, after: [move(1)]) == 0)
        }
    }

    @Test func `with always, entries are visible once synced, and one sync follows another`() {
        var gate = CommitGate(.always)
        #expect(gate.pass(0) == .perform([]))
        gate.write(at: 0)
        #expect(gate.written(at: at(0)) == [.sync])
        #expect(gate.visible == 0)
        gate.append([move(2)], changesList: false)
        #expect(gate.pass(50) == .perform([]), "one sync at a time, and what it doesn't cover is written with the next")
        #expect(gate.synced(at: at(60)) == end)
        #expect(gate.visible == 1)
        #expect(gate.pass(60) == .write)
        #expect(gate.written(at: at(60)) == [.sync])
        #expect(gate.synced(at: at(61)) == end)
        #expect(gate.visible == 2)
        #expect(gate.due == nil && !gate.isSyncing)
    }

    @Test func `with always, a sync starts at once after a rest, and otherwise a little after the last one`() {
        var gate = CommitGate(.always)
        let spacing = Limits.Internal.syncSpacingMilliseconds
        for start in [0, 1_000] {
            gate.write(at: start)
            #expect(gate.written(at: at(start)) == [.sync])
            #expect(gate.synced(at: at(start)) == end)
            gate.append([move(1), move(2)], changesList: false)
            #expect(gate.pass(start + spacing - 1) == .perform([]))
            #expect(gate.due == at(start + spacing))
            #expect(gate.pass(start + spacing) == .write)
            #expect(gate.written(at: at(start + spacing)) == [.sync])
            #expect(gate.synced(at: at(start + spacing)) == end)
        }
    }

    @Test func `with second, entries are visible once written, and synced within a second`() {
        var gate = CommitGate(.second)
        for moment in [5, 800] {
            gate.write(at: moment)
            #expect(gate.written(at: at(moment)) == end)
            #expect(gate.due == at(1_005))
        }
        #expect(gate.visible == 2)
        #expect(gate.pass(1_005) == .perform([.sync]))
        #expect(gate.due == at(1_005 + Limits.Internal.hangingMilliseconds))
        gate.append([move(1)], changesList: false)
        #expect(gate.pass(1_010) == .write)
        #expect(gate.written(at: at(1_010)) == end)
        #expect(gate.synced(at: at(1_100)).isEmpty)
        #expect(gate.due == at(2_010), "what came during the sync waits for the next one")
    }

    @Test func `with never, entries are visible once written, and no sync is due`() {
        var gate = CommitGate(.never)
        gate.write(at: 5)
        #expect(gate.written(at: at(5)) == end)
        #expect(gate.visible == 1 && gate.due == nil)
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `while the journal is being replaced, nothing is visible before the new file is synced`(sync: CommitGate.Sync)
    {
        var gate = CommitGate(sync)
        gate.write(at: 5)
        #expect(gate.written(at: at(5), isReplacing: true) == [.sync])
        gate.append([move(1)], changesList: false)
        if sync != .always {  // Which writes nothing while it syncs.
            #expect(gate.pass(5) == .write)
            #expect(gate.written(at: at(5), isReplacing: true).isEmpty)
        }
        #expect(gate.visible == 0)
        #expect(gate.synced(at: at(6)) == end)
        #expect(gate.visible == (sync == .always ? 1 : 2))
    }

    @Test func `records are kept at the end of a pass even without entries`() {
        var gate = CommitGate(.always)
        #expect(gate.passEnded(at: at(0), hasRecords: true) == .perform([.storeRecords]))
        #expect(gate.recordsStored(at: at(0)).isEmpty)
    }

    @Test func `after a failed sync everything is written again on a retry, and the clocks stand still until then`() {
        var gate = CommitGate(.always)
        gate.write(at: 100)
        #expect(gate.written(at: at(100)) == [.sync])
        #expect(gate.syncFailed(broken, at: at(150)) == [.diskFailed])
        #expect(gate.hasUnwritten, "what the sync was for counts as not written")
        #expect(gate.diskFailure?.reason == broken.message && gate.diskFailure?.since == at(150))
        #expect(gate.due == at(150 + Limits.Internal.diskMilliseconds) && gate.visible == 0)
        #expect(gate.pass(160) == .perform([]))
        let retry = 150 + Limits.Internal.diskMilliseconds
        #expect(gate.pass(retry) == .write)
        #expect(gate.written(at: at(retry)) == [.sync])
        #expect(gate.synced(at: at(retry + 5)) == end)
        #expect(gate.recordsStored(at: at(retry + 5)) == [.diskRecovered(milliseconds: retry + 5 - 150)])
        #expect(gate.diskFailure == nil && gate.visible == 1)
    }

    @Test(arguments: CommitGate.Sync.allCases)
    func `entries that cannot be written are not visible`(sync: CommitGate.Sync) {
        var gate = CommitGate(sync)
        gate.write(at: 0)
        #expect(gate.writeFailed(broken, at: at(0)) == [.diskFailed])
        #expect(gate.pass(gate.due ?? at(0)) == .write)
        #expect(gate.writeFailed(broken, at: at(2_000)).isEmpty, "it is said once")
        #expect(gate.visible == 0 && gate.hasUnwritten && gate.diskFailure?.since == at(0))
    }

    @Test func `on a full disk, entries that fit are visible, and the failure ends once there is room`() {
        var gate = CommitGate(.always)
        gate.write(at: 0)
        #expect(gate.written(at: at(0), shortage: full) == [.diskFailed, .sync])
        #expect(gate.synced(at: at(1)) == end)
        #expect(gate.recordsStored(at: at(1)).isEmpty, "that was not the next try")
        let retry = gate.due ?? at(0)
        #expect(gate.pass(retry) == .write)
        #expect(gate.written(at: retry, shortage: full) == [.storeRecords])
        #expect(gate.recordsStored(at: retry).isEmpty)
        let last = gate.due ?? at(0)
        #expect(gate.pass(last) == .write)
        #expect(gate.written(at: last) == [.storeRecords])
        #expect(gate.recordsStored(at: last) == [.diskRecovered(milliseconds: last - at(0))])
    }

    @Test func `records that cannot be kept stop the clocks but hold back no lines`() {
        var gate = CommitGate(.always)
        gate.write(at: 0)
        _ = gate.written(at: at(0))
        #expect(gate.synced(at: at(1)) == end)
        #expect(gate.recordsFailed(full, at: at(1)) == [.diskFailed])
        #expect(gate.visible == 1)
    }

    @Test func `a write that fails during a sync does not affect the sync`() {
        var gate = CommitGate(.second)
        gate.write(at: 0)
        #expect(gate.written(at: at(0)) == end)
        #expect(gate.pass(1_000) == .perform([.sync]))
        gate.append([move(2)], changesList: false)
        #expect(gate.pass(1_001) == .write)
        #expect(gate.writeFailed(broken, at: at(1_001)) == [.diskFailed])
        #expect(gate.isSyncing)
        #expect(gate.synced(at: at(1_002)) == [.storeRecords])
        #expect(gate.visible == 1 && gate.hasUnwritten)
    }

    @Test func `with second, a failure ends only once a sync has succeeded`() {
        var gate = CommitGate(.second)
        gate.write(at: 0)
        _ = gate.written(at: at(0))
        #expect(gate.pass(1_000) == .perform([.sync]))
        #expect(gate.syncFailed(broken, at: at(1_001)) == [.diskFailed])
        let retry = gate.due ?? at(0)
        #expect(gate.pass(retry) == .write)
        #expect(gate.written(at: retry) == [.sync])
        #expect(gate.synced(at: retry + 1) == [.storeRecords])
        #expect(gate.recordsStored(at: retry + 1) == [.diskRecovered(milliseconds: retry + 1 - at(1_001))])
    }

    @Test func `a hanging sync counts as a failing disk, and no other starts before it ends`() {
        var gate = CommitGate(.always)
        gate.write(at: 0)
        #expect(gate.written(at: at(0)) == [.sync])
        #expect(gate.due == at(Limits.Internal.hangingMilliseconds))
        #expect(gate.pass(Limits.Internal.hangingMilliseconds) == .perform([.diskFailed]))
        #expect(gate.pass(gate.due ?? at(0)) == .perform([]), "one sync at a time")
        #expect(gate.synced(at: at(60_000)) == end)
        #expect(gate.recordsStored(at: at(60_000)).isEmpty)
        #expect(gate.pass(61_000) == .write)
        #expect(gate.written(at: at(61_000)) == [.storeRecords])
        #expect(
            gate.recordsStored(at: at(61_000)) == [
                .diskRecovered(milliseconds: 61_000 - Limits.Internal.hangingMilliseconds)
            ])
    }

    @Test func `with second, a due sync starts even if every pass brings an entry`() {
        var gate = CommitGate(.second)
        for moment in [0, 500] {
            gate.write(at: moment)
            #expect(gate.written(at: at(moment)) == end)
        }
        gate.append([move(1)], changesList: false)
        #expect(gate.pass(1_000) == .write)
        #expect(gate.written(at: at(1_000)) == end + [.sync])
    }
}

/// Something that happened in a match.
private func move(_ match: Int) -> Entry {
    .changed(MatchID(number: match), .deadlinePassed, Entry.Stamp(step: 1, version: 1, at: Instant(milliseconds: 0)))
}

extension CommitGate {
    fileprivate mutating func pass(_ milliseconds: Int) -> PassEnd { pass(Instant(milliseconds: milliseconds)) }

    fileprivate mutating func pass(_ now: Instant) -> PassEnd { passEnded(at: now, hasRecords: false) }

    /// A move of match 1 is appended, and the pass ends in which it is to be written.
    fileprivate mutating func write(at milliseconds: Int) {
        append([move(1)], changesList: false)
        #expect(pass(milliseconds) == .write)
    }
}
