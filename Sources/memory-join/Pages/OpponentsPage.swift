import Protocol

/// The people whom the person has played, to choose whose matches are listed.
struct OpponentsPage: ListPage {
    let model: Model

    var rows: [ListRow] {
        model.opponents.map {
            ListRow(target: .opponent($0.name), name: $0.name, isBold: false, detail: Wording.numbers($0))
        }
    }

    var buttons: [Button] { [.typed, .back, .help] }

    var help: [HelpLine] {
        [
            HelpLine("Arrows, j k", "select a player"), HelpLine("Enter", "your matches with them"), HelpLine(.typed),
            .back(to: "records"),
        ]
    }

    var previous: Page { .records }
    var query: Command? { model.name.map { .statistics($0) } ?? .scores }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let area = Widgets.page("Opponents", Wording.resultsHeading, model, &drawing, in: screen)
        if model.opponents.isEmpty {
            let text =
                model.session.statistics == nil ? "Loading…" : "You have not played anyone yet. Press n to type a name."
            drawing.canvas.put(wrapped: text, in: area.lines(min(1, area.rows - 1), area.rows), align: .centre)
        }
        drawRows(&drawing, in: area)
    }
}
