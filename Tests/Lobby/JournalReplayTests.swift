import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Journal: entries that cannot follow` {
    /// A match between two that has seen one card; then its entries, which begin with two names.
    private func entries(_ more: (LobbyDriver) throws -> Void = { _ in }) throws -> [Entry] {
        let table = LobbyDriver.playing()
        table.flip("ann", 0)
        try more(table)
        return table.entries
    }

    private func refusal(_ entries: [Entry]) -> JournalSamples.Refused? {
        do throws(JournalSamples.Refused) {
            _ = try JournalSamples.replay(entries)
            return nil
        } catch {
            return error
        }
    }

    /// The same match one step later, with something else in that step.
    private func refusal(of change: Entry.Event, after entries: [Entry]) throws -> EntryFlaw? {
        guard case .changed(let match, _, let last)? = entries.last else { throw LobbyDriver.Missing() }
        let stamp = Entry.Stamp(step: last.step + 1, version: last.version + 1, at: last.at + 10)
        let refused = refusal(entries + [.changed(match, change, stamp)])
        if let refused { #expect(refused.index == entries.count) }
        return refused?.flaw
    }

    @Test func `a complete journal is replayed without a flaw`() throws {
        #expect(refusal(try entries()) == nil)
    }

    @Test func `a missing line is noticed at the next line of its match`() throws {
        let all = try entries()
        for missing in all.indices {
            guard case .changed(let match, _, _) = all[missing] else { continue }
            var rest = all
            rest.remove(at: missing)
            guard missing < rest.count else { continue }
            let refused = refusal(rest)
            #expect(refused?.index == missing)
            #expect(refused?.flaw.match == match)
            #expect(refused?.flaw.reason.contains("is missing") == true)
        }
    }

    @Test func `a duplicate line is refused`() throws {
        let all = try entries()
        for double in all.indices {
            guard case .changed = all[double] else { continue }
            var more = all
            more.insert(all[double], at: double)
            #expect(refusal(more)?.index == double + 1)
        }
    }

    @Test func `a stop must count the matches that go on, wherever its line is`() throws {
        let all = try entries()
        #expect(refusal(all + [.stopped(matches: 1, lastRecord: 0)]) == nil)
        for count in [0, 2] {
            let refused = refusal(all + [.stopped(matches: count, lastRecord: 0)])
            #expect(refused?.index == all.count && refused?.flaw.match == nil)
            #expect(refused?.flaw.reason == "\(count) matches went on here, but 1 are found")
        }
    }

    @Test func `a match can be opened only once`() throws {
        let all = try entries()
        let opening = try #require(all.first { if case .opened = $0 { true } else { false } })
        #expect(refusal(all + [opening])?.flaw.reason == "m1 is opened twice")
    }

    @Test func `a finished match accepts no more entries, and cannot be opened again`() throws {
        let all = try entries { $0.say("bob", .resign) }
        #expect(refusal(all) == nil)
        #expect(
            try refusal(of: .moved(.flip(card: 1), seat: 0), after: all)?.reason == "m1 is over or was never opened")
        let opening = try #require(all.first { if case .opened = $0 { true } else { false } })
        #expect(refusal(all + [opening])?.flaw.reason == "m1 is opened twice")
    }

    @Test func `a match that was never opened accepts no entries`() throws {
        let stamp = Entry.Stamp(step: 1, version: 1, at: Instant(milliseconds: 1))
        #expect(refusal([.changed(MatchID(number: 4), .deadlinePassed, stamp)])?.flaw.match == MatchID(number: 4))
    }

    @Test func `a flip must name a seat in its turn, and a card of the board that is face down`() throws {
        let all = try entries()
        for change: Entry.Event in [
            .moved(.flip(card: 1), seat: 2), .moved(.flip(card: 1), seat: -1), .moved(.flip(card: 1), seat: 1),
            .moved(.flip(card: 30), seat: 0), .moved(.flip(card: -1), seat: 0), .moved(.flip(card: 0), seat: 0),
            .away(seat: 2),
            .away(seat: -1), .back(seat: 2), .back(seat: Int.max), .forfeited(seat: 2, .resigned),
            .forfeited(seat: -1, .abandoned), .seated(.person(try PlayerName("ann"))),
        ] {
            #expect(try refusal(of: change, after: all)?.match == MatchID(number: 1), "\(change)")
        }
        for change: Entry.Event in [
            .moved(.flip(card: 1), seat: 0), .away(seat: 1), .deadlinePassed, .versionCheckpoint,
        ] {
            #expect(try refusal(of: change, after: all) == nil, "\(change)")
        }
    }

    @Test func `a waiting or paused match accepts no flip and no clock event`() throws {
        let waiting = LobbyDriver("ann")
        waiting.say("ann", .open(RulesRequest(), isPrivate: false))
        #expect(try refusal(of: .moved(.flip(card: 0), seat: 0), after: waiting.entries) != nil)
        #expect(try refusal(of: .deadlinePassed, after: waiting.entries) != nil)
        let paused = try entries { $0.vanish("bob") }
        #expect(try refusal(of: .moved(.flip(card: 1), seat: 0), after: paused) != nil)
        #expect(try refusal(of: .deadlinePassed, after: paused) != nil)
    }

    @Test func `a seat can be taken only by a known name`() throws {
        let all = try entries()
        let unnamed = all.filter { if case .named = $0 { false } else { true } }
        #expect(refusal(unnamed)?.flaw.reason == "ann takes a seat in m1 without being registered")
    }

    @Test func `a name with a seat is not forgotten, and cannot take a second seat`() throws {
        let all = try entries()
        #expect(refusal(all + [.forgot(try PlayerName("bob"))])?.flaw.reason == "bob is removed while seated in m1")
        let elsewhere = try entries { table in
            table.hello("cid", as: "cid")
            table.say("cid", .open(RulesRequest(), isPrivate: false))
        }
        guard case .changed(let match, .seated, let stamp) = try #require(elsewhere.last) else {
            throw LobbyDriver.Missing()
        }
        let twice = elsewhere.dropLast() + [.changed(match, .seated(.person(try PlayerName("bob"))), stamp)]
        let flaw = refusal(Array(twice))?.flaw
        #expect(flaw?.reason == "bob takes a seat in m2, but the end of m1 is missing")
        #expect(flaw?.match == MatchID(number: 1))  // The one whose end is missing, not the one that goes on.
        let over = try entries { $0.say("bob", .resign) }
        #expect(refusal(over + [.forgot(try PlayerName("bob"))]) == nil)
    }

    @Test func `a version that decreases is refused`() throws {
        let all = try entries()
        guard case .changed(let match, _, let last) = try #require(all.last) else { throw LobbyDriver.Missing() }
        let back = Entry.Stamp(step: last.step + 1, version: last.version - 1, at: last.at)
        #expect(refusal(all + [.changed(match, .deadlinePassed, back)])?.index == all.count)
    }
}
