import Protocol

/// Draws a model: as lines of text for a screen of some size, and from them the one string that paints it.
struct View {
    /// Below this a screen shows only that it is too small.
    static let least = Platform.WindowSize(columns: 40, rows: 14)
    /// What stands before what is typed.
    private static let prompt = ": "

    private let model: Model
    private let now: Moment
    private var columns: Int { model.size.columns }
    private var rows: Int { model.size.rows }

    /// A model as it looks at this moment.
    init(_ model: Model, at now: Moment) {
        self.model = model
        self.now = now
    }

    /// As many lines as the screen has, none wider than it. The last is the prompt.
    var lines: [String] {
        let space = max(0, rows - 2)
        var body = content(space).prefix(space).map { TextWidth.cut($0, to: columns) }
        body += log(space - body.count)
        let title = TextWidth.cut(title, to: columns)
        return (rows > 1 ? [title] : []) + body + [promptLine]
    }

    /// The string that paints the screen: every line in its place, then the cursor where the next key goes.
    var frame: String {
        let lines = lines
        var frame = "\u{1B}[?25l\u{1B}[H"
        for (index, line) in lines.enumerated() {
            if index > 0 { frame += "\r\n" }
            // The title is bold. What an earlier frame left after a line is erased, but not after a full line: there
            // the cursor still stands on its last character.
            frame += index == 0 && lines.count > 1 ? "\u{1B}[1m\(line)\u{1B}[22m" : line
            if TextWidth.columns(of: line) < columns { frame += "\u{1B}[K" }
        }
        let column = min(TextWidth.columns(of: promptLine) + 1, columns)
        return frame + "\u{1B}[\(lines.count);\(column)H\u{1B}[?25h"
    }

    /// What matters most comes first, since a narrow screen cuts the rest off.
    private var title: String {
        var parts = ["Memory"]
        if let seating = model.seating {
            parts = ["Memory \(seating.match.text)"]
            if seating.seat == nil { parts.append("you watch") }
            if let watchers = model.state?.watchers, watchers > 0 { parts.append("\(watchers) watching") }
        } else if let name = model.name {
            parts.append(name.text)
        }
        parts.append(SafeText.line(model.options.address))
        return SafeText.line(parts.joined(separator: ", ") + (model.hostName.isEmpty ? "" : " (\(model.hostName))"))
    }

    private var promptLine: String {
        let typed = SafeText.line(model.typed, columns: 4000)
        let space = max(0, columns - 1 - Self.prompt.utf8.count)
        return TextWidth.cut(Self.prompt, to: columns) + TextWidth.suffix(typed, columns: space)
    }

    /// What stands between title and log, in so many lines.
    private func content(_ space: Int) -> [String] {
        guard columns >= Self.least.columns, rows >= Self.least.rows else {
            return tooSmall(Self.least)
        }
        switch model.overlay {
        case .help: return Wording.help + banner
        case .lobby: return lobby(space) + banner
        case .text(let lines): return text(lines, space - banner.count) + banner
        case .none: break
        }
        if let seating = model.seating, let state = model.state { return match(state, seating, space) }
        return lobby(space) + banner
    }

    /// The beginning of a text, as far as there is room, and how to get rid of it.
    private func text(_ lines: [String], _ space: Int) -> [String] {
        let room = max(0, space - 1)
        if lines.count <= room { return lines + ["Enter closes this."] }
        return lines.prefix(room) + ["There are \(lines.count - room) lines more. Enter closes this."]
    }

    private func tooSmall(_ least: Platform.WindowSize) -> [String] {
        let needed = "\(least.columns)x\(least.rows)"
        return TextWidth.wrap("This screen is \(columns)x\(rows); it must be \(needed) at least.", to: columns)
    }

    private func match(_ state: MatchState, _ seating: Seating, _ space: Int) -> [String] {
        let board = BoardView(state, vanishes: seating.rules.matched == .vanish, columns: columns)
        let seats = state.seats.enumerated().map { seat, player in
            let mark = seat == state.turn ? "> " : "  "
            return mark + Wording.seat(player, isOwn: seat == seating.seat)
        }
        let height = board.height + seats.count + 1
        guard board.width <= columns, height <= space else {
            let least = Platform.WindowSize(
                columns: max(Self.least.columns, board.width), rows: max(Self.least.rows, height + 2))
            return tooSmall(least) + seats + standing(state, seating)
        }
        return board.lines + seats + standing(state, seating)
    }

    private func standing(_ state: MatchState, _ seating: Seating) -> [String] {
        if !banner.isEmpty { return banner }
        let seconds = model.turnEndsAt.map { max(0, ($0 - now + 999) / 1000) }
        let standing = Wording.standing(state, seating: seating, seconds: seconds)
        let hint = Wording.hint(state, own: seating.seat).map { [$0] } ?? []
        return TextWidth.wrap(standing, to: columns) + hint
    }

    /// That there is no connection, and how often it was tried.
    private var banner: [String] {
        switch model.link {
        case .online: []
        case .leaving: ["Goodbye."]
        case .connecting, .greeting, .identifying, .waiting: ["*** No connection; try \(model.tries) ***"]
        }
    }

    private func lobby(_ space: Int) -> [String] {
        LobbyView(model.lobby, isIn: model.seating != nil).lines(columns: columns, space: space - banner.count)
    }

    /// The last of the log that fits into so many lines, at the bottom of them.
    private func log(_ space: Int) -> [String] {
        guard space > 0 else { return [] }
        var lines: [String] = []
        for entry in model.log.reversed() {
            let wrapped = TextWidth.wrap(entry, to: columns)
            lines = wrapped + lines
            if lines.count >= space { break }
        }
        lines = lines.suffix(space)
        return Array(repeating: "", count: space - lines.count) + lines
    }
}
