import Protocol

/// The lobby: matches, players and the log.
struct LobbyPage: ListPage {
    let model: Model
    let watching: Bool

    /// The matches: those of two players, the waiting ones first; or, to watch, all, the running ones first.
    var entries: [LobbyList.Entry] {
        let matches = model.session.lobby?.matches ?? []
        if !watching { return matches.filter { !$0.rules.isSolo } }
        return matches.filter { $0.phase != .waiting } + matches.filter { $0.phase == .waiting }
    }

    func target(_ entry: LobbyList.Entry) -> Target { .match(entry.match) }

    /// The columns of the widest board's size, or game's name.
    private var boardColumns: Int { entries.map { TextWidth.columns(of: PlainRules.board($0.rules)) }.reduce(5, max) }

    func row(_ entry: LobbyList.Entry) -> ListRow {
        ListRow(
            lead: TextWidth.padded(entry.match.text, to: 5)
                + TextWidth.padded(PlainRules.board(entry.rules), to: boardColumns) + " ",
            name: Wording.players(entry), detail: Wording.detail(entry))
    }

    var buttons: [Button] {
        let marked: [Button] = entries.isEmpty ? [] : watching ? [.watch] : [.join, .watch]
        return marked + [.open, .code, .talk, .back, .help]
    }

    var keyWords: (arrows: String, enter: String) { ("select a match", watching ? "watch it" : "join or watch it") }

    var query: Command? { model.listMatches }

    /// Takes a free seat; watches where there is none, or where the person has come to watch.
    func command(for match: MatchReference) -> Command {
        if case .id(let id) = match, !entries.contains(where: { $0.match == id && $0.phase == .waiting }) {
            return .watch(match)
        }
        return watching ? .watch(match) : .join(match)
    }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let matches = entries
        let logLines = screen.rows >= 20 ? min(6, screen.rows / 4) : 1
        Widgets.heading(
            watching ? "Watch" : "Matches", Wording.playerAndHost(model), &drawing, in: screen.lines(0))
        drawing.canvas.put(heading(matches.count), in: screen.lines(1), style: .faint)
        let room = screen.lines(2, screen.rows - 4 - logLines)
        drawMatches(matches, &drawing, in: room)
        drawing.canvas.put(names, in: screen.lines(room.endRow - screen.row), style: .faint)
        drawLog(&drawing, in: screen.lines(room.endRow - screen.row + 1, logLines))
        Widgets.buttons(model.buttons, model, &drawing, in: screen.lines(screen.rows - 1))
    }

    private func heading(_ shown: Int) -> String {
        guard let lobby = model.session.lobby else { return Wording.missing(.list, "the lobby", model) }
        let more = shown < lobby.total ? ", \(shown) shown" : ""
        return switch lobby.total {
        case 0: ""
        case 1: "1 match"
        default: "\(lobby.total) matches\(more)"
        }
    }

    private func drawMatches(_ matches: [LobbyList.Entry], _ drawing: inout Drawing, in room: Rect) {
        if matches.isEmpty, model.session.lobby != nil {
            let hint = model.session.hostIsDraining ? "" : " Press \(Button.open.keyText) to start one."
            let text = watching ? "No matches to watch." : "No open matches.\(hint)"
            let middle = room.inset(columns: 1)
            drawing.canvas.put(wrapped: text, in: middle.lines(min(1, room.rows - 1), room.rows), align: .centre)
        }
        drawRows(&drawing, in: room)
    }

    private var names: String {
        guard let lobby = model.session.lobby, lobby.playerCount > 0 else { return "" }
        let more = lobby.playerCount - lobby.players.count
        return "Online: " + lobby.players.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private func drawLog(_ drawing: inout Drawing, in rect: Rect) {
        let banner = Wording.banner(model) != nil
        let shown = model.session.log.suffix(rect.rows - (banner ? 1 : 0))
        for (index, entry) in shown.enumerated() {
            drawing.canvas.put(entry.text, in: rect.lines(index), style: Widgets.style(of: entry.kind))
        }
        if banner { Widgets.news(model, &drawing, in: rect.lines(rect.rows - 1)) }
    }
}
