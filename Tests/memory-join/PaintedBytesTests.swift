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
            guard let step = model.screen.motions.nextStep(after: now) else { return cost }
            now = step
        }
    }

    /// The bytes of a whole table.
    private func cost(of model: Model) -> Int {
        Painter.bytes(from: nil, to: model.drawing(at: Self.now).canvas, model.look).count
    }

    /// Rules, faces and colours of a table of 80x24.
    struct Table: CustomTestStringConvertible, Sendable {
        let preset: Preset
        let faces: FaceSet
        let look: Look
        var testDescription: String {
            "\(preset), \(faces), \(look.isASCII ? "ASCII" : "\(look.colours)")"
        }
    }

    /// All rules with all faces in full colour, which costs most, and in any other colours with the drawn ones, which
    /// cost most again.
    private static let tables =
        Preset.allCases.flatMap { preset in
            FaceSet.builtIn.map { Table(preset: preset, faces: $0, look: Look()) }
        }
        + looks.filter { $0 != Look() }.flatMap { look in
            Preset.allCases.map { Table(preset: $0, faces: .shapes, look: look) }
        }

    @Test(arguments: tables) func `a whole board costs less than 8 KiB on 80x24`(_ table: Table) {
        for taken in [Taken.half, .all] {
            let model = model(size(80, 24), taken, table.preset, table.faces, table.look)
            #expect(cost(of: model) < 8 * 1024, "\(taken)")
        }
    }

    @Test(arguments: sizes) func `a whole board of the default rules costs less than 9 KiB on any screen`(
        _ size: Platform.WindowSize
    ) {
        for taken in Taken.allCases { #expect(cost(of: model(size, taken)) < 9 * 1024, "\(taken)") }
    }

    @Test(arguments: tables) func `all frames of a card that is turned cost less than 5 quarters of a KiB on 80x24`(
        _ table: Table
    ) {
        // The first card has the cursor around it.
        #expect(turning(0, on: table) < 1280)
        // The way to the last one is the longest.
        if table.look == Look() { #expect(turning(Rules.preset(table.preset).cardCount - 1, on: table) < 1280) }
    }

    @Test(arguments: tables) func `a card that is turned without motion costs less than 1 KiB on 80x24`(_ table: Table)
    {
        #expect(turning(0, on: table, hasMotion: false) < 1024)
    }

    /// The bytes of all frames in which a card is turned.
    private func turning(_ card: Int, on table: Table, hasMotion: Bool = true) -> Int {
        var look = table.look
        look.hasMotion = hasMotion
        var model = model(size(80, 24), .none, table.preset, table.faces, look)
        return cost(&model, .memory(.flip(seat: 0, card: card)), at: Self.now) {
            ($0.cards[card], $0.turned) = (Self.costliest(of: table), [card])
        }.all
    }

    /// A face that takes as many bytes as any other.
    private static func costliest(of table: Table) -> String {
        switch table.faces {
        case .shapes: table.preset == .quick ? "grin" : "nut"
        case .animals: "🦁"
        case .letters, .symbols, .pictures: table.faces.faces[0]
        }
    }

    @Test(arguments: Preset.allCases, [FaceSet.shapes, .animals])
    func `the second card costs less than 5 quarters of a KiB while it turns on 80x24`(
        _ preset: Preset, _ faces: FaceSet
    ) {
        turnTwo(size(80, 24), preset, faces)
    }

    @Test(arguments: sizes, [Preset.classic, .tiles])
    func `turning an animal costs less than 5 quarters of a KiB on any screen`(
        _ size: Platform.WindowSize, _ preset: Preset
    ) {
        turnTwo(size, preset, .animals)
    }

    /// Turns two cards that differ, or are a pair, with all frames and messages.
    private func turnTwo(_ size: Platform.WindowSize, _ preset: Preset, _ faces: FaceSet) {
        let (one, other) = (Self.face(3, of: faces), Self.face(5, of: faces))
        var missing = model(size, .half, preset, faces)
        let first = cost(&missing, .memory(.flip(seat: 0, card: 7)), at: Self.now) {
            ($0.cards[7], $0.turned) = (one, [7])
        }
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
