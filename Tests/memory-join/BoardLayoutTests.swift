import Protocol
import Testing

@testable import memory_join

@Suite struct BoardLayoutTests {
    /// From the smallest screen to the largest, landscape and portrait.
    private static let rooms: [Rect] = {
        var rooms: [Rect] = []
        for rows in Array(stride(from: 14, through: 100, by: 9)) + [100] {
            for columns in Array(stride(from: 40, through: 300, by: 20)) + [300] {
                // What the table leaves for the board on a small screen, and on a larger one.
                rooms.append(
                    rows < 18
                        ? Rect(row: 1, column: 0, rows: rows - 3, columns: columns)
                        : Rect(row: 3, column: 0, rows: rows - 7, columns: columns))
            }
        }
        return rooms
    }()

    @Test(arguments: 2...10)
    func `the cards of every board are inside its area, in rows and columns, and do not overlap`(_ rows: Int) throws {
        for columns in 2...10 {
            for room in Self.rooms {
                let place = "\(rows)x\(columns) in \(room.columns)x\(room.rows)"
                let layout = try #require(BoardLayout(rows: rows, columns: columns, in: room), "\(place)")
                #expect(layout.cardRows == 1 || layout.cardRows >= 3, "\(place)")
                #expect(layout.cardColumns >= 3, "\(place)")
                for index in 0..<rows * columns {
                    let card = layout.card(index)
                    #expect((card.rows, card.columns) == (layout.cardRows, layout.cardColumns))
                    #expect(card.intersection(room) == card && card.intersection(layout.area) == card, "\(place)")
                    let isLast = index % columns == columns - 1
                    if !isLast { #expect(layout.card(index + 1).column >= card.endColumn, "\(place)") }
                    if index >= columns { #expect(layout.card(index - columns).endRow <= card.row, "\(place)") }
                }
            }
        }
    }

    @Test func `cards grow with the space for the board`() {
        var kinds: Set<Int> = []
        for room in Self.rooms {
            guard let layout = BoardLayout(rows: 5, columns: 6, in: room) else { continue }
            kinds.insert(layout.cardRows == 1 ? 1 : layout.cardRows < 5 ? 3 : 5)
            let larger = Rect(row: 0, column: 0, rows: room.rows * 2, columns: room.columns * 2)
            #expect((BoardLayout(rows: 5, columns: 6, in: larger)?.scale ?? 0) >= layout.scale, "\(room)")
        }
        #expect(kinds == [1, 3, 5])
    }

    @Test(arguments: [(40, 14, 1, 4), (80, 24, 3, 7), (120, 40, 7, 13), (60, 50, 5, 8), (300, 100, 19, 43)])
    func `the default board has the expected layout on common screens`(
        _ columns: Int, _ rows: Int, _ cardRows: Int, _ cardColumns: Int
    ) {
        var model = Model.inMatch()
        model.take(.resized(size(columns, rows)))
        let card = model.drawing().rect(of: .card(0))
        #expect(card.map { [$0.rows, $0.columns] } == [cardRows, cardColumns])
    }

    @Test func `cards that touch only side by side have borders`() {
        var state = Say.stateOf()
        (state.rows, state.columns, state.cards) = (2, 10, CardFaces(Array(repeating: nil, count: 20)))
        var model = Model.inMatch(state, seat: nil)
        model.take(.resized(size(54, 40)))
        let corners = model.lines().joined().count { $0 == "╭" }
        #expect(corners >= 20, "\(model.lines().joined(separator: "\n"))")
    }

    @Test func `a card is never far from its natural proportions`() {
        for room in Self.rooms {
            for (rows, columns) in [(2, 5), (5, 6), (10, 2), (2, 10), (10, 10)] {
                guard let layout = BoardLayout(rows: rows, columns: columns, in: room), layout.cardRows > 1 else {
                    continue
                }
                let (high, wide) = (layout.cardRows, layout.cardColumns)
                #expect(wide <= high * 5 / 2 && (high <= 3 || high <= wide * 2 / 3 || wide >= high), "\(room)")
            }
        }
    }

    @Test func `without enough space there is no board`() {
        for (rows, columns) in [(5, 17), (4, 18), (0, 0), (-1, 5)] {
            let room = Rect(row: 0, column: 0, rows: rows, columns: columns)
            #expect(BoardLayout(rows: 5, columns: 6, in: room) == nil)
        }
        #expect(BoardLayout(rows: 5, columns: 6, in: Rect(row: 0, column: 0, rows: 5, columns: 18)) != nil)
    }
}
