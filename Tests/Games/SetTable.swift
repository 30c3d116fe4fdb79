import TestSupport
import Testing

@testable import Protocol

/// A game of Set with a known deck.
struct SetTable {
    var game: SetGame
    /// The version that announces the next change.
    var version = 1

    /// Deals these cards first, then all others.
    init(_ first: [String] = [], seats: Int = 2, idleMilliseconds: Int? = nil) throws {
        var request = RulesRequest(game: .set)
        (request.seats, request.idleMilliseconds) = (seats, idleMilliseconds)
        let rules = try Rules(request)
        let cards = first + SetCard.all.map(\.text).filter { !first.contains($0) }
        game = SetGame(rules: rules, deck: try #require(Deck(cards, for: rules)))
    }

    /// Makes a move; the version grows by one.
    @discardableResult
    mutating func play(_ move: SetMove, by seat: Int = 0, at time: Int = 0) throws(Refusal) -> Change {
        let change = try game.play(.set(move), by: seat, at: time, announcedIn: version).change
        version += 1
        return change
    }

    /// Claims three places.
    @discardableResult
    mutating func take(_ places: Int..., by seat: Int = 0, at time: Int = 0) throws -> Change {
        try play(.take(try #require(SetPlaces(places))), by: seat, at: time)
    }

    /// Expires the deadline.
    @discardableResult
    mutating func expire() -> Change? {
        guard let deadline = game.deadline else { return nil }
        defer { version += 1 }
        return game.expire(at: deadline, announcedIn: version)
    }

    /// True if a move made in this version is refused as stale, or one of which nothing is known.
    func isStale(_ move: SetMove, by seat: Int = 0, seenIn version: Int?, at time: Int = 0) -> Bool {
        do throws(Refusal) {
            try game.checkIsCurrent(.set(move), by: seat, seenIn: version, at: time)
            return false
        } catch {
            return error.code == Refusal.stale("").code
        }
    }

    /// The cards on the table in short form.
    var texts: [String] { game.table.map(\.text) }

    /// Twelve cards without a set.
    static let withoutSet = [
        "1rsd", "2rsd", "1gsd", "2gsd", "1rtd", "2rtd", "1gtd", "2gtd", "1rso", "2rso", "1gso", "2gso",
    ]
    /// Three of the first cards on the table that make a set.
    static let set = ["1rsd", "2rsd", "3rsd"]
}
