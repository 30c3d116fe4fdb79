import Protocol
import Testing

@testable import memory_join

/// The cost of the table in bytes.
@Suite struct PaintedBytesTests {
    private static let now = start + 5_000

    /// A match of Ann and Bob on a screen.
    struct Table: CustomTestStringConvertible, Sendable {
        var preset = Preset.classic
        var faces = FaceSet.animals
        var look = Look()
        var size = PaintedBytesTests.usual
        var testDescription: String {
            "\(preset), \(faces), \(look.isASCII ? "ASCII" : "\(look.colours)"), \(size.columns)x\(size.rows)"
        }
    }

    private static let usual = size(80, 24)

    /// All rules with all faces in full colour, which costs most; in any other colours with the drawn faces, which cost
    /// most again; and on larger screens.
    private static let tables: [Table] = {
        let looks = Look.ColourDepth.allCases.map { Look(colours: $0) } + [Look(colours: .none, isASCII: true)]
        var tables: [Table] = []
        for preset in Preset.allCases {
            tables += FaceSet.builtIn.map { Table(preset: preset, faces: $0) }
            tables += looks.map { Table(preset: preset, faces: .shapes, look: $0) }
        }
        for size in [size(120, 40), size(60, 50)] {
            tables += [Preset.classic, .tiles].map { Table(preset: $0, size: size) }
        }
        return tables
    }()

    /// The state of a match with the clock at a minute, in which some of the pairs are taken.
    private static func state(_ table: Table, taken isTaken: (Int) -> Bool) -> MatchState {
        let rules = Rules.preset(table.preset)
        return Say.stateOf(endsIn: 60_000).with { state in
            (state.rows, state.columns) = (rules.rows, rules.columns)
            state.cards = CardFaces(Array(repeating: nil, count: rules.cardCount))
            for pair in 0..<rules.pairCount where isTaken(pair) {
                let face = face(pair, of: table)
                (state.cards[2 * pair], state.cards[2 * pair + 1]) = (face, face)
                state.seats[pair / 2 % 2].taken += [2 * pair, 2 * pair + 1]
            }
        }
    }

    private static func face(_ index: Int, of table: Table) -> String {
        table.faces.faces[index * 7 % table.faces.faces.count]
    }

    private func model(_ table: Table, hasMotion: Bool = true, taken: (Int) -> Bool = { $0 % 2 == 0 }) -> Model {
        var look = table.look
        look.hasMotion = hasMotion
        var model = Model.inMatch(
            Self.state(table, taken: taken), preset: table.preset, faces: table.faces, look: look)
        model.take(.resized(table.size))
        model.take(.tick, at: Self.now)
        return model
    }

    /// The bytes of all frames until nothing moves, and of those in which a card turns.
    private func cost(
        _ model: inout Model, _ change: Change, at begin: Instant = Self.now, _ edit: (inout MatchState) -> Void
    ) -> (all: Int, turn: Int) {
        var (now, cost) = (begin, (all: 0, turn: 0))
        var shown = model.drawing(at: now).canvas
        model.show(change, at: now, edit)
        while true {
            let next = model.drawing(at: now).canvas
            let bytes = Painter.bytes(from: shown, to: next, model.look).count
            shown = next
            cost.all += bytes
            if now - begin < Motion.turnMilliseconds { cost.turn += bytes }
            guard let step = model.screen.motions.nextStep(after: now) else { return cost }
            now = step
        }
    }

    @Test(arguments: tables) func `a whole board costs less than 8 KiB, and 9 on a larger screen`(_ table: Table) {
        for taken in [{ _ in false }, { $0 % 2 == 0 }, { _ in true }] as [(Int) -> Bool] {
            let model = model(table, taken: taken)
            let bytes = Painter.bytes(from: nil, to: model.drawing(at: Self.now).canvas, model.look).count
            #expect(bytes < (table.size == Self.usual ? 8 : 9) * 1024)
        }
    }

    @Test(arguments: tables)
    func `all frames of a card that is turned cost less than 6 quarters of a KiB, 5 on 80x24, 4 without motion`(
        _ table: Table
    ) {
        // The first card has the cursor around it; the way to the last one is the longest.
        for (card, hasMotion) in [(0, true), (0, false), (Rules.preset(table.preset).cardCount - 1, true)] {
            var model = model(table, hasMotion: hasMotion) { _ in false }
            let turned = cost(&model, .memory(.flip(seat: 0, card: card))) {
                ($0.cards[card], $0.turned) = (Self.costliest(of: table), [card])
            }
            #expect(turned.all < (!hasMotion ? 1024 : table.size == Self.usual ? 1280 : 1536), "card \(card)")
        }
    }

    /// A face that takes as many bytes as any other.
    private static func costliest(of table: Table) -> String {
        switch table.faces {
        case .shapes: table.preset == .quick ? "grin" : "nut"
        case .animals: "🦁"
        case .letters, .symbols, .pictures: table.faces.faces[0]
        }
    }

    @Test(arguments: tables)
    func `the second card costs less than 5 quarters of a KiB while it turns, and what follows less than 4 KiB`(
        _ table: Table
    ) {
        let (one, other) = (Self.face(3, of: table), Self.face(5, of: table))
        var missing = model(table)
        let first = cost(&missing, .memory(.flip(seat: 0, card: 7))) { ($0.cards[7], $0.turned) = (one, [7]) }
        #expect(first.all < 1280)
        var taking = missing
        let miss = cost(&missing, .memory(.miss(seat: 0, first: 7, second: 6)), at: start + 7_000) {
            ($0.cards[6], $0.turned, $0.phase, $0.turn) = (other, [7, 6], .showing, nil)
        }
        let pair = cost(&taking, .memory(.pair(seat: 0, first: 7, second: 6)), at: start + 7_000) {
            ($0.cards[6], $0.turned, $0.turn, $0.active, $0.seats[0].score) = (one, [], 1, 1, 1)
            $0.seats[0].taken += [7, 6]
        }
        // Afterwards two cards are shaken, lifted with their drawings, or gone.
        for second in [miss, pair] { #expect(second.turn < 1280 && second.all < 7 * 512) }
        let back = cost(&missing, .memory(.cover(seat: 0, first: 7, second: 6)), at: start + 9_000) {
            ($0.cards[7], $0.cards[6], $0.turned, $0.phase, $0.turn, $0.active) = (nil, nil, [], .playing, 1, 1)
        }
        #expect(back.all < 2 * 1024, "two cards are turned back")
    }

    @Test(arguments: tables) func `a second of the clock costs next to nothing, and the cursor half a KiB`(
        _ table: Table
    ) {
        var model = model(table)
        var shown = model.drawing(at: Self.now).canvas
        for second in 6..<29 {
            let now = start + second * 1_000
            model.take(.tick, at: now)
            let next = model.drawing(at: now).canvas
            #expect(Painter.bytes(from: shown, to: next, model.look).count < 100)
            shown = next
        }
        model.press(.right, at: start + 28_000)
        #expect(Painter.bytes(from: shown, to: model.drawing(at: start + 28_000).canvas, model.look).count < 512)
    }
}
