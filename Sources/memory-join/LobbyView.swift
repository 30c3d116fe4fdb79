import Protocol

/// Draws the lobby: matches, names, and what may be typed.
struct LobbyView {
    /// Lines that are left to the log, where there are so many.
    private static let logLines = 4

    private let lobby: LobbyList?
    private let isIn: Bool

    /// The lobby as last heard, for somebody who is in a match or not.
    init(_ lobby: LobbyList?, isIn: Bool) {
        self.lobby = lobby
        self.isIn = isIn
    }

    /// The lines, at most so many, none wider than the columns.
    func lines(columns: Int, space: Int) -> [String] {
        let hint = isIn ? "Enter closes this." : "Type join, open, watch, help or quit."
        guard let lobby else { return ["The lobby is not known yet.", hint] }
        let room = max(1, space - 3 - Self.logLines)
        let shown = lobby.matches.prefix(room)
        var lines = [heading(lobby, shown: shown.count)] + shown.map(entry)
        if lobby.playerCount > 0 { lines.append(names(lobby)) }
        return (lines + [hint]).map { TextWidth.cut($0, to: columns) }
    }

    private func heading(_ lobby: LobbyList, shown: Int) -> String {
        switch lobby.total {
        case 0: "No match is open."
        case 1: "1 match"
        default: shown < lobby.total ? "\(lobby.total) matches, \(shown) of them here" : "\(lobby.total) matches"
        }
    }

    private func entry(_ entry: LobbyList.Entry) -> String {
        let size = "\(entry.rules.rows)x\(entry.rules.columns)"
        let players = zip(entry.seats, entry.scores).map { "\($0) \($1)" }.joined(separator: ", ")
        let watchers = entry.watchers > 0 ? "; \(entry.watchers) watching" : ""
        let solo = entry.rules.isSolo ? " solo" : ""
        return "  \(entry.match.text) \(entry.phase.rawValue) \(size)\(solo): \(players)\(watchers)"
    }

    private func names(_ lobby: LobbyList) -> String {
        let more = lobby.playerCount - lobby.players.count
        return "Here: " + lobby.players.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
