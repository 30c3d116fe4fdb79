import Protocol

extension Wording {
    /// The window's title: whose turn it is, or the state of the connection.
    static func title(_ model: Model) -> String {
        let detail = detail(model)
        let title = SafeText.line(detail.isEmpty ? "Memory" : "\(detail): Memory", columns: 80)
        return model.look.isASCII ? SafeText.ascii(title) : title
    }

    private static func detail(_ model: Model) -> String {
        guard model.isOnline else { return model.session.connection.wasOnline ? "Reconnecting" : "" }
        guard model.screen.page == .table, let table = model.session.table, let state = table.state else {
            return model.session.hostName
        }
        switch state.phase {
        case .waiting: return "Waiting for an opponent"
        case .paused: return "Paused"
        case .over: return winner(state, own: table.seating.you)
        case .playing, .showing:
            if table.seating.rules.isSolo { return "Solo" }
            return state.onScreen.title(state, holder: table.turnHolder, own: table.seating.you)
        }
    }
}
