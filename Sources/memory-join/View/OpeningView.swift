import Protocol

/// Draws the form that opens a match.
struct OpeningView {
    let model: Model
    let form: OpeningForm

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let title = form.seats == 1 ? "Solo" : "Open a match"
        let room = Widgets.page(
            title, Wording.playerAndHost(model), model, &drawing, in: screen, align: .centre)
        let block = room.centred(rows: form.fields.count + 4, columns: min(46, screen.columns - 2))
        for (row, field) in form.fields.enumerated() { draw(field, &drawing, in: block.lines(row)) }
        if let rules = form.rules {
            drawing.canvas.put(
                wrapped: Wording.rules(rules), in: block.lines(form.fields.count + 1, 3), style: .faint)
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
        case .seats: "Players"
        case .preset: "Rules"
        case .size: "Board"
        case .faces: "Cards"
        case .isPrivate: "Visibility"
        }
    }

    private func value(_ field: OpeningForm.Field) -> String {
        switch field {
        case .seats: form.seats == 1 ? "1 (solo)" : "2"
        case .preset: form.preset.rawValue
        case .size: form.rules.map { "\($0.rows)x\($0.columns)\(form.size == nil ? " (standard)" : "")" } ?? ""
        case .faces: form.faces.rawValue
        case .isPrivate: form.isPrivate ? "private (code)" : "public"
        }
    }
}
