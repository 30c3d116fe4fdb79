import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct CanvasTests {
    private static func canvas(_ columns: Int = 10, _ rows: Int = 3, isASCII: Bool = false) -> Canvas {
        Canvas(size(columns, rows), isASCII: isASCII)
    }

    private static func point(_ row: Int, _ column: Int) -> Point { Point(row: row, column: column) }

    private static func lines(_ canvas: Canvas) -> [String] { (0..<canvas.size.rows).map { canvas.line($0) } }

    @Test(arguments: [
        ("abc", 0, 0, 3, "abc"), ("abc", 0, 8, 2, "        ab"), ("abc", 0, -1, 3, "bc"), ("漢字", 0, 7, 2, "       漢"),
        ("漢字", 0, -1, 4, " 字"), ("漢字", 0, 9, 0, ""), ("abc", 0, 10, 0, ""), ("abc", 0, -5, 3, ""), ("", 0, 0, 0, ""),
        ("e\u{301}x", 0, 0, 2, "e\u{301}x"),
    ])
    func `text is cut at the edges, never through a wide character`(
        _ text: String, _ row: Int, _ column: Int, _ used: Int, _ line: String
    ) {
        var canvas = Self.canvas()
        #expect(canvas.put(text, at: Self.point(row, column)) == used)
        #expect(canvas.line(0) == line)
        #expect(canvas.put(text, at: Self.point(-1, 0)) == 0 && canvas.put(text, at: Self.point(3, 0)) == 0)
    }

    @Test(arguments: [
        ("ab漢c", Canvas.Alignment.left, "  ab漢c"), ("ab", .centre, "    ab"), ("abc", .centre, "   abc"),
        ("ab", .right, "      ab"), ("漢字漢", .left, "  漢字漢"), ("漢字漢x", .right, "   漢字…"),
    ])
    func `text in a part of the screen is cut to that part, and marked as cut`(
        _ text: String, _ align: Canvas.Alignment, _ line: String
    ) {
        var canvas = Self.canvas()
        canvas.put(text, in: Rect(row: 1, column: 2, rows: 1, columns: 6), align: align)
        #expect(Self.lines(canvas) == ["", line, ""])
    }

    @Test func `nothing is drawn into an empty area`() {
        var canvas = Self.canvas(0, 0)
        #expect(canvas.put("a", at: Self.point(0, 0)) == 0)
        canvas.fill(Rect(row: -1, column: -1, rows: 5, columns: 5), style: .strong)
        canvas.frame(Rect(row: 0, column: 0, rows: 5, columns: 5), .thin)
        #expect(canvas.cells == [])
        #expect(Self.canvas(-3, 2).size.columns == 0)
        var other = Self.canvas()
        other.put("abc", in: Rect(row: 0, column: 5, rows: 0, columns: 3))
        other.put("abc", in: Rect(row: 0, column: 5, rows: 1, columns: 0))
        #expect(Self.lines(other) == ["", "", ""])
    }

    @Test func `on an ASCII terminal everything drawn becomes ASCII`() {
        var canvas = Self.canvas(isASCII: true)
        canvas.put("Zoë – 🦊", at: Self.point(0, 0))
        #expect(canvas.line(0) == "Zoe - ?")
    }

    @Test(arguments: [
        ("x", 1, " x字"), ("x", 0, "x 字"), ("x", 2, "漢x"), ("狐", 1, " 狐"), ("狐", 2, "漢狐"), ("xy", 1, " xy"),
    ])
    func `a half-covered wide character leaves a space`(_ text: String, _ column: Int, _ line: String) {
        var canvas = Self.canvas()
        canvas.put("漢字", at: Self.point(0, 0))
        canvas.put(text, at: Self.point(0, column))
        #expect(canvas.line(0) == line)
        for (index, cell) in canvas.cells.enumerated() where cell.isRightHalf {
            #expect(TextWidth.columns(of: canvas.cells[index - 1].text) == 2)
        }
    }

    @Test func `filling a part also clears the other halves of wide characters at its edges`() {
        var canvas = Self.canvas()
        canvas.put("漢字漢字漢", at: Self.point(0, 0))
        canvas.fill(Rect(row: 0, column: 3, rows: 1, columns: 4))
        #expect(canvas.line(0) == "漢      漢")
        #expect(canvas[0, 2] == .blank && canvas[0, 7] == .blank)
    }

    @Test func `text keeps the background under it, unless it has its own`() {
        var canvas = Self.canvas()
        canvas.fill(canvas.bounds, style: Style(background: .back))
        canvas.put("a", at: Self.point(0, 0), style: Style(foreground: .success))
        canvas.put("漢", at: Self.point(0, 1), style: Style(background: .face, traits: .bold))
        #expect(canvas[0, 0].style == Style(foreground: .success, background: .back))
        #expect(canvas[0, 1].style == Style(background: .face, traits: .bold))
        #expect(canvas[0, 2] == Cell(text: "", style: canvas[0, 1].style))
        #expect(canvas[2, 9] == Cell(text: " ", style: Style(background: .back)))
    }

    @Test func `a frame goes all around, and is cut like text`() {
        var canvas = Self.canvas(6, 4)
        canvas.frame(canvas.bounds, .thin)
        #expect(Self.lines(canvas) == ["╭────╮", "│    │", "│    │", "╰────╯"])
        canvas = Self.canvas(6, 4, isASCII: true)
        canvas.frame(Rect(row: 1, column: 3, rows: 3, columns: 9), .thick)
        #expect(Self.lines(canvas) == ["", "   #==", "   #", "   #=="])
        canvas = Self.canvas(6, 4)
        canvas.frame(Rect(row: 0, column: 0, rows: 1, columns: 5), .thin)
        canvas.frame(Rect(row: 0, column: 0, rows: 2, columns: 2), .thin)
        #expect(Self.lines(canvas) == ["╭╮", "╰╯", "", ""])
    }

    @Test func `every wide character has both of its cells after any drawing in any order`() {
        var random = SeededRandom(#function)
        for _ in 0..<300 {
            let canvas = random.canvas(columns: random.number(1...24), rows: random.number(1...6))
            for row in 0..<canvas.size.rows {
                let cells = (0..<canvas.size.columns).map { canvas[row, $0] }
                let widths = cells.map { TextWidth.columns(of: $0.text) }
                for (column, width) in widths.enumerated() {
                    let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
                    #expect(
                        width == (cells[column].isRightHalf ? 0 : isWide ? 2 : 1),
                        "\(cells[column].text.debugDescription)")
                }
                #expect(cells.first?.isRightHalf == false)
            }
        }
    }

    @Test func `every letter of a code is large, like no other, and the same wherever it stands`() {
        var found: Set<[String]> = []
        let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".filter { MatchCode("K\($0)KKKK") != nil }
        for character in characters {
            var canvas = Self.canvas(23, 5)
            BigLetters(String(repeating: character, count: 4), in: Rect(row: 0, column: 0, rows: 5, columns: 23))
                .draw(&canvas, solid: "#")
            let rows = Self.lines(canvas).map { Array($0.padding(toLength: 23, withPad: " ", startingAt: 0)) }
            let letters = (0..<4).map { letter in rows.map { String($0[letter * 6..<letter * 6 + 5]) } }
            #expect(Set(letters).count == 1, "\(character)")
            #expect(letters[0].joined().contains("#") && found.insert(letters[0]).inserted, "\(character)")
        }
        #expect(characters.count > 20)
    }
}
