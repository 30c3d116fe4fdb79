import Protocol

@testable import Lobby

/// For tests to which it does not matter what is kept.
extension Lobby {
    /// Takes in something that happened; what is to be done.
    mutating func handle(
        _ input: Input, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Effect] {
        var outcome = Outcome()
        handle(input, at: now, using: &random, into: &outcome)
        return outcome.spelledOut
    }

    /// Does what is due; what is to be done.
    mutating func advance(to now: Instant) -> [Effect] {
        var outcome = Outcome()
        advance(to: now, into: &outcome)
        return outcome.spelledOut
    }
}

extension Lobby {
    /// What is seen of a match now.
    func copy(of match: Match, at now: Instant) -> MatchState {
        var outcome = Outcome()
        var match = match
        let place = outcome.add(&match, at: now)
        return outcome.states[place]
    }
}

extension Outcome {
    /// The effects, with every state in the event that tells it.
    var spelledOut: [Effect] {
        effects.map { effect in
            guard case .tell(let place, let telling, let clients) = effect else { return effect }
            let state = Event.state(states[place], telling)
            if telling.news == .copy, clients.count == 1 { return .send(Message(state), to: clients[0]) }
            return .broadcast(state, to: clients)
        }
    }
}
