import Protocol

/// The people whom the person has played, to choose whose matches are listed.
struct OpponentsPage: ListPage {
    let model: Model

    var entries: [ScoreList.Player] { model.opponents }

    func target(_ player: ScoreList.Player) -> Target { .opponent(player.name) }

    func row(_ player: ScoreList.Player) -> ListRow {
        ListRow(name: player.name, isBold: false, detail: Wording.numbers(player))
    }

    var buttons: [Button] { [.typed, .back, .help] }

    var keyWords: (arrows: String, enter: String) { ("select a player", "your matches with them") }

    var previous: Page { .records }
    var query: Command? { model.name.map { .statistics($0) } ?? .scores }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let area = Widgets.page("Opponents", Wording.resultsHeading, model, &drawing, in: screen)
        if model.opponents.isEmpty {
            let text =
                model.session.statistics == nil
                ? Wording.missing(.scores, "your results", model)
                : "You have not played anyone yet. Press \(Button.typed.keyText) to type a name."
            drawing.canvas.put(wrapped: text, in: area.lines(min(1, area.rows - 1), area.rows), align: .centre)
        }
        drawRows(&drawing, in: area)
    }
}
