import Protocol

enum Page: Equatable, Sendable {
    /// The hosts on the network, to choose one.
    case hosts
    case menu
    /// The matches: to play in, or to watch.
    case lobby(watching: Bool)
    case opening(OpeningForm)
    /// The match that the client is in.
    case table
    /// The matches that are over.
    case records
    /// One of them, played again.
    case replay(ReplayPlayer)
    case scores
    /// The person's own results.
    case statistics
    /// The people whom the person has played, to choose one for the records.
    case opponents

    /// True if it is the replay with this header.
    func isReplay(_ header: ReplayHeader) -> Bool {
        if case .replay(let player) = self { return player.replay.header == header }
        return false
    }

    /// Adds a state to the replay that the page is; false if it is none of that match.
    mutating func add(_ step: ReplayedState) -> Bool {
        guard case .replay(var player) = self, player.replay.header.match == step.state.match else { return false }
        self = .records  // So that nothing else holds the states: a change would copy all of them.
        player.add(step)
        self = .replay(player)
        return true
    }
}

/// A box over the page, which gets the keys.
enum Overlay: Equatable, Sendable {
    case text(TextBox)
    case question(Question)
    case prompt(Prompt)
}

/// Something on the screen that can be pointed at, and chosen.
enum Target: Hashable, Sendable {
    case host(HostAddress)
    case card(Int)
    case match(MatchID)
    case record(RecordID)
    case opponent(String)
    case field(OpeningForm.Field)
    case button(Button)
}
