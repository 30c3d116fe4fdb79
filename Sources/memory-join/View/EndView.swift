import Protocol

/// The result of a match and its figures. It never covers a card.
struct EndView {
    let table: Table
    let state: MatchState
    let series: Series?
    /// True for a player on a host that is closing: there is no other match.
    var isLast = false
    /// The outcome of the check of the seal; nil without a seal.
    let seal: SealVerdict?
    let now: Instant
    /// True if the score counts up and a high score sparkles; false if both are as they are in the end.
    var hasMotion = false
    var isASCII = false

    /// Milliseconds in which the score counts up, and for which a high score sparkles after that.
    static let countTime = 700, sparkleTime = 1_500

    /// A line; the higher its rank, the sooner it is left out.
    private struct Line {
        let text: String
        var style = Style.plain
        var rank = 0
    }

    /// The fewest rows of a box: the winner and the score within a border.
    private static let boxRows = 4

    /// Draws it into the top rows of a space beside the cards; returns the number of rows used.
    func draw(_ drawing: inout Drawing, beside space: Rect) -> Int {
        let lines = lines(columns: space.columns, rows: space.rows)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line.text, in: space.lines(row), style: line.style)
        }
        return lines.count
    }

    /// Draws it in a box above or below the cards, whichever has more room; false if neither has enough.
    func draw(_ drawing: inout Drawing, around cards: Rect, in space: Rect) -> Bool {
        let above = space.lines(0, cards.row - space.row)
        let below = space.lines(cards.endRow - space.row, space.endRow - cards.endRow)
        let strip = below.rows >= above.rows ? below : above
        guard strip.rows >= Self.boxRows else { return false }
        let columns = min(44, space.columns - 4)
        let lines = lines(columns: columns, rows: strip.rows - 2)
        let inner = Widgets.box(rows: lines.count, columns: columns, &drawing, in: strip)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line.text, in: inner.lines(row), align: .centre, style: line.style)
        }
        return true
    }

    /// Draws the winner and the score in one line.
    func draw(_ drawing: inout Drawing, in line: Rect) {
        drawing.canvas.put("\(winner.text) \(Wording.result(counted))", in: line, style: winner.style)
    }

    /// The offer of a rematch, or the reason why there is none; nil if there is nothing to say.
    private var next: String? {
        isLast ? MatchSentence.hostCloses.text() : Wording.offer(state, own: table.seating.you)
    }

    /// Returns as much as a second line has room for: what comes next, or the reason of the end, with as many figures as
    /// fit.
    func summary(columns: Int) -> String {
        let own = table.seating.you
        if let next { return next }
        if let alarm { return alarm }
        let figures = figures + (series.map { [Wording.series($0)] } ?? [])
        let sentences = [Wording.endReason(state, own: own)] + figures.map { "\($0)." }
        let start = isBest ? Self.best : sentences[0]
        return sentences.dropFirst(isBest ? 0 : 1).reduce(start) { line, next in
            TextWidth.columns(of: line) + 1 + TextWidth.columns(of: next) <= columns ? "\(line) \(next)" : line
        }
    }

    /// The sentence to be said loudly of the seal; nil if there is none.
    private var alarm: String? { seal.flatMap { $0.isAlarming ? $0.sentence : nil } }

    /// The figures of the match, and quietly that its seal fits.
    private var figures: [String] {
        Wording.figures(state, table) + (seal == .fits ? [MatchSentence.sealFits.heading()] : [])
    }

    private static let best = "New high score!"

    /// Milliseconds since the result is shown.
    private var time: Int { hasMotion ? table.resultFrom.map { now - $0 } ?? .max : .max }

    /// The state with the part of each score that has been counted.
    private var counted: MatchState {
        var counted = state
        let part = min(time, Self.countTime)
        for seat in counted.seats.indices where part < Self.countTime {
            counted.seats[seat].score = counted.seats[seat].score * max(0, part) / Self.countTime
        }
        return counted
    }

    /// The words for a high score, between stars that come one after the other.
    private var sparkling: String {
        guard !isASCII else { return "* \(Self.best) *" }
        let frames = ["✦ \(Self.best)  ", "★ \(Self.best) ✦", "✦ \(Self.best) ★"]
        let since = time - Self.countTime
        return since < Self.sparkleTime ? frames[max(0, since) / 150 % 3] : "★ \(Self.best) ★"
    }

    private var isBest: Bool { state.result?.best == true && (state.seats.first?.score ?? 0) > 0 }

    /// The lines that fit; what does not is left out, the figures first.
    private func lines(columns: Int, rows: Int) -> [Line] {
        var lines = all.flatMap { line in
            TextWidth.wrap(line.text, to: columns).map { Line(text: $0, style: line.style, rank: line.rank) }
        }
        while lines.count > rows, let rank = lines.map(\.rank).max(), rank > 0 { lines.removeAll { $0.rank == rank } }
        return Array(lines.prefix(max(0, rows)))
    }

    private var winner: Line {
        let own = table.seating.you
        let isWon = state.result?.winner != nil && state.result?.winner == own
        return Line(
            text: Wording.winner(state, own: own) + (isWon ? "!" : "."),
            style: Style(foreground: isWon ? .success : .plain, traits: .bold))
    }

    private var all: [Line] {
        let own = table.seating.you
        var lines = [winner, Line(text: Wording.result(counted), style: .strong)]
        if let alarm { lines.insert(Line(text: alarm, style: Style(foreground: .toMove, traits: .bold)), at: 0) }
        if isBest { lines.append(Line(text: sparkling, style: Style(foreground: .success, traits: .bold))) }
        lines.append(Line(text: Wording.endReason(state, own: own), rank: 1))
        lines += figures.map { Line(text: $0, style: .faint, rank: 3) }
        if let series { lines.append(Line(text: Wording.series(series), rank: 2)) }
        if let next { lines.append(Line(text: next, style: .strong)) }
        return lines
    }
}
