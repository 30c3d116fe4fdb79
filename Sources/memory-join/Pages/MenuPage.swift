import Protocol

/// The menu: the title as a row of cards, and a line for each action.
struct MenuPage: PageContent {
    private static let letters = ["M", "E", "M", "O", "R", "Y"]

    let model: Model

    var buttons: [Button] {
        [
            .twoPlayers, .house, .solo, .beside, .matches, .watching, .records, .scores, .rules, .hosts, .help, .quit,
            .name,
        ]
    }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let all = buttons.filter { $0 != .name }
        // Cards where there is room, and a gap between the parts; else one line. On a large screen, all is further
        // apart.
        let isLarge = screen.rows >= 2 * all.count + 18 && screen.columns >= 120
        let isRoomy = screen.rows >= 30 && screen.columns >= 70
        let cardRows = isLarge ? 9 : isRoomy ? 5 : screen.rows >= all.count + 7 ? 3 : 1
        let gap = isLarge ? 2 : screen.rows >= all.count + 11 ? 1 : 0
        let pitch = isLarge ? 2 : 1
        let room = (screen.rows - 3 - cardRows - 3 * gap) / pitch
        // Where not all lines fit, the last two stand below them in one.
        let below: [Button] = all.count > room ? [.help, .quit] : []
        let listed = all.filter { !below.contains($0) }
        let focused = listed.firstIndex { model.effectiveFocus == .button($0) }
        let buttons = listed[Widgets.window(count: listed.count, around: focused, room: room)]
        let height = cardRows + buttons.count * pitch + 2 + 3 * gap
        var row = max(0, (screen.rows - 1 - height) / 2)
        drawTitle(&drawing, in: screen.lines(row, cardRows))
        row += cardRows + gap
        drawing.canvas.put(best, in: screen.lines(row), align: .centre, style: Style(foreground: .success))
        row += 1 + gap
        for button in buttons {
            Widgets.item(button, model, &drawing, in: screen.lines(row))
            row += pitch
        }
        row += gap
        drawPlayer(&drawing, in: screen.lines(row))
        drawHint(below, &drawing, in: screen.lines(screen.rows - 1))
        if model.session.connection.wasOnline { drawNews(&drawing, in: screen, below: row) }
    }

    private func drawHint(_ buttons: [Button], _ drawing: inout Drawing, in line: Rect) {
        guard buttons.isEmpty else {
            drawing.canvas.put("Enter selects", in: line, style: .faint)
            return Widgets.buttons(buttons, model, &drawing, in: line, align: .right)
        }
        let hint =
            model.name == nil
            ? "Arrows move, Enter selects" : "Enter selects, \(Button.name.keyText) changes your name"
        drawing.canvas.put(hint, in: line, align: .centre, style: .faint)
    }

    /// Draws who the player is, which can be chosen to change it.
    private func drawPlayer(_ drawing: inout Drawing, in line: Rect) {
        let text = Wording.youAndHost(model)
        let isFocused = model.effectiveFocus == .button(.name)
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .faint
        drawing.canvas.put(text, in: line, align: .centre, style: style)
        drawing.addTarget(.button(.name), in: line.centred(rows: 1, columns: TextWidth.columns(of: text)))
    }

    private func drawTitle(_ drawing: inout Drawing, in lines: Rect) {
        guard lines.rows > 1 else {
            drawing.canvas.put(Self.letters.joined(separator: " "), in: lines, align: .centre, style: .strong)
            return
        }
        let columns = lines.rows * 2 - 1
        let gap = 1
        let all = lines.centred(rows: lines.rows, columns: Self.letters.count * (columns + gap) - gap)
        let view = CardView(look: model.look, touches: false)
        for (index, letter) in Self.letters.enumerated() {
            let rect = all.slice(index * (columns + gap), columns)
            // The word's pair, one card taken by each seat; the rest is face up.
            let taker = letter == "M" ? index / 2 : nil
            let drawn = lines.rows >= 5 ? Drawings.of(letter, in: .letters) : nil
            let face = CardView.Face(label: letter, shape: drawn)
            view.draw(CardView.Card(coordinate: "", face: face, taker: taker), &drawing.canvas, in: rect)
        }
    }

    /// The host's best solo score so far.
    private var best: String {
        guard let scores = model.session.scores else { return "" }
        // The best of the default rules; else the first there is.
        let usual = Rules.preset(.classic, solo: true).comparable
        guard let game = scores.best.first(where: { $0.rules.comparable == usual }) ?? scores.best.first else {
            return "No solo scores yet."
        }
        return "Best solo game: \(game.name), \(Wording.points(game.score))"
    }

    private func drawNews(_ drawing: inout Drawing, in screen: Rect, below row: Int) {
        guard row + 1 < screen.rows - 1 else {
            if Wording.banner(model) != nil { Widgets.news(model, &drawing, in: screen.lines(screen.rows - 1)) }
            return
        }
        Widgets.news(model, &drawing, in: screen.lines(screen.rows - 2).centred(rows: 1, columns: screen.columns - 2))
    }
}
