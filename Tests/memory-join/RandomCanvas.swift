import Protocol
import TestSupport

@testable import memory_join

extension SeededRandom {
    /// Text about whose width terminals agree.
    private static let settled = ["a", "Memory", "e\u{301}", "漢", "한글", "🦊", "│", "█░", "  ", "-", "Ä", "12345"]
    /// Text about whose width they do not.
    private static let contested = [
        "❤\u{FE0F}", "👩\u{200D}🚀", "👍\u{1F3FD}", "7\u{FE0F}\u{20E3}", "🏴\u{200D}☠\u{FE0F}", "🇩🇪",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦", "\u{1FAE8}",
    ]

    mutating func style() -> Style {
        let traits = Style.Traits(rawValue: chance(oneIn: 2) ? 0 : UInt8(number(0...15)))
        return Style(
            foreground: one(of: Colour.allCases), background: chance(oneIn: 2) ? .plain : one(of: Colour.allCases),
            traits: traits)
    }

    /// A screen on which text, boxes and edges were drawn one over the other, also beyond its edges.
    mutating func canvas(columns: Int, rows: Int, hasContested: Bool = true) -> Canvas {
        var canvas = Canvas(Platform.WindowSize(columns: columns, rows: rows))
        draw(number(0...30), on: &canvas, hasContested: hasContested)
        return canvas
    }

    /// Draws this many more things on a screen.
    mutating func draw(_ count: Int, on canvas: inout Canvas, hasContested: Bool = true) {
        let (columns, rows) = (canvas.size.columns, canvas.size.rows)
        for _ in 0..<count {
            let point = Point(row: number(-1...rows), column: number(-3...columns))
            let rect = Rect(
                row: point.row, column: point.column, rows: number(0...rows), columns: number(0...columns + 3))
            switch number(0...5) {
            case 0: canvas.fill(rect, style: style())
            case 1: canvas.frame(rect, one(of: [.thin, .thick]), style: style())
            case 2 where hasContested: canvas.put(one(of: Self.contested), at: point, style: style())
            default: canvas.put(one(of: Self.settled), at: point, style: style())
            }
        }
        let place = Point(row: number(0...rows - 1), column: number(0...columns - 1))
        canvas.cursor = chance(oneIn: 2) ? place : nil
    }
}
