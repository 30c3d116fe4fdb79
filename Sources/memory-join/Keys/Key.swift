/// A key that was pressed, as far as the client knows keys, or what the mouse did.
enum Key: Hashable, Sendable {
    /// A character that can be seen.
    case character(Unicode.Scalar)
    /// A character of something that was pasted: text, whatever keys it would be.
    case pasted(Unicode.Scalar)
    /// Return, or Enter.
    case enter
    /// Backspace: takes back one character.
    case backspace
    /// Delete: takes away the character under the cursor.
    case delete
    /// Control-U: takes back the line.
    case eraseLine
    /// Control-W: takes back a word.
    case eraseWord
    /// The arrows, with Shift, Alt or Control or without.
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
    /// Control-L: draws everything again.
    case redraw
    /// Control-Z.
    case suspend
    /// Escape, alone.
    case escape
    /// The mouse was pressed, let go, moved or its wheel turned.
    case mouse(Mouse)
}

/// What the mouse did, and where.
struct Mouse: Hashable, Sendable {
    /// A button that terminals tell of.
    enum Button: Hashable, Sendable {
        case left, middle, right
    }

    /// What it did.
    enum Kind: Hashable, Sendable {
        /// A button was pressed.
        case press(Button)
        /// A button was let go.
        case release
        /// It was moved, with a button held or without.
        case move
        /// Its wheel was turned.
        case wheelUp, wheelDown
    }

    /// What it did.
    let kind: Kind
    /// The row of the screen, the first being 0. It may lie beyond the last.
    let row: Int
    /// The column of the screen, the first being 0. It may lie beyond the last.
    let column: Int
}

extension Mouse {
    /// What a terminal's report says: a code with the button in its two low bits, and a place counted from 1. Nil for
    /// buttons and wheels beyond the usual, and for a place off the screen.
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
