import Foundation
import Protocol
import TestSupport
import Testing

@testable import Lobby

@Suite struct `Simulation: a crowd at a host` {
    /// The seed that is always run, and one that is new each time; or the one that the environment names.
    static let seeds = SeededRandom.seeds(2026)

    /// Simulated hours: `MEMORY_SCALE=1000` for a night, with all tables compared after each step, not each tenth.
    static let scale = ProcessInfo.processInfo.environment["MEMORY_SCALE"].flatMap(Int.init) ?? 1

    /// More than two hundred clients of every kind.
    static let crowd: [Temper] = {
        let quick = #"{"preset":"quick","graceMs":45000,"revealMs":8000}"#
        let tiles = #"{"preset":"tiles","rows":2,"graceMs":45000,"revealMs":400}"#
        let short = #"{"rows":3,"columns":4,"turns":3,"revealMs":0,"graceMs":0}"#
        let again =
            #"{"rows":4,"columns":4,"again":true,"faces":"symbols","revealMs":10000,"turnMs":0,"graceMs":20000}"#
        let solo = #"{"preset":"quick","seats":1,"turnMs":30000,"graceMs":20000}"#
        let brief = #"{"preset":"tiles","rows":2,"seats":1,"turns":4,"faces":"letters"}"#
        let all = [quick, tiles, short, again]
        let kinds: [(Int, Temper)] = [
            (44, Temper(memory: 95, rules: all)),
            (30, Temper(memory: 0, rules: all)),
            (14, Temper(pause: 30_000...150_000, memory: 50, rules: all)),
            (14, Temper(memory: 40, jumpsIn: 60, rules: all)),
            (24, Temper(pause: 5_000...90_000, leaves: 30, goal: .watch)),
            (10, Temper(pause: 5_000...90_000, talks: 40, goal: .chat)),
            (10, Temper(memory: 80, talks: 10, goal: .hide, rules: all)),
            (10, Temper(memory: 60, goal: .guess)),
            (18, Temper(memory: 70, vanishes: 8, returns: 98, rules: all)),
            (10, Temper(memory: 70, vanishes: 2, returns: 100, doubles: 8, rules: all)),
            (10, Temper(pause: 5_000...60_000, memory: 30, vanishes: 8, returns: 0, rules: all)),
            (8, Temper(pause: 1_000...30_000, errs: 60, rules: all)),
            (18, Temper(memory: 90, leaves: 3, playsAgain: 90, rules: all)),
            (14, Temper(memory: 70, playsAgain: 50, rules: [solo, brief])),
        ]
        return kinds.flatMap { count, temper in
            (0..<count).map { number in
                var temper = temper
                if number % 3 == 2 { temper.dialect = .plain }
                return temper
            }
        }
    }()

    @Test(arguments: seeds)
    func `whatever a crowd does, no promise is broken and no state is leaked`(seed: UInt64) {
        print("simulation from MEMORY_SEED=\(seed), \(Self.crowd.count) clients")
        #expect(Self.crowd.count >= 200)
        var world = SimulationWorld(seed: seed, tempers: Self.crowd, thoroughness: Self.scale > 1 ? 1 : 10)
        world.run(milliseconds: Self.scale * 3_600_000)
        world.close()
        #expect(world.referee.flaw == nil, "MEMORY_SEED=\(seed)")
        let seen = world.referee.seen
        print("\(world.steps) steps, \(world.referee.matches.count) matches, ", seen.sorted { $0.key < $1.key })
        for what in Self.expected where (seen[what] ?? 0) == 0 {
            Issue.record("the simulation from MEMORY_SEED=\(seed) has never seen: \(what)")
        }
        #expect(world.referee.matches.count > 100)
    }

    /// All that a run must have seen at least once.
    static let expected: [String] = messages + errors + changes + phases + endings

    private static let messages = [
        "hello", "welcome", "lobby", "match", "state", "said", "ok", "pong", "help", "bye bye", "bye closed",
        "bye replaced", "bye unsupported_protocol",
    ]
    private static let errors = [
        "bad_json", "unknown_type", "bad_field", "line_too_long", "unsupported_protocol", "name_needed", "bad_name",
        "name_taken", "bad_token", "bad_rules", "no_such_match", "match_full", "bad_code", "already_seated",
        "opponent_left", "not_seated", "not_playing", "not_your_turn", "no_such_card", "card_face_up", "showing",
        "too_fast",
    ].map { "error \($0)" }
    private static let changes = [
        "none", "deal", "flip", "pair", "miss", "cover", "timeout", "away", "back", "offer", "rematch", "left",
        "resign", "abandon", "watchers",
    ].map { "change \($0)" }
    private static let phases = ["waiting", "playing", "showing", "paused", "over"].map { "phase \($0)" }
    private static let endings = Ending.Reason.known.map { "ended \($0.text)" }
}
