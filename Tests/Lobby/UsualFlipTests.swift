import Protocol
import Testing

@testable import Lobby

/// Most flips go by a short way through the reader and the lobby. Whatever is asked for and however things stand, they
/// come to what the long way comes to.
struct UsualFlipTests {
    /// Some of what a client may send, most of it no usual flip.
    private static let lines =
        (0..<32).map { "{\"type\":\"flip\",\"card\":\($0)}" } + [
            "{\"type\": \"flip\", \"card\": 0}", "{\"type\": \"flip\", \"card\": 17}",
            "{\"type\":\"flip\",\"card\":99}",
            "{\"type\":\"flip\",\"card\":100}", "{\"type\":\"flip\",\"card\":07}", "{\"type\":\"flip\",\"card\": 7}",
            "{\"type\":\"flip\",\"card\":7 }", "{\"type\":\"flip\",\"card\":7}}", "{\"type\":\"flip\",\"card\":7} ",
            "{\"type\":\"flip\",\"card\":-1}", "{\"type\":\"flip\",\"card\":7,\"id\":\"a\"}", "{\"type\":\"flip\"}",
            "b2",
        ]

    @Test(arguments: Standing.allCases)
    func `a flip by the short way comes to the same as by the long one`(_ standing: Standing) throws {
        let table = try standing.table()
        var usual = 0
        for line in Self.lines {
            let (short, isUsual) = Trial.run(line, table, isShort: true)
            let (long, _) = Trial.run(line, table, isShort: false)
            usual += isUsual ? 1 : 0
            #expect(short.entries == long.entries, "\(line)")
            #expect(short.records == long.records, "\(line)")
            #expect(short.effects == long.effects, "\(line)")
            #expect(short.states == long.states, "\(line)")
            #expect(short.written == long.written, "\(line)")
            #expect(short.after == long.after, "\(line)")
        }
        #expect(usual == 35)
    }

    @Test func `what a flip did is there to be compared`() throws {
        let table = try Standing.turn.table()
        let (trial, _) = Trial.run("{\"type\":\"flip\",\"card\":7}", table, isShort: true)
        #expect(trial.entries.count == 1 && trial.effects.count == 1 && trial.states.count == 1)
        #expect(trial.written.first?.contains("\"turned\":[7]") == true)
        let (other, _) = Trial.run("{\"type\":\"flip\",\"card\":8}", table, isShort: true)
        #expect(trial.after != other.after)
    }
}

/// How things stand for Ann, who is about to flip.
enum Standing: CaseIterable, CustomTestStringConvertible {
    case unnamed, inLobby, watching, waiting, turn, secondCard, plain, notHerTurn, showing, paused, over, lastCard, solo
    case troubled, fresh, gone

    var testDescription: String { "\(self)" }

    fileprivate func table() throws -> LobbyTable {
        let table = LobbyTable()
        table.connect("Ann")
        table.connect("Bob")
        if self != .unnamed { table.hello("Ann", as: "Ann") }
        table.hello("Bob", as: "Bob")
        switch self {
        case .unnamed, .inLobby: break
        case .solo: table.write("Ann", "{\"type\":\"open\",\"rules\":{\"seats\":1}}")
        case .waiting: table.write("Ann", "{\"type\":\"open\"}")
        case .watching:
            table.write("Bob", "{\"type\":\"open\"}")
            table.write("Ann", "{\"type\":\"watch\"}")
        case .lastCard:
            table.write("Ann", "{\"type\":\"open\",\"rules\":{\"rows\":2,\"columns\":2,\"seats\":1}}")
            let (one, other) = try table.cards(alike: true)
            table.flip("Ann", one)
            table.flip("Ann", other)
            table.flip("Ann", try table.cards(alike: true).0)
        case .turn, .secondCard, .plain, .notHerTurn, .showing, .paused, .over, .troubled, .fresh, .gone:
            table.write("Ann", "{\"type\":\"open\"}")
            table.write("Bob", "{\"type\":\"join\"}")
            try play(table)
        }
        return table
    }

    private func play(_ table: LobbyTable) throws {
        switch self {
        case .secondCard: table.flip("Ann", 3)
        case .plain: table.type("Ann", "a1")
        case .notHerTurn:
            table.flip("Ann", 0)
            table.pass(60_000)
        case .showing:
            let (one, other) = try table.cards(alike: false)
            table.flip("Ann", one)
            table.flip("Ann", other)
        case .paused: table.vanish("Bob")
        case .over: table.write("Bob", "{\"type\":\"resign\"}")
        case .troubled: table.handle(.diskFailed("the disk is full"))
        case .fresh:
            let token = try table.token(of: "Ann")
            table.vanish("Ann")
            table.connect("Ann")
            table.write("Ann", "{\"type\":\"hello\",\"token\":\"\(token.text)\"}")
        case .gone: table.vanish("Ann")
        case .unnamed, .inLobby, .watching, .waiting, .turn, .lastCard, .solo: break
        }
    }
}

/// What one line of Ann's came to, in a copy of a table's lobby.
private struct Trial {
    let entries: [Entry]
    let records: [MatchRecord]
    let effects: [Effect]
    let states: [MatchState]
    /// The states as they are sent.
    let written: [String]
    /// How the lobby stands then.
    let after: String

    /// - Returns: what came of it, and whether the line is a usual flip.
    static func run(_ line: String, _ table: LobbyTable, isShort: Bool) -> (Trial, isUsual: Bool) {
        var lobby = table.lobby
        let client = lobby.sessions[0]?.client ?? ClientID(slot: 0, serial: 1)
        var random = GameRandom(seed: 7)
        var outcome = Outcome()
        var decoder = LineDecoder()
        decoder.receive(Array((line + "\n").utf8), count: line.utf8.count + 1)
        let read = decoder.next() ?? .tooLong
        let card = decoder.usualFlip(read)
        if isShort, let card {
            lobby.flip(card, by: client, at: table.now, using: &random, into: &outcome)
        } else {
            let request = decoder.request(read)
            lobby.handle(.received(request, from: client), at: table.now, using: &random, into: &outcome)
        }
        return (Trial(lobby, &outcome), card != nil)
    }

    private init(_ lobby: Lobby, _ outcome: inout Outcome) {
        (entries, records, effects, states) = (outcome.entries, outcome.records, outcome.effects, outcome.states)
        var written: [String] = []
        for place in outcome.states.indices {
            var writer = ByteWriter()
            outcome.writeState(place, into: &writer)
            written.append(String(decoding: writer.take(), as: UTF8.self))
        }
        self.written = written
        after = "\(lobby.matches.all) \(lobby.sessions) \(lobby.timers) \(lobby.isStale) \(lobby.lastRecord)"
    }
}
