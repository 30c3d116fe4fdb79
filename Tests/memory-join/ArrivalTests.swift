import Protocol
import Testing

@testable import memory_join

@Suite struct ArrivalTests {
    @Test func `the client waits for the host's hello, then sends its name and asks for the lobby`() {
        var model = Model(options: Options(), login: "Ann")
        #expect(model.take(.start) == [.connect(home)])
        #expect(model.take(.opened) == [])
        #expect(model.take(Say.hello) == [hello("Ann")])
        #expect(!model.isOnline)
        #expect(model.take(welcome("Ann")) == [.remember(home), .send(.list, id: mark(1))])
        #expect(model.isOnline)
        #expect(model.token == tokenOne)
        #expect(model.hostName == "pine")
    }

    @Test func `on a screen the client also asks for the scores, and shows the menu`() {
        var model = Model(options: Options(), look: still, login: "Ann")
        model.take(.start, .opened, Say.hello, welcome("Ann"))
        #expect(model.answer(.lobby(Say.emptyLobby)) == [.send(.scores, id: mark(2))])
        #expect(model.answer(.scores(Say.noScores)) == [])
        #expect(model.page == .menu && model.overlay == nil)
    }

    @Test func `in plain text the client asks for no scores, and remembers no host`() {
        var options = Options()
        options.isPlain = true
        var model = Model(options: options, login: "Ann")
        let effects = model.take(.start, .opened, Say.hello, welcome("Ann"))
        #expect(effects.filter { $0.isDone } == [.connect(home), hello("Ann"), .send(.list, id: mark(1))])
        #expect(model.answer(.lobby(Say.emptyLobby)).filter { $0.isDone } == [])
    }

    @Test(
        arguments: [
            (.join(code("KQ7X")), .join(.code(code("KQ7X")))),
            (.open(RulesRequest(preset: .tiles)), .open(RulesRequest(preset: .tiles), isPrivate: false)),
        ] as [(Options.Purpose, Command)])
    func `the flags decide the client's first command`(_ purpose: Options.Purpose, _ command: Command) {
        var options = Options()
        options.purpose = purpose
        var model = Model(options: options, login: "Ann")
        #expect(model.take(.start, .opened, Say.hello, welcome("Ann")).last == .send(command, id: mark(1)))
    }

    @Test func `a watcher can join without a name`() {
        var options = Options()
        options.purpose = .watch(.id(m3))
        var model = Model(options: options, login: "Ann")
        let effects = model.take(.start, .opened, Say.hello)
        #expect(effects == [.connect(home), .remember(home), .send(.watch(.id(m3)), id: mark(1))])
        #expect(model.isOnline)
    }

    @Test func `a watcher with a name sends it`() {
        var options = Options()
        options.purpose = .watch(nil)
        options.name = player("Zoe")
        var model = Model(options: options, login: "Ann")
        #expect(model.take(.start, .opened, Say.hello) == [.connect(home), hello("Zoe")])
        #expect(model.take(welcome("Zoe")) == [.remember(home), .send(.watch(nil), id: mark(1))])
    }

    @Test func `a default name that is taken gets a number`() {
        var model = Model(options: Options(), login: "Ann")
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(.nameTaken("Ann"), of: .hello)) == [hello("Ann2")])
        #expect(model.take(refusal(.nameTaken("Ann2"), of: .hello)) == [hello("Ann3")])
        model.take(welcome("Ann3"))
        #expect(model.name?.text == "Ann3")
    }

    @Test func `numbering a default name ends after a limit`() {
        var model = Model.plain
        model.take(.start, .opened, Say.hello)
        var last: [Effect] = []
        for _ in 0..<Limits.burst { last = model.take(refusal(.nameTaken("Ann"), of: .hello)) }
        #expect(last.last == .quit(.unavailable, "The name Ann is taken."))
    }

    @Test(arguments: [Refusal.nameTaken("Zoe"), .badName("No."), .alreadySeated])
    func `in plain text a refused name from the command line ends the client`(_ why: Refusal) {
        var model = Model.named("Zoe", isPlain: true)
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(why, of: .hello)).last == .quit(.unavailable, why.message))
    }

    @Test(arguments: [Refusal.nameTaken("Zoe"), .badName("No.")])
    func `on a screen a refused name is prompted for again`(_ why: Refusal) {
        var model = Model.named("Zoe")
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(why, of: .hello)) == [])
        #expect(model.prompt == Prompt(.name, "Zoe", complaint: why.message))
        #expect(model.nextTick(after: start) == nil)
        #expect(model.press(.eraseLine, .enter) == [] && model.prompt?.complaint != nil)
        model.type("Zora")
        #expect(model.press(.enter) == [hello("Zora")])
        #expect(model.take(welcome("Zora")) == [.remember(home), .send(.list, id: mark(1))])
        #expect(model.name?.text == "Zora" && model.overlay == nil)
    }

    @Test(arguments: [Key.escape, .endOfInput, .interrupt])
    func `leaving the prompt for a name quits the client`(_ key: Key) {
        var model = Model.named("Zoe")
        model.take(.start, .opened, Say.hello, refusal(.nameTaken("Zoe"), of: .hello))
        #expect(model.press(key) == [.quit(.success, nil)])
    }

    @Test func `on a screen a refusal that is not about the name ends the client`() {
        var model = Model.named("Zoe")
        model.take(.start, .opened, Say.hello)
        let why = Refusal.alreadySeated
        #expect(model.take(refusal(why, of: .hello)) == [.quit(.unavailable, why.message)])
    }

    @Test func `the client quits at a host with another protocol version`() {
        var hello = Hello(host: "pine")
        hello.version = 2
        var model = Model(options: Options(), login: "Ann")
        let effects = model.take(.start, .opened, received(.hello(hello)))
        let sentence = "The host at localhost:6366 uses protocol version 2; this client uses version 1."
        #expect(effects == [.connect(home), .quit(.dataError, sentence)])
    }

    @Test func `in plain text an unreachable host ends the client with a sentence`() {
        var model = Model.plain
        model.take(.start)
        let sentence = "Cannot reach localhost:6366: Connection refused."
        #expect(model.take(.lost("Connection refused")) == [.quit(.unavailable, sentence)])
    }

    @Test func `a server that sends no hello within 10 s is not a host`() {
        var model = Model.plain
        model.take(.start, .opened, .received(.malformed("The line is not a JSON object.")))
        #expect(model.take(.tick, at: start + 9_999) == [])
        let sentence = "Cannot reach localhost:6366: not a Memory host."
        #expect(model.take(.tick, at: start + 10_000) == [.disconnect, .quit(.unavailable, sentence)])
    }

    @Test func `the client quits at a full host with the host's sentence`() {
        var model = Model(options: Options(), login: "Ann")
        model.take(.start, .opened, Say.hello)
        #expect(model.take(refusal(.hostFull, of: nil)) == [])
        let bye = received(.bye(Farewell(after: .hostFull)))
        #expect(model.take(bye) == [.quit(.unavailable, Refusal.hostFull.message)])
    }

    @Test func `a fatal error ends the client even if no bye follows`() {
        var model = Model(options: Options(), login: "Ann")
        model.take(.start, .opened, Say.hello, refusal(.tooManyConnections, of: nil))
        #expect(
            model.take(.lost("closed by the host")) == [.quit(.unavailable, Refusal.tooManyConnections.message)])
    }

    @Test func `a first command that fails leaves the client in the lobby`() {
        var options = Options()
        options.purpose = .join(code("KQ7X"))
        var model = Model(options: options, login: "Ann")
        model.take(.start, .opened, Say.hello, welcome("Ann"))
        #expect(model.take(refusal(.badCode, of: .join, re: 1)) == [.send(.list, id: mark(2))])
        #expect(model.log == [Model.LogLine(text: Refusal.badCode.message, kind: .complaint)])
    }
}

extension Model {
    /// A client before its first connection, whose player wants to be called so.
    fileprivate static func named(_ name: String, isPlain: Bool = false) -> Model {
        var options = Options()
        (options.name, options.isPlain) = (try? PlayerName(name), isPlain)
        return Model(options: options, login: "Ann")
    }

    /// A client in plain text, before its first connection.
    fileprivate static var plain: Model {
        var options = Options()
        options.isPlain = true
        return Model(options: options, login: "Ann")
    }
}

extension Effect {
    /// True if it does more than print text.
    fileprivate var isDone: Bool {
        switch self {
        case .print, .printLine: false
        case .connect, .disconnect, .remember, .send, .redraw, .suspend, .quit: true
        }
    }
}
