/// The style of a cell.
struct Style: Hashable, Sendable {
    /// The text colour.
    var foreground = Colour.plain
    /// The background colour.
    var background = Colour.plain
    /// Bold, dim, underline, reverse.
    var traits: Traits = []

    /// The terminal's default.
    static let plain = Style()
    /// Bold.
    static let strong = Style(traits: .bold)
    /// Less important text.
    static let faint = Style(traits: .dim)

    /// Text attributes of a terminal.
    struct Traits: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let bold = Traits(rawValue: 1)
        static let dim = Traits(rawValue: 2)
        static let underline = Traits(rawValue: 4)
        static let reverse = Traits(rawValue: 8)

        /// Each trait with its SGR parameter.
        static let parameters: [(trait: Traits, parameter: String)] = [
            (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
        ]
    }
}

/// The colours, by meaning.
///
/// Text on a card has that card's background, so it reads the same on light and dark terminals. Text on the
/// terminal's own background has medium brightness. The two seats use the blue and the orange of Okabe and Ito's
/// palette (jfly.uni-koeln.de/color), which colour-blind people can tell apart, and nothing is conveyed by colour
/// alone.
enum Colour: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's default.
    case plain
    /// The back of a card, and its text.
    case back, backText
    /// The face of a card, and its text.
    case face, faceText
    /// A card taken by the first or second seat.
    case takenFirst, takenSecond
    /// The first and the second seat, on the terminal's background.
    case first, second
    /// The seat whose turn it is.
    case toMove
    /// The cursor, and its text.
    case cursor, cursorText
    /// An alarm, and its text.
    case alarm, alarmText
    /// Good news.
    case success
    /// The frame of a box.
    case frame

    /// Red, green and blue, 0 to 255; nil for the terminal's default.
    var rgb: (red: Int, green: Int, blue: Int)? {
        switch self {
        case .plain: nil
        case .back: (38, 84, 124)
        case .backText: (214, 232, 245)
        case .face: (250, 245, 230)
        case .faceText, .cursorText: (25, 25, 30)
        case .takenFirst: (178, 214, 236)
        case .takenSecond: (250, 214, 140)
        case .first: (40, 140, 200)
        case .second: (205, 130, 0)
        case .toMove: (220, 60, 50)
        case .cursor: (255, 200, 40)
        case .alarm: (190, 40, 30)
        case .alarmText: (255, 255, 255)
        case .success: (30, 150, 90)
        case .frame: (110, 130, 150)
        }
    }

    /// The nearest of the 256 colours that look the same everywhere: 16 to 231 a cube, 232 to 255 greys.
    var index256: Int? {
        switch self {
        case .plain: nil
        case .back: 24
        case .backText: 195
        case .face: 230
        case .faceText, .cursorText: 234
        case .takenFirst: 153
        case .takenSecond: 222
        case .first: 32
        case .second: 172
        case .toMove: 167
        case .cursor: 220
        case .alarm: 124
        case .alarmText: 231
        case .success: 35
        case .frame: 66
        }
    }

    /// One of the 16 basic colours, 0 to 15, the upper half bright.
    var index16: Int? {
        switch self {
        case .plain: nil
        case .back: 4
        case .backText, .alarmText: 15
        case .face: 7
        case .faceText, .cursorText: 0
        case .takenFirst: 6
        case .takenSecond: 3
        case .first: 6
        case .second: 3
        case .toMove, .alarm: 1
        case .cursor: 11
        case .success: 2
        case .frame: 6
        }
    }

    /// The traits that replace it on a terminal without colours.
    var traitsWithoutColour: Style.Traits {
        switch self {
        case .cursor, .alarm: .reverse
        case .toMove: .bold
        case .plain, .back, .backText, .face, .faceText, .takenFirst, .takenSecond, .first, .second, .cursorText,
            .alarmText, .success, .frame:
            []
        }
    }
}
