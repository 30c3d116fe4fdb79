import Protocol
import Testing

@testable import memory_join

/// The pages around a match: what each key does, and where Tab and the arrows go.
@Suite struct MenuTests {
    private static let asksRecords = Command.records(before: nil, limit: Model.recordsPerPage)
    private static let m12 = MatchID(number: 12)

    private func lobby(_ matches: [LobbyList.Entry]) -> Input {
        received(.lobby(LobbyList(matches: matches, players: [], playerCount: 0, total: matches.count)))
    }

    @Test(
        arguments: [
            ("p", .menu, .join(nil)), ("m", .lobby(watching: false), .list), ("w", .lobby(watching: true), .list),
            ("s", .opening(OpeningForm(seats: 1)), nil), ("r", .records, asksRecords), ("c", .scores, .scores),
            ("x", .menu, nil), ("j", .menu, nil),
        ] as [(String, Page, Command?)])
    func `every line of the menu has a key`(_ key: String, _ page: Page, _ command: Command?) {
        var model = Model.inLobby()
        #expect(model.type(key) == (command.map { [.send($0, id: mark(3))] } ?? []))
        #expect(model.screen.page == page && model.screen.overlay == nil)
    }

    @Test func `the menu's last lines show the help and quit`() {
        var model = Model.inLobby()
        #expect(model.type("?") == [])
        #expect(model.screen.overlay == .text(.help) && model.screen.page == .menu)
        #expect(model.press(.escape) == [] && model.screen.overlay == nil)
        #expect(model.type("q") == [.send(.bye, id: nil)])
        #expect(model.take(received(.bye(.asked))) == [.quit(.success, nil)])
    }

    @Test func `arrows and Enter do the same as the keys of the menu`() {
        let lines: [Button] = [
            .twoPlayers, .house, .solo, .beside, .matches, .watching, .records, .scores, .rules, .hosts, .help, .quit,
            .name,
        ]
        for (index, button) in lines.enumerated() {
            var (chosen, typed) = (Model.inLobby(), Model.inLobby())
            for _ in 0..<index { chosen.press(.down) }
            #expect(chosen.effectiveFocus == .button(button))
            let effects = typed.type(button.key.map { String($0) } ?? "")
            #expect(chosen.press(.enter) == effects)
            #expect(chosen.screen.page == typed.screen.page && chosen.screen.overlay == typed.screen.overlay)
        }
    }

    @Test(
        arguments: [
            ("m", Page.menu), ("w", .menu), ("s", .menu), ("r", .menu), ("c", .menu), ("mo", .lobby(watching: false)),
        ], [Key.escape, .character("q")])
    func `Escape and q go back one page`(_ page: (keys: String, before: Page), _ key: Key) {
        var model = Model.inLobby()
        model.type(page.keys)
        #expect(model.screen.page != page.before)
        #expect(!model.press(key).contains(.send(.bye, id: nil)))
        #expect(model.screen.page == page.before)
    }

    @Test(arguments: Page.samples)
    func `Tab cycles through all targets of a page, and Shift-Tab backwards`(_ page: Page) {
        var model = Model.inMatch()
        (model.screen.page, model.session.lobby, model.session.records) = (page, Say.lobby, Say.records)
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
        var model = Model.choosingMatch(watching: true)
        let m12 = Self.m12
        let rows: [(Key, MatchID)] = [
            (.up, m4), (.down, m12), (.character("j"), m3), (.character("k"), m12), (.right, m3), (.left, m12),
            (.character("h"), m4), (.character("l"), m12), (.end, m3), (.home, m4), (.pageDown, m3), (.down, m3),
            (.pageUp, m4),
        ]
        for (key, match) in rows {
            #expect(model.press(key) == [])
            #expect(model.effectiveFocus == .match(match), "\(key)")
        }
    }

    @Test func `a match that is gone does not pass its focus to another one`() {
        var model = Model.choosingMatch()
        model.press(.down)
        model.take(lobby([Say.lobby.matches[1]]))
        #expect(model.effectiveFocus == .match(m4))
        model.take(lobby([Say.lobby.matches[0]]))
        #expect(model.effectiveFocus == .button(.talk) && model.told == ["m4 is no longer in the list."])
        #expect(model.press(.enter) == [])
    }

    @Test func `a match keeps the focus when another is inserted before it`() {
        var model = Model.choosingMatch()
        let other = LobbyList.Entry(
            match: MatchID(number: 1), phase: .waiting, seats: ["Eve"], scores: [0], watchers: 0,
            rules: .preset(.classic))
        model.take(lobby([other] + Say.lobby.matches))
        #expect(model.press(.enter) == [.send(.join(.id(m3)), id: mark(4))])
    }

    @Test(
        arguments: [
            // Enter takes a free seat, or watches if there is none; `w` watches.
            (false, [.enter], .join(.id(m3))), (false, [.down, .enter], .watch(.id(m4))),
            (false, [.character("w")], .watch(.id(m3))), (false, [.down, .character("w")], .watch(.id(m4))),
            // The list to watch shows running matches first, and Enter takes no seat.
            (true, [.enter], .watch(.id(m4))), (true, [.end, .enter], .watch(.id(m3))),
        ] as [(Bool, [Key], Command)])
    func `keys act on the chosen match, even before an arrow was pressed`(
        _ watching: Bool, _ keys: [Key], _ command: Command
    ) {
        var model = Model.choosingMatch(watching: watching)
        if watching { #expect(model.targets.prefix(3) == [.match(m4), .match(Self.m12), .match(m3)]) }
        #expect(keys.flatMap { model.press($0) } == [.send(command, id: mark(4))])
    }

    @Test(arguments: [
        ("o", Page.opening(OpeningForm(seats: 2)), nil), ("c", .lobby(watching: false), Overlay.prompt(Prompt(.code))),
        ("t", .lobby(watching: false), .prompt(Prompt(.talk))), ("?", .lobby(watching: false), .text(.help)),
        (":", .lobby(watching: false), .prompt(Prompt(.command))),
    ])
    func `the lobby's keys open their pages and prompts`(_ key: String, _ page: Page, _ overlay: Overlay?) {
        var model = Model.choosingMatch()
        #expect(model.type(key) == [])
        #expect(model.screen.page == page && model.screen.overlay == overlay)
    }

    @Test(arguments: [(Button.join, Command.join(.id(m3))), (.watch, .watch(.id(m3)))])
    func `the buttons act on the marked match, by Tab and by mouse`(_ button: Button, _ command: Command) {
        var model = Model.choosingMatch()
        while model.effectiveFocus != .button(button) { model.press(.tab) }
        #expect(model.markedMatch != nil)
        model = .choosingMatch()
        let place = model.drawing().rect(of: .button(button))
        #expect(place.map { model.click($0.origin) } == [.send(command, id: mark(4))])
    }

    @Test func `Two players joins whoever waits, or waits for somebody`() {
        var model = Model.inLobby()
        #expect(model.press(.enter, .enter) == [.send(.join(nil), id: mark(3))])
        model.answer(Say.match())
        model.take(received(.state(Say.waiting)))
        #expect(model.screen.page == .table && model.lines().shows("Waiting for an opponent"))
    }

    @Test func `somebody without a name who wants to play is asked for one first`() {
        var model = Model.starting(to: .watch(nil))
        model.take(.start, .opened, Say.hello)
        model.answer(.lobby(Say.emptyLobby))
        model.go(to: .menu)
        #expect(model.type("p") == [] && model.prompt?.purpose == .name)
    }

    @Test func `an empty lobby offers to open a match`() {
        var model = Model.inLobby()
        model.type("m")
        model.answer(.lobby(Say.emptyLobby))
        #expect(model.buttons.prefix(2) == [.open, .code])
        model.press(.enter)
        #expect(model.screen.page == .opening(OpeningForm(seats: 2)))
    }

    @Test func `solo games are listed to watch, and not to play in`() {
        #expect(!Model.choosingMatch().targets.contains(.match(Self.m12)))
        #expect(Model.choosingMatch(watching: true).targets.contains(.match(Self.m12)))
    }

    @Test func `taking a seat shows the table`() {
        var model = Model.choosingMatch()
        model.press(.enter)
        model.answer(Say.match())
        #expect(model.screen.page == .table && model.told == ["You are in m3."])
    }

    @Test func `arrows fill in the form of a new match, and Enter opens it`() {
        var model = Model.inLobby()
        model.type("s")
        model.press(.down, .right, .down, .right, .down, .right, .right, .down, .down, .down, .down, .left)
        var form = OpeningForm(seats: 2)
        (form.preset, form.size, form.faces) = (.tiles, OpeningForm.sizes[1], .shapes)
        #expect(model.form == form)
        var rules = RulesRequest(preset: .tiles)
        (rules.seats, rules.faces, rules.rows, rules.columns) = (2, .shapes, 2, 5)
        #expect(model.press(.enter) == [.send(.open(rules, isPrivate: false), id: mark(3))])
    }

    @Test(
        arguments: [OpeningForm.Field.game, .seats, .isPrivate] + GameKind.allCases.flatMap { $0.onScreen.facts.fields }
            + Setting.all.map { OpeningForm.Field($0) })
    func `every line of the form cycles through its values in both directions`(_ field: OpeningForm.Field) {
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

    @Test func `the form goes back to the page that it was opened from, whatever is chosen in it`() {
        var model = Model.inLobby()
        model.type("s")
        model.press(.right, .escape)
        #expect(model.screen.page == .menu)
        model.type("mo")
        model.press(.right, .escape)
        #expect(model.screen.page == .lobby(watching: false))
    }

    @Test(arguments: [1, 2], Preset.allCases)
    func `every board of the form can be cleared in the turns that it gives by itself`(_ seats: Int, _ preset: Preset) {
        var form = OpeningForm(seats: seats, preset: preset)
        for size in OpeningForm.sizes {
            form.size = size
            #expect(form.rules.map { !$0.cannotBeCleared && $0.cardCount == size.rows * size.columns } == true)
        }
    }

    @Test func `too few turns for a board are warned of, and allowed`() {
        var form = OpeningForm(seats: 2)
        (form.turns, form.again) = (5, nil)
        #expect(form.rules.flatMap { $0.words.warning } == "5 turns each cannot clear 15 pairs.")
        form.again = true
        #expect(form.rules.map { $0.words.warning } == .some(nil), "one turn may take them all")
        (form.seats, form.turns, form.turnSeconds) = (1, 15, 0)
        #expect(form.rules.map { $0.cannotBeCleared || $0.again || $0.turnMilliseconds > 0 } == false)
    }

    @Test(arguments: [1, 2], Preset.allCases)
    func `a form for another match is filled in like the last one`(_ seats: Int, _ preset: Preset) {
        var form = OpeningForm(seats: seats, preset: preset)
        (form.size, form.turns, form.turnSeconds) = (OpeningForm.Size(rows: 4, columns: 5), 20, 30)
        (form.faces, form.isPrivate) = (.letters, seats > 1)
        let rules = form.rules
        let again = rules.map { OpeningForm($0, isPrivate: form.isPrivate) }
        #expect(again?.rules == rules && again?.isPrivate == form.isPrivate)
        let usual = OpeningForm(seats: seats, preset: preset)
        #expect(usual.rules.map { OpeningForm($0, isPrivate: false).rules } == usual.rules)
    }

    @Test(arguments: [(2, true), (1, false)])
    func `a new match is private if that was chosen, and a solo game never is`(_ seats: Int, _ isPrivate: Bool) {
        var form = OpeningForm(seats: 2)
        (form.isPrivate, form.seats) = (true, seats)
        guard case .open(_, isPrivate, _) = form.command else {
            Issue.record("\(form.command)")
            return
        }
        #expect(form.fields.contains(.isPrivate) == isPrivate)
    }

    @Test func `the scores are requested each time their page is opened`() {
        var model = Model.inLobby()
        #expect(model.type("c") == [.send(.scores, id: mark(3))])
        model.answer(.scores(Say.scores))
        #expect(model.screen.page == .scores && model.session.scores == Say.scores)
        model.type("q")
        #expect(model.type("c") == [.send(.scores, id: mark(4))])
    }
}
