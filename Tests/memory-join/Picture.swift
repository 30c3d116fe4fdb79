import Protocol

@testable import memory_join

/// A screen as an SVG file, for the README: every cell where a terminal would have it, in the true colours.
struct Picture {
    /// Units of a cell, and how far below its top letters stand.
    private static let (columns, rows, baseline) = (9, 20, 15)
    private static let margin = 12
    private static let (paper, ink) = ("#16181d", "#d8dee6")
    private static let fonts =
        "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"

    private let canvas: Canvas
    /// The screen over which it is painted, of which only what differs is drawn anew; nil if there is none.
    private let former: Canvas?

    /// A picture of a screen.
    init(_ canvas: Canvas, over former: Canvas? = nil) { (self.canvas, self.former) = (canvas, former) }

    /// The file.
    var svg: String { Self.file(canvas.size, elements) }

    /// The file of screens that follow each other, each from a time on, in milliseconds, and then all over again.
    static func svg(of frames: [(canvas: Canvas, from: Int)], milliseconds: Int) -> String {
        guard let first = frames.first else { return "" }
        let steps = zip(frames.dropFirst(), frames).flatMap { frame, former -> [String] in
            let part = String(Double(frame.from * 1000 / milliseconds) / 1000)
            let animation = """
                <animate attributeName="visibility" calcMode="discrete" values="hidden;visible" keyTimes="0;\(part)" \
                dur="\(milliseconds)ms" repeatCount="indefinite"/>
                """
            let elements = Picture(frame.canvas, over: former.canvas).elements
            return elements.isEmpty ? [] : ["<g visibility=\"hidden\">", animation] + elements + ["</g>"]
        }
        return file(first.canvas.size, Picture(first.canvas).elements + steps)
    }

    private static func file(_ size: Platform.WindowSize, _ elements: [String]) -> String {
        let (width, height) = (size.columns * columns + 2 * margin, size.rows * rows + 2 * margin)
        let lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            font-family="\(fonts)" font-size="15" fill="\(ink)">
            """,
            "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"\(paper)\"/>",
        ]
        return (lines + elements + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private var elements: [String] {
        (0..<canvas.size.rows).flatMap { backgrounds($0) + blocks($0) + texts($0) }
    }

    /// The runs of cells of a line with the same colour behind them.
    private func backgrounds(_ row: Int) -> [String] {
        runs(row) { $0.style.background }.compactMap { run in
            (Self.colour(run.value) ?? (former == nil ? nil : Self.paper)).map { colour in
                """
                <rect x="\(x(run.start))" y="\(y(row))" width="\(run.count * Self.columns)" height="\(Self.rows)" \
                fill="\(colour)"/>
                """
            }
        }
    }

    /// The quadrants and braille dots of a line, which fonts would draw with gaps.
    private func blocks(_ row: Int) -> [String] {
        runs(row) { Self.isBlock($0) ? $0.style.foreground : nil }.compactMap { run in
            guard let foreground = run.value else { return nil }
            let path = (run.start..<run.start + run.count).map { column in
                Self.path(canvas[row, column].text, x: Double(x(column)), y: Double(y(row)))
            }.joined()
            return "<path d=\"\(path)\" fill=\"\(Self.colour(foreground) ?? Self.ink)\"/>"
        }
    }

    private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█").map { String($0) }

    private static func isBlock(_ cell: Cell) -> Bool { !cell.isSpace && !path(cell.text, x: 0, y: 0).isEmpty }

    /// The path of a block character at a position; empty for any other. Full blocks are left to the text, in which
    /// bars have them.
    private static func path(_ text: String, x: Double, y: Double) -> String {
        let (width, height) = (Double(columns), Double(rows))
        if let pattern = quadrants.firstIndex(of: text), (1..<15).contains(pattern) {
            return (0..<4).filter { pattern >> $0 & 1 == 1 }.map { quadrant in
                let (left, top) = (x + Double(quadrant % 2) * width / 2, y + Double(quadrant / 2) * height / 2)
                return "M\(short(left)) \(short(top))h\(short(width / 2))v\(short(height / 2))h\(short(-width / 2))z"
            }.joined()
        }
        guard let scalar = text.unicodeScalars.first, (0x2801...0x28FF).contains(scalar.value) else { return "" }
        return [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated()
            .filter { scalar.value >> UInt32($0.offset) & 1 == 1 }.map { _, dot in
                let (left, middle) = (x + Double(dot.0) * 4.5 + 0.5, y + Double(dot.1) * 5 + 2.5)
                return "M\(short(left)) \(short(middle))a1.75 1.75 0 1 1 3.5 0a1.75 1.75 0 1 1 -3.5 0"
            }.joined()
    }

    /// A number without a fraction of zero.
    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// The words of a line; each in as many units as its cells have, whatever the font.
    private func texts(_ row: Int) -> [String] {
        runs(row) { $0.isSpace || Self.isBlock($0) ? nil : Look(style: $0.style, isWide: !$0.text.isASCII) }.flatMap {
            run -> [String] in
            guard let look = run.value else { return [] }
            let cells = (run.start..<run.start + run.count).map { canvas[row, $0] }
            let text = cells.map(\.text).joined()
            var attributes = ["x": "\(x(run.start))", "y": "\(y(row) + Self.baseline)"]
            (attributes["textLength"], attributes["lengthAdjust"]) = ("\(run.count * Self.columns)", "spacingAndGlyphs")
            attributes["fill"] = Self.colour(look.style.foreground)
            if look.style.traits.contains(.bold) { attributes["font-weight"] = "bold" }
            if look.style.traits.contains(.dim) { attributes["opacity"] = "0.6" }
            let written = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
            return ["<text\(written)>\(Self.escaped(text))</text>"]
        }
    }

    private struct Look: Equatable {
        let style: Style
        let isWide: Bool
    }

    /// True if a cell, or the other half of a wide one, is not drawn already.
    private func isNew(_ row: Int, _ column: Int) -> Bool {
        guard let former else { return true }
        let isWide = column + 1 < canvas.size.columns && canvas[row, column + 1].isRightHalf
        return former[row, column] != canvas[row, column]
            || canvas[row, column].isRightHalf && former[row, column - 1] != canvas[row, column - 1]
            || isWide && former[row, column + 1] != canvas[row, column + 1]
    }

    /// The runs of new cells of a line for which something is the same; the right half of a wide one belongs to the
    /// left.
    private func runs<Value: Equatable>(
        _ row: Int, _ value: (Cell) -> Value
    ) -> [(value: Value, start: Int, count: Int)] {
        var runs: [(value: Value, start: Int, count: Int)] = []
        for column in 0..<canvas.size.columns where isNew(row, column) {
            let cell = canvas[row, column]
            if let last = runs.last, last.start + last.count == column, cell.isRightHalf || last.value == value(cell) {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((value(cell), column, 1))
            }
        }
        return runs
    }

    private func x(_ column: Int) -> Int { Self.margin + column * Self.columns }
    private func y(_ row: Int) -> Int { Self.margin + row * Self.rows }

    private static func colour(_ paint: Colour) -> String? {
        (paint.values?.rgb).map { rgb in
            "#" + [rgb.red, rgb.green, rgb.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
