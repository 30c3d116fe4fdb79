import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Sealed cards in the client: said at the table, checked at the end, and loud if they do not fit.
@Suite struct SealTests {
    private static let deck = FaceSet.animals.faces.prefix(15).flatMap { [$0, $0] }
    private static let seal = SealSamples.seal(deck)

    /// A match that has a seal.
    private func playing(_ seal: Seal? = seal, seat: Int? = 0, plain: Bool = false) -> Model {
        var model = Model.inLobby(plain: plain)
        model.take(.line(seat == nil ? "watch" : "join"))
        model.answer(.match(Seating(match: m3, seat: seat, rules: .preset(.classic), seal: seal, code: nil)))
        model.take(received(.state(Say.state)))
        return model
    }

    private func end(_ salt: Salt?, _ deck: [String] = deck, version: Int = 9) -> MatchState {
        .ended(version: version).with {
            $0.cards = CardFaces(deck)
            $0.result?.salt = salt
        }
    }

    private func shows(_ model: Model, _ text: String) -> Bool { model.lines().contains { $0.contains(text) } }

    @Test func `the table says that its cards are sealed, and nothing where they are not`() {
        for seat in [0, nil] {
            #expect(shows(playing(seat: seat), "sealed"))
            #expect(!shows(playing(nil, seat: seat), "seal"))
        }
    }

    @Test func `at the end, a seal that fits is said quietly`() {
        for seat in [0, nil] {
            var model = playing(seat: seat)
            let effects = model.take(received(.state(end(SealSamples.salt))))
            #expect(model.screen.overlay == nil && !effects.contains(.ring))
            #expect(shows(model, "The seal fits"))
        }
    }

    @Test func `without a seal, nothing is said at the end`() {
        for salt in [nil, SealSamples.salt] {
            var model = playing(nil)
            model.take(received(.state(end(salt))))
            #expect(model.screen.overlay == nil && !shows(model, "seal"))
        }
    }

    @Test func `a host that lies is shown up over the whole screen, beside the result and in plain text`() throws {
        let other = Array(Self.deck.reversed())
        let lies: [(SealVerdict, [MatchState])] = [
            (.broken, [end(SealSamples.otherSalt)]), (.broken, [end(SealSamples.salt, other)]),
            (.withheld, [end(nil)]),
            (.moved, [Say.state.with { ($0.version, $0.cards[0]) = (2, "🦄") }, end(SealSamples.salt)]),
        ]
        for (verdict, states) in lies {
            var model = playing()
            let effects = states.flatMap { model.take(received(.state($0))) }
            #expect(effects.contains(.ring), "\(verdict)")
            #expect(model.screen.overlay == .text(TextBox(["WARNING!", "", verdict.sentence])))
            #expect(shows(model, "WARNING!") && !shows(model, "The seal fits"))
            model.press(.escape)
            let start = verdict.sentence.split(separator: " ").prefix(4).joined(separator: " ")
            #expect(shows(model, start), "\(verdict)")
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
        #expect(shows(model, "The seal does not fit"))
    }

    @Test func `a host that comes back with another seal is held to the first`() {
        var model = playing()
        let other = Array(Self.deck.reversed())
        model.take(.lost("reset"))
        model.take(.tick, at: start + 5_000)
        model.take(.opened, Say.hello, welcome("Ann", resumed: true), at: start + 5_000)
        let seating = Seating(match: m3, seat: 0, rules: .preset(.classic), seal: SealSamples.seal(other), code: nil)
        model.take(received(.match(seating)), at: start + 5_000)
        #expect(model.session.seal?.verdict == .broken && shows(model, "WARNING!"), "at once")
        model.take(received(.state(end(SealSamples.salt, other))), at: start + 5_000)
        #expect(model.session.seal?.verdict == .broken && shows(model, "WARNING!"))
    }

    @Test func `a rematch has a seal of its own`() {
        var model = playing()
        model.take(received(.state(end(SealSamples.salt))))
        let m4 = MatchID(number: 4)
        let other = Array(Self.deck.reversed())
        let seating = Seating(match: m4, seat: 0, rules: .preset(.classic), seal: SealSamples.seal(other), code: nil)
        model.take(received(.match(seating)), received(.state(Say.stateOf(m4))))
        #expect(model.session.seal?.verdict == nil && shows(model, "sealed"))
        model.take(received(.state(end(SealSamples.salt, other).with { $0.match = m4 })))
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

    private func replaying(_ report: RecordReport) -> Model {
        var model = Model.choosingRecord()
        model.press(.enter)
        model.answerReplay(of: report)
        return model
    }

    @Test func `a replay is checked, too`() {
        let deck = ["A", "B", "B", "A"]
        var fits = replaying(record(SealSamples.seal(deck), SealSamples.salt))
        #expect(fits.screen.overlay == nil && !shows(fits, "seal"))
        fits.press(.end)
        #expect(shows(fits, "seal") && fits.session.replayedSeal?.verdict == .fits)
        var old = replaying(record(nil, nil))
        old.press(.end)
        #expect(old.screen.overlay == nil && !shows(old, "seal"))
        for (seal, salt) in [
            (SealSamples.seal(["B", "A", "A", "B"]), SealSamples.salt), (SealSamples.seal(deck), nil),
        ] {
            var model = replaying(record(seal, salt))
            #expect(shows(model, "WARNING!"))
            model.press(.escape, .end)
            #expect(shows(model, "The seal"))
        }
    }
}
