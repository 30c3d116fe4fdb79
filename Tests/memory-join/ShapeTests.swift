import Protocol
import Testing

@testable import memory_join

/// The shapes as terminals show them.
@Suite struct ShapeTests {
    /// Cells: the smallest card that has a shape, and those of common screens.
    private static let blocks = [
        Block(rows: 2, columns: 3), Block(rows: 2, columns: 4), Block(rows: 3, columns: 5), Block(rows: 3, columns: 6),
        Block(rows: 4, columns: 5), Block(rows: 4, columns: 8), Block(rows: 5, columns: 10),
        Block(rows: 9, columns: 18),
    ]

    struct Block: Sendable {
        let rows, columns: Int
        /// The dots of a braille cell, or of one with quadrants.
        var dots: (rows: Int, columns: Int) { (rows * (rows < 4 ? 4 : 2), columns * 2) }
    }

    /// The drawings of a set of faces.
    struct Deck: CustomTestStringConvertible {
        let kind: FaceSet
        var shapes: [Shape] { kind.faces.compactMap { Drawings.of($0, in: kind) } }
        var testDescription: String { kind.rawValue }
    }

    private static let decks = FaceSet.builtIn.map { Deck(kind: $0) }

    @Test(arguments: decks) func `every face has a drawing, with ink in a seventh of the square or more`(_ deck: Deck) {
        #expect(deck.shapes.count == deck.kind.faces.count)
        #expect(Set(deck.shapes.map(\.name)).count == deck.shapes.count)
        for shape in deck.shapes {
            let dots = ShapeRaster.dots(of: shape, rows: 24, columns: 24).flatMap(\.self)
            #expect(dots.count { $0 != nil } * 7 >= dots.count, "\(shape.name)")
        }
    }

    @Test(arguments: decks, blocks) func `no two drawings are alike in form, and less so in the same ink`(
        _ deck: Deck, _ block: Block
    ) {
        let shapes = deck.shapes
        let bitmaps = shapes.map {
            ShapeRaster.dots(of: $0, rows: block.dots.rows, columns: block.dots.columns).flatMap(\.self).map {
                $0 != nil
            }
        }
        let count = block.dots.rows * block.dots.columns
        for (index, one) in bitmaps.enumerated() {
            for other in 0..<index {
                let differing = zip(one, bitmaps[other]).count { $0 != $1 }
                let (shape, second) = (shapes[index], shapes[other])
                let pair: Comment = "\(shape.name) and \(second.name): \(differing) of \(count) dots"
                // A twelfth of the dots tells the forms apart without colours, and an eighth within one.
                #expect(differing * 12 >= count, pair)
                if shape.ink == second.ink { #expect(differing * 8 >= count, pair) }
            }
        }
    }

    @Test(arguments: decks, [Block(rows: 5, columns: 9), Block(rows: 5, columns: 10), Block(rows: 9, columns: 18)])
    func `in ASCII all drawings differ in a tenth of their cells or more`(_ deck: Deck, _ block: Block) {
        let shapes = deck.shapes
        let drawn = shapes.map {
            ShapeRaster($0, rows: block.rows, columns: block.columns, isASCII: true).rows.flatMap(\.self)
                .map { $0?.character ?? " " }
        }
        #expect(drawn.allSatisfy { $0.allSatisfy { $0.isASCII && !$0.isLetter } })
        for (index, one) in drawn.enumerated() {
            for other in 0..<index {
                let differing = zip(one, drawn[other]).count { $0 != $1 }
                let pair: Comment = "\(shapes[index].name) and \(shapes[other].name): \(differing)"
                #expect(differing * 10 >= one.count, pair)
            }
        }
    }

    @Test func `shapes are drawn from three columns and two rows on, and in ASCII from nine and five on`() {
        for rows in 0...20 {
            for columns in 0...50 {
                let room = Rect(row: 3, column: 7, rows: rows, columns: columns)
                let area = ShapeRaster.area(in: room, isASCII: false)
                #expect((area != nil) == (rows >= 2 && columns >= 3), "\(columns)x\(rows)")
                if let area { #expect(area.intersection(room) == area && area.columns <= 2 * area.rows) }
                let ascii = ShapeRaster.area(in: room, isASCII: true)
                #expect((ascii != nil) == (rows >= 5 && columns >= 9), "\(columns)x\(rows)")
            }
        }
    }

    @Test(arguments: [false, true]) func `a shape stays inside its card whatever the card's size`(_ isASCII: Bool) {
        for look in Look.ColourDepth.allCases.map({ Look(colours: $0, isASCII: isASCII) }) {
            let view = CardView(look: look, touches: false)
            for rows in [1, 3, 4, 5, 6, 7, 11, 19] {
                for columns in [3, 4, 5, 7, 8, 13, 26, 43] {
                    let rect = Rect(row: 2, column: 3, rows: rows, columns: columns)
                    var canvas = Canvas(size(columns + 6, rows + 4), isASCII: isASCII)
                    for shape in Shape.faces.prefix(5) {
                        let face = CardView.Face(label: String(shape.name.prefix(columns)), name: nil, shape: shape)
                        view.draw(
                            CardView.Card(coordinate: "B4", face: face, taker: 1, showsTaker: true, hasCursor: true),
                            &canvas, in: rect)
                    }
                    for row in 0..<canvas.size.rows {
                        for column in 0..<canvas.size.columns where !rect.contains(Point(row: row, column: column)) {
                            #expect(canvas[row, column] == .blank, "\(columns)x\(rows)")
                        }
                    }
                }
            }
        }
    }

    @Test func `every ink is seen on every face, in all colours`() {
        let papers = [Colour.face, .takenFirst, .takenSecond].compactMap(\.values)
        let inks = [Colour.faceText, .inkRed, .inkBlue, .inkViolet, .inkGreen, .inkBrown].compactMap(\.values)
        #expect(inks.count == Shape.Ink.allCases.count)
        for paper in papers {
            for ink in inks {
                #expect(ink.index16 != paper.index16 && ink.index256 != paper.index256)
                let (light, dark) = (Self.luminance(paper.rgb), Self.luminance(ink.rgb))
                #expect((light + 0.05) / (dark + 0.05) >= 3, "WCAG asks for 3 to 1 of what is no text")
            }
        }
        #expect(Set(inks.map(\.index16)).count == inks.count && Set(inks.map(\.index256)).count == inks.count)
    }

    /// The relative luminance of a colour, near enough: WCAG's with a plain exponent.
    private static func luminance(_ rgb: (red: Int, green: Int, blue: Int)) -> Double {
        func linear(_ value: Int) -> Double {
            let part = Double(value) / 255
            return part * part * (0.75 + 0.25 * part)
        }
        return 0.2126 * linear(rgb.red) + 0.7152 * linear(rgb.green) + 0.0722 * linear(rgb.blue)
    }

    @Test func `on a card's back, no text has the colour of its pattern, whatever the colours`() throws {
        let pattern = try #require(Colour.backPattern.values)
        for text in [Colour.backText, .backTextAsleep] {
            let values = try #require(text.values)
            #expect(values.index16 == 7 || values.index16 == 15, "light, on blue")
            #expect(values.index16 != pattern.index16)
        }
    }
}
