import Protocol
import TestSupport
import Testing

/// A match between two programs that is to notice nothing of what else its host goes through.
final class QuietMatch {
    let host: HostProcess
    private let players: [LineClient]
    /// The state that was seen last.
    private(set) var state: MatchState
    private var brain: Brain
    private let random = SeededRandom("a quiet match")

    /// Starts a host and has a long match begun there.
    ///
    /// The host takes commands at any rate, so that what is sent to it counts, and not how fast.
    ///
    /// - Parameters:
    ///   - host: one that has been started already.
    ///   - isPlain: true for one to be started without a sanitizer, for tests that measure its memory, or limit it.
    init(_ host: HostProcess? = nil, isPlain: Bool = false) throws {
        let host = try host ?? HostProcess("--rate", "0", isPlain: isPlain)
        self.host = host
        players = [try .named("Quiet one", at: host), try .named("Quiet two", at: host)]
        try players[0].send("{\"type\":\"open\",\"rules\":{\"rows\":10,\"columns\":10,\"turns\":0,\"revealMs\":0}}")
        try players[1].send(.join(.id(try players[0].seating().match)))
        state = try players[0].state(.playing)
        brain = Brain(.perfect, random)
        for _ in 0..<10 { try step() }
    }

    /// Turns one card, and sees that both players are told. Nothing, once the match is over.
    func step() throws {
        while state.turn == nil, state.phase != .over { state = try next() }
        guard let seat = state.turn else { return }
        let card = try brain.choose(state)
        try players[seat].flip(card)
        while state.cards[card] == nil { state = try next() }
    }

    /// Plays on to the end, and sees that the match went as if nobody else had been there.
    func finish() throws {
        try #require(state.phase != .over, "the test took so long that the match ended")
        while state.phase != .over { try step() }
        #expect(state.result?.reason == .cleared, random.comment)
        try players[1].state(.over)
        let types = try players.map { player in
            try Set(
                player.lines.map { line in
                    guard case .message(let message) = LineClient.read(line) else { throw Unmet("no message: \(line)") }
                    return message.event.type
                })
        }
        for seen in types { #expect(seen.isSubset(of: ["hello", "welcome", "lobby", "match", "state"])) }
        #expect(host.process.isRunning)
    }

    private func next() throws -> MatchState {
        let state = try players[0].state()
        brain.see(state)
        #expect(state.phase != .paused)
        return state
    }
}
