import Protocol

/// The best solo games and the players' results.
struct ScoresPage: PageContent {
    let model: Model

    var buttons: [Button] { (model.name == nil ? [] : [.statistics]) + [.back, .help] }
    var query: Command? { .scores }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let room = Widgets.page("Scores", Wording.playerAndHost(model), model, &drawing, in: screen)
        guard let scores = model.session.scores else {
            let text = Wording.missing(.scores, "the scores", model)
            drawing.canvas.put(wrapped: text, in: room.lines(min(1, room.rows - 1), room.rows), align: .centre)
            return
        }
        if room.columns >= 78 {
            let half = room.columns / 2 - 1
            drawGames(scores.best, &drawing, in: room.slice(0, half))
            return drawPlayers(scores.players, &drawing, in: room.slice(half + 2, half))
        }
        let upper = (room.rows + 1) / 2
        drawGames(scores.best, &drawing, in: room.lines(0, upper))
        drawPlayers(scores.players, &drawing, in: room.lines(upper, room.rows - upper))
    }

    private func drawGames(_ games: [ScoreList.Game], _ drawing: inout Drawing, in rect: Rect) {
        drawing.canvas.put("Best solo games", in: rect.lines(0), style: .strong)
        if games.isEmpty { drawing.canvas.put("No solo games yet.", in: rect.lines(1)) }
        var rules: Rules?
        var row = 1
        for game in games where row < rect.rows {
            if game.rules.comparable != rules {
                rules = game.rules.comparable
                drawing.canvas.put(game.rules.words.ranking, in: rect.lines(row), style: .faint)
                row += 1
            }
            guard row < rect.rows else { break }
            let score = "\(Wording.points(game.score)), \(Wording.effort(game))"
            drawing.canvas.put(score, in: rect.lines(row), align: .right)
            let name = rect.lines(row).slice(0, rect.columns - TextWidth.columns(of: score) - 1)
            drawing.canvas.put("  \(game.name)", in: name)
            row += 1
        }
    }

    private func drawPlayers(_ players: [ScoreList.Player], _ drawing: inout Drawing, in rect: Rect) {
        drawing.canvas.put("Two-player matches", in: rect.lines(0), style: .strong)
        drawing.canvas.put(Wording.resultsHeading, in: rect.lines(0), align: .right, style: .faint)
        if players.isEmpty { drawing.canvas.put("No two-player matches yet.", in: rect.lines(1)) }
        for (row, player) in players.prefix(rect.rows - 1).enumerated() {
            let line = rect.lines(row + 1)
            let numbers = Wording.numbers(player)
            drawing.canvas.put(numbers, in: line, align: .right)
            drawing.canvas.put("  \(player.name)", in: line.slice(0, line.columns - numbers.utf8.count - 1))
        }
    }
}
