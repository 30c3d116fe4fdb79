import Protocol
import TerminalEmulator
import TestSupport
import Testing

@testable import memory_join

/// The screen shows what was drawn, whatever it showed before: read back by an emulator that takes nothing for
/// granted.
@Suite struct PainterTests {
    /// A terminal that has been entered as the client enters it.
    private struct Painted {
        var emulator: Emulator
        let look: Look
        private var shown: Canvas?

        init(_ size: Platform.WindowSize, _ look: Look, _ widths: GlyphWidths) {
            emulator = Emulator(columns: size.columns, rows: size.rows, widths: widths)
            self.look = look
            emulator.feed("\u{1B}[?1049h\u{1B}[?7l".utf8)
        }

        /// Paints a screen over what is there; returns the bytes that it took.
        @discardableResult
        mutating func paint(_ canvas: Canvas, forgetting: Bool = false) -> [UInt8] {
            if (emulator.columns, emulator.rows) != (canvas.size.columns, canvas.size.rows) {
                emulator.resize(columns: canvas.size.columns, rows: canvas.size.rows)
            }
            let bytes = Painter.bytes(from: forgetting ? nil : shown, to: canvas, look)
            emulator.feed(bytes)
            shown = canvas
            return bytes
        }
    }

    private static func colour(_ paint: Colour, _ depth: Look.ColourDepth) -> EmulatedColor {
        let colour: EmulatedColor? =
            switch depth {
            case .none: nil
            case .sixteen: paint.values.map { .palette(UInt8($0.index16)) }
            case .twoHundredFiftySix: paint.values.map { .palette(UInt8($0.index256)) }
            case .trueColour: paint.values.map { .rgb(UInt8($0.rgb.red), UInt8($0.rgb.green), UInt8($0.rgb.blue)) }
            }
        return colour ?? .standard
    }

    private static func attributes(_ style: Style, _ depth: Look.ColourDepth) -> EmulatedStyle.Attributes {
        var traits = style.traits
        if depth == .none {
            for paint in [style.foreground, style.background] { traits.formUnion(paint.traitsWithoutColour) }
        }
        let pairs: [(Style.Traits, EmulatedStyle.Attributes)] = [
            (.bold, .bold), (.dim, .dim), (.underline, .underline), (.reverse, .reverse),
        ]
        return pairs.reduce(into: []) { if traits.contains($1.0) { $0.insert($1.1) } }
    }

    /// Returns the flaw in a cell; nil if it looks as it should.
    private static func flaw(_ cell: Cell, _ seen: EmulatedCell, _ depth: Look.ColourDepth) -> String? {
        let attributes = attributes(cell.style, depth)
        let isPlainSpace = cell.isSpace && attributes.isDisjoint(with: [.underline, .reverse])
        if cell.text != seen.text { return "\(seen.text.debugDescription), not \(cell.text.debugDescription)" }
        if seen.background != colour(cell.style.background, depth) { return "the background \(seen.background)" }
        // Of an empty place nobody sees its foreground, or whether it is bold.
        if isPlainSpace {
            return seen.attributes.isDisjoint(with: [.underline, .reverse]) ? nil : "\(seen.attributes)"
        }
        if seen.foreground != colour(cell.style.foreground, depth) { return "the colour \(seen.foreground)" }
        return seen.attributes == attributes ? nil : "\(seen.attributes) for \(attributes)"
    }

    /// Returns the flaw on a screen, if any. Characters of disputed width may differ in their own cells.
    private static func flaw(_ canvas: Canvas, _ painted: Painted) -> String? {
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas[row, column]
                let owner = cell.isRightHalf ? canvas[row, column - 1] : cell
                if owner.hasAmbiguousWidth { continue }
                let flaw = flaw(cell, painted.emulator.cell(row: row, column: column), painted.look.colours)
                if let flaw { return "\(flaw) at row \(row), column \(column)\n\(painted.emulator.picture)" }
            }
        }
        guard let cursor = canvas.cursor else {
            return painted.emulator.isCursorVisible ? "the cursor is seen" : nil
        }
        let place = painted.emulator.cursor
        guard painted.emulator.isCursorVisible, (place.row, place.column) == (cursor.row, cursor.column) else {
            return "the cursor is at \(place), not at \(cursor)"
        }
        return nil
    }

    private static let looks = Look.ColourDepth.allCases.flatMap { depth in
        [true, false].map { Look(colours: depth, erasesInColour: $0) }
    }

    @Test(arguments: Self.looks, GlyphWidths.allCases)
    func `any screen painted over any other looks as drawn`(_ look: Look, _ widths: GlyphWidths) {
        var random = SeededRandom(#function)
        for round in 0..<60 {
            let hasContested = random.chance(oneIn: 2)
            let (columns, rows) = (random.number(1...60), random.number(1...8))
            var canvas = random.canvas(columns: columns, rows: rows, hasContested: hasContested)
            var painted = Painted(canvas.size, look, widths)
            for step in 0..<5 {
                painted.paint(canvas)
                if let flaw = Self.flaw(canvas, painted) {
                    return #expect(Bool(false), "round \(round), step \(step), \(look): \(flaw)")
                }
                #expect(Painter.bytes(from: canvas, to: canvas, look) == [])
                if random.chance(oneIn: 3) {
                    canvas = random.canvas(columns: columns, rows: rows, hasContested: hasContested)
                } else {
                    random.draw(random.number(1...4), on: &canvas, hasContested: hasContested)
                }
            }
            #expect(painted.emulator.unknown == [])
            // Where terminals disagree the painter may write over half of what one of them has drawn.
            if !hasContested { #expect(painted.emulator.faults == [], "round \(round)") }
        }
    }

    @Test(arguments: GlyphWidths.allCases)
    func `a screen that was resized or lost is painted in full`(_ widths: GlyphWidths) {
        var random = SeededRandom(#function)
        for _ in 0..<100 {
            let look = random.one(of: Self.looks)
            var canvas = random.canvas(columns: random.number(1...40), rows: random.number(1...8))
            var painted = Painted(canvas.size, look, widths)
            painted.paint(canvas)
            canvas = random.canvas(columns: random.number(1...40), rows: random.number(1...8))
            painted.paint(canvas)
            #expect(Self.flaw(canvas, painted) == nil)
            painted.emulator.feed("\u{1B}[44m\u{1B}[2J\u{1B}[1;1Hsomething else\u{1B}[m".utf8)
            painted.paint(canvas, forgetting: true)
            #expect(Self.flaw(canvas, painted) == nil)
            #expect(painted.emulator.unknown == [])
        }
    }

    @Test func `a terminal that does not erase in colour is never told to`() {
        var random = SeededRandom(#function)
        for _ in 0..<100 {
            let canvas = random.canvas(columns: random.number(1...60), rows: random.number(1...8))
            var emulator = Emulator(columns: canvas.size.columns, rows: canvas.size.rows)
            emulator.feed("\u{1B}[?1049h\u{1B}[?7l".utf8)
            for byte in Painter.bytes(from: nil, to: canvas, Look(erasesInColour: false)) {
                // None of these letters stands on the screen.
                #expect(byte != UInt8(ascii: "X"))
                let erases = byte == UInt8(ascii: "K") || byte == UInt8(ascii: "J")
                // It leaves the background of now, and what else is seen of an empty place.
                if erases {
                    let isPlain = emulator.style.attributes.isDisjoint(with: [.underline, .reverse])
                    #expect(isPlain && emulator.style.background == .standard)
                }
                emulator.feed([byte])
            }
        }
    }

    @Test(arguments: GlyphWidths.allCases, ["❤\u{FE0F}", "👩\u{200D}🚀", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "🇩🇪", "🦊"])
    func `the edge of a card stays in place, however wide its face is drawn`(_ widths: GlyphWidths, _ face: String) {
        var canvas = Canvas(size(16, 3))
        var painted = Painted(canvas.size, Look(), widths)
        for left in [0, 8] { canvas.frame(Rect(row: 0, column: left, rows: 3, columns: 8), .thin) }
        painted.paint(canvas)
        for next in [face, "A", face] {
            for left in [0, 8] {
                let inner = Rect(row: 1, column: left + 1, rows: 1, columns: 6)
                canvas.fill(inner)
                canvas.put(next, in: inner, align: .centre)
            }
            painted.paint(canvas)
            #expect([0, 7, 8, 15].map { painted.emulator.cell(row: 1, column: $0).text } == ["│", "│", "│", "│"])
            if widths == .clusters { #expect(painted.emulator.shows(next)) }
            #expect(Self.flaw(canvas, painted) == nil)
        }
    }

    @Test func `a frame is one synchronized update, with the cursor hidden`() {
        var canvas = Canvas(size(10, 2))
        canvas.put("a", at: Point(row: 1, column: 2))
        canvas.cursor = Point(row: 1, column: 3)
        var painted = Painted(canvas.size, Look(), .clusters)
        let bytes = String(decoding: painted.paint(canvas), as: UTF8.self)
        #expect(
            bytes == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[2J\u{1B}[2;3Ha\u{1B}[2;4H\u{1B}[?25h\u{1B}[?2026l"
                || bytes == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[2J\u{1B}[2;3Ha\u{1B}[?25h\u{1B}[?2026l")
        #expect(painted.emulator.updates == 1 && !painted.emulator.isUpdating)
        #expect(painted.paint(canvas) == [])
        canvas.cursor = nil
        #expect(String(decoding: painted.paint(canvas), as: UTF8.self).contains("\u{1B}[?25l"))
        #expect(!painted.emulator.isCursorVisible)
    }

    @Test func `only cells that differ are painted`() {
        var canvas = Canvas(size(80, 24))
        for row in 0..<24 { canvas.put(String(repeating: "x", count: 80), at: Point(row: row, column: 0)) }
        let former = canvas
        canvas.put("y", at: Point(row: 12, column: 40))
        let bytes = Painter.bytes(from: former, to: canvas, Look())
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[?2026h\u{1B}[13;41Hy\u{1B}[?2026l")
    }
}
