@testable import Lobby

/// For tests to which it does not matter what is kept.
extension Lobby {
    /// Takes in something that happened; what is to be done.
    mutating func handle(
        _ input: Input, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Effect] {
        var outcome = Outcome()
        handle(input, at: now, using: &random, into: &outcome)
        return outcome.effects
    }

    /// Does what is due; what is to be done.
    mutating func advance(to now: Instant) -> [Effect] {
        var outcome = Outcome()
        advance(to: now, into: &outcome)
        return outcome.effects
    }
}
