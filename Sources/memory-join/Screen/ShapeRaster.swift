import Protocol
import Synchronization

/// A shape as the characters of a block of cells.
///
/// | cells | drawn with | dots of a cell |
/// | --- | --- | --- |
/// | 2 or 3 rows | braille | 2x4: the form counts more than the area |
/// | 4 rows and more | quadrants | 2x2: areas without gaps |
/// | 5 rows and more, in ASCII | punctuation that leans towards its dots | 2x2 |
///
/// Lower blocks in ASCII could not tell the shapes apart, so there are none.
struct ShapeRaster {
    /// A cell: its character, and the inks in front and, where both fill it, behind.
    struct Cell: Equatable, Sendable {
        let character: Character
        let ink: Shape.Ink
        var ground: Shape.Ink?
    }

    /// The cells, row by row; nil where the card shows.
    let rows: [[Cell?]]

    /// The block that a shape gets in a space: in its middle, and as square as cells twice as high as wide can be; nil
    /// if there is none that tells the shapes apart.
    static func area(in room: Rect, isASCII: Bool) -> Rect? {
        let high = min(room.rows, (2 * room.columns + 2) / 3)
        let area = room.centred(rows: high, columns: 2 * high)
        let minimum = isASCII ? (rows: lowestASCII, columns: 2 * lowestASCII - 1) : (rows: 2, columns: 3)
        return area.rows >= minimum.rows && area.columns >= minimum.columns ? area : nil
    }

    /// The rows from which on a block is drawn with areas instead of dots, and in ASCII at all.
    private static let lowestArea = 4, lowestASCII = 5
    /// The samples of a dot, across and down. At least half of them must have ink.
    private static let samples = 3
    /// The dots of a cell, across.
    static let wide = 2

    /// The inputs that a drawing depends on.
    private struct Key: Hashable {
        let shape: Shape
        let rows, columns: Int
        let isASCII, hasColours: Bool
    }

    /// The drawings of the last sizes: a whole table is drawn anew in every frame.
    private static let drawn = Mutex<[Key: ShapeRaster]>([:])
    /// More than the faces of two tables.
    private static let mostDrawn = 256

    /// Returns the drawing of a shape in this many cells.
    static func of(_ shape: Shape, rows: Int, columns: Int, isASCII: Bool, hasColours: Bool) -> ShapeRaster {
        let key = Key(shape: shape, rows: rows, columns: columns, isASCII: isASCII, hasColours: hasColours)
        return drawn.withLock { drawn in
            if let raster = drawn[key] { return raster }
            let raster = ShapeRaster(
                shape, rows: rows, columns: columns, isASCII: isASCII, hasColours: hasColours)
            if drawn.count >= mostDrawn { drawn = [:] }
            drawn[key] = raster
            return raster
        }
    }

    /// Draws a shape into this many cells. Without colours, all inks are one.
    init(_ shape: Shape, rows: Int, columns: Int, isASCII: Bool, hasColours: Bool = true) {
        let isBraille = rows < Self.lowestArea
        let high = isBraille ? 4 : 2
        let dots = Self.dots(of: shape, rows: rows * high, columns: columns * Self.wide)
        self.rows = (0..<rows).map { row in
            (0..<columns).map { column in
                let own = Self.dots(dots, row: row, column: column, high: high)
                guard let ink = Self.commonest(own) else { return nil }
                if isBraille { return Cell(character: Self.braille(own.map { $0 != nil }), ink: ink) }
                // Two inks share a cell if no part of it is left to the card.
                let ground =
                    own.contains(nil) || isASCII || !hasColours ? nil : Self.commonest(own.filter { $0 != ink })
                let pattern = Self.pattern(own.map { ground == nil ? $0 != nil : $0 == ink })
                return Cell(character: (isASCII ? Self.punctuation : Self.blocks)[pattern], ink: ink, ground: ground)
            }
        }
    }

    /// The dots of a cell, row by row. Within the expressions that call it, this one took the compiler ten seconds.
    static func dots<Dot>(_ dots: [[Dot]], row: Int, column: Int, high: Int) -> [Dot] {
        dots[row * high..<(row + 1) * high].flatMap { $0[column * wide..<(column + 1) * wide] }
    }

    /// The dots of a shape: their ink, or nil where there is less than half of one.
    static func dots(of shape: Shape, rows: Int, columns: Int) -> [[Shape.Ink?]] {
        let (height, width) = (Shape.side / Double(rows * samples), Shape.side / Double(columns * samples))
        return (0..<rows).map { row in
            (0..<columns).map { column in
                let inks = (0..<samples * samples).map { sample in
                    shape.ink(
                        at: Shape.Point(
                            x: (Double(column * samples + sample % samples) + 0.5) * width,
                            y: (Double(row * samples + sample / samples) + 0.5) * height))
                }
                return 2 * inks.count { $0 != nil } >= inks.count ? commonest(inks) : nil
            }
        }
    }

    /// The ink of most dots that have any.
    private static func commonest(_ dots: [Shape.Ink?]) -> Shape.Ink? {
        let inks = dots.compactMap(\.self)
        guard let first = inks.first, inks.contains(where: { $0 != first }) else { return inks.first }
        return Shape.Ink.allCases.max { one, other in inks.count { $0 == one } < inks.count { $0 == other } }
    }

    /// The braille character of a cell of 2x4 dots, row by row. Unicode numbers the dots of the upper three rows column
    /// by column, then those of the fourth.
    static func braille(_ dots: [Bool]) -> Character {
        let bits = [0, 3, 1, 4, 2, 5, 6, 7]
        let pattern = zip(dots, bits).reduce(UInt32(0)) { $0 | ($1.0 ? 1 << UInt32($1.1) : 0) }
        return pattern == 0 ? " " : Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? " "
    }

    /// The character of a cell of 2x2 dots, row by row.
    static func block(_ dots: [Bool]) -> Character { blocks[pattern(dots)] }

    /// The dots of a cell: 1 for the upper left, 2 for the upper right, 4 and 8 for those below.
    private static func pattern(_ dots: [Bool]) -> Int {
        zip(dots, [1, 2, 4, 8]).reduce(0) { $0 | ($1.0 ? $1.1 : 0) }
    }

    private static let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let punctuation = Array(" `'\",(/#.\\)#_###")
}

extension Canvas {
    /// Draws a shape into a space of its size: each ink in the colour that stands for it.
    mutating func put(_ raster: ShapeRaster, in area: Rect, hasColours: Bool, style: (Shape.Ink, Shape.Ink?) -> Style) {
        for (row, cells) in raster.rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                guard let cell else { continue }
                let point = Point(row: area.row + row, column: area.column + column)
                put(block: cell.character, at: point, style: style(cell.ink, cell.ground), hasColours: hasColours)
            }
        }
    }

    /// Draws the characters of a raster into a space of their size. Those that are spaces leave what is there.
    mutating func put(raster rows: [[Character]], in area: Rect, style: Style, hasColours: Bool) {
        for (row, characters) in rows.enumerated() {
            for (column, character) in characters.enumerated() where character != " " {
                let point = Point(row: area.row + row, column: area.column + column)
                put(block: character, at: point, style: style, hasColours: hasColours)
            }
        }
    }

    private mutating func put(block: Character, at point: Point, style: Style, hasColours: Bool) {
        if block == "█", hasColours {
            // A space of this colour looks the same, and many cost less.
            put(" ", at: point, style: Style(background: style.foreground))
        } else {
            put(String(block), at: point, style: style)
        }
    }
}
