/// A key press that the client knows, or a mouse event.
enum Key: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// A pasted character: text, even where it would be a key.
    case pasted(Unicode.Scalar)
    case enter
    case backspace
    case delete
    /// Control-U: deletes the line.
    case eraseLine
    /// Control-W: deletes a word.
    case eraseWord
    /// The arrow keys, with or without Shift, Alt or Control.
    case up, down, left, right
    /// Home and End, or Control-A and Control-E.
    case home, end
    case pageUp, pageDown
    case tab, backTab
    /// Control-C.
    case interrupt
    /// Control-D.
    case endOfInput
    /// Control-L: redraws everything.
    case redraw
    /// Control-Z.
    case suspend
    case escape
    case mouse(Mouse)
    /// No key: a paste is too long, and the rest of it is dropped.
    case pasteIsTooLong
    /// No key: the terminal has said whether its background is light.
    case background(isLight: Bool)
}

extension Key {
    /// The key of a control character; nil if it has none.
    init?(control byte: UInt8) {
        switch byte {
        case 0x0A, 0x0D: self = .enter
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .tab
        case 0x1B: self = .escape
        case 0x01: self = .home
        case 0x05: self = .end
        case 0x15: self = .eraseLine
        case 0x17: self = .eraseWord
        case 0x03: self = .interrupt
        case 0x04: self = .endOfInput
        case 0x0C: self = .redraw
        case 0x1A: self = .suspend
        default: return nil
        }
    }
}

/// A mouse event and its position.
struct Mouse: Hashable, Sendable {
    enum Button: Hashable, Sendable {
        case left, middle, right
    }

    enum Kind: Hashable, Sendable {
        case press(Button)
        case release
        /// The mouse moved, with or without a button held.
        case move
        case wheelUp, wheelDown
    }

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

/// A way to move on a page.
enum CursorMove: Sendable {
    case up, down, left, right, first, last, pageUp, pageDown

    /// The steps that it takes in a list; nil for its ends.
    var steps: Int? {
        switch self {
        case .up, .left: -1
        case .down, .right: 1
        case .pageUp: -10
        case .pageDown: 10
        case .first, .last: nil
        }
    }

    /// The move of a key; nil for keys that move nothing.
    init?(_ key: Key) {
        switch key {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        case .home: self = .first
        case .end: self = .last
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .character(let scalar): self.init(scalar)
        default: return nil
        }
    }

    /// The move of a letter, as in vi; nil for other letters.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "k": self = .up
        case "j": self = .down
        case "h": self = .left
        case "l": self = .right
        default: return nil
        }
    }
}
