/// Counts seconds by a clock that no test has to sleep for: the turns of a player who never flips a card, on a host of
/// its own. It goes three times.
struct Metronome {
    private let host: HostProcess
    private let client: LineClient

    /// A clock that starts now.
    init() throws {
        host = try HostProcess()
        client = try LineClient.named("Metronome", at: host)
        // Each turn ends with a state; three that run out end the game.
        _ = try client.open("{\"preset\":\"quick\",\"seats\":1,\"turnMs\":1000}")
    }

    /// Waits until the next second is over.
    func wait() throws { try client.state("a second to be over") }
}
