// Controls and sequences: the cursor, erasing, styles and modes.

extension Emulator {
    mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: bells += 1
        case 0x08:
            startMoving()
            // Some go to the end of the line before.
            if cursor.column == 0 { recordFault("a backspace beyond the edge") }
            screen.move(row: cursor.row, column: cursor.column - 1)
        case 0x0A, 0x0B: lineFeed()
        case 0x0D: screen.move(row: screen.cursor.row, column: 0)
        default: recordUnknown("control 0x" + String(byte, radix: 16, uppercase: true))
        }
    }

    /// Does what a sequence says; false if it is not known.
    mutating func perform(_ sequence: ControlSequence) -> Bool {
        switch (sequence.marks, sequence.final) {
        case ("?", "h"): return sequence.numbers.allSatisfy { setMode($0, true) }
        case ("?", "l"): return sequence.numbers.allSatisfy { setMode($0, false) }
        case ("", "m"): return style.apply(sequence.numbers)
        case ("", "J"), ("", "K"): return erase(sequence)
        case ("", "X"):
            let column = startErasing()
            let end = min(columns, column + min(sequence.count(), columns))
            erase(column..<end)
            return true
        case ("", "t"): return perform(titleOperation: sequence)
        case ("", _): return move(sequence)
        default: return false
        }
    }

    /// Saves or restores the title of the window.
    private mutating func perform(titleOperation sequence: ControlSequence) -> Bool {
        switch sequence.numbers {
        case [22, 2]: savedTitles.append(title)
        case [23, 2]:
            guard let saved = savedTitles.popLast() else {
                recordFault("no title was saved")
                return true
            }
            title = saved
        default: return false
        }
        return true
    }

    private mutating func move(_ sequence: ControlSequence) -> Bool {
        let count = min(sequence.count(), 100_000)
        if "ABCDd".contains(sequence.final) { startMoving() }
        switch sequence.final {
        case "A": screen.move(row: cursor.row - count, column: cursor.column)
        case "B": screen.move(row: cursor.row + count, column: cursor.column)
        case "C": screen.move(row: cursor.row, column: cursor.column + count)
        case "D": screen.move(row: cursor.row, column: cursor.column - count)
        case "G": moveInside(row: cursor.row, column: count - 1)
        case "d": moveInside(row: count - 1, column: cursor.column)
        case "H", "f": moveInside(row: count - 1, column: min(sequence.count(1), 100_000) - 1)
        default: return false
        }
        return true
    }

    private mutating func moveInside(row: Int, column: Int) {
        if row >= rows || column >= columns { recordFault("a move to row \(row), column \(column), outside") }
        screen.move(row: row, column: column)
    }

    /// Some terminals take the cursor for one beyond the last column once that was written.
    private mutating func startMoving() {
        if screen.isWrapPending { recordFault("moves on from the last column that was just written") }
    }

    /// The column from which to erase.
    private mutating func startErasing() -> Int {
        if screen.isWrapPending { recordFault("erases where the last column was just written") }
        screen.isWrapPending = false
        return cursor.column
    }

    private mutating func erase(_ sequence: ControlSequence) -> Bool {
        let part = sequence.number(0, or: 0)
        guard (0...2).contains(part), sequence.numbers.count <= 1 else { return false }
        let column = part == 2 ? cursor.column : startErasing()
        let range = part == 0 ? column..<columns : part == 1 ? 0..<(column + 1) : 0..<columns
        erase(range)
        if sequence.final == "J" {
            if part != 1 { screen.erase(rows: (cursor.row + 1)..<rows, style.background) }
            if part != 0 { screen.erase(rows: 0..<cursor.row, style.background) }
        }
        return true
    }

    /// Erases a part of the cursor's line.
    private mutating func erase(_ range: Range<Int>) {
        checkHalf(range.lowerBound)
        checkHalf(range.upperBound)
        screen.erase(row: cursor.row, range, style.background)
    }

    private mutating func setMode(_ number: Int?, _ isSet: Bool) -> Bool {
        guard let number, Self.knownModes.contains(number) else { return false }
        if number == 1049 {
            switchScreens(toAlternate: isSet)
        } else if number == 2026, !isSet, isUpdating {
            updates += 1
        }
        if isSet { modes.insert(number) } else { modes.remove(number) }
        return true
    }

    /// The cursor of the main screen is kept while the alternate one is up, which is blank at first.
    private mutating func switchScreens(toAlternate: Bool) {
        guard toAlternate != isAlternate else {
            return recordFault(toAlternate ? "the alternate screen is up already" : "the main screen is up already")
        }
        // Some terminals clear the alternate screen in the colour of now, and give the former style back after it; some
        // do neither.
        if style != .standard { recordFault("changes the screen with a style set") }
        if toAlternate { save() }
        let cursor = screen.cursor
        swap(&screen, &hidden)
        if toAlternate {
            screen.erase(rows: 0..<rows, style.background)
            screen.move(row: cursor.row, column: cursor.column)
        } else {
            restore()
        }
    }

    /// DECSC: each screen has a place of its own for it.
    mutating func save() {
        screen.saved = EmulatedScreen.Saved(cursor: cursor, isWrapPending: screen.isWrapPending, style: style)
    }

    /// DECRC.
    mutating func restore() {
        guard let saved = screen.saved else { return recordFault("no cursor was saved") }
        screen.cursor = saved.cursor
        screen.isWrapPending = saved.isWrapPending
        style = saved.style
    }
}
