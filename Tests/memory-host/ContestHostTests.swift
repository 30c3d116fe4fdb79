import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// A contest on a host, over whatever its players are connected with, and whatever its clock does.
@Suite struct ContestHostTests {
    private let table: HostDriver

    init() throws { table = try HostDriver(rate: 0, contest: 2) }

    private var contest: Contest { get throws { try #require(table.host.lobby.contest) } }

    /// The match in play that has this number; nil if it is over.
    private func match(_ number: Int) -> Match? {
        table.host.lobby.matches.all.first { $0.id.number == number && !$0.isOver }
    }

    /// Ann, who has netcat, and Bob, who has a browser, play a match; each takes the first pair there is.
    private func play(_ number: Int, _ ann: HostDriver.Guest, _ bob: HostDriver.Guest) throws {
        while let match = match(number) {
            let player = match.players[try #require(match.game.turn)]
            var revealed = match.game
            _ = revealed.forfeit(by: nil, as: .abandoned)
            let (deck, seen) = (try #require(revealed.revealedDeck).faces, match.game.memory.faces)
            let down = deck.indices.filter { seen[$0] == nil }
            let second = try #require(down.first { $0 != down[0] && deck[$0] == deck[down[0]] })
            for card in [down[0], second] {
                let line = #"{"type":"flip","card":\#(card),"match":"m\#(number)","id":"\#(card)"}"#
                let answer = "{\"type\":\"ok\",\"re\":\"\(card)\"}"
                if player == "Ann" {
                    try table.answer(line, from: ann, with: answer)
                } else {
                    try table.say(line, from: bob)
                    _ = try table.message(to: bob, with: answer)
                }
            }
        }
    }

    @Test func `netcat plays a browser, and neither a clock set wrong nor a machine that slept ends it`() throws {
        let ann = try table.connect(as: "Ann")
        let bob = try table.connectBrowser(as: "Bob")
        try table.send(#"{"type":"enter"}"#, from: ann)
        try table.say(#"{"type":"enter"}"#, from: bob)
        #expect(try table.message(to: bob, with: #""type":"match""#).contains(#""contest":{"round":1,"leg":1}"#))
        for (number, change) in [0, 86_400_000 * 365, -86_400_000 * 730, 3_600_000].enumerated() {
            table.time.wall += change
            try table.turn(after: 1_500)
            #expect(match(number + 1) != nil, "nobody forfeits for it")
            try play(number + 1, ann, bob)
        }
        try table.say(#"{"type":"standings"}"#, from: bob)
        let standings = try table.message(to: bob, with: #""remaining":0"#)
        #expect(standings.contains(#""seed":""#) && standings.contains(#""nextSeal":""#))
        #expect(try contest.standings.players.map(\.results.forfeits) == [0, 0])
        #expect(try contest.standings.players.map(\.results.played) == [4, 4])
    }
}
