import Protocol
import Testing

@testable import memory_join

/// The choice among the records, and the person's own results.
@Suite struct `Records: filters` {
    private static let ann = player("Ann")
    private static let bob = player("Bob")
    private static let mine = RecordFilter(player: ann)

    private func asks(_ filter: RecordFilter) -> Command {
        .records(before: nil, limit: Model.recordsPerPage, filter)
    }

    private func list(_ filter: RecordFilter, total: Int = 3) -> Event {
        .records(RecordList(records: Say.records.records, total: total, filter: filter))
    }

    private func chosen(_ model: Model) -> Set<Button> {
        Set(model.recordFilters.filter { $0.title(model).hasPrefix("[") })
    }

    private static var withStatistics: Model {
        var model = Model.choosingRecord()
        model.type("w")
        model.answer(.scores(Say.ownScores))
        return model
    }

    @Test func `each key adds its condition or takes it away, and asks anew`() {
        var model = Model.choosingRecord()
        let steps: [(String, RecordFilter, Set<Button>)] = [
            ("y", Self.mine, [.own]),
            ("s", RecordFilter(player: Self.ann, seats: 1), [.own, .alone]),
            ("t", RecordFilter(player: Self.ann, seats: 2), [.own, .pairs]), ("y", RecordFilter(seats: 2), [.pairs]),
            ("t", .all, [.allRecords]), ("s", RecordFilter(seats: 1), [.alone]), ("a", .all, [.allRecords]),
            ("g", RecordFilter(game: .memory), [.ofGame]), ("g", RecordFilter(game: .set), [.ofGame]),
            ("s", RecordFilter(seats: 1, game: .set), [.alone, .ofGame]),
            ("y", RecordFilter(player: Self.ann, seats: 1, game: .set), [.own, .alone, .ofGame]),
            ("g", RecordFilter(player: Self.ann, seats: 1), [.own, .alone]), ("a", .all, [.allRecords]),
        ]
        for (index, (key, filter, buttons)) in steps.enumerated() {
            #expect(model.type(key) == [.send(asks(filter), id: mark(4 + index))], "\(key)")
            #expect(model.session.records == nil && chosen(model) == buttons, "\(key)")
            model.answer(list(filter))
            #expect(model.session.records?.filter == filter)
        }
    }

    @Test func `the game that the records are of is named, on a small screen too`() {
        for size in [size(80, 24), View.minimumSize] {
            var model = Model.choosingRecord()
            model.take(.resized(size))
            model.type("gg")
            model.answer(list(RecordFilter(game: .memory)))
            model.answer(list(RecordFilter(game: .set)))
            #expect(model.lines()[0].hasSuffix("3 matches of Set"))
            #expect(model.lines()[1].contains("g [Set]"))
        }
    }

    @Test func `keys pressed before the answer came ask once for the last choice`() {
        var model = Model.choosingRecord()
        #expect(model.type("y").count == 1)
        #expect(model.type("sstt").isEmpty && model.type("s").isEmpty)
        let wanted = RecordFilter(player: Self.ann, seats: 1)
        #expect(model.answer(list(Self.mine)) == [.send(asks(wanted), id: mark(5))])
        #expect(model.session.records == nil, "what is not wanted any more is not shown")
        #expect(model.answer(list(wanted)).isEmpty && model.session.records?.filter == wanted)
    }

    @Test func `older records of a choice are asked for with it`() {
        var model = Model.choosingRecord()
        model.type("y")
        model.answer(list(Self.mine, total: 9))
        let older = Command.records(before: RecordID(number: 15), limit: Model.recordsPerPage, Self.mine)
        #expect(model.type("o") == [.send(older, id: mark(5))])
        model.answer(.records(RecordList(records: [Say.record(9)], total: 9, filter: Self.mine)))
        #expect(model.session.records?.records.map(\.id.number) == [17, 16, 15, 9])
    }

    @Test func `the other player is chosen from the list of opponents`() {
        var model = Model.choosingRecord()
        #expect(model.type("w") == [.send(.statistics(Self.ann), id: mark(4))])
        #expect(model.screen.page == .opponents)
        model.answer(.scores(Say.ownScores))
        #expect(
            model.targets.prefix(3) == [.opponent("Bob"), .opponent("A very long name indeed"), .opponent("House")])
        let filter = RecordFilter(player: Self.ann, with: Self.bob)
        #expect(model.press(.enter) == [.send(asks(filter), id: mark(5))])
        model.answer(list(filter))
        #expect(model.screen.page == .records && chosen(model) == [.own, .against])
        #expect(model.lines()[0].hasSuffix("3 matches with Bob"))
        #expect(model.type("y") == [.send(asks(Self.mine), id: mark(6))])
    }

    @Test func `the other player can be typed`() {
        var model = Self.withStatistics
        model.type("nzoe")
        let filter = RecordFilter(player: Self.ann, with: player("zoe"))
        #expect(model.press(.enter) == [.send(asks(filter), id: mark(5))])
        #expect(model.screen.page == .records && model.screen.overlay == nil)
        model = Self.withStatistics
        model.type("n")
        model.press(.enter)
        #expect(model.prompt?.complaint == "A name needs at least one character.")
        model.press(.escape)
        model.press(.escape, at: start + 1_000)
        #expect(model.screen.page == .records)
        model = Self.withStatistics
        model.type("nANN")
        #expect(model.press(.enter) == [.send(asks(Self.mine), id: mark(5))])
    }

    @Test func `a watcher without a name is asked whose matches, and has none of their own`() {
        var model = Model.choosingRecord()
        model.name = nil
        #expect(!model.buttons.contains(.own))
        model.type("wBob")
        #expect(model.press(.enter) == [.send(asks(RecordFilter(player: Self.bob)), id: mark(4))])
        #expect(chosen(model) == [.against])
    }

    @Test func `from the menu the records are those of everybody, and a replay keeps the choice`() {
        var model = Model.choosingRecord()
        model.type("y")
        model.answer(list(Self.mine))
        model.press(.enter)
        model.answer(.record(Say.report))
        model.press(.escape)
        #expect(model.screen.page == .records && model.session.recordFilter == Self.mine)
        #expect(model.session.records?.filter == Self.mine)
        model.press(.escape, at: start + 1_000)
        model.type("r")
        #expect(model.session.recordFilter == .all)
    }

    @Test func `a host that knows no filters is found out, and its records are all shown`() {
        var model = Model.choosingRecord()
        model.type("y")
        model.answer(.records(Say.records))
        #expect(model.session.recordFilter == .all && model.session.records == Say.records)
        #expect(model.lines().shows("This host cannot filter its records."))
    }

    @Test func `after a break the page asks again for what was chosen`() {
        var model = Model.choosingRecord()
        model.type("y")
        model.take(.lost("reset"), .opened, Say.hello)
        let sent = model.take(welcome("Ann", resumed: false))
        #expect(model.session.recordFilter == Self.mine)
        let effects = sent + model.answer(.lobby(Say.emptyLobby)) + model.answer(.scores(Say.noScores))
        #expect(effects.commands.contains(asks(Self.mine)))
    }

    // MARK: The person's own results

    @Test func `the scores lead to the person's own results, and back`() {
        var model = Model.inLobby()
        model.type("c")
        model.answer(.scores(Say.scores))
        #expect(model.type("y") == [.send(.statistics(Self.ann), id: mark(4))])
        #expect(model.lines().shows("Loading your results…"))
        model.answer(.scores(Say.ownScores))
        #expect(model.session.statistics == Say.ownScores.player && model.screen.page == .statistics)
        model.press(.escape)
        #expect(model.screen.page == .scores)
    }

    @Test func `on a small screen the results scroll, to their last line and not beyond`() {
        var model = Model.inLobby()
        model.take(.resized(View.minimumSize))
        model.type("cy")
        model.answer(.scores(Say.noScores))
        model.answer(.scores(Say.ownScores))
        #expect(model.lines().contains { $0.contains("Games") && $0.contains("57") })
        for _ in 0..<100 { model.press(.down) }
        #expect(model.lines()[View.minimumSize.rows - 3].contains("A very long name indeed"))
        let end = model.screen.scrollOffset
        model.press(.up)
        #expect(model.screen.scrollOffset == end - 1)
        model.press(.pageUp, .pageUp, .pageUp, .pageUp)
        #expect(model.screen.scrollOffset == 0)
    }

    @Test func `a player without records is told so, and results of others that were typed for are not taken`() {
        var model = Model.inLobby()
        model.type("c")
        model.answer(.scores(Say.noScores))
        model.type("y")
        model.answer(.scores(ScoreList(best: [], players: [], player: PlayerStatistics(name: "Ann"))))
        #expect(model.lines().shows("You have no records here yet."))
        model.command("scores Zoe")
        var zoe = PlayerStatistics(name: "Zoe")
        zoe.games = 3
        model.answer(.scores(ScoreList(best: [], players: [], player: zoe)))
        #expect(model.screen.overlay == .text(TextBox(["Zoe: 3 games"])))
        #expect(model.session.statistics?.name == "Ann")
    }

    @Test func `in plain text filters are typed, and what the host answers is printed`() {
        var model = Model.inLobby(plain: true)
        let filter = RecordFilter(player: player("Zoe"), with: player("Max 7"))
        #expect(
            model.take(.line("records Zoe with \"Max 7\""))
                == [.send(.records(before: nil, limit: 20, filter), id: mark(2))])
        let answer = Event.records(RecordList(records: [Say.record], total: 2, filter: filter))
        #expect(model.answer(answer) == [.print(Message(answer, re: mark(2)))])
        #expect(model.take(.line("scores Zoe")) == [.send(.statistics(player("Zoe")), id: mark(3))])
    }
}
