import Protocol
import Testing

@testable import memory_join

/// Keys at the table.
@Suite struct TableTests {
    private static func board(_ rows: Int, _ columns: Int) -> MatchState {
        var state = Say.state
        (state.rows, state.columns) = (rows, columns)
        state.cards = CardFaces(Array(repeating: nil, count: rows * columns))
        return state
    }

    // MARK: The cursor

    @Test func `arrows and h j k l move the cursor, which stays on the board`() {
        let steps: [(Key, Int)] = [
            (.up, 0), (.left, 0), (.right, 1), (.down, 7), (.character("l"), 8), (.character("j"), 14),
            (.character("h"), 13), (.character("k"), 7), (.home, 6), (.left, 6), (.end, 11), (.right, 11),
            (.pageDown, 29), (.down, 29), (.pageUp, 5), (.up, 5),
        ]
        var model = Model.inMatch()
        for (key, card) in steps {
            #expect(model.press(key) == [])
            #expect(model.table?.cursor == card && model.effectiveFocus == .card(card), "\(key)")
        }
    }

    @Test(arguments: [Key.enter, .character(" ")])
    func `Enter and space turn the card under the cursor`(_ key: Key) {
        var model = Model.inMatch()
        model.press(.down, .right)
        #expect(model.press(key) == [.send(.move(.flip(.card(7))), id: mark(4))])
    }

    @Test func `a key that is held down turns only one card`() {
        var model = Model.inMatch()
        #expect(model.press(.enter, .enter, .enter) == [.send(.move(.flip(.card(0))), id: mark(4))])
        model.answer(.ok(.flip))
        #expect(model.commands.waiting.isEmpty)
    }

    @Test func `Tab moves to the buttons, and an arrow back to the cards`() {
        var model = Model.inMatch()
        model.press(.right, .tab)
        #expect(model.effectiveFocus == .button(.talk))
        model.press(.down)
        #expect(model.effectiveFocus == .card(7))
    }

    // MARK: Coordinates

    @Test(
        arguments: [
            ("b4", 19), ("B4", 19), ("a1", 0), ("f5", 29), ("ab4", 19), ("bb4", 19), ("b?4", nil), ("b", nil),
            ("4", nil),
            ("bh4", nil), ("b4b5", 19),
        ] as [(String, Int?)])
    func `a card can be turned by its place, typed as two keys`(_ keys: String, _ card: Int?) {
        var model = Model.inMatch()
        #expect(model.type(keys).prefix(1) == (card.map { [.send(.move(.flip(.card($0))), id: mark(4))] } ?? []))
    }

    @Test(arguments: [
        ("H3", 27), ("J1", 9), ("j1", 0), ("h3", 0), ("a0", 90), ("J0", 99), ("i5", 48), ("I5", 48), ("K1", 0),
        ("g7", 66),
    ])
    func `on a large board h and j are typed as capitals, and 0 is row 10`(_ keys: String, _ card: Int) {
        var model = Model.inMatch(Self.board(10, 10))
        let isPlace = card > 0
        #expect(model.type(keys) == (isPlace ? [.send(.move(.flip(.card(card))), id: mark(4))] : []), "\(keys)")
        if isPlace { #expect(model.table?.cursor == card) }
    }

    @Test func `a place outside the board is reported, and an arrow or Escape drops its column`() {
        var model = Model.inMatch()
        #expect(model.type("b9") == [] && model.told.last == "There is no card B9.")
        for key in [Key.up, .escape] {
            model.type("b")
            #expect(model.table?.typed?.column == 1)
            model.press(key)
            #expect(model.table?.typed == nil && model.type("4") == [])
        }
    }

    @Test func `a typed column is dropped after three seconds`() {
        var model = Model.inMatch()
        model.type("b")
        #expect(model.nextTick(after: start) == start + 3_000)
        #expect(model.take(.tick, at: start + 2_999) == [] && model.table?.typed != nil)
        #expect(model.take(.tick, at: start + 3_000) == [] && model.table?.typed == nil)
        #expect(model.type("4", at: start + 3_000) == [])
    }

    @Test func `no button has the key of a column or a move while cards are turned`() {
        let taken = Set("abcdefghijklABCDEFGHIJ0123456789 :".unicodeScalars)
        for phase in [MatchState.Phase.waiting, .playing, .showing, .paused] {
            for button in Model.inMatch(Say.stateOf(phase: phase)).buttons {
                #expect(button.key.map { !taken.contains($0) } ?? true, "\(button)")
            }
        }
    }

    // MARK: Cards that cannot be turned

    @Test(
        arguments: [
            (MatchState.Phase.playing, 1, "It's not your turn."),
            (.showing, nil, "Wait until both cards are face down again."),
            (.paused, nil, "Paused until the other player reconnects."),
            (.waiting, nil, "You have no opponent yet."),
        ] as [(MatchState.Phase, Int?, String)])
    func `a flip at the wrong time is reported without asking the host`(
        _ phase: MatchState.Phase, _ turn: Int?, _ words: String
    ) {
        var model = Model.inMatch(Say.stateOf(phase: phase, turn: turn))
        #expect(model.press(.enter) == [] && model.type("b4") == [])
        #expect(model.log.last == Model.LogLine(text: words, kind: .complaint))
    }

    @Test func `a flip of an open card, by a watcher or offline is reported without asking the host`() {
        var state = Say.state
        (state.cards[0], state.turned) = ("🦊", [0])
        var model = Model.inMatch(state)
        #expect(model.press(.enter) == [] && model.told.last == "That card is face up.")
        model = .inMatch(seat: nil)
        #expect(model.press(.enter) == [] && model.told.last == "You are only watching.")
        model = .inMatch()
        model.take(.lost("reset"))
        #expect(model.press(.enter) == [])
        #expect(model.told.last == "Not connected; nothing was sent.")
    }

    // MARK: Ways out

    @Test(arguments: [("q", Overlay.Question.leave, Command.leave), ("x", .resign, .resign)])
    func `leaving or resigning a running match asks for confirmation, with No first`(
        _ key: String, _ question: Overlay.Question, _ command: Command
    ) {
        for no in [Key.enter, .escape, .character("n")] {
            var model = Model.inMatch()
            #expect(model.type(key) == [] && model.overlay == .question(question))
            #expect(model.press(no) == [] && model.overlay == nil && model.page == .table)
        }
        for yes in [[Key.character("y")], [.tab, .enter], [.right, .character(" ")]] {
            var model = Model.inMatch()
            model.type(key)
            #expect(yes.flatMap { model.press($0) } == [.send(command, id: mark(4))])
            #expect(model.overlay == nil)
        }
    }

    @Test func `a match that is waiting, finished or only watched is left without a question`() {
        var models = [Model.inMatch(seat: nil), .inMatch(Say.stateOf(phase: .waiting, turn: nil))]
        for index in models.indices { #expect(models[index].type("q") == [.send(.leave, id: mark(4))]) }
        var over = Model.inMatch(.ended())
        #expect(over.type("q") == [.send(.leave, id: mark(4))])
    }

    @Test func `leaving a solo game shows the menu, leaving a match the lobby`() {
        for (preset, page) in [(false, Page.lobby(watching: false)), (true, .menu)] {
            var model = Model.inLobby()
            model.take(.line("join"))
            model.answer(.match(Seating(match: m3, seat: 0, rules: .preset(.classic, solo: preset), code: nil)))
            model.take(received(Say.event(.ended())))
            model.type("q")
            model.answer(.ok(.leave))
            #expect(model.page == page)
        }
    }

    @Test func `Control-C in a running match asks first, and quits the second time`() {
        for phase in [MatchState.Phase.playing, .showing, .paused] {
            var model = Model.inMatch(Say.stateOf(phase: phase, turn: phase == .playing ? 0 : nil))
            #expect(model.press(.interrupt) == [])
            #expect(model.overlay == .question(.quit))
            #expect(model.press(.enter) == [] && model.overlay == nil)
            model.press(.interrupt)
            #expect(model.press(.interrupt) == [.send(.bye, id: nil)])
            #expect(model.press(.interrupt) == [.quit(.success, nil)])
        }
    }

    @Test func `Control-C quits at once if nothing would be lost`() {
        for model in [
            Model.inLobby(), .inMatch(seat: nil), .inMatch(.ended()), .inMatch(Say.stateOf(phase: .waiting, turn: nil)),
        ] {
            var model = model
            #expect(model.press(.interrupt) == [.send(.bye, id: nil)])
        }
        var broken = Model.inMatch()
        broken.take(.lost("reset"))
        #expect(broken.press(.interrupt) == [.quit(.success, nil)])
    }

    @Test func `keys for the terminal are passed on, whatever overlays the page`() {
        for overlay in [nil, .help, .prompt(Prompt(.talk)), .question(.leave)] as [Overlay?] {
            var model = Model.inMatch()
            model.overlay = overlay
            #expect(model.press(.suspend, .redraw) == [.suspend, .redraw])
            #expect(model.overlay == overlay)
        }
    }

    // MARK: The end

    @Test func `the box at the end offers a rematch, the lobby, a look at the board, and quitting`() {
        var model = Model.inMatch(.ended())
        #expect(model.buttons == [.rematch, .leave, .look, .talk, .messages, .exit])
        #expect(model.press(.enter) == [.send(.rematch, id: mark(4))])
        model.answer(.ok(.rematch))
        model.show { $0.seats[0].rematch = true }
        #expect(model.buttons.first == .leave && model.effectiveFocus == .button(.look))
        #expect(model.press(.end, .enter) == [.send(.bye, id: nil)])
    }

    @Test func `keys and clicks meant for cards do not act on the box that appears`() {
        var model = Model.inMatch()
        model.show(at: start) { $0 = MatchState.ended(version: 2) }
        let place = model.drawing().rect(of: .button(.rematch))
        for time in [0, 599] {
            let keys = [Key.enter, .character("q"), .character("r"), .character("b"), .escape]
            #expect(keys.flatMap { model.press($0, at: start + time) } == [])
            #expect(place.map { model.click($0.origin, at: start + time) } == [])
        }
        #expect(model.table?.hidesResultBox == false)
        #expect(model.press(.enter, at: start + 600) == [.send(.rematch, id: mark(4))])
    }

    @Test func `no rematch is offered to a watcher, after the opponent left, or once one has started`() {
        #expect(Model.inMatch(.ended(), seat: nil).buttons.first == .leave)
        var state = MatchState.ended()
        state.seats[1].present = false
        #expect(Model.inMatch(state).buttons.first == .leave)
        state = .ended()
        state.result?.rematch = MatchID(number: 4)
        #expect(Model.inMatch(state).buttons.first == .leave)
    }

    @Test(arguments: [Key.character("v"), .escape])
    func `the box at the end can be hidden to see the board, and comes back`(_ key: Key) {
        var model = Model.inMatch(.ended())
        model.press(key)
        #expect(model.table?.hidesResultBox == true && model.effectiveFocus == .card(0))
        #expect(model.press(.right) == [] && model.table?.cursor == 1)
        #expect(model.press(.enter) == [])
        model.press(key)
        #expect(model.table?.hidesResultBox == false && model.effectiveFocus == .button(.rematch))
    }
}

extension MatchState {
    /// A match of two that Ann has won.
    static func ended(
        winner: Int? = 0, reason: Ending.Reason = .cleared, best: Bool = false, version: Int = 1
    ) -> MatchState {
        var state = Say.stateOf(version: version, phase: .over, turn: nil)
        state.cards = CardFaces((0..<30).map { ["🐶", "🐱", "🐭", "🦊", "🐙"][$0 / 2 % 5] })
        for card in 0..<30 { state.seats[card / 2 % 5 < 3 ? 0 : 1].taken.append(card) }
        (state.seats[0].score, state.seats[1].score) = (9, 6)
        state.result = Result(winner: winner, reason: reason, rematch: nil, best: best)
        return state
    }
}
