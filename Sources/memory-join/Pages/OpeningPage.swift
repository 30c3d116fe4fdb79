import Protocol

/// The form that opens a match.
struct OpeningPage: PageContent {
    let model: Model
    let form: OpeningForm

    var items: [Target] { form.fields.map { .field($0) } }
    var buttons: [Button] { [.start, .back] }
    var previous: Page { model.screen.pageBeforeForm }

    var keys: [HelpLine] { [HelpLine("Up, down", "select a line"), HelpLine("Left, right", "change it")] }

    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool {
        guard case .field(let field) = model.effectiveFocus, move == .left || move == .right else { return false }
        model.change(field, by: move == .left ? -1 : 1)
        return true
    }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let room = Widgets.page(
            title, Wording.playerAndHost(model), model, &drawing, in: screen, align: .centre)
        let columns = min(46, screen.columns - 2)
        let words = form.rules?.words
        let notes = words.map { TextWidth.wrap($0.summary, to: columns) } ?? []
        let warning = words?.warning.map { TextWidth.wrap($0, to: columns) } ?? []
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

    private func draw(_ field: OpeningForm.Field, _ drawing: inout Drawing, in line: Rect) {
        let isFocused = model.effectiveFocus == .field(field)
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        drawing.canvas.put(" " + field.title, in: line, style: style)
        var strong = style
        strong.traits.formUnion(.bold)
        drawing.canvas.put(
            "< \(form.rules.map { field.value(form, $0, model.look) } ?? "") > ", in: line, align: .right, style: strong
        )
        drawing.addTarget(.field(field), in: line)
    }
}
