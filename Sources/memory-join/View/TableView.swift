import Protocol

/// Draws a match: the board as large as possible, and around it players, clock and the latest news.
struct TableView {
    /// The client, the match and the viewer's seat; the player of a replay; and the time.
    let model: Model
    let state: MatchState
    let seating: Seating
    let player: ReplayPlayer?
    let now: Instant
    private var look: Look { model.look }

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let layout = TableLayout(state, game, in: screen)
        game.draw(board, &drawing, in: layout.room)
        if layout.hasSidePanel {
            let panel = screen.slice(screen.columns - TableLayout.panelColumns, TableLayout.panelColumns)
            drawPanel(&drawing, in: panel.lines(0, panel.rows - 1))
            drawButtons(&drawing, in: screen.lines(screen.rows - 1))
        } else {
            drawAround(&drawing, in: screen, layout)
        }
    }

    /// The game as the person has it in mind, at this table or while watching a replay.
    private var game: any GameOnScreen { player?.game ?? model.session.table?.game ?? state.onScreen.init(of: state) }

    private var table: TableContext {
        TableContext(state: state, seating: seating, settings: model.options.settings, showsBoard: true, now: now)
    }

    /// The facts that the game draws its cards from. Only players see the cursor.
    private var board: BoardContext {
        var cursor: Int?
        if player == nil, seating.seat != nil, case .card(let place) = model.effectiveFocus { cursor = place }
        return BoardContext(
            table: table, look: look,
            faces: player?.replay.faces ?? model.session.table?.seenFaces ?? SeenFaces(),
            motions: model.screen.motions, cursor: cursor)
    }

    // MARK: Above and below the board

    private func drawAround(_ drawing: inout Drawing, in screen: Rect, _ layout: TableLayout) {
        let isRoomy = screen.rows >= TableLayout.roomyRows
        let below = layout.room.endRow - screen.row + (isRoomy ? 1 : 0)
        if isRoomy {
            Widgets.heading(title, Wording.matchDetail(model, state, player), &drawing, in: screen.lines(0))
        }
        drawSeats(&drawing, in: screen.lines(isRoomy ? 1 : 0))
        // News that is too long for a line moves the status up, where nothing is above it.
        let isFree = isRoomy || layout.board.map { $0.endRow < layout.room.endRow } ?? true
        let up = isFree && result == nil && TextWidth.columns(of: newsText) > screen.columns ? 1 : 0
        let (status, news) = (screen.lines(below - up), screen.lines(below + 1 - up, 1 + up))
        if let result {
            drawResult(result, &drawing, around: layout, status, news)
        } else {
            drawStatus(&drawing, in: status)
            drawNews(&drawing, in: news)
        }
        drawButtons(&drawing, in: screen.lines(below + 2))
    }

    /// Draws the result above or below the cards, or without room there in place of status and news; what is said
    /// stays.
    private func drawResult(
        _ result: EndView, _ drawing: inout Drawing, around layout: TableLayout, _ status: Rect, _ news: Rect
    ) {
        let cards = layout.board ?? layout.room
        let isInBox = result.draw(&drawing, around: cards, in: layout.room)
        if !isInBox { result.draw(&drawing, in: status) }
        let isNews = model.session.log.last?.kind == .news && Wording.banner(model) == nil
        if isInBox || !isNews { return drawNews(&drawing, in: news) }
        drawing.canvas.put(result.summary(columns: news.columns), in: news)
    }

    private var title: String {
        let contest = seating.contest.map { ", round \($0.round).\($0.leg)" } ?? ""
        return "\(seating.rules.game.title) \(seating.match.text)\(contest)"
    }

    /// Both seats in one line, half of it each.
    private func drawSeats(_ drawing: inout Drawing, in line: Rect) {
        let columns = line.columns / max(1, state.seats.count)
        for (index, seat) in state.seats.enumerated() {
            let half = line.slice(index * columns, columns - (index + 1 < state.seats.count ? 1 : 0))
            let score = " \(Wording.signed(seat.score))" + (state.turnsLeft(index).map { " (\($0) left)" } ?? "")
            let right = TextWidth.columns(of: score)
            let room = half.slice(0, half.columns - right)
            drawing.canvas.put(nameLine(index, seat, columns: room.columns), in: room, style: nameStyle(index))
            var style = nameStyle(index)
            style.traits.formUnion(.bold)
            drawing.canvas.put(score, in: half, align: .right, style: style)
        }
    }

    /// The seat whose turn it is, or whose two cards are open.
    private var active: Int? { state.active ?? state.turn }

    /// A player's name with a mark if it is their turn. ` (you)` is dropped before the name is cut.
    private func nameLine(_ index: Int, _ seat: MatchState.Seat, columns: Int) -> String {
        let mark = index == active ? (look.isASCII ? "> " : "▶ ") : "  "
        let room = columns - 2
        let role = index == seating.you ? " (you)" : ""
        guard room - role.utf8.count >= min(TextWidth.columns(of: seat.name), 6) else {
            return mark + TextWidth.truncated(seat.name, to: room, isASCII: look.isASCII)
        }
        return mark + TextWidth.truncated(seat.name, to: room - role.utf8.count, isASCII: look.isASCII) + role
    }

    private func nameStyle(_ index: Int) -> Style {
        if index == active { return Style(foreground: .toMove, traits: .bold) }
        return Style(foreground: index == 0 ? .first : .second)
    }

    /// The status line: whose turn it is, and the clock.
    private func drawStatus(_ drawing: inout Drawing, in line: Rect) {
        if let player { return drawProgress(player, &drawing, in: line) }
        // A status that is too long is cut, not the time; who is away stands above.
        let reserved = seatHeldText.map { TextWidth.columns(of: $0) + 1 } ?? 0
        let isLong = TextWidth.columns(of: status) > line.columns - reserved
        let words = isLong && state.phase == .paused ? MatchSentence.paused.text() : status
        let used = drawing.canvas.put(words, in: line.slice(0, line.columns - reserved), style: .strong) + 1
        drawTime(&drawing, in: line.slice(used, min(line.columns - used, 40)))
    }

    /// The match's status.
    private var status: String {
        isBeforeResult ? "" : game.status(table)
    }

    /// Draws the time left, if any: of the turn, or of a held seat.
    @discardableResult
    private func drawTime(_ drawing: inout Drawing, in line: Rect) -> Bool {
        if let text = seatHeldText {
            drawing.canvas.put(text, in: line, style: Style(foreground: .toMove))
        } else if model.isOnline, state.phase == .playing, let end = model.session.table?.phaseEndsAt,
            let whole = state.onScreen.clock(end - now, under: seating.rules)
        {
            Widgets.countdown(Wording.seconds(end - now), of: whole, &drawing, in: line)
        } else {
            return false
        }
        return true
    }

    /// The time for which the seat of an absent player is held.
    private var seatHeldText: String? {
        guard model.isOnline, state.phase != .playing, let end = model.session.table?.phaseEndsAt else { return nil }
        let seconds = Wording.seconds(end - now)
        return seconds > 0 ? "Seat held for \(seconds) s" : "Seat no longer held"
    }

    private func drawNews(_ drawing: inout Drawing, in lines: Rect) {
        if Wording.banner(model) != nil { return Widgets.news(model, &drawing, in: lines) }
        let style = player == nil ? model.session.log.last.map { Widgets.style(of: $0.kind) } : nil
        let wrapped = TextWidth.wrap(newsText, to: lines.columns)
        for row in 0..<min(lines.rows, wrapped.count) {
            // The last line is cut if not all fits.
            let text = row + 1 < lines.rows ? wrapped[row] : wrapped[row...].joined(separator: " ")
            drawing.canvas.put(text, in: lines.lines(row), style: style ?? .plain)
        }
    }

    /// What has happened last, or in the replay; empty while something is wrong with the connection.
    private var newsText: String {
        if Wording.banner(model) != nil { return "" }
        guard let player else { return model.session.log.last?.text ?? "" }
        return Wording.news(player, model.session.replayedSeal?.verdict, isASCII: look.isASCII) ?? ""
    }

    private func drawProgress(_ player: ReplayPlayer, _ drawing: inout Drawing, in line: Rect) {
        let count = "\(player.position)/\(player.endPosition)"
        let text = "\(player.speed.text)  \(count)" + (player.isPlaying ? "" : "  paused")
        let bar = line.slice(0, min(40, line.columns - TextWidth.columns(of: text) - 2))
        Widgets.bar(player.position, of: player.endPosition, Style(foreground: .success), &drawing, in: bar)
        drawing.canvas.put(text, in: line.slice(bar.columns + 2, line.columns), style: .strong)
    }

    /// The buttons, and on the player's turn how a card is turned: as much of that as fits.
    private func drawButtons(_ drawing: inout Drawing, in line: Rect) {
        guard model.screen.overlay == nil, !isBeforeResult else { return }
        let hint = isOwnTurn ? hint(beside: Widgets.columns(model.buttons, model), in: line.columns) : ""
        let hintColumns = TextWidth.columns(of: hint)
        drawing.canvas.put(hint, in: line, align: .right, style: .faint)
        let room = hint.isEmpty ? line : line.slice(0, line.columns - hintColumns - 1)
        Widgets.buttons(model.buttons, model, &drawing, in: room)
    }

    /// True while the last cards are seen, or move, before the result.
    private var isBeforeResult: Bool {
        player == nil && state.phase == .over && model.session.table?.resultFrom.map { $0 > now } ?? false
    }

    /// The result of the match on the table, once its last cards have been seen.
    private var result: EndView? {
        guard player == nil, state.phase == .over, !isBeforeResult, let table = model.session.table else { return nil }
        return EndView(
            table: table, state: state, series: model.session.series,
            isLast: model.ownSeat != nil && model.session.hostIsDraining, seal: model.session.seal?.verdict, now: now,
            hasMotion: look.hasMotion && table.finale != nil, isASCII: look.isASCII)
    }

    private var isOwnTurn: Bool {
        player == nil && state.phase == .playing
            && (state.onScreen.facts.takesTurns ? seating.plays(state.turn) : seating.seat != nil)
    }

    /// The longest hint that leaves room for all buttons; without room for any, the shortest.
    private func hint(beside buttons: Int, in columns: Int) -> String {
        let hints = state.onScreen.hints(state)
        return hints.first { buttons + 1 + TextWidth.columns(of: $0) <= columns } ?? hints.last ?? ""
    }

    // MARK: Beside the board

    /// The rows of the panel that the result leaves to the log, with one between them.
    private static let leastLog = 3

    private func drawPanel(_ drawing: inout Drawing, in panel: Rect) {
        Widgets.heading(title, "", &drawing, in: panel.lines(0))
        drawing.canvas.put(wrapped: Wording.matchDetail(model, state, player), in: panel.lines(1, 2), style: .faint)
        var row = 3
        for (index, seat) in state.seats.enumerated() {
            drawing.canvas.put(
                nameLine(index, seat, columns: panel.columns), in: panel.lines(row), style: nameStyle(index))
            let score = "  " + Wording.score(seat, state)
            drawing.canvas.put(score, in: panel.lines(row + 1), style: index == active ? .strong : .plain)
            drawPile(index, &drawing, in: panel.lines(row + 2))
            row += 3
        }
        if let player {
            drawProgress(player, &drawing, in: panel.lines(row))
            row += 2
        } else if let result {
            row += result.draw(&drawing, beside: panel.lines(row, panel.rows - row - Self.leastLog))
        } else {
            row = drawStatusLines(&drawing, in: panel, row)
        }
        drawLog(&drawing, in: panel.lines(row + 1, panel.rows - row - 1))
    }

    /// The columns of a small card.
    private static let miniature = 3

    /// Draws the cards that a player has taken as a row of small cards: the last ones, and how many came before.
    private func drawPile(_ seat: Int, _ drawing: inout Drawing, in line: Rect) {
        let pile = state.onScreen.pile(of: seat, in: state)
        let room = (line.columns - 2) / Self.miniature
        guard !pile.isEmpty, room > 1 else { return }
        let hidden = pile.count > room ? pile.count - room + 1 : 0
        let labels = FaceText.labels(
            board.faces.faces, columns: Self.miniature - 1, isASCII: look.isASCII,
            arePictures: seating.rules.faces == .pictures)
        let style = Style(foreground: .faceText, background: seat == 0 ? .takenFirst : .takenSecond)
        var column = 2
        if hidden > 0 {
            drawing.canvas.put("+\(hidden)", in: line.slice(column, Self.miniature), style: .faint)
            column += Self.miniature
        }
        for face in pile.dropFirst(hidden) {
            let card = line.slice(column, Self.miniature - (look.colours == .none ? 1 : 0))
            drawing.canvas.fill(card, style: style)
            drawing.canvas.put(labels[face] ?? face, in: card, style: style)
            column += Self.miniature
        }
    }

    /// The status wrapped to the panel; returns the next free row.
    private func drawStatusLines(_ drawing: inout Drawing, in panel: Rect, _ first: Int) -> Int {
        let below = panel.lines(first, panel.rows)
        let row = first + drawing.canvas.put(wrapped: status, in: below, style: .strong)
        return drawTime(&drawing, in: panel.lines(row)) ? row + 1 : row
    }

    /// The log's last lines, the newest at the bottom.
    private func drawLog(_ drawing: inout Drawing, in rect: Rect) {
        let banner = Wording.banner(model) != nil
        let room = rect.rows - (banner ? 2 : 0)
        var lines: [(String, Style)] = []
        if let player {
            let news = Wording.news(player, model.session.replayedSeal?.verdict, isASCII: look.isASCII) ?? ""
            lines = TextWidth.wrap(news, to: rect.columns).map { ($0, .plain) }
        } else {
            for entry in model.session.log.reversed() where lines.count < room {
                let style = Widgets.style(of: entry.kind)
                lines = TextWidth.wrap(entry.text, to: rect.columns).map { ($0, style) } + lines
            }
        }
        lines = lines.suffix(max(0, room))
        for (index, line) in lines.enumerated() {
            drawing.canvas.put(line.0, in: rect.lines(max(0, room - lines.count) + index), style: line.1)
        }
        if banner { Widgets.news(model, &drawing, in: rect.lines(rect.rows - 1)) }
    }
}
