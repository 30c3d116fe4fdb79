import Protocol

/// A card of Set as the characters of a block of cells: one to three symbols, upright and side by side, or
/// on their sides, one above the other.
///
/// Small symbols are drawn with braille, whose dots show the form best, large ones with quadrants, areas without gaps.
struct SetRaster {
    let rows: [[Character]]

    /// The symbols of a card of some size, in dots as small as those of braille, which are square.
    struct Symbols: Equatable, Sendable {
        /// True if symbols are upright and side by side; false if they are one above the other.
        let areUpright: Bool
        /// The narrow side of a symbol, 1 dot or more.
        let narrow: Int
        /// The long side, about twice the narrow one where there is room.
        let long: Int

        /// Symbols with less can't be told apart.
        static let readable = (narrow: 3, long: 7)

        var areReadable: Bool { narrow >= Self.readable.narrow && long >= Self.readable.long }

        /// The largest of which three fit into a card of this many cells; nil if none do.
        init?(rows: Int, columns: Int) {
            let (high, wide) = (SetRaster.inside(4 * rows, from: 24, 2), SetRaster.inside(2 * columns, from: 18, 1))
            let upright = Self(areUpright: true, along: high, across: wide)
            let lying = Self(areUpright: false, along: wide, across: high)
            guard let best = [upright, lying].compactMap(\.self).max(by: { $0.size < $1.size }) else { return nil }
            self = best
        }

        /// Symbols whose long side runs along the card, and which follow each other across it.
        private init?(areUpright: Bool, along: Int, across: Int) {
            self.areUpright = areUpright
            // Three symbols, and two gaps of a quarter of one, but of a dot at least.
            narrow = min((across - 2) / 3, across * 2 / 7, along * 2 / 3)
            long = min(along, 2 * narrow + 1)
            guard narrow >= 1 else { return nil }
        }

        /// Larger for larger symbols: the narrow side counts most.
        var size: Int { narrow * 1000 + long }
    }

    /// The dots that a card has inside its margin, which only large cards have.
    private static func inside(_ dots: Int, from large: Int, _ margin: Int) -> Int {
        dots >= large ? dots - 2 * margin : dots
    }

    /// The narrow side from which on a symbol is drawn with areas. Lying, it has half as many lines of quadrants; a
    /// solid one needs fewer, since only its form must be seen.
    private static func lowestArea(_ filling: SetCard.Filling, _ symbols: Symbols) -> Int {
        symbols.areUpright ? 7 : filling == .solid ? 10 : 14
    }

    /// Draws a card into this many cells. Cells without room for symbols stay empty.
    ///
    /// - Parameter isEdged: true for a line along the upper and the lower edge.
    init(_ card: SetCard, rows: Int, columns: Int, isEdged: Bool = false) {
        guard let symbols = Symbols(rows: rows, columns: columns) else {
            self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
            return
        }
        let isBraille = symbols.narrow < Self.lowestArea(card.filling, symbols)
        let high = isBraille ? 4 : 2
        let grid = Grid(rows: rows * high, columns: columns * ShapeRaster.wide)
        var dots = Self.dots(of: card, symbols, grid, halves: !isBraille)
        if isEdged { for row in [0, grid.rows - 1] { dots[row] = Array(repeating: true, count: grid.columns) } }
        self.rows = (0..<rows).map { row in
            (0..<columns).map { column in
                let own = ShapeRaster.dots(dots, row: row, column: column, high: high)
                return isBraille ? ShapeRaster.braille(own) : ShapeRaster.block(own)
            }
        }
    }

    private struct Grid {
        let rows: Int
        let columns: Int
    }

    /// The dots of a card, true for ink.
    ///
    /// - Parameter halves: true if a dot is twice as high as wide.
    private static func dots(of card: SetCard, _ symbols: Symbols, _ grid: Grid, halves: Bool) -> [[Bool]] {
        var dots = Array(repeating: Array(repeating: false, count: grid.columns), count: grid.rows)
        let across = symbols.areUpright ? grid.columns : grid.rows
        let along = symbols.areUpright ? grid.rows : grid.columns
        let narrow = halves && !symbols.areUpright ? symbols.narrow / 2 : symbols.narrow
        let long = halves && symbols.areUpright ? (symbols.long + 1) / 2 : symbols.long
        let symbol = SetSymbol(card.shape, card.filling, narrow: narrow, long: min(long, along))
        let gap = max(1, min((across - 3 * narrow) / 2, (narrow + 2) / 3))
        let first = (across - card.symbols * narrow - (card.symbols - 1) * gap) / 2
        let start = (along - symbol.long) / 2
        for index in 0..<card.symbols {
            let left = first + index * (narrow + gap)
            for x in 0..<narrow where left + x >= 0 && left + x < across {
                for y in 0..<symbol.long where symbol.hasInk(x, y) {
                    if symbols.areUpright { dots[start + y][left + x] = true } else { dots[left + x][start + y] = true }
                }
            }
        }
        return dots
    }
}

/// One symbol of Set in dots: upright, its narrow side running from left to right.
struct SetSymbol {
    let narrow: Int
    let long: Int
    private let shape: SetCard.Shape
    private let filling: SetCard.Filling

    init(_ shape: SetCard.Shape, _ filling: SetCard.Filling, narrow: Int, long: Int) {
        (self.shape, self.filling, self.narrow, self.long) = (shape, filling, max(1, narrow), max(1, long))
    }

    /// True for a dot with ink: of the outline, of what fills it, or of a stripe across it.
    func hasInk(_ x: Int, _ y: Int) -> Bool {
        guard contains(x, y) else { return false }
        switch filling {
        case .solid: return true
        case .striped: return isOutline(x, y) || y / stripe % 2 == long / 2 / stripe % 2
        case .unfilled: return isOutline(x, y)
        }
    }

    /// The dots of a stripe, and between two.
    private var stripe: Int { max(1, long / 22) }

    /// The narrow side from which on a squiggle is curved.
    private static let narrowestCurve = 5

    /// The dots of the outline.
    private var line: Int { max(1, narrow / 10) }

    private func isOutline(_ x: Int, _ y: Int) -> Bool {
        (1...line).contains { step in
            !contains(x - step, y) || !contains(x + step, y) || !contains(x, y - step) || !contains(x, y + step)
        }
    }

    /// True for a dot inside the shape.
    private func contains(_ x: Int, _ y: Int) -> Bool {
        guard 0..<narrow ~= x, 0..<long ~= y else { return false }
        // From -1 to 1, across and along.
        let across = (2 * Double(x) + 1) / Double(narrow) - 1
        let along = (2 * Double(y) + 1) / Double(long) - 1
        switch shape {
        case .diamond: return abs(across) + abs(along) <= 1 + 0.5 / Double(narrow)
        case .oval:
            let end = max(0, abs(along) - 0.5) * 2
            return across * across + end * end <= 1
        case .squiggle where narrow < Self.narrowestCurve:
            // A slanted bar, which leaves room for what fills it.
            let slant = x * (long / 3) / max(1, narrow - 1)
            return slant..<slant + long - long / 3 ~= y
        case .squiggle:
            // One wave, rounded at both ends.
            let end = max(0, abs(along) - 0.75) / 0.25
            let shift = 1.6 * along * (1 - abs(along))
            return abs(across - shift) <= 0.58 * (1 - end * end).squareRoot() + 0.01
        }
    }
}
