import Protocol
import Testing

@testable import memory_join

@Suite struct ReplayPlayerTests {
    /// Steps at 0, 1000, 2000, 3000, 3050 and 80,000 ms: the beginning, two cards, back, one card, the end.
    private static let replay = Replay(.of("ABBA", (0, "a1", 1_000), (0, "b1", 2_000), (1, "a1", 3_050)))

    /// A player that has just begun to go on by itself.
    private var playing: ReplayPlayer {
        var player = ReplayPlayer(Self.replay)
        player.toggle(now: start)
        return player
    }

    @Test func `a replay starts paused, and nothing is due`() {
        var player = ReplayPlayer(Self.replay)
        #expect(!player.isPlaying && player.nextTick == nil)
        player.tick(start + 100_000)
        #expect(player.position == 0 && player.state.phase == .playing)
    }

    @Test func `a replay plays at the times of the match`() {
        var player = playing
        #expect(player.nextTick == start + 1_000)
        player.tick(start + 999)
        #expect(player.position == 0)
        player.tick(start + 1_000)
        #expect(player.position == 1 && player.state.turned == [0])
        #expect(player.nextTick == start + 2_000)
    }

    @Test func `a replay shortens a long wait to 3 s, and lengthens a very short one`() {
        var player = playing
        player.step(3)
        player.toggle(now: start)
        #expect(player.nextTick == start + 200)
        player.tick(start + 200)
        #expect(player.nextTick == start + 3_200)
        player.tick(start + 3_200)
        #expect(player.isAtEnd && !player.isPlaying)
        #expect(player.nextTick == nil)
    }

    @Test func `the speed of a replay can be halved and doubled between 0.5x and 8x`() {
        var player = playing
        #expect(player.speed.text == "1x")
        for _ in 0..<2 { player.slowDown() }
        #expect(player.speed.text == "0.5x" && player.nextTick == start + 2_000)
        for _ in 0..<9 { player.speedUp() }
        #expect(player.speed.text == "8x" && player.nextTick == start + 125)
        #expect(ReplayPlayer.Speed.allCases.map(\.text) == ["0.5x", "1x", "2x", "4x", "8x"])
    }

    @Test func `stepping by hand pauses a replay, and stays within the match`() {
        var player = playing
        for (steps, position) in [(1, 1), (-5, 0), (.max, player.lastPosition), (.min, 0)] {
            player.step(steps)
            #expect(player.position == position && !player.isPlaying)
        }
        player.move(.last)
        #expect(player.position == player.lastPosition)
        player.move(.first)
        #expect(player.position == 0 && !player.isPlaying)
    }

    @Test func `resuming a replay restarts the current step's wait, and at the end the replay`() {
        var player = playing
        player.tick(start + 1_000)
        player.toggle(now: start + 1_500)
        #expect(!player.isPlaying && player.position == 1)
        player.toggle(now: start + 9_000)
        #expect(player.nextTick == start + 10_000)
        player.move(.last)
        player.toggle(now: start)
        #expect(player.isPlaying && player.position == 0)
    }

    @Test func `a late tick skips no step of a replay`() {
        var player = playing
        let late = start + 3_600_000
        player.tick(late)
        #expect(player.position == 1 && player.nextTick == late + 1_000)
    }
}
