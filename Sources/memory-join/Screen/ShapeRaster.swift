import Protocol

/// A shape as the characters of a block of cells.
///
/// | cells | drawn with | dots of a cell |
/// | --- | --- | --- |
/// | 2 to 4 rows | braille | 2x4: the form counts more than the area |
/// | 5 rows and more | quadrants | 2x2: areas without gaps |
/// | 5 rows and more, in ASCII | punctuation that leans towards its dots | 2x2 |
///
/// Lower blocks in ASCII could not tell the shapes apart, so there are none.
struct ShapeRaster {
    /// The characters, row by row.
    let rows: [[Character]]

    /// The block that a shape gets in a space: in its middle, and as square as cells twice as high as wide can be; nil
    /// if there is none that tells the shapes apart.
    static func area(in room: Rect, isASCII: Bool) -> Rect? {
        let high = min(room.rows, (2 * room.columns + 2) / 3)
        let area = room.centred(rows: high, columns: 2 * high)
        let minimum = isASCII ? (rows: lowestArea, columns: 2 * lowestArea - 1) : (rows: 2, columns: 3)
        return area.rows >= minimum.rows && area.columns >= minimum.columns ? area : nil
    }

    /// The rows from which on a block is drawn with areas instead of dots.
    private static let lowestArea = 5
    /// The samples of a dot, across and down. At least half of them must have ink.
    private static let samples = 3

    /// Draws a shape into this many cells.
    init(_ shape: Shape, rows: Int, columns: Int, isASCII: Bool) {
        let isBraille = rows < Self.lowestArea
        let dots = Self.dots(of: shape, rows: rows * (isBraille ? 4 : 2), columns: columns * 2)
        self.rows = (0..<rows).map { row in
            (0..<columns).map { column in
                if isBraille { return Self.braille(dots, row, column) }
                return isASCII ? Self.punctuation[Self.quadrants(dots, row, column)] : Self.block(dots, row, column)
            }
        }
    }

    /// The dots of a shape, true for ink.
    static func dots(of shape: Shape, rows: Int, columns: Int) -> [[Bool]] {
        let (height, width) = (Shape.side / Double(rows * samples), Shape.side / Double(columns * samples))
        return (0..<rows).map { row in
            (0..<columns).map { column in
                var inked = 0
                for sample in 0..<samples * samples {
                    let x = (Double(column * samples + sample % samples) + 0.5) * width
                    let y = (Double(row * samples + sample / samples) + 0.5) * height
                    if shape.contains(Shape.Point(x: x, y: y)) { inked += 1 }
                }
                return 2 * inked >= samples * samples
            }
        }
    }

    /// The braille character of a cell. Unicode numbers the dots of the upper three rows column by column, then those
    /// of the fourth.
    static func braille(_ dots: [[Bool]], _ row: Int, _ column: Int) -> Character {
        let bits = [[0, 3], [1, 4], [2, 5], [6, 7]]
        var pattern: UInt32 = 0
        for y in 0..<4 {
            for x in 0..<2 where dots[4 * row + y][2 * column + x] { pattern |= 1 << UInt32(bits[y][x]) }
        }
        return pattern == 0 ? " " : Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? " "
    }

    /// The character of a cell of 2x2 dots.
    static func block(_ dots: [[Bool]], _ row: Int, _ column: Int) -> Character {
        blocks[quadrants(dots, row, column)]
    }

    /// The quadrants of a cell with ink: 1 for the upper left, 2 for the upper right, 4 and 8 for those below.
    private static func quadrants(_ dots: [[Bool]], _ row: Int, _ column: Int) -> Int {
        var pattern = 0
        for quadrant in 0..<4 where dots[2 * row + quadrant / 2][2 * column + quadrant % 2] { pattern |= 1 << quadrant }
        return pattern
    }

    private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let punctuation = Array(" `'\",(/#.\\)#_###")
}

extension Canvas {
    /// Draws the characters of a raster into a space of their size. Those that are spaces leave what is there.
    mutating func put(raster rows: [[Character]], in area: Rect, style: Style, hasColours: Bool) {
        for (row, characters) in rows.enumerated() {
            for (column, character) in characters.enumerated() where character != " " {
                let point = Point(row: area.row + row, column: area.column + column)
                if character == "█", hasColours {
                    // A space of this colour looks the same, and many cost less.
                    put(" ", at: point, style: Style(background: style.foreground))
                } else {
                    put(String(character), at: point, style: style)
                }
            }
        }
    }
}
