import Protocol

/// The part of a match that its player saw when choosing a command. If it has changed by the time the command arrives,
/// the host refuses the command.
struct Sight: Equatable, Sendable {
    let match: MatchID
    /// The number that the next flip answers; nil on hosts that count turns alone, and before the first state.
    let ply: Int?
    /// The number of the turn; nil if it is unknown.
    let turnNumber: Int?
    /// The version of the state; nil before the first one.
    let version: Int?

    /// The game of the match.
    let game: GameKind

    func guards(for command: Command) -> Request.Guards? {
        switch command {
        case .move(let move): game.onScreen.guards(for: move, seen: self)
        case .resign, .rematch, .leave: Request.Guards(match: match)
        default: nil
        }
    }
}

extension Model {
    /// The match, turn and table that a command chosen now is meant for; nil outside a match. Without a screen, lines
    /// may be typed ahead of what is shown, and mean what they meant in netcat.
    var sight: Sight? {
        guard hasScreen, let table = session.table else { return nil }
        let state = table.state
        // A flip that waits for the one before it answers the state that one makes.
        let isAfterFlip = session.commands.pending?.kind == .flip
        return Sight(
            match: table.seating.match, ply: state?.ply.map { isAfterFlip ? $0 + 1 : $0 },
            turnNumber: state.flatMap { $0.turnNumber > 0 ? $0.turnNumber : nil }, version: state?.version,
            game: state?.game.kind ?? table.seating.rules.game)
    }
}
