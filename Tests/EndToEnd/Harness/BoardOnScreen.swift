import Protocol
import TerminalEmulator

/// The positions of a match's cards on a screen, found by the places, such as `B4`, on their backs.
struct BoardOnScreen {
    /// Columns of the board.
    let columns: Int
    /// For each card where its place stands, in the corner of its back.
    let middles: [EmulatedPosition]
    /// What may stand on a card; while cards move, more than that is to be seen.
    private let faces = Set(FaceSet.animals.faces)
    /// The colour of the backs, and the size of a card.
    private let back: EmulatedColor
    private let size: (rows: Int, columns: Int)

    /// Finds the board; nil while not every card is where it should be: in rows and columns that are evenly apart.
    init?(_ screen: Emulator, rows: Int, columns: Int) {
        var rowPlaces: [Int: Int] = [:]
        var columnPlaces: [Int: Int] = [:]
        for card in 0..<rows * columns {
            let found = Self.find(Coordinate(card: card, columns: columns).text, screen)
            guard found.count == 1, let place = found.first else { return nil }
            let (row, column) = (card / columns, card % columns)
            guard rowPlaces[row, default: place.row] == place.row,
                columnPlaces[column, default: place.column] == place.column
            else { return nil }
            (rowPlaces[row], columnPlaces[column]) = (place.row, place.column)
        }
        guard rowPlaces.count == rows, columnPlaces.count == columns, Self.areEven(rowPlaces),
            Self.areEven(columnPlaces)
        else { return nil }
        middles = (0..<rows * columns).map { card in
            EmulatedPosition(row: rowPlaces[card / columns] ?? 0, column: columnPlaces[card % columns] ?? 0)
        }
        self.columns = columns
        let first = middles[0]
        back = screen.cell(row: first.row, column: first.column).background
        let (back, pitch) = (back, columns > 1 ? middles[1].column - first.column : screen.columns)
        let drop = rows > 1 ? middles[columns].row - first.row : screen.rows
        func isBack(_ row: Int, _ column: Int) -> Bool {
            row < screen.rows && column < screen.columns && screen.cell(row: row, column: column).background == back
        }
        // Its place stands in its second column. Without colours, a line goes around it.
        let isFramed = back == .standard
        let right = (0..<pitch - 1).prefix { column in
            isFramed
                ? !Self.shows("╮┓+", screen, first.row, first.column + column - 1)
                : isBack(first.row, first.column + column)
        }
        let down = (0..<drop).prefix { row in
            isFramed
                ? !Self.shows("╰┗+", screen, first.row + row - 1, first.column - 1)
                : isBack(first.row + row, first.column)
        }
        size = (down.count, min(right.count + 1, pitch))
    }

    private static func shows(_ signs: String, _ screen: Emulator, _ row: Int, _ column: Int) -> Bool {
        guard 0..<screen.rows ~= row, 0..<screen.columns ~= column else { return false }
        return screen.cell(row: row, column: column).text.contains { signs.contains($0) }
    }

    /// The cards.
    var cards: Range<Int> { middles.indices }

    /// A card's place, such as `B4`.
    func place(_ card: Int) -> String { Coordinate(card: card, columns: columns).text }

    /// The face of a card; nil unless it is seen.
    func face(_ card: Int, on screen: Emulator) -> String? {
        let corner = middles[card]
        guard corner.row < screen.rows, corner.column < screen.columns else { return nil }
        let paper = screen.cell(row: corner.row, column: corner.column).background
        if paper != back || paper == .standard {
            let cells = (corner.row..<min(screen.rows, corner.row + size.rows)).map { row in
                (corner.column - 1..<min(screen.columns, corner.column - 1 + size.columns)).map {
                    screen.cell(row: row, column: $0)
                }
            }
            if let drawn = DrawnFaces.face(in: cells, paper: paper, of: faces) { return drawn }
        }
        let text = text(card, screen)
        if text == place(card) { return nil }
        // Behind the face of a card that was taken stands by whom.
        let bare = text.last == "1" || text.last == "2" ? String(text.dropLast()) : text
        return [text, bare].first { faces.contains($0) }
    }

    /// Returns true if the back of a card is shown, at rest.
    func isDown(_ card: Int, on screen: Emulator) -> Bool {
        let corner = middles[card]
        guard corner.row < screen.rows, corner.column < screen.columns else { return false }
        let isBack = screen.cell(row: corner.row, column: corner.column).background == back
        return isBack && text(card, screen) == place(card)
    }

    /// Returns the text in the corner of a card, or in the middle of a low one, without brackets and edges.
    private func text(_ card: Int, _ screen: Emulator) -> String {
        let middle = middles[card]
        guard middle.row < screen.rows else { return "" }
        let columns = max(0, middle.column - 1)..<min(screen.columns, middle.column + 3)
        let cells = columns.map { screen.cell(row: middle.row, column: $0).text }
        return cells.joined().filter { !" []│┃|!▔━─┏╭#=+-".contains($0) }
    }

    /// Finds a place that stands alone on the screen: not in a word, nor in a sentence about it.
    private static func find(_ place: String, _ screen: Emulator) -> [EmulatedPosition] {
        let signs = place.map(String.init)
        var found: [EmulatedPosition] = []
        for row in 0..<screen.rows {
            let texts = (0..<screen.columns).map { screen.cell(row: row, column: $0).text }
            for column in texts.indices.dropLast(signs.count - 1)
            where Array(texts[column..<column + signs.count]) == signs {
                let before = column > 0 ? texts[column - 1] : " "
                let after = column + signs.count < texts.count ? texts[column + signs.count] : " "
                let isPart = (before + after).contains { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "." }
                if !isPart { found.append(EmulatedPosition(row: row, column: column)) }
            }
        }
        return found
    }

    private static func areEven(_ places: [Int: Int]) -> Bool {
        let sorted = places.sorted { $0.key < $1.key }.map(\.value)
        let steps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
        return Set(steps).count <= 1 && steps.allSatisfy { $0 > 0 }
    }
}
