import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Sealed cards in the client: said at the table, checked at the end, and loud if they do not fit.
@Suite struct SealTests {
    private static let deck = FaceSet.animals.faces.prefix(15).flatMap { [$0, $0] }
    private static let seal = SealSamples.seal(deck)
    private static let other = Array(deck.reversed())

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

    // MARK: Replays

    private func record(_ seal: Seal?, _ salt: Salt?) -> RecordReport {
        let report = RecordReport.of("ABBA", (0, "a1", 1_000), (0, "b2", 2_000))
        return RecordReport(
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
