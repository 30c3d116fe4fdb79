import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

/// The copy of a state that a client gets who comes later.
@Suite struct `Lobby: later copies of a state` {
    /// The line of the newest state that a client has heard, without the values by which copies may differ.
    private func lasting(_ heard: [Message]) throws -> String {
        let state = try #require(heard.last { if case .state = $0.event { true } else { false } })
        return [state].json
            .replacing(#/"(turnEndsInMs|phaseEndsInMs|blockedMs)":(\d+|null)/#) { "\"\($0.1)\":0" }
            .replacing(#/"change":(\{.*?\}|null),"result"/#) { _ in "\"change\":0,\"result\"" }
    }

    @Test func `a later copy of Set differs only in its change and its times, a blocked claim's among them`() throws {
        let table = LobbyDriver("ann", "bob", "wim")
        table.write("ann", #"{"type":"open","rules":{"game":"set"}}"#)
        table.write("bob", #"{"type":"join","game":"set"}"#)
        let game = try #require(try table.match().game.set)
        let third = try #require(
            game.table.indices.dropFirst(2).first {
                !SetCard.areSet(game.table[0], game.table[1], game.table[$0])
            })
        let before = table.write("ann", #"{"type":"take","cards":[0,1,\#(third)]}"#)
        table.pass(100)
        let later = table.write("wim", #"{"type":"watch","match":"m1"}"#)
        #expect(try lasting(later) == lasting(before))
        let blocked = [before, later].map { $0.states.last?.set?.seats[0].blockedMilliseconds ?? 0 }
        #expect(blocked == [SetGame.blockMilliseconds, SetGame.blockMilliseconds - 100])
    }
}
