import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Cards that move, step by step, and what makes them.
@Suite struct MotionTests {
    private static let step = Motion.frame
    private typealias Pose = Motion.Pose

    /// The poses of a card, each as long as it is seen, until the motion is over.
    private static func poses(_ kind: Motion.Kind) -> [Motion.Pose] {
        let motion = Motion(kind: kind, start: start)
        return sequence(first: start) { motion.nextStep(after: $0) }.prefix(100).compactMap { motion.pose(at: $0) }
    }

    /// The pictures of a card that turns.
    private static let turns = Motion.turnMilliseconds / Motion.frame

    @Test func `a turning card becomes narrow, an edge, and wide again, first its back, then its face`() {
        let up = Self.poses(.turnedUp)
        #expect(up.map(\.quarters) == [2, 0, 2, 3])
        #expect(up.map(\.side) == [.back, .asInState, .asInState, .asInState])
        let back = Self.poses(.turnedBack("🦊"))
        #expect(back.map(\.quarters) == up.map(\.quarters).reversed())
        #expect(back.map(\.side) == [.face("🦊"), .face("🦊"), .face("🦊"), .back])
        #expect([up.count, back.count] == [Self.turns, Self.turns])
    }

    @Test func `a dealt card is hidden until its turn`() {
        let poses = Self.poses(.dealt(after: 3 * Self.step))
        #expect(poses.prefix(3).allSatisfy { $0.isHidden })
        #expect(poses.dropFirst(3).map(\.quarters) == [1, 2, 3])
        #expect(Self.poses(.dealt(after: 0)).map(\.quarters) == [1, 2, 3])
    }

    @Test func `the cards of a miss shake once the second is open, and come to rest in place`() {
        for isSecond in [false, true] {
            let poses = Self.poses(.missed(isSecond: isSecond))
            #expect(poses.prefix(Self.turns).allSatisfy { $0.columns == 0 })
            #expect(poses.dropFirst(Self.turns).map(\.columns) == [1, 1, -1, -1, 0])
        }
        #expect(Self.poses(.missed(isSecond: false)).prefix(Self.turns).allSatisfy { $0 == Pose() })
    }

    @Test func `the cards of a wrong claim shake at once and are marked for a second, with no picture in between`() {
        let motion = Motion(kind: .claimedWrongly, start: start)
        let poses = (0..<60).compactMap { motion.pose(at: start + $0 * Self.step) }
        #expect(poses.count == 31 && poses.allSatisfy(\.isWrong))
        #expect(poses.map(\.columns) == [1, 1, -1, -1] + Array(repeating: 0, count: 27))
        #expect(
            [0, 60, 132, 999, 1_000].map { motion.nextStep(after: start + $0).map { $0 - start } } == [
                33, 66, 1_000, 1_000, nil,
            ])
    }

    @Test(arguments: [0, 200, 1_000]) func `a pair is lifted and stays, or is seen for a while and vanishes`(
        _ reveal: Int
    ) {
        for isSecond in [false, true] {
            let stays = Self.poses(.taken("🦊", vanishesAfter: nil, isSecond: isSecond)).dropFirst(Self.turns)
            #expect(stays.count == 8 && stays.allSatisfy { $0 == Pose(side: .face("🦊"), rows: -1) })
            let vanishes = Self.poses(.taken("🦊", vanishesAfter: reveal, isSecond: isSecond))
                .dropFirst(Self.turns)
            let seen = reveal > 0 ? [4] : []
            #expect(vanishes.map(\.quarters) == seen + [3, 2, 1, 0] && vanishes.allSatisfy { $0.side == .face("🦊") })
        }
    }

    @Test func `the next step is always in the future, and there is none at the end`() {
        let kinds: [Motion.Kind] = [
            .dealt(after: 0), .dealt(after: 333), .turnedUp, .turnedBack("A"), .missed(isSecond: true),
            .missed(isSecond: false), .taken("A", vanishesAfter: 0, isSecond: true),
            .taken("A", vanishesAfter: nil, isSecond: false),
        ]
        for kind in kinds {
            let motion = Motion(kind: kind, start: start + 100)
            #expect(motion.nextStep(after: start) == start + 100)
            for time in 100..<3_000 {
                let now = start + time
                let next = motion.nextStep(after: now)
                #expect(next.map { $0 > now && $0 - now <= Self.step } ?? true, "\(kind) at \(time)")
                if next == nil {
                    let later = (0..<100).map { motion.pose(at: now + 10 * $0) }
                    #expect(Set(later.map { $0 == motion.pose(at: now) }) == [true], "\(kind) at \(time)")
                }
            }
            #expect(motion.nextStep(after: start + 3_000) == nil, "\(kind)")
        }
    }

    /// A match in play that was looked at for a while.
    private static func settled(_ state: MatchState = Say.state, preset: Preset = .classic) -> Model {
        var model = Model.inMatch(state, preset: preset, look: Look())
        model.take(.tick, at: start + 5_000)
        return model
    }

    private static let later = start + 5_000

    /// A match of which the cards have just been dealt.
    private static let dealt = Say.state.with { $0.change = .deal }

    /// The same, of which the fifth card is being turned.
    private static func turned(_ preset: Preset = .classic) -> Model {
        var model = settled(preset: preset)
        model.show(.memory(.flip(seat: 0, card: 4)), at: later) { ($0.cards[4], $0.turned) = ("🦊", [4]) }
        return model
    }

    /// The cards that are in motion.
    private static func moving(_ model: Model, at now: Instant) -> [Int] {
        (0..<(model.state?.cards.count ?? 0)).filter { model.screen.motions.pose(of: $0, at: now) != Motion.Pose() }
    }

    @Test func `a match that starts is dealt card by card in little more than a second`() {
        var begun = Model.inMatch(Say.waiting, look: Look())
        #expect(begun.screen.motions.isEmpty)
        begun.show(.deal) { ($0.phase, $0.turn, $0.seats) = (.playing, 0, Say.state.seats) }
        for model in [begun, .inMatch(Self.dealt, look: Look())] {
            let hidden = [0, 200, 400, 800, 1_100].map { Self.moving(model, at: start + $0).count }
            #expect(hidden.first == 30 && hidden.last == 0)
            #expect(zip(hidden, hidden.dropFirst()).allSatisfy { $0 > $1 })
        }
    }

    @Test func `a match already running is not dealt`() {
        let state = Say.state.with { ($0.cards[4], $0.turned) = ("🦊", [4]) }
        #expect(Model.inMatch(state, look: Look()).screen.motions.isEmpty)
    }

    @Test func `only the turned card moves`() {
        let model = Self.turned()
        #expect(Self.moving(model, at: Self.later) == [4])
        #expect(Self.moving(model, at: Self.later + Motion.turnMilliseconds) == [])
    }

    @Test func `a miss shakes both cards, and then turns both back`() {
        var model = Self.turned()
        let second = Self.later + 2_000
        model.show(.memory(.miss(seat: 0, first: 4, second: 9)), at: second) {
            ($0.cards[9], $0.turned, $0.phase, $0.turn) = ("🐶", [4, 9], .showing, nil)
        }
        #expect(Self.moving(model, at: second) == [9])
        #expect(Self.moving(model, at: second + Motion.turnMilliseconds) == [4, 9])
        let back = second + 1_000
        model.show(.memory(.cover(seat: 0, first: 4, second: 9)), at: back) {
            ($0.cards[4], $0.cards[9], $0.turned, $0.phase, $0.turn) = (nil, nil, [], .playing, 1)
        }
        #expect(Self.moving(model, at: back) == [4, 9])
        #expect(model.screen.motions.pose(of: 9, at: back).side == .face("🐶"))
        #expect(Self.moving(model, at: back + 1_000) == [])
    }

    @Test(arguments: [(Preset.classic, -1), (.tiles, 0)])
    func `a pair is lifted if it stays, and vanishes if the rules say so`(_ preset: Preset, _ rows: Int) {
        var model = Self.turned(preset)
        model.show(.memory(.pair(seat: 0, first: 4, second: 9)), at: Self.later + 2_000) {
            ($0.cards[9], $0.turned, $0.seats[0].taken) = ("🦊", [], [4, 9])
        }
        let taken = Self.later + 2_000 + Motion.turnMilliseconds + Self.step
        #expect(Self.moving(model, at: taken) == [4, 9])
        #expect([4, 9].map { model.screen.motions.pose(of: $0, at: taken).rows } == [rows, rows])
        #expect(Self.moving(model, at: taken + 1_500) == [])
    }

    @Test func `a pair that vanishes is seen as long as two cards that differ, without waking the client`() {
        let second = Self.later + 2_000
        for seat in [0, nil] {
            var model = Model.inMatch(seat: seat, preset: .tiles, look: Look())
            model.show(.memory(.flip(seat: 0, card: 4)), at: Self.later) { ($0.cards[4], $0.turned) = ("🦊", [4]) }
            model.show(.memory(.pair(seat: 0, first: 4, second: 9)), at: second) {
                ($0.cards[9], $0.turned, $0.seats[0].taken) = ("🦊", [], [4, 9])
            }
            let turned = second + Motion.turnMilliseconds
            let gone = turned + Rules.preset(.tiles).revealMilliseconds
            #expect(model.screen.motions.nextStep(after: turned) == gone)
            #expect([turned, gone + -1].allSatisfy { model.foxes(at: $0) == 2 })
            #expect(model.foxes(at: gone + 4 * Self.step) == 0)
        }
    }

    @Test func `without motion a pair that vanishes is gone at once`() {
        var model = Model.inMatch(preset: .tiles)
        model.show(.memory(.flip(seat: 0, card: 4))) { ($0.cards[4], $0.turned) = ("🦊", [4]) }
        #expect(model.foxes() == 1)
        model.show(.memory(.pair(seat: 0, first: 4, second: 9))) {
            ($0.cards[9], $0.turned, $0.seats[0].taken) = ("🦊", [], [4, 9])
        }
        #expect(model.foxes() == 0)
    }

    @Test func `a replay shows a pair before it vanishes`() {
        var rules = RulesRequest(preset: .tiles)
        (rules.rows, rules.columns) = (2, 2)
        var summary = Say.report.summary
        summary.rules = unwrapped(try? Rules(rules))
        let report = MatchRecord(
            summary: summary, deck: ["🦊", "🦊", "🐶", "🐶"],
            moves: [
                MatchRecord.Move(seat: 0, .flip(card: 0), atMilliseconds: 1_000),
                MatchRecord.Move(seat: 0, .flip(card: 1), atMilliseconds: 2_000),
            ])
        var model = Model.replaying(report, look: Look())
        model.press(.right, .right)
        #expect(model.foxes(at: start + 1_000) == 2)
        #expect(model.foxes(at: start + 2_000) == 0)
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `at the end the last pair is seen before the result appears, and the cards are there again`(_ preset: Preset)
        throws
    {
        var model = Self.settled(Say.state.with { ($0.cards[4], $0.turned) = ("🦊", [4]) }, preset: preset)
        model.show(.memory(.pair(seat: 0, first: 4, second: 9)), at: Self.later) {
            ($0.turned, $0.phase, $0.turn, $0.seats[0].taken) = ([], .over, nil, [4, 9])
            $0.cards = CardFaces(Array(repeating: "A", count: 30))
            $0.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        }
        #expect(model.drawing(at: Self.later).rect(of: .button(.rematch)) == nil)
        let finale = try #require(model.session.table?.finale)
        #expect(Self.moving(model, at: finale.start + -1) == [] && model.foxes(at: finale.start + -1) == 30)
        #expect(model.drawing(at: finale.end + -1).rect(of: .button(.rematch)) == nil)
        #expect(Self.moving(model, at: finale.end) == [])
        #expect(model.screen.motions.nextStep(after: finale.end) == nil)
        #expect(model.drawing(at: finale.end).rect(of: .button(.rematch)) != nil && model.foxes(at: finale.end) == 30)
    }

    @Test func `a newer state cuts short the motion of its cards`() {
        var model = Model.inMatch(Self.dealt, look: Look())
        let early = start + 100
        #expect(model.screen.motions.pose(of: 29, at: early).isHidden)
        model.show(.memory(.flip(seat: 0, card: 29)), at: early) { ($0.cards[29], $0.turned) = ("🦊", [29]) }
        #expect(!model.screen.motions.pose(of: 29, at: early).isHidden)
        model.show(.memory(.timeout(seat: 0, card: 29)), at: early + 40) {
            ($0.cards[29], $0.turned, $0.turn) = (nil, [], 1)
        }
        #expect(model.screen.motions.pose(of: 29, at: early + 40).side == .face("🦊"))
        #expect(Self.moving(model, at: early + 2_000) == [])
    }

    @Test func `a change that does not touch the cards, or a copy, leaves what moves alone`() {
        for change in [Change.watchers, .away(seat: 1), .back(seat: 1), .offer(seat: 1), .left(seat: 1)] {
            var model = Model.inMatch(Self.dealt, look: Look())
            model.show(change) { $0.watchers = 1 }
            #expect(Self.moving(model, at: start).count == 30)
        }
        var model = Model.inMatch(Self.dealt, look: Look())
        model.take(received(.state(Self.dealt)), at: start + 5_000)
        #expect(Self.moving(model, at: start + 5_000) == [], "a copy deals nothing again")
        model = .inMatch(Self.dealt, look: Look())
        model.take(received(.state(Say.state)))
        #expect(Self.moving(model, at: start).count == 30)
    }

    @Test(
        arguments: [(.memory(.flip(seat: 0, card: 9)), 1), (.resign(seat: 0), 1), (.watchers, 1), (nil, 0)]
            as [(Change?, Int)])
    func `after a gap, or a change of an unknown kind, the state is drawn as it is`(_ change: Change?, _ missing: Int) {
        var model = Model.inMatch(Self.dealt, look: Look())
        model.show(change) {
            ($0.cards[9], $0.turned) = ("🦊", [9])
            if change == .resign(seat: 0) { ($0.phase, $0.turn) = (.over, nil) }
            $0.version += missing
        }
        #expect(model.screen.motions.isEmpty && model.state?.cards[9] == "🦊")
    }

    @Test func `another match, board or page stops all motion`() {
        var model = Model.inMatch(Self.dealt, look: Look())
        model.take(received(Say.match(m4)))
        #expect(model.screen.motions.isEmpty)
        model = .inMatch(Self.dealt, look: Look())
        model.show(.memory(.flip(seat: 0, card: 0))) {
            ($0.rows, $0.columns, $0.cards) = (2, 2, CardFaces(["A", nil, nil, nil]))
            $0.turned = [0]
        }
        #expect(model.screen.motions.isEmpty)
        model = .inMatch(Self.dealt, look: Look())
        model.command("leave")
        model.answer(.ok(.leave))
        #expect(model.screen.motions.isEmpty)
    }

    @Test func `nothing moves if animation is off or in plain text`() {
        for var model in [Model.inMatch(Self.dealt), .inMatch(Self.dealt, look: Look(), plain: true)] {
            #expect(model.screen.motions.isEmpty)
            model.show(.memory(.flip(seat: 0, card: 4))) { ($0.cards[4], $0.turned) = ("🦊", [4]) }
            model.show(.resign(seat: 0)) { ($0.phase, $0.turn) = (.over, nil) }
            #expect(model.screen.motions.isEmpty)
        }
    }

    @Test func `the next tick is the next step of a motion, and at rest only the check for silence`() {
        var model = Model.inMatch(Self.dealt, look: Look())
        var now = start
        var ticks = 0
        while let next = model.nextTick(after: now), next < start + 30_000 {
            #expect(next > now && next <= now + Self.step)
            now = next
            model.take(.tick, at: now)
            ticks += 1
        }
        // The last card is dealt when 29 have been, and then takes its own time.
        let time = now - start
        #expect(time >= 29 * 25 && time < 1_100 && ticks <= time / Self.step + 1 && model.screen.motions.isEmpty)
        #expect(model.nextTick(after: now) == start + 30_000)
    }

    @Test func `a replay animates single steps forward, but no steps back and no jumps`() {
        var model = Model.replaying(look: Look())
        model.press(.right)
        #expect(model.screen.motions.pose(of: 0, at: start) != Pose())
        for key in [Key.left, .pageDown] {
            model.press(key)
            #expect((0..<4).allSatisfy { model.screen.motions.pose(of: $0, at: start) == Pose() })
        }
    }
}

extension Model {
    /// The cards on the screen that show a fox.
    fileprivate func foxes(at now: Instant = start) -> Int {
        let (drawing, faces) = (drawing(at: now), [Colour.face, .takenFirst, .takenSecond])
        let corners = (0..<30).compactMap { drawing.rect(of: .card($0))?.origin }
        return corners.count { faces.contains(drawing.canvas[$0.row, $0.column].style.background) }
    }
}
