import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import Simulation
@testable import TestDrivers

/// A seat is a person's or the house's; no command gives the house one yet.
@Suite struct `Match: the house as a player` {
    private let client = ClientID(slot: 0, serial: 1)
    private let ann = unwrapped(try? PlayerName("Ann"))
    private let house = House(level: .steady, seed: 1)
    private let now = Instant(milliseconds: 1_000)

    /// A match on a board of letters.
    private func opening() throws -> Entry.Opening {
        var request = RulesRequest(preset: .quick)
        request.faces = .letters
        let rules = try Rules(request)
        let deck = try #require(Deck("ABCDEABCDE".map { String($0) }, for: rules))
        return Entry.Opening(match: MatchID(number: 1), rules: rules, code: nil, deck: deck, starting: 0, at: now)
    }

    /// Ann against the house.
    private func match() throws -> Match {
        var match = Match(try opening())
        for occupant in [Seat.Occupant.person(ann, .present(client)), .house(house)] {
            _ = match.takeSeat(occupant, at: now)
        }
        return match
    }

    @Test func `the house starts a match with anyone who joins, and moves like any player`() throws {
        var match = try match()
        #expect(match.phase == .playing && match.players == ["Ann", "House"])
        for card in [0, 5] { _ = try match.play(.flip(.card(card)), by: 0, at: now) }
        #expect(try match.play(.flip(.card(1)), by: 1, at: now).change == .memory(.flip(seat: 1, card: 1)))
        #expect(try match.play(.flip(.card(6)), by: 1, at: now).change == .memory(.pair(seat: 1, first: 1, second: 6)))
        #expect(match.scores == [1, 1])
    }

    @Test func `a match against the house sends states to people only, and shows the house as present`() throws {
        let match = try match()
        #expect(match.audience == [client])
        #expect(match.shown(at: now).seats.map(\.present) == [true, true])
    }

    @Test func `a match whose player leaves the house alone is paused, then abandoned without a winner and removed`()
        throws
    {
        var match = try match()
        #expect(match.disconnect(0, at: now) == .away(seat: 0) && match.phase == .paused)
        let due = match.due()
        #expect(due == now + match.rules.graceMilliseconds)
        #expect(!match.hasPlayer)
        #expect(match.dismissAbsent(at: now + match.rules.graceMilliseconds) == [ann])
        _ = match.forfeit(by: nil, as: .abandoned)
        #expect(match.isEmpty && match.game.ending == Ending(winner: nil, reason: .abandoned))
    }

    @Test func `the house always offers a rematch`() throws {
        var match = try match()
        _ = match.forfeit(by: 0, as: .resigned)
        #expect(match.mayBePlayedAgain && !match.isRematchAgreed)
        #expect(match.offerRematch(0) == .offer(seat: 0))
        #expect(match.isRematchAgreed)
    }

    @Test func `the record of a match against the house has the house's name`() throws {
        var match = try match()
        _ = match.forfeit(by: 0, as: .resigned)
        let record = try #require(match.record(number: 1, endedAt: now))
        #expect(record.summary.players == ["Ann", "House"] && record.summary.winner == 1)
    }

    // MARK: Out of the journal

    /// A journal in which Ann plays the house, which has turned a card.
    private func entries() throws -> [Entry] {
        let opening = try opening()
        let token = try #require(TokenDigest(String(repeating: "0", count: 64)))
        let events: [Entry.Event] = [
            .seated(.person(ann)), .seated(.house(house)), .moved(.flip(card: 0), seat: 0),
            .moved(.flip(card: 5), seat: 0), .moved(.flip(card: 1), seat: 1),
        ]
        return [.counted(lastMatch: 0, lastRecord: 0), .named(ann, token), .opened(opening)]
            + events.enumerated().map { index, event in
                .changed(opening.match, event, Entry.Stamp(step: index + 1, version: index + 1, at: now))
            }
    }

    @Test func `after a restart the house is present, and its match is paused until the player returns`() throws {
        var lobby = try JournalSamples.replay(try entries()).lobby
        let outcome = lobby.resume(at: now)
        let match = try #require(lobby.matches.all.first)
        #expect(match.seats.map(\.occupant) == [.person(ann, .absent(since: now)), .house(house)])
        #expect(match.stage == .paused(played: 0) && match.game.turned == [1])
        #expect(outcome.entries == [.restarted(at: now, stoppedAt: now)])
        #expect(lobby.disagreement == nil)
        var random = SeededRandom(seed: 1)
        let later = lobby.advance(to: now + match.rules.graceMilliseconds, using: &random)
        #expect(later.records.map(\.summary.players) == [["Ann", "House"]] && lobby.matchCount == 0)
        #expect(lobby.registry.count == 0 && lobby.nextDue == nil)
    }

    @Test func `a match with nobody but the house left is gone after a restart`() throws {
        let entries = try entries().filter { entry in
            if case .changed(_, let event, _) = entry { event == .seated(.person(ann)) } else { true }
        }
        guard case .changed(let id, _, let stamp) = entries[3] else { throw LobbyDriver.Missing() }
        let houses = [Entry.changed(id, .seated(.house(house)), stamp)]
        var lobby = try JournalSamples.replay(Array(entries[..<3]) + houses).lobby
        _ = lobby.resume(at: now)
        #expect(lobby.matchCount == 0)
    }
}
