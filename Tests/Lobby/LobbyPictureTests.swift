import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

/// Matches with a host's own pictures.
@Suite struct LobbyPictureTests {
    private static let pictures = ["Abbey", "Blue", "Help"].map { Picture(label: $0, path: "/faces/\($0)") }
    private var wanted: RulesRequest {
        var request = RulesRequest(preset: .quick)
        (request.rows, request.columns, request.faces) = (2, 2, .pictures)
        return request
    }

    @Test func `players and watchers learn where the pictures are, and the cards carry their labels`() throws {
        let table = LobbyDriver("ann", "bob", "zoe", pictures: Self.pictures)
        let opened = table.say("ann", .open(wanted, isPrivate: false)).seatings
        let joined = table.say("bob", .join(nil)).seatings
        let watched = table.say("zoe", .watch(nil, follows: false)).seatings
        for seating in opened + joined + watched {
            #expect(seating.pictures == Self.pictures, "all of them, so that the list does not tell which are dealt")
            #expect(seating.rules.faces == .pictures)
        }
        #expect(opened.count + joined.count + watched.count == 3)
        let deck = try table.deck(1)
        #expect(Set(deck).isSubset(of: Self.pictures.map(\.label)) && Set(deck).count == 2)
        #expect(table.lobby.hello.faces == ["animals", "letters", "symbols", "shapes", "pictures"])
    }

    @Test func `other matches say nothing of pictures`() {
        let table = LobbyDriver("ann", pictures: Self.pictures)
        #expect(table.say("ann", .open(RulesRequest(), isPrivate: false)).seatings.map(\.pictures) == [[]])
    }

    @Test func `a host without pictures refuses them, and says what there is`() throws {
        let table = LobbyDriver("ann")
        let heard = table.say("ann", .open(wanted, isPrivate: false))
        let report = try #require(heard.errors.first)
        #expect(report.code == "bad_rules")
        #expect(
            report.message
                == "Invalid rules: this host has no pictures; faces must be one of animals, letters, symbols, shapes.")
        #expect(heard.count == 1 && table.lobby.matchCount == 0 && !table.lobby.hello.faces.contains("pictures"))
    }

    @Test func `the rules of a host list its labels`() {
        let book = RuleBook(preset: .classic, pictures: Self.pictures)
        #expect(book.faces.last == RuleBook.NamedFaces(name: "pictures", faces: ["Abbey", "Blue", "Help"]))
        #expect(RuleBook(preset: .classic).faces.map(\.name) == FaceSet.builtIn.map(\.rawValue))
    }

    @Test func `a match goes on with its labels where the pictures are gone, and its rematch has other faces`() throws {
        let table = LobbyDriver("ann", "bob", pictures: Self.pictures)
        table.say("ann", .open(wanted, isPrivate: false))
        table.say("bob", .join(nil))
        let deck = try table.deck(1)
        var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "table")))
        for entry in table.entries { #expect(try lobby.replay(entry) == nil) }
        var random = SeededRandom("a rematch without pictures")
        let match = try #require(lobby.matches[MatchID(number: 1)])
        #expect(match.seating(seat: 0).pictures == [] && match.rules.faces == .pictures)
        var game = match.game
        #expect(game.forfeit(by: 0, as: .resigned) != nil && game.revealedDeck?.faces == deck)
        var step = Step(at: table.now)
        let next = lobby.addMatch(
            rules: match.rules, code: nil, starting: 1, hasClientlessSeat: false, &step, using: &random)
        #expect(lobby.matches[next]?.rules == match.rules.dealt(from: .animals))
    }

    @Test func `a record has the paths of those pictures among its faces that the host still has`() throws {
        func record(_ rules: Rules, _ deck: [String]) -> MatchRecord {
            MatchRecord(
                summary: RecordSummary(
                    id: RecordID(number: 1), match: MatchID(number: 1), startedAt: 0, endedAt: 1, rules: rules,
                    players: ["Ann", "Bob"], scores: [1, 1], winner: nil, reason: .cleared, turns: [1, 1]),
                deck: CardFaces(deck), moves: [])
        }
        let rules = try Rules(wanted)
        let pictures = record(rules, ["Blue", "Gone", "Gone", "Blue"])
        #expect(pictures.shown(of: Self.pictures) == [Self.pictures[1]])
        #expect(pictures.shown(of: []) == [])
        let letters = record(rules.dealt(from: .letters), ["Blue", "Blue", "A", "A"])
        #expect(letters.shown(of: Self.pictures) == [], "that is only a word")
    }
}
