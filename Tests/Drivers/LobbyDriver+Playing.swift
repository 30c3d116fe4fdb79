import Protocol
import Testing

@testable import Lobby

// What players do who know where the cards are.
extension LobbyDriver {
    /// The newest match, or the one with this number.
    func match(_ number: Int? = nil) throws -> Match {
        let all = lobby.matches.all
        return try #require(number.map { n in all.first { $0.id.number == n } } ?? all.max { $0.id < $1.id })
    }

    /// Every face of a match, which only a test may know: those of a copy that is given up.
    func deck(_ number: Int? = nil) throws -> [String] {
        var game = try match(number).game
        _ = game.forfeit(by: nil, as: .abandoned)
        return try #require(game.revealedDeck).faces
    }

    /// Two face-down cards, alike or not.
    func cards(alike: Bool, _ number: Int? = nil) throws -> (Int, Int) {
        let (deck, seen) = (try deck(number), try match(number).game.memory.faces)
        let hidden = deck.indices.filter { seen[$0] == nil }
        for one in hidden {
            for other in hidden where one < other && (deck[one] == deck[other]) == alike { return (one, other) }
        }
        throw Missing()
    }

    /// What a test looks for is not there.
    struct Missing: Error {}

    /// A client takes a pair.
    func takePair(_ who: String) throws {
        let (one, other) = try cards(alike: true)
        flip(who, one)
        flip(who, other)
    }

    /// A client turns two cards that differ.
    func miss(_ who: String) throws {
        let (one, other) = try cards(alike: false)
        flip(who, one)
        flip(who, other)
    }

    /// The players of the newest match, in the order of seats, clear it.
    func clear(_ players: String...) throws {
        while try !match().isOver {
            guard let seat = try match().game.turn else { return }
            try takePair(players[seat])
        }
    }

    /// Opens matches until the host is full; each is deserted at once.
    func fillWithDeserted(by opening: String = "open 2x2 solo") {
        while lobby.matchCount < Limits.matches {
            hello("crowd", as: "p\(lobby.matches.lastNumber)")
            write("crowd", opening)
            vanish("crowd")
        }
    }

    /// Two people in a match of their own: the first has seat 0.
    static func playing(_ rules: String = "{}", seed: UInt64 = 1) -> LobbyDriver {
        let table = LobbyDriver("ann", "bob", seed: seed)
        table.write("ann", "{\"type\":\"open\",\"rules\":\(rules)}")
        table.say("bob", .join(nil))
        for who in ["ann", "bob"] { _ = table.heard(who) }
        return table
    }
}
