import Protocol
import Testing

@testable import memory_join

/// Commands as lines: on a screen after a colon, in plain text from standard input.
@Suite struct TypingTests {
    @Test(
        arguments: [
            ("join", .join(nil)), ("JOIN M3", .join(.id(m3))), ("join kq7xm4", .join(.code(code("KQ7XM4")))),
            ("watch m3", .watch(.id(m3))), ("list", .list), ("leave", .leave), ("resign", .resign),
            ("rematch", .rematch), ("open tiles", .open(RulesRequest(preset: .tiles), isPrivate: false)),
            ("ping", .ping), ("b4", .move(.flip(.card(19)))),
        ] as [(String, Command)])
    func `text typed after a colon becomes a command, and a place a card of the board`(
        _ line: String, _ command: Command
    ) {
        var model = Model.inMatch()
        #expect(model.command(line) == [.send(command, id: mark(4))])
        #expect(model.screen.overlay == nil)
    }

    @Test func `a place outside the board, or without a board, is refused by the client`() {
        for (model, line, refusal) in [
            (Model.inMatch(), "g1", Refusal.noSuchCard), (.inLobby(), "b4", .notSeated),
        ] {
            var model = model
            #expect(model.command(line) == [] && model.told.last == refusal.message)
        }
    }

    @Test(arguments: ["fly", "open chess", "say", "join m", "flip", "{\"type\":3}", "\u{FE0F}"])
    func `an unknown command is refused by the client`(_ line: String) {
        var model = Model.inLobby()
        #expect(model.command(line) == [])
        #expect(model.session.log.map(\.kind) == [.complaint])
    }

    @Test func `quit and Control-C do not wait for an answer that does not come`() {
        var (screen, plain) = (Model.inLobby(), Model.inLobby(plain: true))
        screen.command("list")
        plain.take(.line("list"), .line("ping"))
        #expect(screen.command("quit") == [.send(.bye, id: nil)])
        #expect(plain.take(.interrupted) == [.send(.bye, id: nil)])
        #expect(screen.nextTick(after: start) == start + 3_000)
        for var model in [screen, plain] {
            #expect(model.take(.tick, at: start + 3_000) == [.quit(.success, nil)])
        }
        #expect(screen.command("quit") == [.quit(.success, nil)])
        #expect(plain.take(.interrupted) == [.quit(.success, nil)])
    }

    @Test func `the help covers the page until a key closes it`() {
        var model = Model.inMatch()
        #expect(model.command("help") == [])
        #expect(model.screen.overlay == .text(TextBox(Wording.commands)))
        model.press(.escape)
        #expect(model.screen.overlay == nil)
    }

    @Test func `the lobby can be seen during a match`() {
        var model = Model.inMatch()
        #expect(model.command("list") == [.send(.list, id: mark(4))])
        model.answer(.lobby(Say.emptyLobby))
        #expect(model.screen.overlay == .text(TextBox(PlainEvents.lines(Message(.lobby(Say.emptyLobby), re: mark(4))))))
        #expect(model.screen.page == .table)
    }

    @Test func `a typed line waits for the answer to the previous one`() throws {
        var model = Model.inLobby(plain: true)
        #expect(model.take(.line("join"), .line("b1"), .line("say hi")) == [.send(.join(nil), id: mark(2))])
        model.take(received(Say.match(), re: 2))
        let sent = model.take(received(.state(Say.state)))
        #expect(sent.last == .send(.move(.flip(.card(1))), id: mark(3)))
        #expect(model.take(received(.ok(nil), re: 3)) == [.send(.say(try SpokenText("hi")), id: mark(4))])
    }

    @Test func `a refused line lets the next one be sent`() {
        var model = Model.inLobby(plain: true)
        model.take(.line("join m9"), .line("list"))
        let report = ErrorReport(.noSuchMatch, command: "join")
        let effects = model.take(refusal(.noSuchMatch, of: .join, re: 2))
        #expect(effects == [.print(Message(.error(report))), .send(.list, id: mark(3))])
    }

    @Test func `when 64 lines wait there is no room until one is sent`() {
        var model = Model.inLobby(plain: true)
        for _ in 0..<64 { model.take(.line("ping")) }
        #expect(model.session.commands.hasRoom)
        model.take(.line("ping"))
        #expect(!model.session.commands.hasRoom)
        model.take(received(.pong, re: 2))
        #expect(model.session.commands.hasRoom)
    }

    @Test func `on a screen a line over the limit is not sent`() {
        var model = Model.inLobby()
        for _ in 0..<66 { #expect(model.command("ping").count < 2) }
        #expect(model.session.commands.waiting.count == 64)
        #expect(model.told == ["The host is not keeping up; nothing was sent."])
    }

    @Test func `a typed line that is too long is refused in its turn`() {
        var model = Model.inLobby(plain: true)
        #expect(model.take(.line("ping"), .lineTooLong) == [.send(.ping, id: mark(2))])
        let report = ErrorReport(.lineTooLong, command: nil)
        #expect(model.take(received(.pong, re: 2)) == [.printLine("Pong."), .print(Message(.error(report)))])
        var screen = Model.inLobby()
        screen.take(.lineTooLong)
        #expect(screen.told == ["Lines are limited to 4096 bytes; this one was dropped."])
    }

    @Test func `a host that does not answer does not block typed lines for ever`() {
        var model = Model.inLobby(plain: true)
        model.take(.line("list"), .line("ping"))
        let effects = model.take(.tick, at: start + 10_000)
        #expect(effects == [.printLine("The host did not reply to list."), .send(.ping, id: mark(3))])
    }

    @Test func `a host that takes commands late is waited for longer`() {
        var model = Model.inLobby(plain: true)
        model.take(.line("list"))
        model.take(received(.error(ErrorReport(.tooFast, command: nil))), at: start + 1_000)
        #expect(model.nextTick(after: start + 1_000) == start + 31_000)
        let effects = model.take(.tick, at: start + 31_000)
        #expect(effects.contains(.printLine("The host did not reply to list.")))
    }

    @Test func `at the end of its input the client sends bye after everything typed`() {
        var model = Model.inLobby(plain: true)
        #expect(model.take(.line("list"), .endOfInput) == [.send(.list, id: mark(2))])
        let effects = model.take(received(.lobby(Say.emptyLobby), re: 2))
        #expect(effects == [.print(Message(.lobby(Say.emptyLobby), re: mark(2))), .send(.bye, id: nil)])
        #expect(model.take(received(.bye(.asked))) == [.print(Message(.bye(.asked))), .quit(.success, nil)])
    }

    /// A client in plain text that is shown a replay, with the end of its input if that has come, and the states.
    private func replaying(_ inputs: Input...) -> (Model, MatchReplay) {
        let (states, request) = (MatchReplay(Say.report), Command.replay(RecordID(number: 17)))
        var model = Model.inLobby(plain: true)
        #expect(model.take(.line("replay r17")) == [.send(request, id: mark(2))])
        for input in inputs { #expect(model.take(input) == []) }
        #expect(model.answer(.replay(ReplayHeader(states))) == [.printLine("Replay of r17, Ann and Bob: 8 steps.")])
        return (model, states)
    }

    @Test func `at the end of its input the client sends bye once a replay has been shown`() {
        var (model, states) = replaying(.endOfInput)
        while let state = states.next() {
            let bye: [Effect] = state.isLast ? [.send(.bye, id: nil)] : []
            #expect(model.take(received(.replayed(state))) == [.print(Message(.replayed(state)))] + bye)
        }
    }

    @Test func `at the end of its input the client waits for no replay that is refused or stopped`() {
        var (model, _) = replaying()
        #expect(model.take(.line("replay stop"), .endOfInput) == [.send(.stopReplay, id: mark(3))])
        #expect(model.answer(.ok(nil)) == [.print(Message(.ok(.replay))), .send(.bye, id: nil)])
        var refused = Model.inLobby(plain: true)
        refused.take(.line("replay r9"), .endOfInput)
        #expect(refused.take(refusal(.noSuchRecord, of: .replay, re: 2)).last == .send(.bye, id: nil))
    }

    @Test func `lines typed before the host admits the client are kept`() {
        var model = Model.starting(plain: true)
        #expect(model.take(.start, .line("ping"), .endOfInput) == [.connect(home)])
        model.take(.opened, Say.hello, welcome("Ann"))
        #expect(model.take(received(.lobby(Say.emptyLobby), re: 1)).last == .send(.ping, id: mark(2)))
        #expect(model.take(received(.pong, re: 2)) == [.printLine("Pong."), .send(.bye, id: nil)])
    }
}
