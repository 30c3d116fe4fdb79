import Protocol
import Testing

@testable import memory_join

/// The cost of the table in bytes.
@Suite struct PaintedBytesTests {
    private static let sizes = [size(80, 24), size(120, 40), size(60, 50)]
    private static let now = start + 5_000
    private static let looks =
        Look.ColourDepth.allCases.map { Look(colours: $0) } + [Look(colours: .none, isASCII: true)]

    /// A match of Ann and Bob with the clock at a minute, in which none, half or all of the pairs are taken.
    private static func state(_ preset: Preset, _ faces: FaceSet, taken: Taken) -> MatchState {
        let rules = Rules.preset(preset)
        return Say.stateOf(endsIn: 60_000).with { state in
            (state.rows, state.columns) = (rules.rows, rules.columns)
            state.cards = CardFaces(Array(repeating: nil, count: rules.cardCount))
            for pair in 0..<rules.pairCount where taken == .all || taken == .half && pair % 2 == 0 {
                (state.cards[2 * pair], state.cards[2 * pair + 1]) = (face(pair, of: faces), face(pair, of: faces))
                state.seats[pair / 2 % 2].taken += [2 * pair, 2 * pair + 1]
            }
        }
    }

    private enum Taken: CaseIterable { case none, half, all }

    private static func face(_ index: Int, of faces: FaceSet) -> String { faces.faces[index * 7 % faces.faces.count] }

    private func model(
        _ size: Platform.WindowSize, _ taken: Taken = .half, _ preset: Preset = .classic,
        _ faces: FaceSet = .animals, _ look: Look = Look()
    ) -> Model {
        var model = Model.inMatch(
            Self.state(preset, faces, taken: taken), preset: preset, faces: faces, look: look)
        model.take(.resized(size))
        model.take(.tick, at: Self.now)
        return model
    }

    /// The bytes of all frames until nothing moves, and of those in which a card turns.
    private func cost(
        _ model: inout Model, _ change: Change, at begin: Instant, _ edit: (inout MatchState) -> Void
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
            guard let step = model.motions.nextStep(after: now) else { return cost }
            now = step
        }
    }

    /// The bytes of a whole table.
    private func cost(of model: Model) -> Int {
        Painter.bytes(from: nil, to: model.drawing(at: Self.now).canvas, model.look).count
    }

    @Test(arguments: FaceSet.allCases, looks)
    func `painting a whole table of 80x24 costs less than 8 KiB with any faces, colours and rules`(
        _ faces: FaceSet, _ look: Look
    ) {
        for preset in Preset.allCases {
            for taken in [Taken.half, .all] {
                #expect(cost(of: model(size(80, 24), taken, preset, faces, look)) < 8 * 1024, "\(preset) \(taken)")
            }
        }
    }

    @Test(arguments: sizes) func `painting a whole table of the default rules costs less than 8 KiB`(
        _ size: Platform.WindowSize
    ) {
        for taken in Taken.allCases { #expect(cost(of: model(size, taken)) < 8 * 1024, "\(taken)") }
    }

    @Test(arguments: FaceSet.allCases)
    func `turning a card on 80x24 costs less than 1 KiB with any faces, colours and rules`(_ faces: FaceSet) {
        // All rules in full colour, which costs most, and all colours under the rules in turn.
        for preset in Preset.allCases { turn(size(80, 24), preset, faces, Look()) }
        for (look, preset) in zip(Self.looks.dropLast(2), Preset.allCases) { turn(size(80, 24), preset, faces, look) }
        for look in Self.looks.suffix(2) { turn(size(80, 24), .duel, faces, look) }
    }

    @Test(arguments: sizes, [Preset.classic, .tiles])
    func `turning an emoji costs less than 1 KiB on any screen`(_ size: Platform.WindowSize, _ preset: Preset) {
        turn(size, preset, .animals, Look())
    }

    /// Turns two cards that differ, or are a pair, and expects that each costs less than 1 KiB with all frames and
    /// messages.
    private func turn(_ size: Platform.WindowSize, _ preset: Preset, _ faces: FaceSet, _ look: Look) {
        let place: Comment = "\(preset) at \(size)"
        let (one, other) = (Self.face(3, of: faces), Self.face(5, of: faces))
        var missing = model(size, .half, preset, faces, look)
        let first = cost(&missing, .flip(seat: 0, card: 7), at: Self.now) { ($0.cards[7], $0.turned) = (one, [7]) }
        #expect(first.all < 1024, place)
        var taking = missing
        let miss = cost(&missing, .miss(seat: 0, first: 7, second: 6), at: start + 7_000) {
            ($0.cards[6], $0.turned, $0.phase, $0.turn) = (other, [7, 6], .showing, nil)
        }
        let pair = cost(&taking, .pair(seat: 0, first: 7, second: 6), at: start + 7_000) {
            ($0.cards[6], $0.turned, $0.turn, $0.active, $0.seats[0].score) = (one, [], 1, 1, 1)
            $0.seats[0].taken += [7, 6]
        }
        // Afterwards two cards are shaken, lifted or gone.
        for second in [miss, pair] { #expect(second.turn < 1024 && second.all < 5 * 512, place) }
        let back = cost(&missing, .cover(seat: 0, first: 7, second: 6), at: start + 9_000) {
            ($0.cards[7], $0.cards[6], $0.turned, $0.phase, $0.turn, $0.active) = (nil, nil, [], .playing, 1, 1)
        }
        #expect(back.all < 2 * 1024, "two cards, \(place)")
    }

    @Test(arguments: sizes) func `painting a second of the clock costs next to nothing`(_ size: Platform.WindowSize) {
        var model = model(size)
        var shown = model.drawing(at: Self.now).canvas
        for second in 6..<29 {
            let now = start + second * 1_000
            model.take(.tick, at: now)
            let next = model.drawing(at: now).canvas
            #expect(Painter.bytes(from: shown, to: next, model.look).count < 100)
            shown = next
        }
    }

    @Test(arguments: sizes) func `moving the cursor costs less than half a KiB`(_ size: Platform.WindowSize) {
        var model = model(size)
        let shown = model.drawing(at: Self.now).canvas
        model.press(.right, at: Self.now)
        #expect(Painter.bytes(from: shown, to: model.drawing(at: Self.now).canvas, model.look).count < 512)
    }
}
