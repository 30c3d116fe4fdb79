import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Sealed cards in the client: said at the table, checked at the end, and loud if they do not fit.
@Suite struct SealTests {
    private static let deck = FaceSet.animals.faces.prefix(15).flatMap { [$0, $0] }
    private static let seal = SealSamples.seal(deck)
    private static let other = Array(deck.reversed())
    private static let otherSeal = SealSamples.seal(other)

    /// A match that has a seal.
    private func playing(_ seal: Seal? = seal, seat: Int? = 0, plain: Bool = false) -> Model {
        .inMatch(seat: seat, seal: seal, plain: plain)
    }

    private func end(_ salt: Salt?, _ deck: [String] = deck) -> MatchState {
        .ended(version: 9).with {
            $0.cards = CardFaces(deck)
            $0.result?.salt = salt
        }
    }

    @Test func `the table says that its cards are sealed, and nothing where they are not`() {
        for seat in [0, nil] {
            #expect(playing(seat: seat).lines().shows("sealed"))
            #expect(!playing(nil, seat: seat).lines().shows("seal"))
        }
    }

    @Test func `at the end, a seal that fits is said quietly`() {
        for seat in [0, nil] {
            var model = playing(seat: seat)
            let effects = model.take(received(.state(end(SealSamples.salt))))
            #expect(model.screen.overlay == nil && !effects.contains(.ring))
            #expect(model.lines().shows("The seal fits"))
        }
    }

    @Test func `without a seal, nothing is said at the end`() {
        for salt in [nil, SealSamples.salt] {
            var model = playing(nil)
            model.take(received(.state(end(salt))))
            #expect(model.screen.overlay == nil && !model.lines().shows("seal"))
        }
    }

    @Test func `a host that lies is shown up over the whole screen, beside the result and in plain text`() throws {
        let lies: [(SealVerdict, [MatchState])] = [
            (.broken, [end(SealSamples.otherSalt)]), (.broken, [end(SealSamples.salt, Self.other)]),
            (.withheld, [end(nil)]),
            (.moved, [Say.state.with { ($0.version, $0.cards[0]) = (2, "🦄") }, end(SealSamples.salt)]),
        ]
        for (verdict, states) in lies {
            var model = playing()
            let effects = states.flatMap { model.take(received(.state($0))) }
            #expect(effects.contains(.ring), "\(verdict)")
            #expect(model.screen.overlay == .text(TextBox(["WARNING!", "", verdict.sentence])))
            #expect(model.lines().shows("WARNING!") && !model.lines().shows("The seal fits"))
            model.press(.escape)
            let start = verdict.sentence.split(separator: " ").prefix(4).joined(separator: " ")
            #expect(model.lines().shows(start), "\(verdict)")
            #expect(model.told.contains(verdict.sentence))
            var plain = playing(plain: true)
            let printed = states.flatMap { plain.take(received(.state($0))) }
            #expect(printed.contains(.printLine("WARNING! \(verdict.sentence)")))
        }
        var plain = playing(plain: true)
        #expect(plain.take(received(.state(end(SealSamples.salt)))).contains(.printLine(SealVerdict.fits.sentence)))
    }

    @Test func `on the smallest screen, an alarm takes the place of the figures`() {
        var model = playing()
        model.take(.resized(size(40, 14)))
        model.take(received(.state(end(SealSamples.otherSalt))))
        model.press(.escape)
        #expect(model.lines().shows("The seal does not fit"))
    }

    @Test func `a host that comes back with another seal is held to the first`() {
        var model = playing()
        model.take(.lost("reset"))
        model.take(.tick, at: start + 5_000)
        model.take(.opened, Say.hello, welcome("Ann", resumed: true), at: start + 5_000)
        model.take(received(Say.match(seal: SealSamples.seal(Self.other))), at: start + 5_000)
        #expect(model.session.seal?.verdict == .broken && model.lines().shows("WARNING!"), "at once")
        model.take(received(.state(end(SealSamples.salt, Self.other))), at: start + 5_000)
        #expect(model.session.seal?.verdict == .broken && model.lines().shows("WARNING!"))
    }

    @Test func `a rematch has a seal of its own`() {
        var model = playing()
        model.take(received(.state(end(SealSamples.salt))))
        model.take(received(Say.match(m4, seal: SealSamples.seal(Self.other))), received(.state(Say.stateOf(m4))))
        #expect(model.session.seal?.verdict == nil && model.lines().shows("sealed"))
        model.take(received(.state(end(SealSamples.salt, Self.other).with { $0.match = m4 })))
        #expect(model.session.seal?.verdict == .fits)
    }

    @Test func `faces that the screen cannot show as they are do not break the seal`() {
        let long = (0..<15).flatMap { ["a very long face \($0)", "a very long face \($0)"] }
        var model = playing(SealSamples.seal(long))
        model.take(received(.state(end(SealSamples.salt, long))))
        #expect(model.session.seal?.verdict == .fits)
    }

    @Test func `a face of more than a line is shown up as soon as it is seen`() {
        var model = playing()
        model.take(received(.state(Say.state.with { ($0.version, $0.cards[0]) = (2, "🐶\n🐶") })))
        #expect(model.session.seal?.verdict == .broken && model.lines().shows("WARNING!"))
        let hostile = ["🐶\n🐶"] + Self.deck.dropFirst()
        model = playing(SealSamples.seal(hostile))
        model.take(received(.state(end(SealSamples.salt, hostile))))
        #expect(model.session.seal?.verdict == .broken && model.lines().shows("WARNING!"))
    }

    @Test func `in plain text nobody is told how to check a deck whose faces are not shown as they are`() {
        for (first, isTold) in [("🐶", true), ("🐶\n🐶", false), ("a very long face", false)] {
            let deck = [first] + Self.deck.dropFirst()
            var model = playing(SealSamples.seal(deck), plain: true)
            let effects = model.take(received(.state(end(SealSamples.salt, deck))))
            let states = effects.compactMap { if case .print(let message) = $0 { message } else { nil } }
            #expect(states.flatMap { PlainEvents.lines($0) }.shows("To check the seal") == isTold)
        }
    }

    // MARK: Other matches in between

    /// The client comes to a match by a command, and sees its first state.
    private func enter(_ match: MatchID, _ seal: Seal?, _ model: inout Model) {
        model.take(.line("watch \(match.text)"))
        model.answer(Say.match(match, seat: nil, seal: seal))
        model.take(received(.state(Say.stateOf(match))))
    }

    private func reconnect(_ model: inout Model, _ answers: Input...) {
        model.take(.lost("reset"))
        model.take(.tick, at: start + 5_000)
        model.take(.opened, Say.hello, at: start + 5_000)
        for answer in answers { model.take(answer, at: start + 5_000) }
    }

    @Test func `a host that names another seal, or none, when the client comes back from another match is shown up`() {
        for (again, plain) in [Self.otherSeal, nil].flatMap({ [($0, true), ($0, false)] }) {
            var model = playing(seat: nil, plain: plain)
            enter(m4, Self.otherSeal, &model)
            #expect(model.session.seal?.verdict == nil)
            model.take(.line("watch m3"))
            let effects = model.answer(Say.match(seat: nil, seal: again))
            #expect(model.session.seal?.verdict == .broken)
            if plain {
                #expect(effects.contains(.printLine("WARNING! \(SealVerdict.broken.sentence)")))
            } else {
                model.take(received(.state(Say.state)))
                #expect(effects.contains(.ring) && model.lines().shows("WARNING!"))
            }
        }
        var honest = playing(seat: nil)
        enter(m4, Self.otherSeal, &honest)
        enter(m3, Self.seal, &honest)
        honest.take(received(.state(end(SealSamples.salt))))
        #expect(honest.session.seal?.verdict == .fits)
    }

    @Test func `another seal is one too many even after the match, however it ended`() {
        var model = playing()
        model.take(received(.state(end(SealSamples.salt))))
        reconnect(&model, welcome("Ann", resumed: true), received(Say.match(seal: Self.otherSeal)))
        #expect(model.session.seal?.verdict == .broken && model.lines().shows("WARNING!"))
    }

    @Test func `seals are remembered as long as the host knows the token`() {
        for isResumed in [true, false] {
            var model = playing(seat: nil)
            reconnect(&model, welcome("Ann", resumed: isResumed), received(Say.match(seat: nil, seal: Self.otherSeal)))
            #expect(model.session.seal?.verdict == .broken, "the token is the same")
        }
        var model = playing(seat: nil)
        reconnect(
            &model, refusal(.badToken, of: .hello), welcome("Ann", tokenTwo),
            received(Say.match(seat: nil, seal: Self.otherSeal)))
        #expect(model.session.seal == SealCheck(Self.otherSeal), "a host without data counts from m1 again")
    }

    @Test func `a name that is taken in the middle changes the token, but not the host`() {
        var model = playing(seat: nil)
        model.take(.line("name Eve"))
        model.answer(.welcome(Welcome(name: "Eve", token: tokenTwo, resumed: false)))
        enter(m4, Self.otherSeal, &model)
        enter(m3, Self.otherSeal, &model)
        #expect(model.session.seal?.verdict == .broken)
    }

    @Test func `the seals of very many matches are remembered, then the oldest are forgotten`() {
        var seals = KnownSeals()
        for number in 1...KnownSeals.capacity + 1 { seals.note(Self.seal, of: MatchID(number: number)) }
        seals.note(Self.otherSeal, of: MatchID(number: 2))
        #expect(seals.check(MatchID(number: 1), under: Self.otherSeal)?.verdict == nil)
        for number in [2, KnownSeals.capacity + 1] {
            #expect(seals.check(MatchID(number: number), under: Self.seal)?.verdict == nil)
            #expect(seals.check(MatchID(number: number), under: nil)?.verdict == .broken)
        }
    }

    @Test func `a replay and a record of a match whose seal is known must have it`() {
        let report = record(SealSamples.seal(["A", "B", "B", "A"]), SealSamples.salt)
        for (known, fits) in [(report.seal, true), (Self.seal, false)] {
            var model = Model.inLobby()
            model.session.seals.note(known, of: report.summary.match)
            model.type("r")
            model.answer(.records(Say.records))
            model.press(.enter)
            model.answerReplay(of: report)
            #expect(model.lines().shows("WARNING!") != fits, "over the page of the replay")
            var plain = Model.inLobby(plain: true)
            plain.session.seals.note(known, of: report.summary.match)
            plain.take(.line("record r1"))
            let printed = plain.answer(.record(report))
            #expect(printed.contains(.printLine("WARNING! \(SealVerdict.broken.sentence)")) != fits)
        }
    }

    @Test func `a record is checked, too`() {
        for (seal, salt, isFalse) in [
            (SealSamples.seal(["A", "B", "B", "A"]), SealSamples.salt, false), (Self.seal, SealSamples.salt, true),
            (Self.seal, nil, true),
        ] as [(Seal, Salt?, Bool)] {
            var model = Model.inLobby()
            model.take(.line("record r1"))
            model.answer(.record(record(seal, salt)))
            #expect(model.lines().shows("WARNING!") == isFalse)
        }
    }

    // MARK: Replays

    private func record(_ seal: Seal?, _ salt: Salt?) -> MatchRecord {
        let report = MatchRecord.of("ABBA", (0, "a1", 1_000), (0, "b2", 2_000))
        return MatchRecord(
            summary: report.summary, deck: report.deck, moves: report.moves, seal: seal, salt: salt)
    }

    @Test func `a replay is checked, too`() {
        let deck = ["A", "B", "B", "A"]
        var fits = Model.replaying(record(SealSamples.seal(deck), SealSamples.salt))
        #expect(fits.screen.overlay == nil && !fits.lines().shows("seal"))
        fits.press(.end)
        #expect(fits.lines().shows("seal") && fits.session.replayedSeal?.verdict == .fits)
        var old = Model.replaying(record(nil, nil))
        old.press(.end)
        #expect(old.screen.overlay == nil && !old.lines().shows("seal"))
        for (seal, salt) in [
            (SealSamples.seal(["B", "A", "A", "B"]), SealSamples.salt), (SealSamples.seal(deck), nil),
        ] {
            var model = Model.replaying(record(seal, salt))
            #expect(model.lines().shows("WARNING!"))
            model.press(.escape, .end)
            #expect(model.lines().shows("The seal"))
        }
    }
}
