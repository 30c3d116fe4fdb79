import Protocol

/// The places of a match's cards on the screen, and the room for everything else.
///
/// The rest stands beside the board if that makes the cards no smaller, and otherwise above and below it.
struct TableLayout: Equatable, Sendable {
    /// The cards; nil if there is no room for them.
    let board: Board?
    /// The space for the board.
    let room: Rect
    /// True if the rest stands beside the board.
    let isBeside: Bool

    /// The layout of a game's cards.
    enum Board: Equatable, Sendable {
        case memory(BoardLayout)
        case set(SetLayout)

        /// The rectangle of the cards.
        var area: Rect {
            switch self {
            case .memory(let layout): layout.area
            case .set(let layout): layout.area
            }
        }

        /// Larger for larger cards of the same game.
        fileprivate var scale: Int {
            switch self {
            case .memory(let layout): layout.scale
            case .set(let layout): layout.symbols?.size ?? 0
            }
        }
    }

    /// Columns of the panel beside the board.
    static let panelColumns = 28
    /// Screens with fewer rows have no title and no panel.
    static let roomyRows = 18

    /// The layout of a match.
    ///
    /// - Parameter cursor: the position of the card that must be seen if not all can be.
    init(_ state: MatchState, cursor: Int, in screen: Rect) {
        let stacked = Self.room(stacked: screen)
        let beside = Rect(
            row: screen.row, column: screen.column, rows: screen.rows - 1,
            columns: screen.columns - Self.panelColumns - 2)
        let stackedBoard = Self.usualBoard(state, in: stacked)
        let besideBoard = screen.rows >= Self.roomyRows ? Self.usualBoard(state, in: beside) : nil
        isBeside = besideBoard.map { $0.scale >= stackedBoard?.scale ?? 0 } ?? false
        room = isBeside ? beside : stacked
        board = Self.board(state, cursor, in: room)
    }

    /// The layout of a table of Set; nil for any other board.
    var set: SetLayout? {
        if case .set(let layout) = board { return layout }
        return nil
    }

    /// The space for a board with everything else above and below it.
    static func room(stacked screen: Rect) -> Rect {
        guard screen.rows >= roomyRows else { return screen.lines(1, screen.rows - 4) }
        return screen.lines(3, screen.rows - 7)
    }

    /// The layout by which the side of the board is chosen: of Set a table of the usual size, where a large one has room,
    /// too, so that the table stays on its side however many cards there are.
    private static func usualBoard(_ state: MatchState, in room: Rect) -> Board? {
        guard state.set != nil else { return board(state, 0, in: room) }
        let large = SetLayout(count: SetGrid.bandRows * SetGrid.mostColumns, in: room)
        return large == nil ? nil : SetLayout(count: SetLayout.reservedCards, in: room).map { .set($0) }
    }

    private static func board(_ state: MatchState, _ cursor: Int, in room: Rect) -> Board? {
        if state.set != nil {
            // A table that was cleared to the last card has the layout of one with a card.
            return SetLayout(count: max(1, state.cards.count), in: room, showing: cursor).map { .set($0) }
        }
        return BoardLayout(rows: state.rows, columns: state.columns, in: room).map { .memory($0) }
    }
}
