/// A key press that the client knows, or a mouse event.
enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Unicode.Scalar)
    /// A pasted character: text, even where it would be a key.
    case pasted(Unicode.Scalar)
    /// Return, or Enter.
    case enter
    /// Backspace: deletes the character before the cursor.
    case backspace
    /// Delete: deletes the character under the cursor.
    case delete
    /// Control-U: deletes the line.
    case eraseLine
    /// Control-W: deletes a word.
    case eraseWord
    /// The arrow keys, with or without Shift, Alt or Control.
    case up, down, left, right
    /// Home and End, or Control-A and Control-E.
    case home, end
    /// Page up and page down.
    case pageUp, pageDown
    /// Tab, and Shift-Tab.
    case tab, backTab
    /// Control-C.
    case interrupt
    /// Control-D.
    case endOfInput
    /// Control-L: redraws everything.
    case redraw
    /// Control-Z.
    case suspend
    /// Escape, alone.
    case escape
    /// A mouse press, release, move or wheel turn.
    case mouse(Mouse)
}

/// A mouse event and its position.
struct Mouse: Hashable, Sendable {
    /// A button that terminals report.
    enum Button: Hashable, Sendable {
        case left, middle, right
    }

    /// The kind of event.
    enum Kind: Hashable, Sendable {
        /// A button was pressed.
        case press(Button)
        /// A button was released.
        case release
        /// The mouse moved, with or without a button held.
        case move
        /// The wheel was turned.
        case wheelUp, wheelDown
    }

    /// The kind of event.
    let kind: Kind
    /// The row, from 0. It may lie beyond the last.
    let row: Int
    /// The column, from 0. It may lie beyond the last.
    let column: Int
}

extension Mouse {
    /// Decodes a terminal's report: a code with the button in its two low bits, and a position from 1. Nil for
    /// unknown buttons and wheels, and for a position off the screen.
    init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard column >= 1, row >= 1, let kind = Self.kind(code, isRelease) else { return nil }
        self.init(kind: kind, row: row - 1, column: column - 1)
    }

    private static func kind(_ code: Int, _ isRelease: Bool) -> Kind? {
        // 4, 8 and 16 are Shift, Alt and Control.
        let code = code & ~0b1_1100
        switch code {
        case 0...2 where isRelease: return .release
        case 0: return .press(.left)
        case 1: return .press(.middle)
        case 2: return .press(.right)
        case 3: return .release
        case 32...35: return .move
        case 64: return isRelease ? nil : .wheelUp
        case 65: return isRelease ? nil : .wheelDown
        default: return nil
        }
    }
}
