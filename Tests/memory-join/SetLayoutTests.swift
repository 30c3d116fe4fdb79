import Protocol
import Testing

@testable import memory_join

@Suite struct SetLayoutTests {
    /// What a table has room for, from the smallest screen to the largest, landscape and portrait.
    private static let rooms: [Rect] = [10, 11, 13, 17, 23, 33, 43, 60, 93].flatMap { rows in
        [36, 40, 41, 52, 60, 80, 90, 120, 160, 200, 300].map { Rect(row: 1, column: 2, rows: rows, columns: $0) }
    }
    private static let counts = Array(stride(from: 3, through: 81, by: 3))

    @Test(arguments: counts)
    func `cards are inside the table, each in its row and column, and do not overlap`(_ count: Int) throws {
        for room in Self.rooms {
            let layout = try #require(SetLayout(count: count, in: room), "\(count) in \(room)")
            #expect(layout.area.intersection(room) == layout.area)
            let seen = (0..<count).filter { layout.card($0) != nil }
            #expect(seen.count == count || layout.seenRows.count < layout.rows)
            for position in seen {
                let (card, cell) = (try #require(layout.card(position)), SetGrid.cell(position))
                #expect(card.intersection(layout.area) == card && cell.column < layout.columns)
                #expect((card.rows, card.columns) == (layout.cardRows, layout.cardColumns))
                // A column for marks is on both sides.
                #expect(card.column > layout.area.column && card.endColumn < layout.area.endColumn)
                if let left = SetGrid.position(row: cell.row, column: cell.column - 1, of: count) {
                    #expect(layout.card(left).map { ($0.row, $0.endColumn + 1) } ?? (0, 0) == (card.row, card.column))
                }
                if let above = SetGrid.position(row: cell.row - 1, column: cell.column, of: count),
                    let rect = layout.card(above)
                {
                    #expect(rect.column == card.column && rect.endRow + layout.gapRows == card.row)
                }
            }
        }
    }

    @Test func `a card has its row and column from its position alone, three to a column and 21 to a band`() {
        let cells = [0, 1, 2, 3, 11, 12, 20, 21, 24, 80].map { SetGrid.cell($0) }
        #expect(cells.map(\.row) == [0, 1, 2, 0, 2, 0, 2, 3, 3, 11])
        #expect(cells.map(\.column) == [0, 0, 0, 1, 3, 4, 6, 0, 1, 5])
        for count in Self.counts {
            for position in 0..<81 {
                let cell = SetGrid.cell(position)
                let found = SetGrid.position(row: cell.row, column: cell.column, of: count)
                #expect(found == (position < count ? position : nil))
            }
            #expect(SetGrid.cell(count - 1).row < SetGrid.rows(count))
            #expect((0..<count).allSatisfy { SetGrid.cell($0).column < SetGrid.columns(count) })
        }
        #expect(
            SetGrid.position(row: -1, column: 0, of: 12) == nil && SetGrid.position(row: 0, column: 7, of: 81) == nil)
    }

    @Test func `up to fifteen cards have the same places on the screen, and the same size`() throws {
        for (columns, rows) in [(40, 14), (60, 50), (80, 24), (120, 40), (200, 60), (62, 18)] {
            func rects(_ count: Int) throws -> [Rect?] {
                let layout = try #require(
                    TableLayout.set(Say.setState(count), in: Rect(size(columns, rows))))
                return (0..<count).map { layout.card($0) }
            }
            let fifteen = try rects(15)
            for count in [3, 6, 9, 12] {
                let fewer = try rects(count)
                #expect(fewer == Array(fifteen.prefix(count)), "\(count) on \(columns)x\(rows)")
            }
        }
    }

    @Test func `the table stays on its side of the screen, however many cards come`() {
        for rows in [14, 17, 18, 19, 21, 24, 30, 37, 48, 60] {
            for columns in stride(from: 40, through: 220, by: 7) {
                let sides = Self.counts.map {
                    TableLayout(Say.setState($0), SetOnScreen(of: nil), in: Rect(size(columns, rows)))
                }
                #expect(
                    Set(sides.map(\.hasSidePanel)).count == 1 && sides.allSatisfy { $0.board != nil },
                    "\(columns)x\(rows)")
            }
        }
    }

    @Test func `symbols are never smaller than can be read, and only more than 21 cards may scroll`() throws {
        for room in Self.rooms {
            for count in Self.counts {
                let layout = try #require(SetLayout(count: count, in: room))
                #expect(layout.symbols?.areReadable == true, "\(count) in \(room)")
                #expect(layout.seenRows.count == layout.rows || count > 21, "\(count) in \(room)")
            }
        }
    }

    @Test func `fewer cards are no smaller, and neither are those in more space`() throws {
        for room in Self.rooms {
            let sizes = [12, 15, 18, 21].map { SetLayout(count: $0, in: room)?.symbols?.narrow ?? 0 }
            #expect(sizes == sizes.sorted(by: >), "\(room)")
            let larger = Rect(row: 0, column: 0, rows: room.rows * 2, columns: room.columns * 2)
            for (count, size) in zip([12, 15, 18, 21], sizes) {
                #expect((SetLayout(count: count, in: larger)?.symbols?.narrow ?? 0) >= size)
            }
        }
    }

    /// The table that other clients can be held to: columns and rows of cards, then the size of a card.
    @Test(arguments: [
        (40, 14, 12, [5, 3, 6, 3]), (40, 14, 21, [7, 3, 4, 3]), (80, 24, 12, [5, 3, 14, 5]),
        (80, 24, 21, [7, 3, 10, 5]), (120, 40, 12, [5, 3, 16, 12]), (120, 40, 21, [7, 3, 11, 11]),
    ]) func `common screens have the expected layout`(_ columns: Int, _ rows: Int, _ count: Int, _ expected: [Int]) {
        let layout = TableLayout.set(Say.setState(count), in: Rect(size(columns, rows)))
        #expect(layout.map { [$0.columns, $0.rows, $0.cardColumns, $0.cardRows] } == expected)
    }

    @Test func `a table that scrolls shows the card under the cursor`() throws {
        let room = Rect(row: 1, column: 0, rows: 10, columns: 40)
        for position in 0..<81 {
            let layout = try #require(SetLayout(count: 81, in: room, showing: position))
            #expect(layout.seenRows.count < layout.rows && layout.card(position) != nil)
        }
    }

    @Test func `without space there is no table`() {
        for (rows, columns) in [(2, 80), (80, 4), (0, 0)] {
            #expect(SetLayout(count: 12, in: Rect(row: 0, column: 0, rows: rows, columns: columns)) == nil)
        }
    }
}

@Suite struct SetRasterTests {
    /// The size of every card that some table has.
    private static let sizes: Set<[Int]> = {
        var sizes: Set<[Int]> = []
        for rows in stride(from: 10, through: 45, by: 5) {
            for columns in stride(from: 40, through: 160, by: 20) {
                for count in [3, 9, 12, 15, 21, 27, 42, 81] {
                    let room = Rect(row: 0, column: 0, rows: rows, columns: columns)
                    if let layout = SetLayout(count: count, in: room) {
                        sizes.insert([layout.cardRows, layout.cardColumns])
                    }
                }
            }
        }
        return sizes
    }()

    @Test func `cards that differ in more than their colour look different at every size`() {
        let cards = SetCard.all.filter { $0.colour == .red }
        for size in Self.sizes {
            let pictures = cards.map { SetRaster($0, rows: size[0], columns: size[1]).rows }
            #expect(Set(pictures).count == cards.count, "\(size)")
            for picture in pictures {
                #expect(picture.count == size[0] && picture.allSatisfy { $0.count == size[1] })
                #expect(picture.contains { $0.contains { $0 != " " } })
            }
        }
    }

    @Test(arguments: SetCard.Shape.allCases)
    func `stripes are between nothing and a full area, at every size of a symbol`(_ shape: SetCard.Shape) {
        for narrow in 3...30 {
            for long in 2 * narrow...2 * narrow + 1 where long >= SetRaster.Symbols.readable.long {
                func ink(_ filling: SetCard.Filling) -> [Bool] {
                    let symbol = SetSymbol(shape, filling, narrow: narrow, long: long)
                    return (0..<narrow).flatMap { x in (0..<long).map { symbol.hasInk(x, $0) } }
                }
                let (solid, striped, unfilled) = (ink(.solid), ink(.striped), ink(.unfilled))
                #expect(zip(solid, striped).allSatisfy { $0 || !$1 } && zip(striped, unfilled).allSatisfy { $0 || !$1 })
                let counts = [solid, striped, unfilled].map { $0.count { $0 } }
                #expect(counts[0] > counts[1] && counts[1] > counts[2], "\(shape) of \(narrow)x\(long)")
            }
        }
    }
}
