// Text: where it goes, what it is joined to, what happens at the right edge.

extension Emulator {
    /// Writes one code point.
    mutating func write(_ scalar: Unicode.Scalar) {
        if (0x80..<0xA0).contains(scalar.value) {
            return recordUnknown("control U+00" + String(scalar.value, radix: 16, uppercase: true))
        }
        if let before = placeBefore, widths.joins(scalar, to: screen.cells[before.row][before.column].text) {
            return join(scalar, at: before)
        }
        guard GlyphWidths.columns(of: scalar) > 0 || scalar.value < 0x300 else {
            return recordFault("a mark with nothing before it")
        }
        place(String(scalar))
        lastCharacter = scalar
    }

    /// Writes the character before once more, this many times.
    mutating func repeatCharacter(_ character: Unicode.Scalar?, times: Int) {
        let times = min(times, columns * rows)
        guard let character else { return recordFault("repeats what is no character") }
        if screen.isWrapPending || cursor.column + times * GlyphWidths.columns(of: character) > columns {
            recordFault("repeats a character beyond the edge")
        }
        for _ in 0..<times { write(character) }
        lastCharacter = nil
    }

    /// The cell that a mark is drawn into: left of the cursor, or under it where the last column was just written.
    private var placeBefore: EmulatedPosition? {
        var place = screen.cursor
        if !screen.isWrapPending { place.column -= 1 }
        guard place.column >= 0 else { return nil }
        if screen.cells[place.row][place.column].columns == 0 { place.column -= 1 }
        return place
    }

    private mutating func join(_ scalar: Unicode.Scalar, at place: EmulatedPosition) {
        var cell = screen.cells[place.row][place.column]
        cell.text.unicodeScalars.append(scalar)
        let wanted = widths.columns(of: cell.text)
        guard wanted > cell.columns else { return screen.write(cell, row: place.row, column: place.column) }
        guard place.column + wanted <= columns else {
            recordFault("a character grows beyond the edge")
            return screen.write(cell, row: place.row, column: place.column)
        }
        cell.columns = wanted
        screen.write(cell, row: place.row, column: place.column)
        advance(to: place.column + wanted)
    }

    private mutating func place(_ text: String) {
        let cell = EmulatedCell(text: text, columns: widths.columns(of: text), style: style)
        guard cell.columns <= columns else { return recordFault("a character is wider than the screen") }
        let wraps = modes.contains(7)
        if screen.isWrapPending || screen.cursor.column + cell.columns > columns {
            if isAlternate || !wraps { recordFault("text beyond the edge") }
            if wraps {
                screen.move(row: screen.cursor.row, column: 0)
                lineFeed()
            } else {
                screen.move(row: screen.cursor.row, column: columns - cell.columns)
            }
        }
        checkHalf(cursor.column)
        screen.write(cell, row: screen.cursor.row, column: screen.cursor.column)
        advance(to: screen.cursor.column + cell.columns)
    }

    /// Records that a change of the cursor's line begins or ends within a wide character. What is left of it is blanked
    /// here; some terminals leave it there.
    mutating func checkHalf(_ column: Int) {
        guard column < columns, screen.cells[cursor.row][column].columns == 0 else { return }
        recordFault("leaves half of a wide character")
    }

    private mutating func advance(to column: Int) {
        screen.isWrapPending = column >= columns
        screen.cursor.column = min(column, columns - 1)
    }

    /// One line down; at the bottom all lines go up.
    mutating func lineFeed() {
        if screen.cursor.row + 1 < rows {
            screen.move(row: screen.cursor.row + 1, column: screen.cursor.column)
        } else {
            if isAlternate { recordFault("the alternate screen scrolls") }
            screen.scroll(style.background)
            screen.isWrapPending = false
        }
    }
}
