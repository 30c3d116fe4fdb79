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
    func `cards are inside the table, in the order of their positions, and do not overlap`(_ count: Int) throws {
        for room in Self.rooms {
            let layout = try #require(SetLayout(count: count, in: room), "\(count) in \(room)")
            #expect(layout.columns * layout.rows >= count && layout.columns * (layout.rows - 1) < count)
            #expect(layout.area.intersection(room) == layout.area)
            let seen = (0..<count).compactMap { layout.card($0) }
            #expect(seen.count == count || layout.scrolls)
            for (index, card) in seen.enumerated() {
                #expect(card.intersection(layout.area) == card)
                #expect((card.rows, card.columns) == (layout.cardRows, layout.cardColumns))
                // A column for marks is on both sides.
                #expect(card.column > layout.area.column && card.endColumn < layout.area.endColumn)
                if index % layout.columns > 0 { #expect(card.column == seen[index - 1].endColumn + 1) }
                if index >= layout.columns { #expect(card.row >= seen[index - layout.columns].endRow) }
            }
        }
    }

    @Test(arguments: counts) func `no other number of columns has larger symbols`(_ count: Int) throws {
        for room in Self.rooms {
            let layout = try #require(SetLayout(count: count, in: room))
            let others = (1...count).compactMap { SetLayout(count, columns: $0, in: room)?.symbols?.size }
            #expect(layout.scrolls || layout.symbols?.size == others.max(), "\(count) in \(room)")
        }
    }

    @Test func `symbols are never smaller than can be read, and the table scrolls only then`() throws {
        for room in Self.rooms {
            for count in Self.counts {
                let layout = try #require(SetLayout(count: count, in: room))
                #expect(layout.symbols?.areReadable == true, "\(count) in \(room)")
                let others = (1...count).compactMap { SetLayout(count, columns: $0, in: room)?.symbols }
                #expect(layout.scrolls != others.contains(where: \.areReadable))
            }
        }
    }

    @Test func `fewer cards are no smaller, and neither are those in more space`() throws {
        for room in Self.rooms {
            let sizes = Self.counts.map { SetLayout(count: $0, in: room)?.symbols?.narrow ?? 0 }
            #expect(sizes == sizes.sorted(by: >), "\(room)")
            let larger = Rect(row: 0, column: 0, rows: room.rows * 2, columns: room.columns * 2)
            for (count, size) in zip(Self.counts, sizes) {
                #expect((SetLayout(count: count, in: larger)?.symbols?.narrow ?? 0) >= size)
            }
        }
    }

    /// The table that other clients can be held to: columns and rows of cards, then the size of a card.
    @Test(arguments: [
        (40, 14, 12, [6, 2, 5, 5]), (40, 14, 21, [7, 3, 4, 3]), (80, 24, 12, [4, 3, 17, 5]),
        (80, 24, 21, [6, 4, 12, 4]), (120, 40, 12, [6, 2, 18, 16]), (120, 40, 21, [7, 3, 11, 11]),
    ]) func `common screens have the expected layout`(_ columns: Int, _ rows: Int, _ count: Int, _ expected: [Int]) {
        let layout = TableLayout(Say.setState(count), cursor: 0, in: Rect(size(columns, rows))).set
        #expect(layout.map { [$0.columns, $0.rows, $0.cardColumns, $0.cardRows] } == expected)
    }

    @Test func `a table that scrolls shows the card under the cursor`() throws {
        let room = Rect(row: 1, column: 0, rows: 10, columns: 40)
        for position in 0..<81 {
            let layout = try #require(SetLayout(count: 81, in: room, showing: position))
            #expect(layout.scrolls && layout.card(position) != nil)
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
