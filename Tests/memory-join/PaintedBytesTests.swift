import Protocol
import Testing

@testable import memory_join

/// The cost of the table in bytes, with all colours, which cost most, on a board of 5x6.
@Suite struct PaintedBytesTests {
    private static let sizes = [size(80, 24), size(120, 40), size(60, 50)]
    private static let now = start + 5_000

    /// A match of Ann and Bob with the clock at a minute; half of the cards are taken.
    private static let halfTaken = Say.stateOf(endsIn: 60_000).with { state in
        for card in stride(from: 0, to: 30, by: 2) {
            state.cards[card] = FaceSet.animals.faces[card / 4]
            state.seats[card / 4 % 2].taken.append(card)
        }
    }
    private static let open = halfTaken.with { state in
        for card in state.cards.indices { state.cards[card] = FaceSet.animals.faces[card / 2] }
    }

    private func model(_ size: Platform.WindowSize, _ state: MatchState = halfTaken, _ preset: Preset = .classic)
        -> Model
    {
        var model = Model.inMatch(state, preset: preset, look: Look())
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
            if now - begin < Motion.turnSteps * Motion.step { cost.turn += bytes }
            guard let step = model.motions.nextStep(after: now) else { return cost }
            now = step
        }
    }

    @Test(arguments: [Say.stateOf(endsIn: 60_000), halfTaken, open])
    func `painting a whole board costs less than 8 KiB`(_ state: MatchState) {
        for size in Self.sizes {
            let model = model(size, state)
            let bytes = Painter.bytes(from: nil, to: model.drawing(at: Self.now).canvas, model.look).count
            #expect(bytes < 8 * 1024, "\(size)")
        }
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `turning a card costs less than 1 KiB, including all frames and messages`(_ preset: Preset) {
        for size in Self.sizes {
            var missing = model(size, Self.halfTaken, preset)
            let first = cost(&missing, .flip(seat: 0, card: 7), at: Self.now) { ($0.cards[7], $0.turned) = ("🦊", [7]) }
            #expect(first.all < 1024, "\(size)")
            var taking = missing
            let miss = cost(&missing, .miss(seat: 0, first: 7, second: 9), at: start + 7_000) {
                ($0.cards[9], $0.turned, $0.phase, $0.turn) = ("🦉", [7, 9], .showing, nil)
            }
            let pair = cost(&taking, .pair(seat: 0, first: 7, second: 9), at: start + 7_000) {
                ($0.cards[9], $0.turned, $0.turn, $0.seats[0].score) = ("🦊", [], 1, 1)
                $0.seats[0].taken += [7, 9]
            }
            // Afterwards two cards are shaken, lifted or gone.
            for second in [miss, pair] { #expect(second.turn < 1024 && second.all < 5 * 512, "\(size)") }
            let back = cost(&missing, .cover(seat: 0, first: 7, second: 9), at: start + 9_000) {
                ($0.cards[7], $0.cards[9], $0.turned, $0.phase, $0.turn) = (nil, nil, [], .playing, 1)
            }
            #expect(back.all < 2 * 1024, "two cards at \(size)")
        }
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
