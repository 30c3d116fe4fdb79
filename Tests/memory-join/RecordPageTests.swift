import Protocol
import TestSupport
import Testing

@testable import memory_join

/// The matches that are over, and one of them played again.
@Suite struct RecordPageTests {
    @Test func `the newest record is chosen first, and Enter requests it`() {
        var model = Model.choosingRecord()
        #expect(model.effectiveFocus == .record(RecordID(number: 17)))
        #expect(model.press(.down, .enter) == [.send(.replay(RecordID(number: 16)), id: mark(4))])
    }

    @Test func `older records are requested, and added below`() {
        var model = Model.choosingRecord()
        #expect(model.hasOlderRecords && model.buttons.first == .older)
        let before = RecordID(number: 15)
        #expect(model.type("o") == [.send(.records(before: before, limit: Model.recordsPerPage), id: mark(4))])
        model.answer(.records(RecordList(records: [Say.record(14), Say.record(2)], total: 5)))
        #expect(model.session.records?.records.map(\.id.number) == [17, 16, 15, 14, 2])
        #expect(model.effectiveFocus == .record(RecordID(number: 14)))
        #expect(!model.hasOlderRecords && !model.buttons.contains(.older))
    }

    @Test func `when older records were dropped meanwhile, the list is complete`() {
        var model = Model.choosingRecord()
        model.type("o")
        model.answer(.records(RecordList(records: [], total: 5)))
        #expect(model.session.records?.records == Say.records.records)
        #expect(!model.hasOlderRecords && !model.buttons.contains(.older))
    }

    @Test func `the list of records is requested each time it is opened`() {
        var model = Model.choosingRecord()
        model.press(.escape)
        #expect(model.type("r").count == 1)
        let list = RecordList(records: [Say.record(18)] + Say.records.records, total: 6)
        model.answer(.records(list))
        #expect(model.session.records == list)
    }

    @Test func `an empty list of records has a kind message`() {
        let model = Model.choosingRecord(RecordList(records: [], total: 0))
        #expect(model.lines().shows("No matches played yet."))
        #expect(model.effectiveFocus == .button(.back))
    }

    @Test func `a replay that begins after its page was left is stopped, and not shown`() {
        var model = Model.choosingRecord()
        model.press(.enter, .escape)
        #expect(model.answerReplay(of: Say.report) == [.send(.stopReplay, id: mark(5))], "once")
        #expect(model.screen.page == .menu)
    }

    @Test func `a replay is shown from its first state on, and waits for those that have not come`() {
        var (model, states) = replaying(0)
        #expect(model.screen.page == .records, "no state has come")
        let all = (0..<states.count).compactMap { _ in states.next() }
        model.take(received(.replayed(all[0])))
        #expect(model.player?.isPlaying == true && model.player?.nextTick == nil)
        #expect(model.lines().shows("0/\(all.count - 1)"))
        model.take(received(.replayed(all[1])))
        #expect(model.take(.tick, at: start + 1_000) == [])
        #expect(model.player?.position == 1 && model.player?.isPlaying == true && model.player?.isAtEnd == false)
        model.press(.end)
        #expect(model.player?.position == 1)
        for state in all.dropFirst(2) { model.take(received(.replayed(state))) }
        model.press(.end)
        #expect(model.player?.isAtEnd == true && model.player?.position == all.count - 1)
    }

    @Test func `a replay that is left before all has come is stopped`() {
        var (model, states) = replaying(1)
        model.press(.escape)
        #expect(model.screen.page == .records)
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [.send(.stopReplay, id: mark(5))])
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [])
        model.answer(.ok(nil))
        #expect(model.screen.page == .records)
    }

    /// A client with a replay on its screen of which the first states have come, and those that are to come. The host
    /// has announced this number of states, or else as many as there are.
    private func replaying(_ count: Int, of announced: Int? = nil) -> (Model, MatchReplay) {
        var (model, states) = (Model.choosingRecord(), MatchReplay(Say.report))
        let header = ReplayHeader(states)
        model.press(.enter)
        model.answer(
            .replay(
                ReplayHeader(
                    record: header.record, match: header.match, startedAt: header.startedAt, endedAt: header.endedAt,
                    players: header.players, rules: header.rules, states: announced ?? header.states)))
        for _ in 0..<count { model.take(received(.replayed(unwrapped(states.next())))) }
        return (model, states)
    }

    @Test func `a record that is chosen while another replay is being stopped is asked for after that`() {
        var (model, states) = replaying(1)
        model.press(.escape)
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [.send(.stopReplay, id: mark(5))])
        #expect(model.press(.down, .enter) == [])
        #expect(model.answer(.ok(nil)) == [.send(.replay(RecordID(number: 16)), id: mark(6))])
    }

    @Test func `a record that is chosen before another replay's next state comes is shown to its end`() {
        var (model, states) = replaying(1)
        model.press(.escape)
        #expect(model.press(.down, .enter) == [.send(.replay(RecordID(number: 16)), id: mark(5))])
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [])
        #expect(model.answerReplay(of: Say.report) == [])
        #expect(model.player?.replay == Replay(Say.report))
    }

    @Test func `a replay that is refused does not keep the one before it from being stopped`() {
        var (model, states) = replaying(1)
        model.press(.escape, .down, .enter)
        model.take(refusal(.noSuchRecord, of: .replay, re: 5))
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [.send(.stopReplay, id: mark(6))])
    }

    @Test func `a replay is stopped before another that waits for its turn`() {
        var (model, states) = replaying(1)
        model.press(.escape)
        #expect(model.command("ping") == [.send(.ping, id: mark(5))])
        #expect(model.command("replay r16") == [])
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [])
        #expect(model.answer(.pong) == [.send(.stopReplay, id: mark(6))])
        #expect(model.answer(.ok(nil)) == [.send(.replay(RecordID(number: 16)), id: mark(7))])
    }

    @Test func `a replay whose times and length are nonsense is shown`() {
        var (model, states) = replaying(0, of: .max)
        for time in [-1, .max, 5] {
            let state = unwrapped(states.next()).state
            let replayed = ReplayedState(state: state, record: nil, atMilliseconds: time, isLast: false)
            model.take(received(.replayed(replayed)))
        }
        #expect(model.player?.replay.header.states == Limits.Internal.replayedStates)
        #expect(model.player?.replay.steps.map(\.atMilliseconds) == [0, Widths.number, Widths.number])
        #expect(model.player?.nextTick == start + 3_000)
        #expect(model.lines().shows("0/\(Limits.Internal.replayedStates - 1)"))
    }

    @Test func `a replay of a single state is shown`() {
        let (model, _) = replaying(1, of: 1)
        #expect(model.lines().shows("0/0"))
    }

    @Test func `a replay whose page is left before its first state comes is stopped, and not shown`() {
        var (model, states) = replaying(0)
        model.press(.escape)
        #expect(model.take(received(.replayed(unwrapped(states.next())))) == [.send(.stopReplay, id: mark(5))])
        #expect(model.screen.page == .menu)
    }

    @Test func `nobody waits for a replay any more once the connection is lost`() {
        var (model, states) = replaying(0)
        model.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true))
        model.take(received(.replayed(unwrapped(states.next()))))
        #expect(model.screen.page == .records)
    }

    @Test func `a replay that a lost connection has cut off goes on from the states that are there`() {
        var (model, _) = replaying(3)
        model.take(.tick, at: start + 1_000)
        model.take(.lost("reset"), .opened, Say.hello)
        #expect(model.take(welcome("Ann", resumed: true)) == [.send(.replay(RecordID(number: 17)), id: mark(5))])
        var left = model
        #expect(model.answerReplay(of: Say.report) == [])
        #expect(model.player?.replay == Replay(Say.report))
        #expect(model.player?.position == 1 && model.player?.isPlaying == true)
        left.press(.escape)
        #expect(left.answerReplay(of: Say.report) == [.send(.stopReplay, id: mark(6))])
        #expect(left.screen.page == .records)
    }

    @Test func `a replay that is whole is not asked for again`() {
        var model = Model.replaying()
        model.take(.lost("reset"), .opened, Say.hello)
        #expect(model.take(welcome("Ann", resumed: true)) == [])
    }

    @Test func `the states of a replay are not copied for each that comes`() {
        var (model, states) = replaying(1)
        let first = unwrapped(states.next())
        var places: [Int] = []
        for version in 2...200 {
            var state = first.state
            state.version = version
            model.take(received(.replayed(ReplayedState(state: state, record: nil, atMilliseconds: 0, isLast: false))))
            if case .replay(let player) = model.screen.page { places.append(player.replay.address) }
        }
        let copies = zip(places, places.dropFirst()).count { $0 != $1 }
        #expect(model.player?.replay.steps.count == 200 && copies < 20, "\(copies) times")
    }

    @Test func `a replay that was asked for by a line is shown from anywhere`() {
        var model = Model.inLobby()
        model.type(":replay r17")
        #expect(model.press(.enter) == [.send(.replay(RecordID(number: 17)), id: mark(3))])
        model.answerReplay(of: Say.report)
        #expect(model.player?.isPlaying == true)
    }

    @Test func `an opened record plays by itself`() {
        var model = Model.replaying()
        #expect(model.player?.isPlaying == true && model.player?.position == 0)
        #expect(model.effectiveFocus == .button(.playOrPause))
        #expect(model.nextTick(after: start) == start + 1_000)
        #expect(model.take(.tick, at: start + 1_000) == [])
        #expect(model.player?.position == 1)
    }

    @Test func `the keys of a replay pause it, step it, and change its speed`() {
        let steps: [(Key, position: Int, isPlaying: Bool, speed: String)] = [
            (.character(" "), 0, false, "1x"), (.right, 1, false, "1x"), (.character("l"), 2, false, "1x"),
            (.left, 1, false, "1x"), (.character("n"), 2, false, "1x"), (.character("p"), 1, false, "1x"),
            (.character("+"), 1, false, "2x"), (.character("-"), 1, false, "1x"), (.character("-"), 1, false, "0.5x"),
            (.down, 2, false, "0.5x"), (.up, 1, false, "0.5x"), (.home, 0, false, "0.5x"), (.enter, 0, true, "0.5x"),
            (.end, 7, false, "0.5x"), (.pageUp, 0, false, "0.5x"), (.pageDown, 7, false, "0.5x"),
            (.character(" "), 0, true, "0.5x"), (.character("x"), 0, true, "0.5x"),
        ]
        var model = Model.replaying()
        for (key, position, isPlaying, speed) in steps {
            #expect(model.press(key) == [])
            let player = model.player
            #expect(player?.position == position && player?.isPlaying == isPlaying, "\(key)")
            #expect(player?.speed.text == speed, "\(key)")
        }
        #expect(model.press(.escape) == [] && model.screen.page == .records)
    }

    @Test func `at the end of a replay nothing is due, and the result is shown`() {
        var model = Model.replaying()
        model.press(.end)
        #expect(model.nextTick(after: start) == start + 30_000, "the host's silence")
        model.take(.resized(size(80, 14)))
        #expect(model.lines().shows("It's a draw: Ann 1 : 1 Bob. All pairs found."))
    }

    @Test func `back from a replay, its record has the focus`() {
        var model = Model.choosingRecord()
        model.press(.down)
        let chosen = model.effectiveFocus
        #expect(chosen != model.targets.first)
        model.press(.enter)
        model.screen.page = .replay(ReplayPlayer(Replay(Say.report)))
        model.screen.focus = nil
        model.press(.escape)
        #expect(model.screen.page == .records && model.effectiveFocus == .record(RecordID(number: 17)))
    }

    @Test func `every step of a replay says what happened`() {
        var model = Model.replaying()
        model.take(.resized(View.minimumSize))
        for words in [
            "The match begins.", "Ann flips A1: A.", "Ann flips B1: B, no match.", "", "Bob flips A1: A.",
            "Bob flips B2: A, a pair!", "Ann flips B1: B.", "It's a draw",
        ] {
            let line = model.lines().suffix(3).joined()
            #expect(line.contains(words) || words.isEmpty)
            model.press(.right)
        }
    }

    @Test func `no card of a replay can be turned or focused`() {
        var model = Model.replaying()
        #expect(model.targets.allSatisfy { !$0.isItem })
        #expect(model.type("a1b2") == [])
        let card = model.drawing().rect(of: .card(0))
        #expect(card.map { model.click($0.origin) } == [])
        #expect(model.screen.page != .table)
    }

    @Test func `a match that starts during a replay is shown`() {
        var model = Model.replaying()
        model.take(received(Say.match()))
        #expect(model.screen.page == .table)
    }
}

extension Replay {
    /// Where its states are in memory.
    fileprivate var address: Int { unsafe steps.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
