import Protocol
import TestSupport
import Testing

@Suite struct `Plain words: the board` {
    private func text(
        _ state: MatchState, after change: Change? = nil, matched: Rules.Matched = .stay
    ) -> String {
        var state = state
        (state.change, state.matched) = (change, matched)
        var writer = ByteWriter()
        PlainEvents.write(Message(.state(state)), into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    /// A match of one seat or two on a board of letters, `.` being a card that lies face down.
    private func state(_ rows: String..., turned: [Int] = [], taken: [Int] = []) -> MatchState {
        let seats = ["Ann", "Bob"].enumerated().map { index, name in
            MatchState.Seat(
                name: name, present: true, score: index == 0 ? taken.count / 2 : 0, turnsLeft: nil,
                taken: index == 0 ? taken : [], rematch: false)
        }
        let cards = rows.joined().map { $0 == "." ? nil : String($0) }
        return MatchState(
            match: MatchID(number: 3), version: 1, phase: .playing, rows: rows.count, columns: rows.first?.count ?? 0,
            cards: CardFaces(cards), turned: turned, turn: 1, turnEndsInMilliseconds: nil, seats: seats, watchers: 0,
            result: nil)
    }

    @Test func `a board of 5 by 6 with animals is drawn as expected`() {
        let expected = """
            Ann turns C1: 🦊.

               A   B   C   D   E   F
             1 🐻  .  [🦊] 🐻  🐶  .
             2 .   .   🐱  🐱  .   .
             3 .   .   .   .   .   🐶
             4 .   .   .   .   .   .
             5 .   .   .   .   .   .
            Ann: 2 points, 10 turns left. Bob: 1 point, 11 turns left. 3 watching.
            Ann's turn, 28 seconds left.

            """
        #expect(text(JSONEventSamples.state(), after: .flip(seat: 0, card: 2)) == expected)
    }

    @Test func `a board of 4 by 4 whose pairs vanish is drawn as expected`() {
        let state = state("A..A", "B.C.", "....", "D..D", turned: [4, 6], taken: [0, 3, 12, 15])
        let drawn = """
            Bob turns C2: C, no pair.

               A   B   C   D
             1 -   .   .   -
             2[B ] .  [C ] .
             3 .   .   .   .
             4 -   .   .   -
            Ann: 2 points. Bob: 0 points.
            Bob's turn.

            """
        #expect(text(state, after: .miss(seat: 1, first: 4, second: 6), matched: .vanish) == drawn)
    }

    @Test func `cards that vanished are drawn again when the match is over`() {
        var state = state("AABB", "CCDD", taken: [0, 1])
        (state.phase, state.turn) = (.over, nil)
        state.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        let drawn = """

               A   B   C   D
             1 A   A   B   B
             2 C   C   D   D
            Ann: 1 point. Bob: 0 points.
            Ann wins: all pairs found.
            Type rematch to play again, or leave.

            """
        #expect(text(state, matched: .vanish) == drawn)
    }

    @Test func `a board of 10 by 10 with its last card turned is drawn as expected`() {
        var state = state(
            "..........", "..........", "..........", "..........", "..........", "..........", "..........",
            "..........",
            ".........Z", "🐻........A", turned: [99])
        state.turn = 0
        let drawn = """
            Ann turns J10: A.

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
        #expect(text(state, after: .flip(seat: 0, card: 99)) == drawn)
    }

    /// The characters in a terminal's columns; the second column of a wide character is a line.
    private func columns(_ line: Substring) -> [Character] {
        line.flatMap { $0.unicodeScalars.first?.properties.isEmojiPresentation == true ? [$0, "|"] : [$0] }
    }

    @Test func `every card of every board is drawn below its column's letter`() {
        var random = SeededRandom("boards")
        for rows in 2...10 {
            for count in 2...10 {
                let faces = (FaceSet.allCases.randomElement(using: &random) ?? .animals).faces
                let cards = (0..<rows * count).map { _ in
                    Bool.random(using: &random) ? faces.randomElement(using: &random) : nil
                }
                let turned = (0..<2).map { _ in Int.random(in: 0..<rows * count, using: &random) }
                var state = state("..", "..", turned: turned)
                (state.rows, state.columns, state.cards) = (rows, count, CardFaces(cards))
                let lines = text(state).split(separator: "\n", omittingEmptySubsequences: false)
                let header = columns(lines[1])
                #expect(lines[0] == "" && header.count(where: { $0 != " " }) == count && lines.count == rows + 5)
                for card in cards.indices {
                    let line = columns(lines[2 + card / count])
                    let letter = Character(Unicode.Scalar(UInt8(65 + card % count)))
                    let place = header.firstIndex(of: letter) ?? -1
                    #expect(line.indices.contains(place) && line[place] == Character(cards[card] ?? "."))
                    #expect(
                        place + 2 < line.count
                            ? turned.contains(card) == (line[place + 2] == "]") : !turned.contains(card))
                    #expect(turned.contains(card) == (line[place - 1] == "["))
                }
            }
        }
    }

    @Test func `a change of watchers alone prints nothing`() {
        #expect(text(JSONEventSamples.state(), after: .watchers) == "")
    }

    @Test func `a change that draws no board prints only the news`() {
        #expect(text(JSONEventSamples.overState(), after: .left(seat: 0)) == "Z \"\\ left.\n")
    }

    // MARK: When a board is drawn

    private func isDrawn(_ change: Change?, _ phase: MatchState.Phase, present: [Bool] = [true, true]) -> Bool {
        var state = state("A.", ".A")
        (state.phase, state.seats) = (phase, Array(state.seats.prefix(present.count)))
        for seat in present.indices { state.seats[seat].present = present[seat] }
        return text(state, after: change).contains("\n   A   B\n")
    }

    private static let phases: [MatchState.Phase] = [.waiting, .playing, .showing, .paused, .over]

    @Test(
        arguments: [
            nil, .deal, .flip(seat: 0, card: 0), .pair(seat: 0, first: 0, second: 3),
            .miss(seat: 0, first: 0, second: 3),
            .cover(seat: 0, first: 0, second: 3), .timeout(seat: 0, card: nil), .resign(seat: 0), .abandon(seat: nil),
        ] as [Change?])
    func `every step of a game draws the board, and so does a copy of the state`(change: Change?) {
        for phase in Self.phases { #expect(isDrawn(change, phase), "\(phase)") }
    }

    @Test(arguments: [Change.left(seat: 0), .offer(seat: 0), .rematch, .watchers])
    func `a change outside the game that keeps its phase draws no board`(change: Change) {
        for phase in Self.phases { #expect(!isDrawn(change, phase), "\(phase)") }
    }

    @Test func `the first player to go pauses the match and draws the board, the second does not`() {
        #expect(isDrawn(.away(seat: 0), .paused, present: [false, true]))
        #expect(isDrawn(.away(seat: 1), .paused, present: [true, false]))
        #expect(isDrawn(.away(seat: 0), .paused, present: [false]))
        #expect(!isDrawn(.away(seat: 0), .paused, present: [false, false]))
        #expect(!isDrawn(.away(seat: 1), .paused, present: [false, false]))
    }

    @Test func `a player who goes from a match that is not running draws no board`() {
        #expect(!isDrawn(.away(seat: 0), .waiting, present: [false]))
        #expect(!isDrawn(.away(seat: 0), .over, present: [false, true]))
        #expect(!isDrawn(.away(seat: 0), .over, present: [false, false]))
    }

    @Test func `a player who comes back draws the board if that resumes the match`() {
        for phase in [MatchState.Phase.playing, .showing] {
            #expect(isDrawn(.back(seat: 0), phase))
            #expect(isDrawn(.back(seat: 0), phase, present: [true]))
        }
        #expect(!isDrawn(.back(seat: 0), .paused, present: [true, false]))
        #expect(!isDrawn(.back(seat: 0), .waiting, present: [true]))
        #expect(!isDrawn(.back(seat: 0), .over))
        #expect(!isDrawn(.back(seat: 0), .over, present: [true, false]))
    }
}
