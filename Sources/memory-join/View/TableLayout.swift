import Protocol

/// The places of a match's cards on the screen, and the room for everything else.
///
/// The rest stands beside the board if that makes the cards no smaller, and otherwise above and below it.
struct TableLayout: Equatable, Sendable {
    /// The cards; nil if there is no room for them.
    let board: Rect?
    /// The space for the board.
    let room: Rect
    /// True if the rest stands beside the board.
    let hasSidePanel: Bool

    /// Columns of the panel beside the board.
    static let panelColumns = 28
    /// Screens with fewer rows have no title and no panel.
    static let roomyRows = 18

    /// The layout of a match, as a person sees it.
    init(_ state: MatchState, _ game: some GameOnScreen, in screen: Rect) {
        let stacked = Self.room(stacked: screen)
        let beside = Rect(
            row: screen.row, column: screen.column, rows: screen.rows - 1,
            columns: screen.columns - Self.panelColumns - 2)
        let stackedScale = game.scale(state, in: stacked)
        let besideScale = screen.rows >= Self.roomyRows ? game.scale(state, in: beside) : nil
        hasSidePanel = besideScale.map { $0 >= stackedScale ?? 0 } ?? false
        room = hasSidePanel ? beside : stacked
        board = game.area(state, in: room)
    }

    /// The space for a board with everything else above and below it.
    static func room(stacked screen: Rect) -> Rect {
        guard screen.rows >= roomyRows else { return screen.lines(1, screen.rows - 4) }
        return screen.lines(3, screen.rows - 7)
    }
}
