import Protocol

/// Draws a board in letters: a column letter above each column, a row number before each row.
///
/// A card is a face between two places for brackets, which stand around the cards of this turn. Where that is too wide,
/// neighbours share a place, and after that faces are cut off.
struct BoardView {
    /// Columns that the row numbers take.
    private static let margin = 3
    /// A face is never narrower than this, so that the board does not grow when the first one is seen.
    private static let leastFace = 2

    /// Columns of each face.
    let faceColumns: Int
    /// Whether neighbours share the place for a bracket.
    let isNarrow: Bool
    private let state: MatchState
    private let gone: Set<Int>

    /// The board as it fits into so many columns, or as narrow as it can be.
    init(_ state: MatchState, vanishes: Bool, columns: Int) {
        self.state = state
        gone = vanishes && state.phase != .over ? Set(state.seats.flatMap(\.taken)) : []
        let wanted = state.cards.map { TextWidth.columns(of: $0 ?? "") }.max() ?? 0
        var faces = max(wanted, Self.leastFace)
        var narrow = false
        if Self.width(state.columns, faces, narrow) > columns { narrow = true }
        while faces > Self.leastFace, Self.width(state.columns, faces, narrow) > columns { faces -= 1 }
        (faceColumns, isNarrow) = (faces, narrow)
    }

    /// Columns that the board takes.
    var width: Int { Self.width(state.columns, faceColumns, isNarrow) }
    /// Lines that the board takes.
    var height: Int { state.rows + 1 }

    private static func width(_ columns: Int, _ faces: Int, _ isNarrow: Bool) -> Int {
        margin + (isNarrow ? columns * (faces + 1) + 1 : columns * (faces + 2))
    }

    /// The lines of the board.
    var lines: [String] { [header] + (0..<state.rows).map(row) }

    private var header: String {
        var line = String(repeating: " ", count: Self.margin)
        for column in 0..<state.columns {
            let letter = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column)))
            line += " " + TextWidth.fit(letter, to: faceColumns) + (isNarrow ? "" : " ")
        }
        return trimmed(line)
    }

    private func row(_ row: Int) -> String {
        let number = "\(row + 1)"
        var line = String(repeating: " ", count: Self.margin - 1 - number.utf8.count) + number + " "
        for column in 0..<state.columns {
            let card = row * state.columns + column
            let isTurned = state.turned.contains(card)
            let closesFormer = isNarrow && column > 0 && state.turned.contains(card - 1)
            line += isTurned ? (closesFormer ? "|" : "[") : closesFormer ? "]" : " "
            line += TextWidth.fit(face(card), to: faceColumns)
            if !isNarrow || column + 1 == state.columns { line += isTurned ? "]" : " " }
        }
        return trimmed(line)
    }

    private func face(_ card: Int) -> String { gone.contains(card) ? "" : state.cards[card] ?? "." }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
