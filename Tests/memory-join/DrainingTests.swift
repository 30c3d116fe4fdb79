import Protocol
import Testing

@testable import memory_join

/// A host that is closing after the matches in play, as its people see it.
@Suite struct DrainingTests {
    private let sentence = "The host is closing after the matches in play."

    private func lobby(isDraining: Bool) -> Input {
        received(.lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0, isDraining: isDraining)))
    }

    private func saysIt(_ model: Model) -> Bool { model.lines().shows(sentence) }

    @Test(arguments: ["", "m", "w", "c", "r"])
    func `the pages around a match say that the host is closing, as long as it is`(keys: String) {
        var model = Model.inLobby()
        model.type(keys)
        #expect(!saysIt(model))
        model.take(lobby(isDraining: true))
        #expect(saysIt(model), "\(model.lines())")
        model.take(lobby(isDraining: false))
        #expect(!saysIt(model))
    }

    @Test func `the greeting says it, too, and that of the next host ends it`() {
        var closing = Hello(host: "pine")
        closing.isDraining = true
        var model = Model.inLobby()
        model.take(.lost("reset"), .opened, received(.hello(closing)), welcome("Ann"))
        #expect(saysIt(model))
        model.take(.lost("reset"), .opened, Say.hello, welcome("Ann"))
        #expect(!saysIt(model))
    }

    @Test func `a match in play is not disturbed, and after it nothing new is offered`() {
        var model = Model.inMatch()
        model.take(lobby(isDraining: true))
        #expect(!saysIt(model))
        let over = Say.stateOf(version: 2, phase: .over, turn: nil).with {
            $0.result = MatchState.Result(winner: 0, reason: .resigned, rematch: nil, best: false)
        }
        #expect(model.take(received(.state(over))) == [.send(.followList(true), id: nil)])
        // Beside the cards it takes several lines.
        #expect(model.lines().joined(separator: " ").contains("The host is closing"))
        #expect(!model.buttons.contains(.rematch) && !model.buttons.contains(.another))
        #expect(model.buttons.contains(.leave))
        model.take(lobby(isDraining: false))
        #expect(model.buttons.contains(.rematch) && model.buttons.contains(.another))
    }

    @Test func `who waits for an opponent keeps the match, since the house would be refused`() {
        var model = Model.inMatch()
        model.take(received(.state(Say.stateOf(version: 2, phase: .waiting, turn: nil))))
        #expect(model.buttons.contains(.house))
        model.take(lobby(isDraining: true))
        #expect(!model.buttons.contains(.house))
    }

    @Test func `who is refused for it learns it from the refusal`() {
        var model = Model.inLobby()
        model.type("p")
        model.take(refusal(.draining, of: .join, re: 3))
        #expect(model.session.hostIsDraining && saysIt(model))
    }

    @Test func `who wants to come in under a name is told and leaves`() {
        var model = Model.starting(as: "Ann")
        model.take(.opened, Say.hello)
        #expect(model.take(refusal(.draining, of: .hello)) == [.quit(.unavailable, sentence)])
    }
}
