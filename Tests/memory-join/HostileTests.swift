import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Whatever a host sends and a person does, the client keeps running, and the screen stays intact.
///
/// The host's events go through its lines and the client's reader, as real ones would.
@Suite struct HostileTests {
    @Test(arguments: [false, true])
    func `random events, keys and clicks never break update or view`(_ plain: Bool) {
        var random = SeededRandom(#function)
        for round in 0..<20 {
            var options = Options()
            options.isPlain = plain
            let look = Look(isASCII: random.chance(oneIn: 3), hasMotion: random.chance(oneIn: 2))
            var model = Model(options: options, look: look, login: random.text(), savedName: player("Ann"))
            var now = start
            model.take(.start, .opened, Say.hello, welcome("Ann"))
            for step in 0..<80 {
                now = now + random.number(0...3_000)
                let input = random.chance(oneIn: 3) ? .received(random.received(model)) : random.input(model, at: now)
                let flaw = flaw(of: model.update(input, at: now)) ?? (plain ? nil : self.flaw(of: model, at: now))
                if let flaw {
                    Issue.record("round \(round), step \(step), after \(input): \(flaw)")
                    return
                }
            }
        }
    }

    @Test func `a replay of a hostile host never breaks update or view`() {
        var random = SeededRandom(#function)
        var shown = 0
        for round in 0..<40 {
            let look = Look(isASCII: random.chance(oneIn: 2), hasMotion: random.chance(oneIn: 2))
            var (model, now) = (Model.inLobby(look: look), start)
            model.command("replay r17")
            let messages = random.replay(re: model.session.commands.pending?.id)
            let ticks = Array(repeating: Input.tick, count: 10)
            for input in messages.flatMap({ [Input.received($0), .tick, .tick] }) + ticks {
                now = now + random.number(1_000...6_000)
                if let flaw = flaw(of: model.update(input, at: now)) ?? flaw(of: model, at: now) {
                    Issue.record("round \(round), after \(input): \(flaw)")
                    return
                }
            }
            if let player = model.player, player.lastPosition > 0 { shown += 1 }
        }
        // Lies end many of them early.
        #expect(shown > 10)
    }

    @Test func `every page is intact at every size, whatever the host has sent`() {
        var random = SeededRandom(#function)
        let pages = Page.samples + [.opening(OpeningForm(seats: 1))]
        let overlays: [Overlay?] = [
            nil, .text(.help), .text(.messages), .text(TextBox([SafeText.line(random.text())])), .question(.leave),
            .question(.quit),
            .prompt(Prompt(.talk, random.text())),
            .prompt(Prompt(.address, "", complaint: SafeText.line(random.text()))),
        ]
        for _ in 0..<100 {
            var model = Model.inMatch(
                seat: random.one(of: [nil, 0, 1]),
                look: Look(isASCII: random.chance(oneIn: 2), hasMotion: random.chance(oneIn: 2)))
            for _ in 0..<6 { model.take(.received(random.received(model))) }
            if random.chance(oneIn: 2) { model.screen.page = random.one(of: pages) }
            model.screen.overlay = random.one(of: overlays)
            model.take(.resized(random.size()))
            if let flaw = flaw(of: model, at: start + random.number(0...3_000)) {
                Issue.record("\(model.screen.page), \(model.size): \(flaw)")
                return
            }
        }
    }

    @Test func `random bytes in a host's lines never break update or view`() {
        var random = SeededRandom(#function)
        var model = Model.inMatch(look: Look())
        for _ in 0..<600 {
            var line = random.line(model)
            for _ in 0..<random.number(0...4) {
                let place = random.number(0...line.count - 1)
                switch random.number(0...2) {
                case 0: line[place] = UInt8(random.number(0...255))
                case 1: if line.count > 1 { line.remove(at: place) }
                default: line.insert(contentsOf: random.text().utf8.filter { $0 != 10 }, at: place)
                }
            }
            model.take(.received(HostLine.read(line, in: 0..<line.count)))
            if let flaw = flaw(of: model, at: start) {
                Issue.record("\(flaw)")
                return
            }
        }
    }

    @Test func `five hundred states in a row leave the last one on the table`() {
        var random = SeededRandom(#function)
        var model = Model.inMatch(look: Look())
        var state = Say.state
        for version in 2...501 {
            for _ in 0..<3 { state.cards[random.number(0...29)] = random.chance(oneIn: 2) ? nil : "🦊" }
            (state.version, state.turn, state.turned) = (version, version % 2, [version % 30])
            state.change = .memory(.flip(seat: version % 2, card: version % 30))
            model.take(received(.state(state)), at: start + 2 * version)
        }
        #expect(model.state == state && model.session.log.count <= 100)
        let rest = start + 10_000
        model.take(.tick, at: rest)
        #expect(model.screen.motions.isEmpty)
        let (seen, wanted) = (model.drawing(at: rest), Model.inMatch(state).drawing(at: rest))
        for card in 0..<30 {
            let place = wanted.rect(of: .card(card))
            #expect(seen.rect(of: .card(card)) == place)
            guard let place else { continue }
            let (row, column) = (place.row + 1, place.column + 2)
            #expect(seen.canvas[row, column] == wanted.canvas[row, column], "card \(card)")
        }
    }

    /// Returns the flaw in the effects, if any: text that does more than be shown.
    private func flaw(of effects: [Effect]) -> String? {
        for intent in effects {
            switch intent {
            case .print(let message):
                let line = PlainEvents.lines(message).first { !isSafe($0) }
                if let line { return "prints \(line.debugDescription)" }
            case .printLine(let line), .quit(_, .some(let line)):
                if !isSafe(line) { return "says \(line.debugDescription)" }
            case .saveName(let name):
                if !isSafe(name.text) { return "saves \(name.text.debugDescription)" }
            case .connect, .disconnect, .find, .stopFinding, .remember, .keepToken, .forgetToken, .releaseToken, .send,
                .ring, .redraw,
                .suspend,
                .quit:
                break
            }
        }
        return nil
    }

    /// Returns the flaw on the screen, if any.
    private func flaw(of model: Model, at now: Instant) -> String? {
        if let next = model.nextTick(after: now), next - now > 24 * 3_600_000 { return "a tick in \(next - now) ms" }
        let canvas = model.drawing(at: now).canvas
        guard (canvas.size.columns, canvas.size.rows) == (max(0, model.size.columns), max(0, model.size.rows)) else {
            return "a screen of another size"
        }
        for row in 0..<canvas.size.rows {
            if let flaw = flaw(of: canvas, row, isASCII: model.look.isASCII) { return "\(flaw) in line \(row)" }
        }
        if let cursor = canvas.cursor, !canvas.bounds.contains(cursor) { return "the cursor is at \(cursor)" }
        return nil
    }

    private func flaw(of canvas: Canvas, _ row: Int, isASCII: Bool) -> String? {
        var columns = 0
        for column in 0..<canvas.size.columns {
            let text = canvas[row, column].text
            // What is not ASCII is looked at more closely.
            if text.utf8.count == 1, TextWidth.isPrintableASCII(text) {
                columns += 1
                continue
            }
            columns += TextWidth.columns(of: text)
            if isASCII || !isSafe(text) || Glyph.split(text).count > 1 { return text.debugDescription }
        }
        return columns == canvas.size.columns ? nil : "\(columns) columns of \(canvas.line(row))"
    }
}
