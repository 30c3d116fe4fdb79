import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

/// Matches in all presets, played at random and broken off at random: what a journal leads back to is what there was.
@Suite struct `Journal: random matches` {
    static let seeds = SeededRandom.seeds(7)

    @Test(arguments: seeds)
    func `replaying restores the same lobby, wherever the host stops`(seed: UInt64) throws {
        print("journal playouts from MEMORY_SEED=\(seed)")
        var records = 0
        for preset in Preset.allCases {
            var playout = JournalPlayout(preset: preset, seed: seed)
            do {
                for _ in 0..<12 {
                    for _ in 0..<60 { try playout.step() }
                    try playout.compare()
                    playout.restart()
                }
            } catch let error as JournalSamples.Refused {
                Issue.record("MEMORY_SEED=\(seed), \(preset): \(error.flaw.reason), at \(error.entry)")
                return
            }
            records += playout.table.records.count
        }
        // A preset with large boards may end few.
        #expect(records > Preset.allCases.count, "MEMORY_SEED=\(seed)")
    }
}

/// Six people at a table who play, leave, vanish and come back as they like, and a journal that is compacted now and
/// then.
private struct JournalPlayout {
    let table: LobbyDriver
    private let preset: Preset
    private var random: SeededRandom
    private let people = ["ann", "bob", "cid", "dora", "eve", "fay"]
    private let comment: Comment
    /// The journal's entries when it was last compacted, and the number of the table's entries that they cover.
    private var journal: [Entry] = []
    private var taken = 0
    private var recordsBefore = 0

    init(preset: Preset, seed: UInt64) {
        (self.preset, comment) = (preset, "MEMORY_SEED=\(seed), \(preset)")
        random = SeededRandom(seed: seed)
        table = LobbyDriver("ann", "bob", "cid", "dora", "eve", "fay", seed: seed, preset: preset)
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: What happens

    mutating func step() throws {
        guard let who = people.randomElement(using: &random) else { return }
        if !table.isOpen(who) {
            come(who)
        } else if let (match, seat) = place(of: who) {
            play(who, match, seat)
        } else {
            goSomewhere(who)
        }
        switch Int.random(in: 0..<200, using: &random) {
        case 0: table.pass(70_000)
        case 1: table.pass(130_000)
        case 2: table.handle(.clocksPaused(milliseconds: Int.random(in: 0...5_000, using: &random)))
        default: table.pass(Int.random(in: 0...1_500, using: &random))
        }
    }

    private mutating func come(_ who: String) {
        table.connect(who)
        if let token = try? table.token(of: who), table.say(who, .hello(.token(token))).kinds.first == "welcome" {
            if chance(20) { table.vanish(who) }
        } else {
            table.hello(who, as: who)
        }
    }

    private func place(of who: String) -> (Match, Int)? {
        for match in table.lobby.matches.all {
            if let seat = match.players.firstIndex(of: who), match.seats[seat].client != nil {
                return (match, seat)
            }
        }
        return nil
    }

    private mutating func goSomewhere(_ who: String) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            var request = RulesRequest(preset: preset)
            request.revealMilliseconds = chance(50) ? 0 : 1_000
            if chance(20) { request.seats = 1 }
            table.say(who, .open(request, isPrivate: chance(20)))
        case 4...7: table.say(who, .join(nil))
        case 8: table.say(who, .watch(nil))
        default: leave(who)
        }
    }

    private mutating func leave(_ who: String) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: table.say(who, .bye)
        case 1: table.say(who, .leave)
        default: table.vanish(who)
        }
    }

    private mutating func play(_ who: String, _ match: Match, _ seat: Int) {
        if match.isOver {
            table.say(who, chance(80) ? .rematch : .leave)
        } else if chance(2) {
            table.say(who, .resign)
        } else if chance(4) {
            leave(who)
        } else if match.game.turn == seat {
            let seen = match.game.memory.faces
            let hidden = seen.indices.filter { seen[$0] == nil }
            var card = hidden.randomElement(using: &random) ?? 0
            if let first = match.game.turned.first, chance(60), let deck = try? table.deck(match.id.number) {
                card = hidden.first { deck[$0] == deck[first] } ?? card
            }
            table.flip(who, card)
        }
    }

    // MARK: What the journal leads back to

    /// The journal as it would be on the disk.
    private var held: [Entry] { journal + table.entries[taken...] }

    mutating func compare() throws {
        let live = table.lobby
        let (replayed, records) = try JournalSamples.replay(held)
        expectEqual(live, replayed)
        #expect(records == Array(table.records[recordsBefore...]), comment)
        if chance(50) {
            journal = live.compactedHeader + held.filter { $0.match.map(live.isLive) ?? $0.isPause }
            (taken, recordsBefore) = (table.entries.count, table.records.count)
            let smaller = try JournalSamples.replay(held)
            expectEqual(live, smaller.lobby)
            #expect(smaller.records.isEmpty, comment)
            for entry in journal.dropFirst(live.compactedHeader.count) { #expect(isOfLiveMatch(entry, live), comment) }
        }
    }

    private func isOfLiveMatch(_ entry: Entry, _ lobby: Lobby) -> Bool {
        guard let id = entry.match else { return entry.isPause }
        return lobby.matches.all.contains { $0.id == id && !$0.isOver }
    }

    private func expectEqual(_ live: Lobby, _ replayed: Lobby) {
        let matches = live.matches.all.filter { !$0.isOver }.sorted { $0.id < $1.id }
        #expect(replayed.matches.all.map(\.id).sorted() == matches.map(\.id), comment)
        #expect(replayed.matches.lastNumber == live.matches.lastNumber, comment)
        #expect(replayed.ledger.lastRecord == live.ledger.lastRecord, comment)
        for match in matches {
            guard let again = replayed.matches[match.id] else { continue }
            #expect(JournalSight(again) == JournalSight(match), comment)
        }
        #expect(replayed.registry.everybody.map(\.name) == live.registry.everybody.map(\.name), comment)
        #expect(replayed.registry.everybody.map(\.token) == live.registry.everybody.map(\.token), comment)
    }

    mutating func restart() {
        let held = held
        do throws(JournalSamples.Refused) {
            let lobby = try JournalSamples.replay(held).lobby
            let told = table.versions
            table.restart(lobby, entries: held)
            (journal, taken) = ([], 0)
            for match in table.lobby.matches.all {
                let version = match.versions.current
                #expect(version > told[match.id] ?? 0, comment)
                #expect(match.seats.allSatisfy { $0.absentSince == table.now }, comment)
            }
            recordsBefore = table.records.count - (try JournalSamples.replay(held).records.count)
        } catch {
            Issue.record("\(error)")
        }
    }
}

/// All of a match that must be there after a restart.
private struct JournalSight: Equatable {
    let game: Game
    let stage: MatchStage
    let players: [String]
    let isPresent: [Bool]
    let absentSince: [Instant?]
    let awayMilliseconds: [Int]
    let code: MatchCode?
    let starting: Int
    let beganAt: Instant?
    let moves: [MatchRecord.Move]
    let movedAt: Instant?
    let step: Int

    init(_ match: Match) {
        (game, stage, players, code) = (match.game, match.stage, match.players, match.code)
        isPresent = match.seats.map { $0.client != nil }
        (absentSince, awayMilliseconds) = (match.seats.map(\.absentSince), match.seats.map(\.awayMilliseconds))
        (starting, beganAt, moves, movedAt) = (match.starting, match.beganAt, match.moves, match.movedAt)
        step = match.versions.stored.step
    }
}
