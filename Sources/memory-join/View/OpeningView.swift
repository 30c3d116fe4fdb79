import Protocol

/// Draws the form that opens a match.
struct OpeningView {
    let model: Model
    let form: OpeningForm

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let room = Widgets.page(
            title, Wording.playerAndHost(model), model, &drawing, in: screen, align: .centre)
        let columns = min(46, screen.columns - 2)
        let notes = form.rules.map { TextWidth.wrap(Wording.rules($0), to: columns) } ?? []
        let warning = form.rules.flatMap { Wording.warning($0) }.map { TextWidth.wrap($0, to: columns) } ?? []
        let gap = form.fields.count + notes.count + warning.count < room.rows ? 1 : 0
        let block = room.centred(rows: form.fields.count + gap + notes.count + warning.count, columns: columns)
        for (row, field) in form.fields.enumerated() { draw(field, &drawing, in: block.lines(row)) }
        // The warning comes first, since small screens cut the end.
        for (row, line) in (warning + notes).enumerated() {
            let style = row < warning.count ? Style(foreground: .toMove) : .faint
            drawing.canvas.put(line, in: block.lines(form.fields.count + gap + row), style: style)
        }
    }

    private var title: String {
        if form.seats == 1 { return "Solo" }
        return switch form.opponent {
        case .anybody: "Open a match"
        case .house: "Play the house"
        case .beside: "Two on this device"
        }
    }

    private var players: String {
        if form.seats == 1 { return "1 (solo)" }
        return switch form.opponent {
        case .anybody: "2"
        case .house(let level): "house (\(level.rawValue))"
        case .beside(let name):
            "with \(TextWidth.truncated(SafeText.line(name.text), to: 16, isASCII: model.look.isASCII))"
        }
    }

    private func draw(_ field: OpeningForm.Field, _ drawing: inout Drawing, in line: Rect) {
        let isFocused = model.effectiveFocus == .field(field)
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        drawing.canvas.put(" " + title(field), in: line, style: style)
        var strong = style
        strong.traits.formUnion(.bold)
        drawing.canvas.put("< \(value(field)) > ", in: line, align: .right, style: strong)
        drawing.addTarget(.field(field), in: line)
    }

    private func title(_ field: OpeningForm.Field) -> String {
        switch field {
        case .game: "Game"
        case .seats: "Players"
        case .preset: "Rules"
        case .size: "Board"
        case .turns: "Turns"
        case .clock: "Clock"
        case .again: "After a pair"
        case .faces: "Cards"
        case .idle: "Ends if idle for"
        case .isPrivate: "Visibility"
        case .claims: "Claim with"
        case .marks: "Colour letters"
        }
    }

    private func value(_ field: OpeningForm.Field) -> String {
        guard let rules = form.rules else { return "" }
        return switch field {
        case .game: Wording.game(rules.game)
        case .seats: players
        case .preset: form.preset.rawValue
        case .size: "\(rules.rows)x\(rules.columns), \(PlainRules.counted(rules.pairCount, "pair"))"
        case .turns: rules.turns == 0 ? "no limit" : "\(rules.turns)\(form.seats > 1 ? " each" : "")"
        case .clock: rules.turnMilliseconds == 0 ? "none" : "\(rules.turnMilliseconds / 1000) s per turn"
        case .again: rules.again ? "another turn" : "next player"
        case .faces: form.faces.rawValue
        case .idle: Wording.idleTime(rules)
        case .isPrivate: form.isPrivate ? "private (code)" : "public"
        case .claims: form.claimsByEnter ? "Enter" : "third card"
        case .marks: form.marksColours ? "on" : "off"
        }
    }
}
