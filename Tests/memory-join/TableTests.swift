import Protocol
import Testing

@testable import memory_join

/// Keys at the table.
@Suite struct TableTests {
    /// The effect of turning a card first of all.
    private func flip(_ card: Int) -> [Effect] { [.send(.move(.flip(.card(card))), id: mark(4))] }

    @Test func `arrows and h j k l move the cursor, which stays on the board`() {
        let steps: [(Key, Int)] = [
            (.up, 0), (.left, 0), (.right, 1), (.down, 7), (.character("l"), 8), (.character("j"), 14),
            (.character("h"), 13), (.character("k"), 7), (.home, 6), (.left, 6), (.end, 11), (.right, 11),
            (.pageDown, 29), (.down, 29), (.pageUp, 5), (.up, 5),
        ]
        var model = Model.inMatch()
        for (key, card) in steps {
            #expect(model.press(key) == [])
            #expect(model.session.table?.cursor == card && model.effectiveFocus == .card(card), "\(key)")
        }
    }

    @Test(arguments: [(FaceSet.pictures, "Album 8"), (.letters, "Album8")])
    func `the card of a picture shows the words of its label`(_ faces: FaceSet, _ shown: String) {
        let state = Say.state.with {
            $0.cards = CardFaces(["Album8"] + Array(repeating: nil, count: 29))
            $0.turned = [0]
        }
        var model = Model.inMatch(state, faces: faces)
        model.take(.resized(size(120, 40)))
        #expect(model.lines().shows(shown))
    }

    @Test(arguments: [Key.enter, .character(" ")])
    func `Enter and space turn the card under the cursor, once for as long as the key is held`(_ key: Key) {
        var model = Model.inMatch()
        model.press(.down, .right)
        #expect(model.press(key, key, key) == flip(7))
        #expect(model.answer(.ok(.flip)) == [])
        #expect(model.session.commands.waiting.isEmpty)
    }

    @Test func `Tab moves to the buttons, and an arrow back to the cards`() {
        var model = Model.inMatch()
        model.press(.right, .tab)
        #expect(model.effectiveFocus == .button(.talk))
        model.press(.down)
        #expect(model.effectiveFocus == .card(7))
    }

    @Test(
        arguments: [
            ("b4", 19), ("B4", 19), ("a1", 0), ("f5", 29), ("ab4", 19), ("bb4", 19), ("b?4", nil), ("b", nil),
            ("4", nil), ("bh4", nil), ("b4b5", 19),
        ] as [(String, Int?)])
    func `a card can be turned by its place, typed as two keys`(_ keys: String, _ card: Int?) {
        var model = Model.inMatch()
        #expect(model.type(keys).prefix(1) == (card.map { flip($0)[...] } ?? []))
    }

    @Test(
        arguments: [
            ("H3", 27), ("J1", 9), ("j1", nil), ("h3", nil), ("a0", 90), ("J0", 99), ("i5", 48), ("I5", 48),
            ("K1", nil), ("g7", 66),
        ] as [(String, Int?)])
    func `on a large board h and j are typed as capitals, and 0 is row 10`(_ keys: String, _ card: Int?) {
        let large = Say.state.with {
            ($0.rows, $0.columns, $0.cards) = (10, 10, CardFaces(Array(repeating: nil, count: 100)))
        }
        var model = Model.inMatch(large)
        #expect(model.type(keys) == (card.map { flip($0) } ?? []))
        if let card { #expect(model.session.table?.cursor == card) }
    }

    @Test func `a place outside the board is reported, and an arrow or Escape drops its column`() {
        var model = Model.inMatch()
        #expect(model.type("b9") == [] && model.told.last == "There is no card B9.")
        for key in [Key.up, .escape] {
            model.type("b")
            #expect(model.session.table?.typed?.column == 1)
            model.press(key)
            #expect(model.session.table?.typed == nil && model.type("4") == [])
        }
    }

    @Test func `a typed column is dropped after three seconds`() {
        var model = Model.inMatch()
        model.type("b")
        #expect(model.nextTick(after: start) == start + 3_000)
        #expect(model.take(.tick, at: start + 2_999) == [] && model.session.table?.typed != nil)
        #expect(model.take(.tick, at: start + 3_000) == [] && model.session.table?.typed == nil)
        #expect(model.type("4", at: start + 3_000) == [])
    }

    @Test(arguments: [
        (Model.inMatch(Say.stateOf(turn: 1)), "It's not your turn."),
        (.inMatch(reveal(of: 0).with { $0.turned = [9, 0] }), "It's not your turn."),
        (.inMatch(reveal(of: 1).with { $0.seats[0].taken = [0, 1] }), "A1 is already taken."),
        (.inMatch(Say.stateOf(phase: .paused, turn: nil)), "Paused until the other player reconnects."),
        (.inMatch(Say.state.with { ($0.cards[0], $0.turned) = ("🦊", [0]) }), "A1 is already face up."),
        (.inMatch(seat: nil), "You are only watching."), (.offline, "Not connected; nothing was sent."),
    ])
    func `a card that cannot be turned is reported without asking the host`(_ model: Model, _ words: String) {
        var model = model
        #expect(model.press(.enter) == [] && model.type("a1") == [])
        #expect(model.session.log.last?.text == "\(words) (2 times)" && model.session.log.last?.kind == .complaint)
    }

    @Test(arguments: [("q", Question.leave, Command.leave), ("x", .resign, .resign)])
    func `leaving or resigning a running match asks for confirmation, with No first`(
        _ key: String, _ question: Question, _ command: Command
    ) {
        for no in [Key.enter, .escape, .character("n")] {
            var model = Model.inMatch()
            #expect(model.type(key) == [] && model.screen.overlay == .question(question))
            #expect(model.press(no) == [] && model.screen.overlay == nil && model.screen.page == .table)
        }
        for yes in [[Key.character("y")], [.tab, .enter], [.right, .character(" ")]] {
            var model = Model.inMatch()
            model.type(key)
            #expect(yes.flatMap { model.press($0) } == [.send(command, id: mark(4))])
            #expect(model.screen.overlay == nil)
        }
    }

    /// Matches that are waiting, over or only watched.
    private static let idle = [
        Model.inMatch(seat: nil), .inMatch(.ended()), .inMatch(Say.stateOf(phase: .waiting, turn: nil)),
    ]

    @Test(arguments: idle) func `a match that is waiting, finished or only watched is left without a question`(
        _ model: Model
    ) {
        var model = model
        #expect(model.type("q") == [.send(.leave, id: mark(4))])
    }

    @Test(arguments: [(false, Page.lobby(watching: false)), (true, .menu)])
    func `leaving a solo game shows the menu, leaving a match the lobby`(_ isSolo: Bool, _ page: Page) {
        var model = Model.inLobby()
        model.take(.line("join"))
        model.answer(.match(Seating(match: m3, seat: 0, rules: .preset(.classic, solo: isSolo), code: nil)))
        model.take(received(.state(.ended())))
        if isSolo { model.answer(.lobby(Say.emptyLobby)) }
        model.type("q")
        model.answer(.ok(.leave))
        #expect(model.screen.page == page)
    }

    @Test(arguments: [(.playing, 0), (.showing, nil), (.paused, nil)] as [(MatchState.Phase, Int?)])
    func `Control-C in a running match asks first, and quits the second time`(_ phase: MatchState.Phase, _ turn: Int?) {
        var model = Model.inMatch(Say.stateOf(phase: phase, turn: turn))
        #expect(model.press(.interrupt) == [] && model.screen.overlay == .question(.quit))
        #expect(model.press(.enter) == [] && model.screen.overlay == nil)
        model.press(.interrupt)
        #expect(model.press(.interrupt) == [.send(.bye, id: nil)])
        #expect(model.press(.interrupt) == [.quit(.success, nil)])
    }

    @Test func `Control-C quits at once if nothing would be lost`() {
        for var model in Self.idle + [.inLobby()] { #expect(model.press(.interrupt) == [.send(.bye, id: nil)]) }
        var offline = Model.offline
        #expect(offline.press(.interrupt) == [.quit(.success, nil)])
    }

    @Test(arguments: [nil, .text(.help), .prompt(Prompt(.talk)), .question(.leave)] as [Overlay?])
    func `keys for the terminal are passed on, whatever overlays the page`(_ overlay: Overlay?) {
        var model = Model.inMatch()
        model.screen.overlay = overlay
        #expect(model.press(.suspend, .redraw) == [.suspend, .redraw])
        #expect(model.screen.overlay == overlay)
    }

    @Test func `the end offers a rematch, the lobby, help, and quitting`() {
        var model = Model.inMatch(.ended())
        #expect(model.buttons == [.rematch, .another, .leave, .replay, .talk, .messages, .help, .quitAtTheEnd])
        #expect(model.press(.enter) == [.send(.rematch, id: mark(4))])
        model.answer(.ok(.rematch))
        model.show(.offer(seat: 0)) { $0.seats[0].rematch = true }
        #expect(model.buttons.first == .another && model.effectiveFocus == .button(.talk))
        #expect(model.type("Q") == [.send(.bye, id: nil)])
    }

    @Test func `keys and clicks meant for cards do not act on the buttons that appear`() {
        var model = Model.inMatch()
        model.show(at: start) { $0 = MatchState.ended(version: 2) }
        let place = model.drawing().rect(of: .button(.rematch))
        for time in [0, 599] {
            let keys = [Key.enter, .character("q"), .character("r"), .character("b"), .escape]
            #expect(keys.flatMap { model.press($0, at: start + time) } == [])
            #expect(place.map { model.click($0.origin, at: start + time) } == [])
        }
        #expect(model.press(.enter, at: start + 600) == [.send(.rematch, id: mark(4))])
    }

    @Test(arguments: [
        Model.inMatch(.ended(), seat: nil),
        .inMatch(.ended().with { ($0.seats[1].present, $0.seats[1].left) = (false, true) }),
        .inMatch(.ended().with { $0.result?.rematch = m4 }),
    ])
    func `no rematch is offered to a watcher, after the opponent left, or once one has started`(_ model: Model) {
        #expect(!model.buttons.contains(.rematch) && !Wording.help(model).shows("play again"))
    }

    @Test func `a rematch is offered while an absent opponent may come back, and no longer once they left`() {
        var model = Model.inMatch(.ended())
        model.show(.away(seat: 1)) { $0.seats[1].present = false }
        #expect(model.buttons.first == .rematch && model.told.last == "Bob disconnected.")
        #expect(model.lines().shows("  Bob disconnected."))
        model.show(.left(seat: 1)) { $0.seats[1].left = true }
        #expect(!model.buttons.contains(.rematch) && model.told.last == "Bob left.")
        #expect(model.lines().shows("  Bob left."))
    }

    @Test func `the end of a match leads to the replay of its record, and back`() {
        var model = Model.inMatch(.ended(), look: Look())
        #expect(model.lines().shows("p Replay"))
        #expect(model.type("p") == [.send(.replay(RecordID(number: 17)), id: mark(4))])
        model.answerReplay(of: Say.report)
        #expect(model.player?.isPlaying == true)
        model.press(.right)
        let motions = model.screen.motions
        model.show(.offer(seat: 1)) { $0.seats[1].rematch = true }
        #expect(model.screen.motions == motions && !motions.isEmpty && model.player != nil)
        model.press(.escape)
        #expect(model.screen.page == .table && model.buttons.first == .rematch)
        #expect(model.lines().shows("Bob offered a rematch."))
    }

    @Test func `a private match, which has no record, is replayed for those who are still in it`() {
        var model = Model.inMatch(.ended().with { $0.result?.record = nil })
        #expect(model.type("p") == [.send(.replay(nil), id: mark(4))])
        model.answerReplay(of: Say.report)
        #expect(model.player?.isPlaying == true)
    }

    @Test func `a match that never began has nothing to replay`() {
        let model = Model.inMatch(
            .ended().with {
                $0.result?.record = nil
                $0.turnNumber = 0
            })
        #expect(!model.buttons.contains(.replay))
    }

    @Test func `on a host that plays nothing back, a record is shown as text, and a private match has none`() {
        var model = Model.inMatch(.ended())
        model.session.hostReplays = false
        #expect(model.type("p") == [.send(.record(RecordID(number: 17)), id: mark(4))])
        model.answer(.record(Say.report))
        #expect(model.lines().shows("r17, match m3:"))
        model = Model.inMatch(.ended().with { $0.result?.record = nil })
        model.session.hostReplays = false
        #expect(!model.buttons.contains(.replay))
    }

    @Test(arguments: [MatchState.Phase.showing, .paused])
    func `the seat whose cards lie open is marked while nobody may turn one`(_ phase: MatchState.Phase) {
        let state = Say.stateOf(phase: phase, turn: nil).with { $0.active = 1 }
        #expect(Model.inMatch(state).lines().shows("▶ Bob"))
    }

}

extension Model {
    /// A client in a match whose connection has just broken.
    fileprivate static var offline: Model {
        var model = Model.inMatch()
        model.take(.lost("reset"))
        return model
    }
}

extension MatchState {
    /// A match of two that Ann has won.
    static func ended(
        winner: Int? = 0, reason: Ending.Reason = .cleared, best: Bool = false, version: Int = 1
    ) -> MatchState {
        Say.stateOf(version: version, phase: .over, turn: nil).with { state in
            state.cards = CardFaces((0..<30).map { ["🐶", "🐱", "🐭", "🦊", "🐙"][$0 / 2 % 5] })
            for card in 0..<30 { state.seats[card / 2 % 5 < 3 ? 0 : 1].taken.append(card) }
            (state.seats[0].score, state.seats[1].score) = (9, 6)
            state.result = Result(
                winner: winner, reason: reason, rematch: nil, best: best, record: RecordID(number: 17))
        }
    }
}

@Suite struct `Commands about a match` {
    @Test func `they are meant for the match and the ply on the screen`() {
        let model = Model.inMatch(Say.state.with { $0.ply = 9 })
        #expect(model.guards(for: .move(.flip(.card(3)))) == Request.Guards(match: m3, ply: 9))
        let older = Model.inMatch(Say.state.with { ($0.turnNumber, $0.ply) = (4, nil) })
        #expect(older.guards(for: .move(.flip(.card(3)))) == Request.Guards(match: m3, turnNumber: 4))
        for command in [Command.resign, .rematch, .leave] {
            #expect(model.guards(for: command) == Request.Guards(match: m3))
        }
        for command in [Command.list, .ping, .bye, .join(nil), .scores] { #expect(model.guards(for: command) == nil) }
        #expect(Model.inLobby().guards(for: .leave) == nil)
    }

    @Test func `a flip is meant for the state on the screen, and the one after it for the next`() {
        var model = Model.inMatch(Say.state.with { $0.ply = 9 })
        let first = model.update(.key(.enter), at: start)
        #expect(first == [.send(.move(.flip(.card(0))), id: mark(4), guards: Request.Guards(match: m3, ply: 9))])
        model.press(.right, .enter)
        var next = Say.stateOf(version: 2).with { ($0.ply, $0.cards[0], $0.turned) = (10, "🦊", [0]) }
        next.change = .memory(.flip(seat: 0, card: 0))
        let second = model.update(received(.state(next), re: 4), at: start)
        #expect(second == [.send(.move(.flip(.card(1))), id: mark(5), guards: Request.Guards(match: m3, ply: 10))])
    }

    @Test(arguments: [(9, true), (12, false)])
    func `a flip that waits is sent for what was seen when it was chosen, and dropped if that is past`(
        ply: Int, isSent: Bool
    ) {
        var model = Model.inMatch(Say.state.with { $0.ply = 9 })
        model.command("list")
        model.press(.enter, at: start + 1_000)
        model.show(.watchers) { $0.ply = ply }
        let effects = model.update(received(.lobby(Say.emptyLobby), re: 4), at: start)
        let flip = Effect.send(.move(.flip(.card(0))), id: mark(5), guards: Request.Guards(match: m3, ply: 9))
        #expect(effects == (isSent ? [flip] : []))
    }

    @Test func `a card that is chosen between the answer to a flip and its state is meant for the state`() {
        var model = Model.inMatch(Say.state.with { $0.ply = 9 })
        model.press(.enter)
        #expect(model.update(received(.ok(.flip), re: 4), at: start) == [])
        model.press(.right, .enter)
        var next = Say.stateOf(version: 2).with { ($0.ply, $0.cards[0], $0.turned) = (10, "🦊", [0]) }
        next.change = .memory(.flip(seat: 0, card: 0))
        let second = model.update(received(.state(next)), at: start)
        #expect(second == [.send(.move(.flip(.card(1))), id: mark(5), guards: Request.Guards(match: m3, ply: 10))])
    }

    @Test func `leaving without a connection is meant for the match that was left`() {
        var model = Model.inMatch(.ended())
        model.take(.lost("reset"), at: start + 6_000)
        model.type("q", at: start + 6_000)
        #expect(model.session.table == nil)
        model.take(.opened, Say.hello, at: start + 6_000)
        #expect(model.take(welcome("Ann", resumed: true)) == [.send(.list, id: mark(4))])
        model.answer(.lobby(Say.emptyLobby))
        let effects = model.update(received(.scores(Say.noScores), re: 5), at: start + 6_000)
        #expect(effects == [.send(.leave, id: mark(6), guards: Request.Guards(match: m3))])
    }

    @Test func `lines without a screen may be typed ahead of what is shown`() {
        let model = Model.inMatch(Say.state.with { $0.turnNumber = 4 }, plain: true)
        #expect(model.guards(for: .move(.flip(.card(3)))) == nil)
        #expect(model.guards(for: .leave) == nil)
    }

    @Test func `a host that counts no turns is not asked about them`() {
        let model = Model.inMatch(Say.state.with { ($0.turnNumber, $0.ply) = (0, nil) })
        #expect(model.guards(for: .move(.flip(.card(3)))) == Request.Guards(match: m3))
    }
}
