import Protocol
import Testing

@testable import memory_join

/// Nothing that the client has asked for is waited for without end, and nothing that the person did is dropped without a
/// word.
@Suite struct UnansweredTests {
    /// What can be asked for, and the text of the page that waits for it.
    private static let questions: [(name: String, key: String, page: String, answer: Event)] = [
        ("records", "r", "the records", .records(RecordList(records: [], total: 0))),
        ("scores", "c", "the scores", .scores(Say.noScores)),
        ("statistics", "cy", "your results", .scores(Say.noScores)),
        ("opponents", "rw", "your results", .scores(Say.noScores)),
        ("matches", "m", "the lobby", .lobby(Say.emptyLobby)),
    ]

    enum Mishap: CaseIterable {
        case broken, tooFast, diskFailed, malformed, silent, anotherFirst
    }

    /// A client that has asked for what a page shows, and knows nothing of it yet.
    private func asking(_ keys: String) -> Model {
        var model = Model.inLobby()
        (model.session.scores, model.session.lobby) = (nil, nil)
        for key in keys.unicodeScalars {
            model.press(.character(key))
            // The page before has its answer.
            if key != keys.unicodeScalars.last {
                model.take(refusal(.noSuchRecord, of: nil, re: model.session.commands.ids))
            }
        }
        return model
    }

    /// The time at which the client has asked again, if it does so by itself within a minute.
    private func asksAgain(_ model: inout Model) -> Bool {
        let before = model.session.commands.ids
        var now = start
        while let next = model.nextTick(after: now), next - start < 60_000 {
            now = next
            model.take(.tick, at: now)
            // The host is alive.
            model.take(received(.pong), at: now)
            if model.session.commands.ids > before { return true }
        }
        return false
    }

    @Test(arguments: questions.map(\.name), Mishap.allCases)
    func `a page that waits for the host has its answer, a reason, or asks again`(_ name: String, _ mishap: Mishap)
        throws
    {
        let question = try #require(Self.questions.first { $0.name == name })
        var model = asking(question.key)
        let waits = "Loading \(question.page)…"
        #expect(model.lines().shows(waits) && model.session.commands.pending != nil, "\(name)")
        let asked = try #require(model.session.commands.pending)
        switch mishap {
        case .broken:
            model.take(.lost("reset"), .opened, Say.hello)
            let effects = model.take(welcome("Ann"))
            let answers =
                effects.commands
                + model.session.commands.waiting.compactMap { waiting in
                    if case .command(let command, _, _) = waiting { command } else { nil }
                }
            #expect(answers.contains(asked.command), "it is asked again")
            return
        case .tooFast, .diskFailed:
            let why: Refusal = mishap == .tooFast ? .tooFast : .diskFailed("The disk is full.")
            model.take(refusal(why, of: asked.kind, re: model.session.commands.ids))
            #expect(model.lines().joined(separator: " ").contains(why.message.prefix(20)), "\(model.lines())")
        case .malformed: model.take(.received(.malformed("no such thing")))
        case .silent: break
        case .anotherFirst:
            // An answer of the same kind that is not the one to this question.
            model.take(received(question.answer))
            #expect(model.session.commands.pending?.id == asked.id)
            model.answer(question.answer)
            #expect(!model.lines().shows(waits) || name == "statistics" || name == "opponents")
            return
        }
        #expect(asksAgain(&model), "\(name) after \(mishap)")
    }

    @Test func `a host that keeps no results of single players is not waited for`() {
        var model = asking("cy")
        model.answer(.scores(Say.noScores))
        #expect(model.lines().shows("This host keeps no results of single players."))
    }

    @Test func `a replay that stops in the middle ends with a word, and what waits for it goes on`() {
        var model = Model.inLobby(plain: true)
        model.take(.line("replay"), .endOfInput)
        model.answer(.replay(ReplayHeader(MatchReplay(Say.report))))
        #expect(model.nextTick(after: start) == start + 10_000)
        let effects = model.take(.tick, at: start + 10_000)
        #expect(effects.contains(.printLine("The host did not send the rest of the replay.")))
        #expect(effects.commands == [.bye])
    }

    // MARK: What a person did

    @Test func `what was asked when the connection broke is named, and what waited for that`() {
        var model = Model.inMatch()
        model.press(.enter)
        #expect(model.session.commands.pending?.kind == .flip)
        model.command("say hello")
        model.type("t")
        model.type("well")
        model.press(.enter)
        model.take(.lost("reset"))
        #expect(model.told.contains("The connection broke before the host replied to flip."))
        #expect(model.told.contains("Not sent: say."))
        // A line that was typed waits for the connection.
        model.take(
            .opened, Say.hello, welcome("Ann", resumed: true), received(Say.match()), received(.state(Say.state)))
        #expect(model.session.commands.pending?.kind == .say)
    }

    @Test func `a second claim waits for the first, and is made after it`() {
        var model = Model.inSet()
        SetHand.keys.prefix(3).forEach { model.type(String($0)) }
        let first = model.session.commands.pending?.command
        #expect(first?.kind == .take)
        SetHand.keys.dropFirst(3).prefix(3).forEach { model.type(String($0)) }
        #expect(model.session.commands.waiting.count == 1)
        let effects = model.answer(.ok(nil))
        #expect(effects.commands.map(\.kind) == [.take] && effects.commands.first != first)
    }

    @Test func `a third card that is turned while two are under way is refused in words`() {
        var model = Model.inMatch()
        model.type("a1")
        model.type("b1")
        #expect(model.session.commands.waiting.count == 1 && model.told.last?.hasPrefix("Wait for") != true)
        model.type("c1")
        #expect(model.told.last == "Wait for the host's answer first; nothing was sent.")
        #expect(model.session.commands.waiting.count == 1)
    }

    @Test func `who has chosen a match does not choose another before the host has answered`() {
        var model = Model.inLobby()
        model.request(.join(.id(m3)), start)
        model.request(.join(.id(m3)), start)
        #expect(model.told.isEmpty && model.session.commands.waiting.isEmpty, "the same, once")
        model.request(.join(.id(m4)), start)
        #expect(model.told.last == "Wait for the host's answer first; nothing was sent.")
    }

    @Test func `a card that was turned for a state that did not come is told of`() {
        var model = Model.inMatch()
        model.type("a1")
        model.type("b1")
        model.answer(.ok(nil))
        let effects = model.show(.memory(.timeout(seat: 0, card: nil))) {
            ($0.turn, $0.active, $0.turnNumber, $0.ply) = (1, 1, 2, 2)
        }
        #expect(effects.commands == [] && model.told.contains("That came too late."))
    }

    @Test func `a flip that the host finds too late is told of in the same words`() {
        var model = Model.inMatch()
        model.type("a1")
        model.take(refusal(.stale("This match is at ply 7."), of: .flip, re: model.session.commands.ids))
        #expect(model.told.last == "That came too late.")
    }

    @Test func `a match of which the host shows nothing is told of, and can be left`() {
        var model = Model.inLobby()
        model.request(.join(.id(m3)), start)
        model.answer(Say.match())
        #expect(model.lines().shows("Loading the match…") && model.session.commands.pending != nil)
        model.take(.tick, at: start + 10_000)
        #expect(model.session.commands.pending == nil)
        #expect(model.lines().shows("The host did not show the match.") && model.lines().shows("Leave"))
        model.press(.enter)
        #expect(model.session.commands.pending?.kind == .leave)
    }

    @Test func `a card that was chosen while others were open, and can't be turned then, is told of`() {
        var model = Model.inMatch(Say.stateOf().with { $0.seats.removeLast() })
        model.answer(.lobby(Say.emptyLobby))
        model.show(.memory(.miss(seat: 0, first: 0, second: 1))) {
            ($0.phase, $0.turn, $0.turned) = (.showing, nil, [0, 1])
        }
        model.type("c1")
        #expect(model.session.table?.chosenCard == 2)
        model.show(.memory(.cover(seat: 0, first: 0, second: 1))) {
            ($0.phase, $0.turn, $0.active, $0.turned, $0.turnNumber) = (.paused, nil, nil, [], 2)
        }
        #expect(model.told.last == "The card that you had chosen could not be flipped.")
    }

    @Test func `on a table that may be gone, a card that is turned is refused in words`() {
        var model = Model.inMatch()
        model.take(.lost("reset"))
        model.press(.enter)
        #expect(model.told.last == "Not connected; nothing was sent.")
        model.take(.opened, Say.hello, welcome("Ann", resumed: true))
        model.press(.enter)
        #expect(model.told.last == "The host has not shown the match again yet.")
    }

    @Test func `what the command line asks for is asked again if the connection breaks before the answer`() {
        let purpose = Options.Purpose.join(code("KQ7XM4"))
        var model = Model.starting(to: purpose)
        model.take(.start, .opened, Say.hello)
        let join = Command.join(.code(code("KQ7XM4")))
        #expect(model.take(welcome("Ann")).commands == [join])
        model.take(.lost("reset"), .opened, Say.hello)
        #expect(model.take(welcome("Ann")).commands.contains(.list))
        #expect(model.answer(.lobby(Say.emptyLobby)).commands == [join], "asked again")
        var seated = Model.starting(to: purpose)
        seated.take(.start, .opened, Say.hello, welcome("Ann"))
        seated.take(.lost("reset"), .opened, Say.hello)
        let effects = seated.take(welcome("Ann", resumed: true), received(Say.match()), received(.state(Say.state)))
        #expect(!effects.commands.contains(join), "it has been carried out")
    }
}
