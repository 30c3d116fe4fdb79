import Protocol
import Testing

@testable import memory_join

/// The pages around a match: what each key does, and where Tab and the arrows go.
@Suite struct MenuTests {
    private static let asksRecords = Command.records(before: nil, limit: Limits.recordsAtOnce)

    @Test(
        arguments: [
            ("p", .lobby(watching: false), .list), ("w", .lobby(watching: true), .list),
            ("s", .opening(OpeningForm(seats: 1)), nil), ("r", .records, asksRecords), ("c", .scores, .scores),
            ("x", .menu, nil), ("j", .menu, nil),
        ] as [(String, Page, Command?)])
    func `every line of the menu has a key`(_ key: String, _ page: Page, _ command: Command?) {
        var model = Model.inLobby()
        #expect(model.type(key) == (command.map { [.send($0, id: mark(3))] } ?? []))
        #expect(model.page == page && model.overlay == nil)
    }

    @Test func `the menu's last lines show the help and quit`() {
        var model = Model.inLobby()
        #expect(model.type("?") == [])
        #expect(model.overlay == .help && model.page == .menu)
        #expect(model.press(.escape) == [])
        #expect(model.overlay == nil)
        #expect(model.type("q") == [.send(.bye, id: nil)])
        #expect(model.take(received(.bye(.asked))) == [.quit(.success, nil)])
    }

    @Test func `arrows and Enter do the same as the keys of the menu`() {
        let lines: [Button] = [.play, .solo, .watching, .records, .scores, .help, .quit]
        for (index, button) in lines.enumerated() {
            var (chosen, typed) = (Model.inLobby(), Model.inLobby())
            for _ in 0..<index { chosen.press(.down) }
            #expect(chosen.effectiveFocus == .button(button))
            let effects = typed.type(button.key.map { String($0) } ?? "")
            #expect(chosen.press(.enter) == effects)
            #expect(chosen.page == typed.page && chosen.overlay == typed.overlay)
        }
    }

    @Test(arguments: [
        ("p", Page.menu), ("w", .menu), ("s", .menu), ("r", .menu), ("c", .menu), ("po", .lobby(watching: false)),
    ])
    func `Escape and q go back one page`(_ keys: String, _ page: Page) {
        for key in [Key.escape, .character("q")] {
            var model = Model.inLobby()
            model.type(keys)
            #expect(model.page != page)
            #expect(!model.press(key).contains(.send(.bye, id: nil)))
            #expect(model.page == page)
        }
    }

    // MARK: Tab and arrows

    @Test(arguments: Page.samples)
    func `Tab cycles through all targets of a page, and Shift-Tab backwards`(_ page: Page) {
        var model = Model.inMatch()
        (model.page, model.lobby, model.records) = (page, Say.lobby, Say.records)
        let targets = model.targets
        #expect(targets.count > 1 && model.effectiveFocus == targets[0])
        for target in targets.dropFirst() + [targets[0]] {
            model.press(.tab)
            #expect(model.effectiveFocus == target)
        }
        for target in targets.reversed() {
            model.press(.backTab)
            #expect(model.effectiveFocus == target)
        }
    }

    @Test func `arrows, h j k l, Home and End stay within a page's targets`() {
        var model = Model.choosingMatch()
        let rows: [(Key, Target)] = [
            (.up, .match(m3)), (.down, .match(MatchID(number: 4))), (.character("j"), .match(MatchID(number: 12))),
            (.character("k"), .match(MatchID(number: 4))), (.right, .match(MatchID(number: 12))),
            (.left, .match(MatchID(number: 4))), (.character("h"), .match(m3)),
            (.character("l"), .match(MatchID(number: 4))), (.end, .match(MatchID(number: 12))), (.home, .match(m3)),
            (.pageDown, .match(MatchID(number: 12))), (.down, .match(MatchID(number: 12))), (.pageUp, .match(m3)),
        ]
        for (key, target) in rows {
            #expect(model.press(key) == [])
            #expect(model.effectiveFocus == target, "\(key)")
        }
    }

    @Test func `a match that is gone does not pass its focus to another one`() {
        var model = Model.choosingMatch()
        model.press(.down)
        model.take(received(.lobby(LobbyList(matches: [Say.lobby.matches[1]], players: [], playerCount: 0, total: 1))))
        #expect(model.effectiveFocus == .match(MatchID(number: 4)))
        model.take(received(.lobby(LobbyList(matches: [Say.lobby.matches[0]], players: [], playerCount: 0, total: 1))))
        #expect(model.effectiveFocus == .button(.talk) && model.told == ["m4 no longer exists."])
        #expect(model.press(.enter) == [])
    }

    @Test func `a match keeps the focus when another is inserted before it`() {
        var model = Model.choosingMatch()
        let first = Say.lobby.matches[0]
        let other = LobbyList.Entry(
            match: MatchID(number: 1), phase: .waiting, seats: ["Eve"], scores: [0], watchers: 0, rules: first.rules)
        model.take(
            received(.lobby(LobbyList(matches: [other] + Say.lobby.matches, players: [], playerCount: 0, total: 4))))
        #expect(model.press(.enter) == [.send(.join(.id(m3)), id: mark(4))])
    }

    // MARK: The lobby

    @Test func `Enter takes a match's free seat, or watches if there is none`() {
        var model = Model.choosingMatch()
        #expect(model.press(.enter) == [.send(.join(.id(m3)), id: mark(4))])
        model = .choosingMatch()
        #expect(model.press(.down, .enter) == [.send(.watch(.id(MatchID(number: 4))), id: mark(4))])
    }

    @Test func `the list to watch shows running matches first, and Enter takes no seat`() {
        var model = Model.choosingMatch(watching: true)
        #expect(model.targets.prefix(3) == [.match(MatchID(number: 4)), .match(MatchID(number: 12)), .match(m3)])
        #expect(model.press(.end, .enter) == [.send(.watch(.id(m3)), id: mark(4))])
    }

    @Test(arguments: [
        ("o", Page.opening(OpeningForm(seats: 2)), nil), ("c", .lobby(watching: false), Overlay.prompt(Prompt(.code))),
        ("t", .lobby(watching: false), .prompt(Prompt(.talk))), ("?", .lobby(watching: false), .help),
        (":", .lobby(watching: false), .prompt(Prompt(.command))),
    ])
    func `the lobby's keys open their pages and prompts`(_ key: String, _ page: Page, _ overlay: Overlay?) {
        var model = Model.choosingMatch()
        #expect(model.type(key) == [])
        #expect(model.page == page && model.overlay == overlay)
    }

    @Test func `w watches the chosen match, even before an arrow was pressed`() {
        var model = Model.choosingMatch()
        #expect(model.type("w") == [.send(.watch(.id(m3)), id: mark(4))])
        model = .choosingMatch()
        model.press(.down)
        #expect(model.type("w") == [.send(.watch(.id(MatchID(number: 4))), id: mark(4))])
    }

    @Test func `the buttons act on the marked match, by Tab and by mouse`() {
        for (button, command) in [(Button.join, Command.join(.id(m3))), (.watch, .watch(.id(m3)))] {
            var model = Model.choosingMatch()
            while model.effectiveFocus != .button(button) { model.press(.tab) }
            #expect(model.markedMatch != nil)
            model = .choosingMatch()
            let place = model.drawing().rect(of: .button(button))
            #expect(place.map { model.click($0.origin) } == [.send(command, id: mark(4))])
        }
    }

    @Test func `in an empty lobby Join takes any free seat`() {
        var model = Model.inLobby()
        model.type("p")
        model.answer(.lobby(Say.emptyLobby))
        #expect(model.effectiveFocus == .button(.join))
        #expect(model.press(.enter) == [.send(.join(nil), id: mark(4))])
    }

    @Test func `taking a seat shows the table`() {
        var model = Model.choosingMatch()
        model.press(.enter)
        model.answer(Say.match())
        #expect(model.page == .table && model.told == ["You are in m3."])
    }

    // MARK: A match that is opened

    @Test func `arrows fill in the form of a new match, and Enter opens it`() {
        var model = Model.inLobby()
        model.type("s")
        model.press(.right, .down, .right, .down, .right, .right, .down, .left)
        var form = OpeningForm(seats: 2)
        (form.preset, form.size, form.faces) = (.tiles, OpeningForm.sizes[1], .symbols)
        #expect(model.form == form)
        let effects = model.press(.enter)
        guard case .send(.open(let rules, false), _) = effects.first else {
            Issue.record("no match is opened: \(effects)")
            return
        }
        #expect((rules.seats, rules.preset, rules.faces) == (2, .tiles, .symbols))
        #expect((rules.rows, rules.columns) == (3, 4))
    }

    @Test func `every line of the form cycles through its values in both directions`() {
        for field in OpeningForm.Field.allCases {
            var form = OpeningForm(seats: 2)
            var seen: Set<String> = []
            repeat {
                seen.insert("\(form)")
                form.change(field, by: 1)
                #expect(form.rules != nil, "\(form)")
            } while !seen.contains("\(form)") && seen.count < 100
            #expect(form == OpeningForm(seats: 2))
            form.change(field, by: -1)
            form.change(field, by: 1)
            #expect(form == OpeningForm(seats: 2) && seen.count > 1)
        }
    }

    @Test func `a new match is private if that was chosen, and a solo game never is`() {
        var form = OpeningForm(seats: 2)
        form.isPrivate = true
        guard case .open(_, true) = form.command else {
            Issue.record("it is not private")
            return
        }
        form.seats = 1
        guard case .open(_, false) = form.command else {
            Issue.record("it is private")
            return
        }
        #expect(!form.fields.contains(.isPrivate))
    }

    // MARK: Scores

    @Test func `the scores are requested each time their page is opened`() {
        var model = Model.inLobby()
        #expect(model.type("c") == [.send(.scores, id: mark(3))])
        model.answer(.scores(Say.scores))
        #expect(model.page == .scores && model.scores == Say.scores)
        model.type("q")
        #expect(model.type("c") == [.send(.scores, id: mark(4))])
    }
}
