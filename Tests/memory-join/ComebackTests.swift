import Protocol
import Testing

@testable import memory_join

/// A client that was killed, and comes back with the token that it has kept.
@Suite struct ComebackTests {
    private let stored = TokenFile.Stored(token: tokenOne, name: player("Ann"))

    /// A client that has connected with something in its token file; what it has to do after the host's hello.
    private func connected(_ model: Model, _ content: TokenFileContent) -> (Model, [Effect]) {
        var model = model
        model.take(.start, .tokenFile(content), .opened)
        let effects = model.take(Say.hello)
        return (model, effects)
    }

    /// A match against the house, as the command line asks for it, and the command that opens it.
    private let purpose = Options.Purpose.open(RulesRequest(), against: .house(.novice))
    private let opening = Command.open(RulesRequest(), isPrivate: false, against: .house(.novice))

    /// A client that has its seat back.
    private func resumed(_ state: MatchState = Say.state, to purpose: Options.Purpose = .lobby) -> Model {
        var (model, effects) = connected(.starting(to: purpose), .holds(stored))
        #expect(effects == [.send(.hello(.token(tokenOne)), id: nil)])
        model.take(welcome("Ann", tokenOne, resumed: true), received(Say.match()), received(.state(state)))
        return model
    }

    @Test func `a client with a token that the host can't take now says it again, and then its name`() {
        var (model, effects) = connected(.starting(), .holds(stored))
        let again = [Effect.send(.hello(.token(tokenOne)), id: nil)]
        #expect(effects == again)
        model.take(refusal(.tooManyGuesses, of: .hello))
        #expect(model.take(.tick, at: start + 5_000) == again)
        #expect(model.take(refusal(.badToken, of: .hello), at: start + 5_000).contains(hello("Ann")))
    }

    @Test(arguments: [Say.state, Say.waiting, MatchState.ended()])
    func `a client that was killed has its seat back at once, without a question`(_ state: MatchState) {
        let model = resumed(state)
        #expect(model.screen.overlay == nil && model.screen.page == .table && model.state == state)
    }

    @Test func `a client that was killed plays on with its next key`() {
        var model = resumed()
        model.answer(.lobby(Say.emptyLobby))
        model.answer(.scores(Say.noScores))
        #expect(model.type("b4") == [.send(.move(.flip(.card(19))), id: mark(3))])
    }

    @Test func `what the command line asks for is not done instead of a match in play`() {
        var model = resumed(to: purpose)
        #expect(model.told.last == "You still have a seat in m3. Leave it to play or watch elsewhere.")
        model.answer(.lobby(Say.emptyLobby))
        model.answer(.scores(Say.noScores))
        #expect(model.isPlaying && model.purpose == .lobby)
    }

    @Test(arguments: [Say.waiting, MatchState.ended()])
    func `a match with nothing to lose gives way to what the command line asks for`(_ state: MatchState) {
        var model = resumed(state, to: purpose)
        #expect(model.answer(.lobby(Say.emptyLobby)) == [.send(.leave, id: mark(2))])
        #expect(model.answer(.ok(.leave)) == [.send(opening, id: mark(3))])
    }

    @Test func `on the way to the next match, nothing is asked that nobody will see`() {
        var model = resumed(.ended().againstHouse(.novice), to: purpose)
        #expect(model.answer(.lobby(Say.emptyLobby)) == [.send(.leave, id: mark(2))])
        model.answer(.ok(.leave))
        model.answer(Say.match(m4))
        // The list of matches once, although both matches are against the house.
        let next = received(.state(Say.stateOf(m4).againstHouse(.novice)))
        #expect(model.take(next) == [.send(.followList(true), id: mark(4))])
        #expect(model.answer(.lobby(Say.emptyLobby)) == [])
    }

    @Test func `a player who comes back to a running clock hears the bell, and is told the seconds left`() {
        let state = Say.stateOf(endsIn: 3_700)
        let model = resumed(state)
        #expect(model.told.last == "Your turn: 4 s left.")
        var again = Model.inMatch(state)
        again.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true), received(Say.match()))
        #expect(again.take(received(.state(Say.stateOf(version: 2, endsIn: 2_000)))) == [.ring])
        #expect(again.told.last == "Your turn: 2 s left.")
        again = .inMatch(state)
        again.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true), received(Say.match()))
        #expect(again.take(received(.state(Say.stateOf(version: 2, turn: 1, endsIn: 2_000)))) == [])
    }

    @Test func `a token that the host does not know is forgotten, and the name said instead`() {
        var (model, _) = connected(.starting(), .holds(stored))
        #expect(model.take(refusal(.badToken, of: .hello)) == [.forgetToken, hello("Ann")])
        #expect(model.take(welcome("Ann", tokenTwo)).contains(.keepToken(.init(token: tokenTwo, name: player("Ann")))))
        #expect(model.told.isEmpty && model.screen.overlay == nil)
    }

    @Test func `a token that gives only the name back goes on to the menu`() {
        var (model, _) = connected(.starting(), .holds(stored))
        #expect(model.take(welcome("Ann")).contains(.send(.list, id: mark(1))))
        #expect(model.screen.page == .menu && model.screen.overlay == nil)
    }

    @Test func `a client that leaves its host frees the token, and takes it again when it returns`() {
        var (model, _) = connected(.starting(to: .open(RulesRequest())), .isEmpty)
        model.take(welcome("Ann"))
        model.answer(.error(ErrorReport(.hostFull, command: "open")))
        model.answer(.lobby(Say.emptyLobby))
        model.answer(.scores(Say.noScores))
        #expect(model.type("o") == [.find(ports: [6366])])
        model.type("a")
        model.type("pine:7000")
        #expect(model.press(.enter) == [.releaseToken, .connect(HostAddress(host: "pine", port: 7000))])
        #expect(model.session.token == nil && model.session.log.isEmpty)
        model.take(.lost("no answer"))
        #expect(
            model.screen.page == .hosts && model.lines().contains { $0.contains("pine") && $0.contains("no answer") })
        #expect(model.lines().contains { $0.contains("localhost") && $0.contains("last host") })
        model.choose(home)
        model.take(.tokenFile(.holds(stored)), .opened)
        #expect(model.take(Say.hello).contains(.send(.hello(.token(tokenOne)), id: nil)))
        // What the command line asked for was done on the first host.
        let first = model.take(welcome("Ann", resumed: false))
        #expect(first.contains(.send(.list, id: mark(1))) && model.screen.page == .menu)
    }

    @Test func `the token is kept as soon as the host has given it, and forgotten with the name`() {
        var (model, effects) = connected(.starting(), .isEmpty)
        #expect(effects == [hello("Ann")])
        #expect(model.take(welcome("Ann")).contains(.keepToken(stored)))
        model.press(.interrupt)
        #expect(model.take(received(.bye(.asked))) == [.forgetToken, .quit(.success, nil)])
    }

    @Test func `a client whose connection is lost for good keeps its token`() {
        var (model, _) = connected(.starting(), .isEmpty)
        model.take(welcome("Ann"))
        let effects = model.take(received(.bye(.replaced)))
        #expect(!effects.contains(.forgetToken))
    }

    @Test func `a second client on this machine asks for another name, and keeps neither name nor token`() {
        var (model, effects) = connected(.starting(), .isInUse)
        #expect(effects == [])
        #expect(model.prompt?.purpose == .name && model.prompt?.text == "" && model.prompt?.complaint != nil)
        model.type("Zoe")
        #expect(model.press(.enter) == [hello("Zoe")])
        #expect(model.take(welcome("Zoe")) == [.remember(home), .send(.list, id: mark(1))])
    }

    @Test func `a name on the command line is said, whatever other name the token stands for`() {
        var (model, effects) = connected(.starting(as: "Zoe"), .holds(stored))
        #expect(effects == [hello("Zoe")])
        #expect(!model.take(welcome("Zoe")).contains { if case .keepToken = $0 { true } else { false } })
        (model, effects) = connected(.starting(as: "ann"), .holds(stored))
        #expect(effects == [.send(.hello(.token(tokenOne)), id: nil)])
        (model, effects) = connected(.starting(as: "Zoe"), .isInUse)
        #expect(effects == [hello("Zoe")])
    }

    @Test func `who comes to watch uses no token`() {
        let (_, effects) = connected(.starting(to: .watch(nil)), .holds(stored))
        #expect(effects.first == .remember(home))
    }

    @Test func `what was asked for on the command line gives way to the seat`() {
        var (model, _) = connected(.starting(to: .join(code("KQ7XM4"))), .holds(stored))
        #expect(model.take(welcome("Ann", resumed: true)).contains(.send(.list, id: mark(1))))
    }

    @Test func `the token is in no line of the screen and no text`() {
        let model = resumed()
        #expect(!model.lines().shows("0000"))
    }
}
