import Protocol
import Testing

@testable import memory_join

/// The cost of the table in bytes, with all colours, which cost most, on a board of 5x6.
///
/// `MEMORY_FIGURES=1 swift test --filter PaintedBytes` prints the figures; when this was written they were
///
/// | screen | closed | half taken | open | a card turned | a miss | a pair | two turned back | a second of the clock |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | 80x24 | 1650 | 3172 | 2875 | 432 | 899 | 935 | 626 | 53 |
/// | 60x50 | 2121 | 3955 | 4165 | 524 | 1149 | 1015 | 965 | 53 |
/// | 120x40 | 3156 | 4884 | 5124 | 708 | 1535 | 1374 | 1232 | 54 |
/// | 200x60 | 4757 | 6078 | 6365 | 1143 | 2277 | 1842 | 1989 | 54 |
/// | 300x100 | 7446 | 8478 | 8855 | 1587 | 3324 | 2223 | 2569 | 54 |
///
/// A miss is the second card that is turned, and both being shaken; a pair is that card, and both being lifted.
@Suite struct PaintedBytesTests {
    private static let sizes = [(80, 24), (120, 40), (60, 50), (200, 60), (300, 100)]
    /// Sizes for which the limits hold.
    private static let usual = [(80, 24), (120, 40), (60, 50)]

    /// A match of Ann and Bob with the clock at a minute; half of the cards are taken.
    private static func state(_ faces: FaceSet = .animals) -> MatchState {
        var state = Say.stateOf(endsIn: 60_000)
        for card in stride(from: 0, to: 30, by: 2) {
            state.cards[card] = faces.faces[card / 4]
            state.seats[card / 4 % 2].taken.append(card)
        }
        return state
    }

    private static func model(_ size: (Int, Int), _ state: MatchState, _ preset: Preset = .classic) -> Model {
        var model = Model.inMatch(state, preset: preset, look: Look())
        model.take(.resized(Platform.WindowSize(columns: size.0, rows: size.1)))
        model.take(.tick, at: start + 5_000)
        return model
    }

    /// The bytes of the whole screen.
    private static func whole(_ model: Model) -> Int {
        Painter.bytes(from: nil, to: model.drawing(at: start + 5_000).canvas, model.look).count
    }

    /// The cost of a change of the match, without the clock.
    private struct Cost {
        /// The bytes of all frames until nothing moves.
        var all = 0
        /// The bytes of those in which a card turns: afterwards two are shaken, lifted or gone.
        var turn = 0
    }

    private static func cost(
        _ model: inout Model, at begin: Instant, _ change: (inout MatchState) -> Void
    ) -> Cost {
        var now = begin
        var cost = Cost()
        var shown = model.drawing(at: now).canvas
        model.show(at: now, change)
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

    /// The bytes of each thing that may happen to a card.
    private static func turns(_ size: (Int, Int), _ preset: Preset) -> [(String, Cost)] {
        var model = model(size, state(), preset)
        let (fox, owl) = ("🦊", "🦉")
        let second = start + 7_000
        let first = cost(&model, at: start + 5_000) { ($0.cards[7], $0.turned) = (fox, [7]) }
        var other = model
        let missed = cost(&model, at: second) {
            ($0.cards[9], $0.turned, $0.phase, $0.turn) = (owl, [7, 9], .showing, nil)
        }
        let back = cost(&model, at: second + 2_000) { state in
            for card in [7, 9] { state.cards[card] = nil }
            (state.turned, state.phase, state.turn) = ([], .playing, 1)
        }
        let taken = cost(&other, at: second) { state in
            (state.cards[9], state.turned, state.turn) = (fox, [], 1)
            state.seats[0].taken += [7, 9]
            state.seats[0].score += 1
        }
        return [("first", first), ("second, no pair", missed), ("second, a pair", taken), ("turned back", back)]
    }

    @Test func `painting a whole board costs less than 8 KiB`() {
        for size in Self.sizes {
            var open = Self.state()
            for card in open.cards.indices { open.cards[card] = FaceSet.animals.faces[card / 2] }
            for (name, state) in [
                ("closed", Say.stateOf(endsIn: 60_000)), ("half taken", Self.state()), ("open", open),
            ] {
                let bytes = Self.whole(Self.model(size, state))
                Self.say("\(size.0)x\(size.1), 5x6, \(name): \(bytes) bytes")
                if Self.usual.contains(where: { $0 == size }) { #expect(bytes < 8 * 1024, "\(name) at \(size)") }
            }
        }
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `turning a card costs less than 1 KiB, including all frames and messages`(
        _ preset: Preset
    ) {
        for size in Self.sizes {
            for (name, cost) in Self.turns(size, preset) {
                Self.say("\(size.0)x\(size.1), \(preset.rawValue), \(name): \(cost.turn) of \(cost.all) bytes")
                guard Self.usual.contains(where: { $0 == size }) else { continue }
                // Of those that are turned back there are two.
                if name != "turned back" { #expect(cost.turn < 1024, "\(name) at \(size), \(preset)") }
                switch name {
                case "first": #expect(cost.all < 1024, "\(name) at \(size), \(preset)")
                case "turned back": #expect(cost.all < 2 * 1024, "two cards at \(size), \(preset)")
                default: #expect(cost.all < 5 * 512, "with two that are shaken or taken, at \(size), \(preset)")
                }
            }
        }
    }

    @Test func `painting a second of the clock costs next to nothing`() {
        for size in Self.sizes {
            var model = Self.model(size, Self.state())
            var shown = model.drawing(at: start + 5_000).canvas
            var most = 0
            for second in 6..<29 {
                model.take(.tick, at: start + second * 1_000)
                let next = model.drawing(at: start + second * 1_000).canvas
                most = max(most, Painter.bytes(from: shown, to: next, model.look).count)
                shown = next
            }
            Self.say("\(size.0)x\(size.1), a second of the clock: \(most) bytes")
            #expect(most < 100)
        }
    }

    @Test func `moving the cursor costs less than half a KiB`() {
        for size in Self.usual {
            var model = Self.model(size, Self.state())
            let shown = model.drawing(at: start + 5_000).canvas
            model.press(.right, at: start + 5_000)
            let bytes = Painter.bytes(from: shown, to: model.drawing(at: start + 5_000).canvas, model.look).count
            Self.say("\(size.0)x\(size.1), the cursor: \(bytes) bytes")
            #expect(bytes < 512)
        }
    }

    private static func say(_ line: String) {
        if Platform.environmentValue("MEMORY_FIGURES") != nil { print(line) }
    }
}
