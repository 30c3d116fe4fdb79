import Protocol
import Testing

@Suite struct `Plain words: the board` {
    /// A match of one seat or two on a board of letters, `.` being a face-down card.
    private func state(_ rows: String..., turned: [Int] = [], taken: [Int] = [], turn: Int? = 1) -> MatchState {
        let seats = ["Ann", "Bob"].enumerated().map { index, name in
            MatchState.Seat(
                name: name, present: true, score: index == 0 ? taken.count / 2 : 0, turnsLeft: nil,
                taken: index == 0 ? taken : [], rematch: false)
        }
        let cards = rows.joined().map { $0 == "." ? nil : String($0) }
        return MatchState(
            match: MatchID(number: 3), version: 1, phase: .playing, rows: rows.count, columns: rows.first?.count ?? 0,
            cards: CardFaces(cards), turned: turned, turn: turn, turnEndsInMilliseconds: nil, seats: seats, watchers: 0,
            result: nil)
    }

    @Test func `a board of 5 by 6 with animals is drawn as expected`() {
        let expected = """
            Ann flips C1: 🦊.

               A   B   C   D   E   F
             1 🐻  .  [🦊] 🐻  🐶  .
             2 .   .   🐱  🐱  .   .
             3 .   .   .   .   .   🐶
             4 .   .   .   .   .   .
             5 .   .   .   .   .   .
            Ann: 2 points, 10 turns left. Bob: 1 point, 11 turns left. 3 watching.
            Ann's turn, 28 seconds left.


            """
        #expect(plain(JSONEventSamples.state, after: .memory(.flip(seat: 0, card: 2))) == expected)
    }

    @Test func `a board of 4 by 4 whose pairs vanish is drawn as expected`() {
        let state = state("A..A", "B.C.", "....", "D..D", turned: [4, 6], taken: [0, 3, 12, 15])
        let drawn = """
            Bob flips C2: C, no pair.

               A   B   C   D
             1 -   .   .   -
             2[B ] .  [C ] .
             3 .   .   .   .
             4 -   .   .   -
            Ann: 2 points. Bob: 0 points.
            Bob's turn.


            """
        #expect(plain(state, after: .memory(.miss(seat: 1, first: 4, second: 6)), matched: .vanish) == drawn)
    }

    @Test func `cards that vanished are drawn again when the match is over`() {
        var state = state("AABB", "CCDD", taken: [0, 1], turn: nil)
        state.phase = .over
        state.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        let drawn = """

               A   B   C   D
             1 A   A   B   B
             2 C   C   D   D
            Ann: 1 point. Bob: 0 points.
            Ann wins: all pairs found.
            Players can type rematch to play again, or leave.


            """
        #expect(plain(state, after: nil, matched: .vanish) == drawn)
    }

    @Test func `a board of 10 rows with its last card turned is drawn as expected`() {
        let down = ".........."
        let state = state(
            down, down, down, down, down, down, down, down, ".........Z", "🐻........A", turned: [99], turn: 0)
        let drawn = """
            Ann flips J10: A.

               A   B   C   D   E   F   G   H   I   J
             1 .   .   .   .   .   .   .   .   .   .
             2 .   .   .   .   .   .   .   .   .   .
             3 .   .   .   .   .   .   .   .   .   .
             4 .   .   .   .   .   .   .   .   .   .
             5 .   .   .   .   .   .   .   .   .   .
             6 .   .   .   .   .   .   .   .   .   .
             7 .   .   .   .   .   .   .   .   .   .
             8 .   .   .   .   .   .   .   .   .   .
             9 .   .   .   .   .   .   .   .   .   Z
            10 🐻  .   .   .   .   .   .   .   .  [A ]
            Ann: 0 points. Bob: 0 points.
            Ann's turn.


            """
        #expect(plain(state, after: .memory(.flip(seat: 0, card: 99))) == drawn)
    }

    @Test func `a board of shapes has room for their words, also while none is face up`() {
        var state = state("....", "....", turned: [0])
        state.cards = CardFaces(set: .shapes, cards: Array(repeating: CardFaces.faceDown, count: 8))
        let header = "   A     B     C     D\n"
        #expect(plain(state, after: .deal).contains(header + " 1[.   ] .     .     .\n"))
        state.cards = CardFaces(["ring", nil, nil, "up", nil, nil, nil, nil]).dealt(from: .shapes)
        #expect(plain(state, after: .deal).contains(header + " 1[ring] .     .     up\n"))
    }

    @Test func `faces of another set keep their own palette`() {
        let cards = CardFaces(["🦊", nil, "moose"])
        #expect(cards.dealt(from: .animals) == cards && cards.dealt(from: .shapes) == cards)
        #expect(CardFaces(["🦊", nil]).dealt(from: .animals) == ["🦊", nil])
    }

    @Test func `a change of watchers alone prints nothing`() {
        #expect(plain(JSONEventSamples.state, after: .watchers) == "")
    }

    @Test func `a change that draws no board prints only the news`() {
        #expect(plain(JSONEventSamples.over, after: .left(seat: 0)) == "\"Z '\\\" left.\n")
    }

    @Test func `a match that a player has left offers no rematch`() {
        var state = state("AA", "BB")
        state.phase = .over
        #expect(plain(state, after: nil).contains("Players can type rematch"))
        state.seats[1].present = false
        #expect(plain(state, after: nil).contains("Players can type rematch"), "who is away may come back")
        state.seats[1].left = true
        #expect(!plain(state, after: nil).contains("Players can type rematch"))
    }

    private static let phases: [MatchState.Phase] = [.waiting, .playing, .showing, .paused, .over]

    private func isDrawn(_ change: Change?, _ phase: MatchState.Phase, present: [Bool] = [true, true]) -> Bool {
        var state = state("A.", ".A")
        (state.phase, state.seats) = (phase, Array(state.seats.prefix(present.count)))
        for seat in present.indices { state.seats[seat].present = present[seat] }
        return plain(state, after: change).contains("\n   A   B\n")
    }

    @Test(
        arguments: [
            nil, .deal, .memory(.flip(seat: 0, card: 0)), .memory(.pair(seat: 0, first: 0, second: 3)),
            .memory(.miss(seat: 0, first: 0, second: 3)), .memory(.cover(seat: 0, first: 0, second: 3)),
            .memory(.timeout(seat: 0, card: nil)),
            .resign(seat: 0), .abandon(seat: nil),
        ] as [Change?])
    func `every step of a game draws the board, and so does a copy of the state`(change: Change?) {
        for phase in Self.phases { #expect(isDrawn(change, phase), "\(phase)") }
    }

    @Test(arguments: [Change.left(seat: 0), .offer(seat: 0), .rematch, .watchers])
    func `a change outside the game that keeps its phase draws no board`(change: Change) {
        for phase in Self.phases { #expect(!isDrawn(change, phase), "\(phase)") }
    }

    @Test(
        arguments: [
            (0, .paused, [false, true], true), (1, .paused, [true, false], true), (0, .paused, [false], true),
            (0, .paused, [false, false], false), (1, .paused, [false, false], false), (0, .waiting, [false], false),
            (0, .over, [false, true], false), (0, .over, [false, false], false),
        ] as [(Int, MatchState.Phase, [Bool], Bool)])
    func `only the first player to go, who pauses a running match, draws the board`(
        seat: Int, phase: MatchState.Phase, present: [Bool], draws: Bool
    ) {
        #expect(isDrawn(.away(seat: seat), phase, present: present) == draws)
    }

    @Test(
        arguments: [
            (.playing, [true, true], true), (.playing, [true], true), (.showing, [true, true], true),
            (.showing, [true], true), (.paused, [true, false], false), (.waiting, [true], false),
            (.over, [true, true], false), (.over, [true, false], false),
        ] as [(MatchState.Phase, [Bool], Bool)])
    func `a player who comes back draws the board if that resumes the match`(
        phase: MatchState.Phase, present: [Bool], draws: Bool
    ) {
        #expect(isDrawn(.back(seat: 0), phase, present: present) == draws)
    }
}
