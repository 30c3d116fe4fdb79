import Protocol

/// Draws the lobby: matches, players and the log.
struct LobbyView {
    let model: Model
    let watching: Bool

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let matches = model.listed(watching: watching)
        let logLines = screen.rows >= 20 ? min(6, screen.rows / 4) : 1
        Widgets.heading(
            watching ? "Watch" : "Matches", Wording.playerAndHost(model), &drawing, in: screen.lines(0))
        drawing.canvas.put(heading(matches.count), in: screen.lines(1), style: .faint)
        let room = screen.lines(2, screen.rows - 4 - logLines)
        drawMatches(matches, &drawing, in: room)
        drawing.canvas.put(names, in: screen.lines(room.endRow - screen.row), style: .faint)
        drawLog(&drawing, in: screen.lines(room.endRow - screen.row + 1, logLines))
        Widgets.buttons(model.buttons, focus: model.effectiveFocus, &drawing, in: screen.lines(screen.rows - 1))
    }

    private func heading(_ shown: Int) -> String {
        guard let lobby = model.lobby else { return "Loading the lobby…" }
        let more = shown < lobby.total ? ", \(shown) shown" : ""
        return switch lobby.total {
        case 0: ""
        case 1: "1 match"
        default: "\(lobby.total) matches\(more)"
        }
    }

    private func drawMatches(_ matches: [LobbyList.Entry], _ drawing: inout Drawing, in room: Rect) {
        if matches.isEmpty, model.lobby != nil {
            let text = watching ? "No matches to watch." : "No open matches. Press o to start one."
            let middle = room.inset(columns: 1)
            drawing.canvas.put(wrapped: text, in: middle.lines(min(1, room.rows - 1), room.rows), align: .centre)
        }
        let marked = matches.firstIndex { model.markedMatch == $0.match }
        let window = Widgets.window(count: matches.count, around: marked, room: room.rows)
        for (row, index) in window.enumerated() {
            draw(matches[index], &drawing, in: room.lines(row))
        }
    }

    private func draw(_ entry: LobbyList.Entry, _ drawing: inout Drawing, in line: Rect) {
        var (style, used) = Widgets.item(
            .match(entry.match), focus: model.effectiveFocus, isMarked: model.markedMatch == entry.match, &drawing,
            in: line)
        let size = PlainRules.board(entry.rules)
        let start = TextWidth.padded(entry.match.text, to: 5) + TextWidth.padded(size, to: 6)
        used += drawing.canvas.put(start, in: line.slice(used, line.columns), style: style)
        let detail = Wording.detail(entry)
        drawing.canvas.put(detail, in: line, align: .right, style: style)
        style.traits = .bold
        let room = line.slice(used, line.columns - used - TextWidth.columns(of: detail) - 1)
        drawing.canvas.put(Wording.players(entry), in: room, style: style)
    }

    private var names: String {
        guard let lobby = model.lobby, lobby.playerCount > 0 else { return "" }
        let more = lobby.playerCount - lobby.players.count
        return "Online: " + lobby.players.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func drawLog(_ drawing: inout Drawing, in rect: Rect) {
        let banner = Wording.banner(model) != nil
        let shown = model.log.suffix(rect.rows - (banner ? 1 : 0))
        for (index, entry) in shown.enumerated() {
            drawing.canvas.put(entry.text, in: rect.lines(index), style: Widgets.style(of: entry.kind))
        }
        if banner { Widgets.news(model, &drawing, in: rect.lines(rect.rows - 1)) }
    }
}
