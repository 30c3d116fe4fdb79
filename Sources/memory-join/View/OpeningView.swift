import Protocol

/// Draws the form that opens a match.
struct OpeningView {
    private let model: Model
    private let form: OpeningForm

    /// The form in its current state.
    init(_ model: Model, _ form: OpeningForm) { (self.model, self.form) = (model, form) }

    /// Draws the form.
    func draw(_ drawing: inout Drawing, in screen: Rect) {
        Widgets.heading(
            form.seats == 1 ? "Solo" : "Open a match", Wording.playerAndHost(model), &drawing, in: screen.lines(0))
        let block = screen.lines(1, screen.rows - 3).centred(
            rows: form.fields.count + 4, columns: min(46, screen.columns - 2))
        for (row, field) in form.fields.enumerated() { draw(field, &drawing, in: block.lines(row)) }
        if let rules = form.rules {
            for (row, line) in TextWidth.wrap(Wording.rules(rules), to: block.columns).prefix(3).enumerated() {
                drawing.canvas.put(line, in: block.lines(form.fields.count + 1 + row), style: .faint)
            }
        }
        Widgets.news(model, &drawing, in: screen.lines(screen.rows - 2))
        Widgets.buttons(
            model.buttons, focus: model.effectiveFocus, &drawing, in: screen.lines(screen.rows - 1), align: .centre)
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
