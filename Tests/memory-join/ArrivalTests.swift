import Protocol
import Testing

@testable import memory_join

@Suite struct ArrivalTests {
    @Test func `the client waits for the host's hello, then sends its name and asks for the lobby and the scores`() {
        var model = Model.starting()
        #expect(model.take(.start) == [.connect(home)])
        #expect(model.take(.opened) == [])
        #expect(model.take(Say.hello) == [hello("Ann")])
        #expect(!model.isOnline)
        #expect(model.take(welcome("Ann")) == [.remember(home), .send(.list, id: mark(1))])
        #expect(model.isOnline && model.session.token == tokenOne && model.session.hostName == "pine")
        #expect(model.answer(.lobby(Say.emptyLobby)) == [.send(.scores, id: mark(2))])
        #expect(model.answer(.scores(Say.noScores)) == [])
        #expect(model.screen.page == .menu && model.screen.overlay == nil)
    }

    @Test func `in plain text the client asks for no scores, and remembers no host`() {
        var model = Model.starting(plain: true)
        let effects = model.take(.start, .opened, Say.hello, welcome("Ann"))
        #expect(effects.filter { $0.isDone } == [.connect(home), hello("Ann"), .send(.list, id: mark(1))])
        #expect(model.answer(.lobby(Say.emptyLobby)).filter { $0.isDone } == [])
    }

    @Test(
        arguments: [
            (.join(code("KQ7XM4")), .join(.code(code("KQ7XM4")))),
            (.open(RulesRequest(preset: .tiles)), .open(RulesRequest(preset: .tiles), isPrivate: false)),
        ] as [(Options.Purpose, Command)])
    func `the flags decide the client's first command`(_ purpose: Options.Purpose, _ command: Command) {
        var model = Model.starting(to: purpose)
        #expect(model.take(.start, .opened, Say.hello, welcome("Ann")).last == .send(command, id: mark(1)))
    }

    @Test func `a watcher can join without a name`() {
        var model = Model.starting(to: .watch(.id(m3)))
        let effects = model.take(.start, .opened, Say.hello)
        #expect(effects == [.connect(home), .remember(home), .send(.watch(.id(m3)), id: mark(1))])
        #expect(model.isOnline)
    }

    @Test func `a watcher with a name sends it`() {
        var model = Model.starting(as: "Zoe", to: .watch(nil))
        #expect(model.take(.start, .opened, Say.hello) == [.connect(home), hello("Zoe")])
        let name = Effect.saveName(player("Zoe"))
        #expect(model.take(welcome("Zoe")) == [name, .remember(home), .send(.watch(nil), id: mark(1))])
    }

    @Test func `a default name that is taken gets a number`() {
        var model = Model.starting()
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(.nameTaken("Ann"), of: .hello)) == [hello("Ann2")])
        #expect(model.take(refusal(.nameTaken("Ann2"), of: .hello)) == [hello("Ann3")])
        model.take(welcome("Ann3"))
        #expect(model.name?.text == "Ann3")
    }

    @Test func `numbering a default name ends after a limit`() {
        var model = Model.starting(plain: true)
        model.take(.start, .opened, Say.hello)
        let last = (0..<Limits.burst).map { _ in model.take(refusal(.nameTaken("Ann"), of: .hello)) }.last
        #expect(last?.last == .quit(.unavailable, "The name Ann is taken."))
    }

    @Test(
        arguments: [
            (.nameTaken("Zoe"), true), (.badName("No."), true), (.alreadySeated, true), (.alreadySeated, false),
        ] as [(Refusal, Bool)])
    func `a refused name ends the client in plain text, any other refusal always`(_ why: Refusal, _ isPlain: Bool) {
        var model = Model.starting(as: "Zoe", plain: isPlain)
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(why, of: .hello)).last == .quit(.unavailable, why.message))
    }

    @Test(arguments: [Refusal.nameTaken("Zoe"), .badName("No.")])
    func `on a screen a refused name is prompted for again`(_ why: Refusal) {
        var model = Model.starting(as: "Zoe")
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(why, of: .hello)) == [])
        #expect(model.prompt == Prompt(.name, "Zoe", complaint: why.message, isRequired: true))
        #expect(model.nextTick(after: start) == nil)
        #expect(model.press(.eraseLine, .enter) == [] && model.prompt?.complaint != nil)
        model.type("Zora")
        #expect(model.press(.enter) == [hello("Zora")])
        let effects = model.take(welcome("Zora"))
        #expect(effects == [.saveName(player("Zora")), .remember(home), .send(.list, id: mark(1))])
        #expect(model.name?.text == "Zora" && model.screen.overlay == nil)
    }

    @Test(arguments: [Key.endOfInput, .interrupt])
    func `Control-C in the prompt for a name quits the client`(_ key: Key) {
        var model = Model.starting(as: "Zoe")
        model.take(.start, .opened, Say.hello, refusal(.nameTaken("Zoe"), of: .hello))
        #expect(model.press(key) == [.quit(.success, nil)])
    }

    @Test func `the client quits at a host with another protocol version`() {
        var hello = Hello(host: "pine")
        hello.protocolVersion = 2
        var model = Model.starting()
        let effects = model.take(.start, .opened, received(.hello(hello)))
        let sentence = "The host at localhost:6366 uses protocol version 2; this client uses version 1."
        #expect(effects == [.connect(home), .quit(.dataError, sentence)])
    }

    @Test func `in plain text an unreachable host ends the client with a sentence`() {
        var model = Model.starting(plain: true)
        model.take(.start)
        let sentence = "Cannot reach localhost:6366: Connection refused."
        #expect(model.take(.lost("Connection refused")) == [.quit(.unavailable, sentence)])
    }

    @Test func `a server that sends no hello within 10 s is not a host`() {
        var model = Model.starting(plain: true)
        model.take(.start, .opened, .received(.malformed("The line is not a JSON object.")))
        #expect(model.take(.tick, at: start + 9_999) == [])
        let sentence = "Cannot reach localhost:6366: no greeting from a Memory host."
        #expect(model.take(.tick, at: start + 10_000) == [.disconnect, .quit(.unavailable, sentence)])
    }

    @Test(arguments: [received(.bye(Farewell(after: .hostFull))), .lost("closed by the host")])
    func `the client quits at a fatal error with the host's sentence, even if no bye follows`(_ end: Input) {
        var model = Model.starting()
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(.hostFull, of: nil)) == [])
        #expect(model.take(end) == [.quit(.unavailable, Refusal.hostFull.message)])
    }

    @Test func `a first command that fails leaves the client in the lobby`() {
        var model = Model.starting(to: .join(code("KQ7XM4")))
        model.take(.start, .opened, Say.hello, welcome("Ann"))
        #expect(model.take(refusal(.badCode, of: .join, re: 1)) == [.send(.list, id: mark(2))])
        #expect(model.session.log == [Session.LogLine(Refusal.badCode.message, .complaint)])
    }

    @Test func `with nothing to watch at the start the list of matches to watch is shown`() {
        var model = Model.starting(to: .watch(nil))
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(.noSuchMatch, of: .watch, re: 1)) == [.send(.list, id: mark(2))])
        #expect(model.screen.page == .lobby(watching: true))
        model.take(received(.lobby(Say.emptyLobby), re: 2))
        let effects = model.take(received(.scores(Say.noScores), re: 3))
        #expect(effects == [.send(.followList(true), id: mark(4))], "without a name nothing else tells of changes")
        #expect(model.session.log == [Session.LogLine(Refusal.noSuchMatch.message, .complaint)])
    }
}

extension Effect {
    /// True if it does more than print text.
    fileprivate var isDone: Bool {
        switch self {
        case .print, .printLine: false
        default: true
        }
    }
}
