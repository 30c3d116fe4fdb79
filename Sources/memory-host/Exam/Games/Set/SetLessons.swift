import Protocol

// The lessons for clients that play Set.
extension Lesson {
    /// They are held in matches of Set, which the client joins or opens.
    static let ofSet = [
        Lesson(
            name: "table", level: .set, checks: "claims sets", section: "18.1", rules: table,
            script: [.plays(3)]),
        Lesson(
            name: "race", level: .set, checks: "goes by the newest table when somebody else was faster",
            section: "18.3",
            rules: table, opponentPlays: false,
            script: [.move(.take), .opponentMoves(nil), .carryOut(isSeen: true), .plays(1)]),
        Lesson(
            name: "wish", level: .set, checks: "plays on when its opponent wishes for more cards", section: "18.1",
            rules: table, opponentPlays: false,
            script: [.plays(1), .opponentMoves(.set(.more)), .pass(6000), .plays(1)]),
    ]

    private static let table = RulesRequest(game: .set)
}
