import Protocol

/// Draws the people whom the person has played, to choose whose matches are listed.
struct OpponentsView {
    let model: Model

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let area = Widgets.page("Opponents", Wording.resultsHeading, model, &drawing, in: screen)
        let opponents = model.opponents
        if opponents.isEmpty {
            let text = model.statistics == nil ? "Loading…" : "You have not played anyone yet. Press n to type a name."
            drawing.canvas.put(wrapped: text, in: area.lines(min(1, area.rows - 1), area.rows), align: .centre)
        }
        let focused = opponents.firstIndex { model.effectiveFocus == .opponent($0.name) }
        let window = Widgets.window(count: opponents.count, around: focused ?? 0, room: area.rows)
        for (row, index) in window.enumerated() {
            let (line, player) = (area.lines(row), opponents[index])
            let (style, used) = Widgets.item(.opponent(player.name), focus: model.effectiveFocus, &drawing, in: line)
            let numbers = Wording.numbers(player)
            drawing.canvas.put(numbers, in: line, align: .right, style: style)
            let room = line.slice(used, line.columns - used - numbers.utf8.count - 1)
            drawing.canvas.put(player.name, in: room, style: style)
        }
    }
}
