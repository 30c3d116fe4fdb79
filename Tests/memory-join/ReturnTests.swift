import Protocol
import Testing

@testable import memory_join

@Suite struct ReturnTests {
    /// A client in a match whose connection has been good and broken, and is being made again.
    private func broken(seat: Int? = 0, code: MatchCode? = nil, _ state: MatchState = Say.state) -> Model {
        var model = Model.inMatch(state, seat: seat, code: code)
        #expect(model.take(.lost("Connection reset by peer"), at: start + 6_000) == [.connect(home)])
        return model
    }

    private let now = start + 6_000
    private let resumed = welcome("Ann", tokenTwo, resumed: true)

    @Test func `the client reconnects at once, then after 0.5, 1 and 2 s, then every 5 s`() {
        var (model, now) = (broken(), now)
        for (number, delay) in [500, 1_000, 2_000, 5_000, 5_000, 5_000].enumerated() {
            #expect(model.take(.lost("Connection refused"), at: now) == [])
            #expect(model.session.connection.tries == number + 2)
            #expect(model.nextTick(after: now) == now + delay)
            #expect(model.take(.tick, at: now + delay + -1) == [])
            now = now + delay
            #expect(model.take(.tick, at: now) == [.connect(home)])
        }
    }

    @Test func `the client backs off from a host that admits it and closes at once`() {
        var model = broken()
        model.take(.opened, Say.hello, resumed, at: now)
        #expect(model.take(.lost("closed by the host"), at: now + 100) == [])
        #expect(model.nextTick(after: now + 100) == now + 600)
    }

    @Test func `a connection that lasted resets the count of tries`() {
        var model = broken()
        model.take(.opened, Say.hello, resumed, at: now)
        #expect(model.take(.lost("closed by the host"), at: now + 5_000) == [.connect(home)])
        #expect(model.session.connection.tries == 1)
    }

    @Test func `a flip that waits when the connection breaks is dropped`() {
        var model = Model.inMatch()
        #expect(model.press(.enter).count == 1)
        #expect(model.press(.right, .enter) == [])
        model.take(.lost("Connection reset by peer"), .opened, Say.hello)
        #expect(model.take(welcome("Ann", tokenTwo, resumed: true)) == [])
    }

    @Test func `a reconnecting client gets its seat back by its token`() {
        var model = broken()
        #expect(model.take(.opened, Say.hello) == [.send(.hello(.token(tokenOne)), id: nil)])
        #expect(model.take(resumed) == [])
        model.take(received(Say.match()), received(.state(Say.stateOf(version: 7))))
        #expect(model.session.token == tokenTwo && model.state?.version == 7 && model.isOnline)
    }

    @Test func `after a refused token the client sends its name, and rejoins its match, a private one by its code`() {
        for (code, reference) in [(nil, .id(m3)), (code("KQ7XM4"), .code(code("KQ7XM4")))]
            as [(MatchCode?, MatchReference)]
        {
            var model = broken(code: code)
            model.take(.opened, Say.hello)
            #expect(model.take(refusal(.badToken, of: .hello)) == [hello("Ann")])
            #expect(model.take(welcome("Ann", tokenTwo)) == [.send(.join(reference), id: mark(4))])
        }
    }

    private let again = [Effect.send(.hello(.token(tokenOne)), id: nil)]

    @Test(arguments: [Refusal.tooManyGuesses, .diskFailed("No space left on device"), .tooManyMatches])
    func `a token that the host can't take now is kept, and said again every few seconds, for a minute`(_ why: Refusal)
    {
        var model = broken()
        #expect(model.take(.opened, Say.hello, refusal(why, of: .hello), at: now).count == 1)
        for round in 1...12 {
            #expect(model.take(.tick, at: now + (5_000 * round - 1)) == [])
            #expect(model.take(.tick, at: now + 5_000 * round) == again)
            guard round < 12 else { break }
            #expect(model.take(refusal(why, of: .hello), at: now + 5_000 * round) == [])
        }
        #expect(model.session.token == tokenOne)
        var welcomed = model
        #expect(welcomed.take(resumed, at: now + 60_000) == [] && welcomed.isOnline)
        #expect(model.take(refusal(why, of: .hello), at: now + 60_000) == [.quit(.unavailable, why.message)])
    }

    @Test func `in plain text, a client that can't be let in for a minute says so once, and ends with the reason`() {
        var model = Model.starting(plain: true)
        model.take(.start, .opened, Say.hello)
        let why = Refusal.diskFailed("No space left on device")
        let report = ErrorReport(why, command: Command.Kind.hello.name)
        #expect(model.take(refusal(why, of: .hello)) == [.print(Message(.error(report)))])
        for round in 1..<12 {
            #expect(model.take(.tick, at: start + 5_000 * round) == [hello("Ann")])
            #expect(model.take(refusal(why, of: .hello), at: start + 5_000 * round) == [])
        }
        #expect(model.take(.tick, at: start + 60_000) == [hello("Ann")])
        var other = model
        #expect(model.take(refusal(why, of: .hello), at: start + 60_000) == [.quit(.unavailable, why.message)])
        // If it is let in by then, nothing was lost.
        other.take(welcome("Ann"), at: start + 60_000)
        #expect(other.isOnline)
    }

    @Test func `in plain text, another reason that a client can't be let in is told, too`() {
        var model = Model.starting(plain: true)
        model.take(.start, .opened, Say.hello)
        for (round, why) in [Refusal.tooManyGuesses, .diskFailed("No space left on device")].enumerated() {
            let now = start + 5_000 * round
            if round > 0 { #expect(model.take(.tick, at: now) == [hello("Ann")]) }
            #expect(model.take(refusal(why, of: .hello), at: now).count == 1)
        }
    }

    @Test func `a token that the host takes late is said once, and the answer has half a minute`() {
        var model = broken()
        #expect(model.take(.opened, Say.hello, refusal(.tooFast, of: nil), at: now) == again)
        #expect(model.take(.tick, at: now + 29_999) == [])
        var welcomed = model
        #expect(welcomed.take(resumed, at: now + 29_999) == [] && welcomed.isOnline)
        #expect(model.take(.tick, at: now + 30_000).first == .disconnect)
    }

    @Test func `a client that cannot rejoin its match goes to the lobby`() {
        var model = broken()
        model.take(.opened, Say.hello, refusal(.badToken, of: .hello), welcome("Ann", tokenTwo))
        #expect(model.take(refusal(.noSuchMatch, of: .join, re: 4)) == [.send(.list, id: mark(5))])
        #expect(model.seating == nil && model.told.last == "You are no longer in m3.")
    }

    /// True if a move waits to be sent.
    private func holdsMove(_ model: Model) -> Bool {
        model.session.commands.waiting.contains { if case .command(.move, _, _) = $0 { true } else { false } }
    }

    @Test func `nothing is played on a table that may be gone, until a state has come`() {
        var model = broken()
        model.take(.opened, Say.hello, refusal(.badToken, of: .hello), welcome("Ann", tokenTwo))
        #expect(model.press(.enter) == [] && !holdsMove(model))
        model = broken()
        model.take(.opened, Say.hello, resumed)
        #expect(model.press(.enter) == [] && !holdsMove(model))
        var typing = model
        #expect(typing.command("flip b4") == [] && !holdsMove(typing))
        #expect(typing.told.last == "The host has not shown the match again yet. (2 times)")
        #expect(model.take(received(Say.match()), received(.state(Say.stateOf(version: 7)))) == [])
        #expect(model.press(.enter).count == 1)
    }

    @Test func `a card that was chosen to be next can be given up before a state has come`() {
        var model = broken(reveal(of: 1))
        model.take(.opened, Say.hello, resumed)
        model.take(received(Say.match()), received(.state(reveal(of: 1))))
        model.type("b4")
        #expect(model.session.table?.chosenCard == 19)
        model.take(.lost("reset"), .opened, Say.hello, resumed)
        #expect(model.press(.escape) == [] && model.session.table?.chosenCard == nil)
    }

    @Test(arguments: [0, 1])
    func `a move that waits is dropped once its match is another, whatever its ply`(ply: Int) {
        var model = Model.inMatch()
        #expect(model.press(.enter).count == 1)
        #expect(model.press(.right, .enter) == [] && holdsMove(model))
        let state = Say.stateOf(m4).with { $0.ply = ply }
        model.take(received(Say.match(m4)), received(.state(state)))
        model.answer(.ok(.flip))
        #expect(model.take(received(.state(state.with { $0.version = 2 }))) == [] && !holdsMove(model))
    }

    @Test func `a finished match is not rejoined`() {
        var model = broken(Say.stateOf(phase: .over, turn: nil))
        model.take(.opened, Say.hello, refusal(.badToken, of: .hello))
        #expect(model.take(welcome("Ann", tokenTwo)) == [.send(.list, id: mark(4))])
    }

    @Test(arguments: [Refusal.nameTaken("Ann"), .badName("No.")])
    func `a refusal of both token and name ends the client`(_ why: Refusal) {
        var model = broken()
        model.take(.opened, Say.hello, refusal(.badToken, of: .hello))
        #expect(model.take(refusal(why, of: .hello)) == [.quit(.unavailable, why.message)])
    }

    @Test func `a reconnected watcher watches the same match again, with or without a name`() {
        var model = broken(seat: nil)
        model.take(.opened, Say.hello)
        #expect(model.take(welcome("Ann", tokenTwo)) == [.send(.watch(.id(m3)), id: mark(4))])
        model = .starting(to: .watch(nil))
        model.take(.start, .opened, Say.hello, received(Say.match(seat: nil), re: 1), received(.state(Say.state)))
        model.take(.lost("reset"))
        #expect(model.take(.opened, Say.hello) == [.send(.watch(.id(m3)), id: mark(3))])
    }

    @Test func `a reconnected follower goes on following, and watches another match if its own is gone`() {
        var model = Model.inLobby()
        model.take(.line("watch m3 follow"))
        model.answer(Say.match(m3, seat: nil))
        model.take(received(.state(Say.state)))
        #expect(model.session.follows)
        model.take(.lost("reset"), .opened, Say.hello)
        let effects = model.take(welcome("Ann", tokenTwo))
        #expect(
            effects.contains { if case .send(.watch(.id(m3), follows: true, _), _, _) = $0 { true } else { false } })
        let next = model.answer(.error(ErrorReport(.noSuchMatch, command: "watch")))
        #expect(next.contains { if case .send(.watch(nil, follows: true, _), _, _) = $0 { true } else { false } })
        #expect(model.seating != nil, "the match stays on the screen until there is another")
    }

    @Test func `a client that lost its connection in the lobby returns to the lobby`() {
        var model = Model.inLobby()
        model.take(.lost("reset"), .opened, Say.hello)
        #expect(model.take(welcome("Ann", tokenTwo)) == [.send(.list, id: mark(3))])
    }

    @Test(arguments: [
        Farewell.replaced, .idle, .slowReader, Farewell(reason: "fireworks", message: "Boom.", retry: false),
    ])
    func `after some farewells the client does not reconnect`(_ farewell: Farewell) {
        var model = Model.inMatch()
        #expect(model.take(received(.bye(farewell))) == [.quit(.unavailable, farewell.message)])
    }

    @Test func `the client retries a host that is shutting down for a minute`() {
        var model = Model.inMatch()
        let bye = received(.bye(Farewell(after: .shuttingDown)))
        #expect(model.take(refusal(.shuttingDown, of: nil), bye) == [.disconnect, .connect(home)])
        var now = start
        var effects = [Effect.connect(home)]
        while effects == [.connect(home)], now < start + 120_000 {
            #expect(model.take(.lost("Connection refused"), at: now) == [])
            now = model.nextTick(after: now) ?? now
            effects = model.take(.tick, at: now)
        }
        #expect(now == start + 60_000)
        #expect(effects == [.quit(.unavailable, "The host at localhost:6366 shut down and did not come back.")])
    }

    @Test func `the client stops its countdown once a stopped host is back`() {
        var model = Model.inMatch()
        model.take(refusal(.shuttingDown, of: nil), received(.bye(Farewell(after: .shuttingDown))))
        model.take(.opened, Say.hello, resumed, at: start + 2_000)
        #expect(model.session.connection.giveUpAt == nil && model.isOnline)
        model.take(.lost("reset"), at: start + 3_000)
        #expect(model.session.connection.giveUpAt == nil)
    }

    @Test func `without a connection typed commands are not sent, but quit works`() {
        var model = broken()
        #expect(model.take(.line("b4")) == [])
        #expect(model.told.last == "Not connected; nothing was sent.")
        #expect(model.take(.line("quit")) == [.quit(.success, nil)])
    }

    @Test func `a client whose input has ended does not reconnect`() {
        var model = Model.inMatch(plain: true)
        model.take(.line("list"), .endOfInput)
        let sentence = "Lost the connection to localhost:6366: reset."
        #expect(model.take(.lost("reset")) == [.quit(.unavailable, sentence)])
    }

    @Test func `input that ends without a connection ends the client`() {
        var model = Model.inMatch(plain: true)
        model.take(.lost("reset"), .lost("refused"))
        let sentence = "Lost the connection to localhost:6366."
        #expect(model.take(.endOfInput).first == .quit(.unavailable, sentence))
    }
}
