import Protocol

/// Draws the box at the end of a match, over its board: the result, and the figures of the match.
struct EndView {
    let table: Table
    let state: MatchState
    let series: Series?

    /// A line of the box; the higher its rank, the sooner it is left out.
    private struct Line {
        let text: String
        var style = Style.plain
        var rank = 0
    }

    /// Draws it in the middle of the board's space. What does not fit is left out, the figures first.
    func draw(_ drawing: inout Drawing, in board: Rect) {
        let columns = min(44, board.columns - 4)
        let room = max(1, board.rows - 2)
        var lines = lines.flatMap { line in
            TextWidth.wrap(line.text, to: columns).map { Line(text: $0, style: line.style, rank: line.rank) }
        }
        while lines.count > room, let rank = lines.map(\.rank).max(), rank > 0 { lines.removeAll { $0.rank == rank } }
        lines = Array(lines.prefix(room))
        let inner = Widgets.box(rows: lines.count, columns: columns, &drawing, in: board)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line.text, in: inner.lines(row), align: .centre, style: line.style)
        }
    }

    private var lines: [Line] {
        let own = table.seating.you
        let isWon = state.result?.winner != nil && state.result?.winner == own
        var lines = [
            Line(
                text: Wording.winner(state, own: own) + (isWon ? "!" : ""),
                style: Style(foreground: isWon ? .success : .plain, traits: .bold)),
            Line(text: Wording.result(state), style: .strong),
        ]
        if state.result?.best == true, (state.seats.first?.score ?? 0) > 0 {
            lines.append(Line(text: "New high score!", style: Style(foreground: .success, traits: .bold)))
        }
        lines.append(Line(text: Wording.endReason(state, own: own), rank: 1))
        lines += Wording.figures(state, table.tally).map { Line(text: $0, style: .faint, rank: 3) }
        if let series { lines.append(Line(text: Wording.series(series), rank: 2)) }
        if let offer = Wording.offer(state, own: own) { lines.append(Line(text: offer, style: .strong)) }
        return lines
    }
}
