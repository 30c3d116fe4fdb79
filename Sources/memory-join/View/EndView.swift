import Protocol

/// Draws the box at the end of a match: the winner, the scores, and the next steps.
struct EndView {
    let model: Model
    let state: MatchState
    let seating: Seating

    /// Draws it in the middle.
    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let columns = min(44, screen.columns - 4)
        let lines = lines(columns)
        let buttons = model.overlay == nil ? model.buttons : []
        let room = max(1, screen.rows - 3 - lines.count - 1)
        let focused = buttons.firstIndex { model.effectiveFocus == .button($0) }
        let window = Widgets.window(count: buttons.count, around: focused, room: room)
        let inner = Widgets.box(
            rows: lines.count + window.count + 1, columns: columns, &drawing,
            in: screen.lines(0, screen.rows - 1))
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line.text, in: inner.lines(row), align: .centre, style: line.style)
        }
        for (row, button) in buttons[window].enumerated() {
            Widgets.item(
                button, title: Wording.title(button, state, seating), focus: model.effectiveFocus, &drawing,
                in: inner.lines(lines.count + 1 + row))
        }
    }

    private func lines(_ columns: Int) -> [(text: String, style: Style)] {
        let isOwn = state.result?.winner != nil && state.result?.winner == seating.seat
        let title = Wording.winner(state, own: seating.seat) + (isOwn ? "!" : "")
        var lines = [(title, Style(foreground: isOwn ? .success : .plain, traits: .bold))]
        lines += TextWidth.wrap(Wording.endReason(state, own: seating.seat), to: columns).map { ($0, Style.plain) }
        lines.append((Wording.result(state), .strong))
        if state.result?.best == true {
            lines += TextWidth.wrap("New high score!", to: columns)
                .map { ($0, Style(foreground: .success, traits: .bold)) }
        }
        if let offer = Wording.offer(state, own: seating.seat) {
            lines += TextWidth.wrap(offer, to: columns).map { ($0, Style.plain) }
        }
        return lines
    }
}
