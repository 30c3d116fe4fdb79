import Protocol

/// Letters made of blocks, as large as fits.
struct BigLetters {
    /// Five rows of five blocks for each letter that codes contain.
    private static let shapes: [Character: [String]] = [
        "A": [" ### ", "#   #", "#####", "#   #", "#   #"], "B": ["#### ", "#   #", "#### ", "#   #", "#### "],
        "C": [" ####", "#    ", "#    ", "#    ", " ####"], "D": ["#### ", "#   #", "#   #", "#   #", "#### "],
        "E": ["#####", "#    ", "#### ", "#    ", "#####"], "F": ["#####", "#    ", "#### ", "#    ", "#    "],
        "G": [" ####", "#    ", "#  ##", "#   #", " ####"], "H": ["#   #", "#   #", "#####", "#   #", "#   #"],
        "I": ["#####", "  #  ", "  #  ", "  #  ", "#####"], "J": ["#####", "   # ", "   # ", "#  # ", " ##  "],
        "K": ["#   #", "#  # ", "###  ", "#  # ", "#   #"], "L": ["#    ", "#    ", "#    ", "#    ", "#####"],
        "M": ["#   #", "## ##", "# # #", "#   #", "#   #"], "N": ["#   #", "##  #", "# # #", "#  ##", "#   #"],
        "O": [" ### ", "#   #", "#   #", "#   #", " ### "], "P": ["#### ", "#   #", "#### ", "#    ", "#    "],
        "Q": [" ### ", "#   #", "# # #", "#  # ", " ## #"], "R": ["#### ", "#   #", "#### ", "#  # ", "#   #"],
        "S": [" ####", "#    ", " ### ", "    #", "#### "], "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
        "U": ["#   #", "#   #", "#   #", "#   #", " ### "], "V": ["#   #", "#   #", "#   #", " # # ", "  #  "],
        "W": ["#   #", "#   #", "# # #", "## ##", "#   #"], "X": ["#   #", " # # ", "  #  ", " # # ", "#   #"],
        "Y": ["#   #", " # # ", "  #  ", "  #  ", "  #  "], "Z": ["#####", "   # ", "  #  ", " #   ", "#####"],
        "2": [" ### ", "#   #", "  ## ", " #   ", "#####"], "3": ["#### ", "    #", " ### ", "    #", "#### "],
        "4": ["#  # ", "#  # ", "#####", "   # ", "   # "], "5": ["#####", "#    ", "#### ", "    #", "#### "],
        "6": [" ### ", "#    ", "#### ", "#   #", " ### "], "7": ["#####", "   # ", "  #  ", " #   ", " #   "],
        "8": [" ### ", "#   #", " ### ", "#   #", " ### "], "9": [" ### ", "#   #", " ####", "    #", " ### "],
    ]
    private static let blocks = 5

    private let text: [Character]
    private let area: Rect
    /// Rows and columns of a block.
    private let rows: Int
    private let columns: Int

    init(_ text: String, in room: Rect) {
        self.text = Array(text.uppercased())
        let across = self.text.count * (Self.blocks + 1) - 1
        // A block looks square when twice as many columns wide as rows high; somewhat taller is fine.
        let most = max(1, room.rows / Self.blocks)
        columns = max(1, min(2 * most, room.columns / max(1, across)))
        rows = min(most, (columns + 1) / 2)
        area = room.centred(rows: Self.blocks * rows, columns: across * columns)
    }

    var endRow: Int { area.endRow }

    /// Draws the letters with this text for each cell.
    func draw(_ canvas: inout Canvas, solid: String) {
        for (index, character) in text.enumerated() {
            guard let shape = Self.shapes[character] else { continue }
            for (row, line) in shape.enumerated() {
                for (column, block) in line.enumerated() where block == "#" {
                    let left = area.column + (index * (Self.blocks + 1) + column) * columns
                    for part in 0..<rows {
                        let point = Point(row: area.row + row * rows + part, column: left)
                        canvas.put(String(repeating: solid, count: columns), at: point, in: area, style: .strong)
                    }
                }
            }
        }
    }
}
