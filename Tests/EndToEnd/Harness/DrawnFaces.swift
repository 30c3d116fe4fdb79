import Protocol
import TerminalEmulator

@testable import memory_join

/// The faces that are drawn on cards, recognized by their drawings.
enum DrawnFaces {
    /// Returns the face whose drawing is on a card; nil while there is none, or the card moves.
    ///
    /// - Parameters:
    ///   - cells: those of the card, row by row.
    ///   - paper: the colour of the card.
    static func face(in cells: [[EmulatedCell]], paper: EmulatedColor, of faces: Set<String>) -> String? {
        let card = Rect(row: 0, column: 0, rows: cells.count, columns: cells.first?.count ?? 0)
        // A low card has its drawing in all of its rows.
        let room = card.inset(rows: card.rows < 5 ? 0 : 1, columns: 1)
        let ways = [(false, true), (false, false), (true, true)]
        return ways.lazy.compactMap { find(in: cells, room, paper, faces, isASCII: $0, hasColours: $1) }.first
    }

    private static func find(
        in cells: [[EmulatedCell]], _ room: Rect, _ paper: EmulatedColor, _ faces: Set<String>, isASCII: Bool,
        hasColours: Bool
    ) -> String? {
        guard let area = ShapeRaster.area(in: room, isASCII: isASCII) else { return nil }
        let best = faces.compactMap { face -> (face: String, differing: Int)? in
            let sets = FaceSet.builtIn.filter { $0.faces.contains(face) }
            guard let shape = sets.lazy.compactMap({ Drawings.of(face, in: $0) }).first else { return nil }
            let raster = ShapeRaster.of(
                shape, rows: area.rows, columns: area.columns, isASCII: isASCII, hasColours: hasColours)
            let differing = raster.rows.enumerated().reduce(0) { sum, line in
                sum
                    + line.element.enumerated().count { column, cell in
                        !shows(cells[area.row + line.offset][area.column + column], cell, paper)
                    }
            }
            return (face, differing)
        }.min { $0.differing < $1.differing }
        // The number of a taken card's owner may stand in its drawing.
        return best.flatMap { $0.differing <= 1 ? $0.face : nil }
    }

    private static func shows(_ cell: EmulatedCell, _ drawn: ShapeRaster.Cell?, _ paper: EmulatedColor) -> Bool {
        guard let drawn else { return cell.text == " " && cell.background == paper }
        if drawn.character == "█", cell.text == " " { return cell.background != paper }
        return cell.text == String(drawn.character)
    }
}
