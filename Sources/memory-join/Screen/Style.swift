/// The style of a cell.
struct Style: Hashable, Sendable {
    var foreground = Colour.plain
    var background = Colour.plain
    var traits: Traits = []

    static let plain = Style()
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
    case back, backText, face, faceText, takenFirst, takenSecond
    /// Text on a card's back while it is the other player's turn.
    case backTextAsleep
    /// The pattern and the edge of a card's back.
    case backPattern
    /// Shapes on a card's face, which may be taken.
    case inkRed, inkBlue, inkViolet, inkGreen, inkBrown
    /// A card that is selected; and every other one where cards without borders touch.
    case chosen, faceShaded
    /// The first and the second seat, and the seat whose turn it is, on the terminal's background.
    case first, second, toMove
    case cursor, cursorText, alarm, alarmText
    case success
    /// The frame of a box.
    case frame

    /// Red, green and blue, 0 to 255; the nearest of the 256 colours that look the same everywhere (16 to 231 a cube,
    /// 232 to 255 greys); and one of the 16 basic ones, the upper half bright. Nil for the terminal's default.
    var values: (rgb: (red: Int, green: Int, blue: Int), index256: Int, index16: Int)? {
        switch self {
        case .plain: nil
        case .back: ((38, 84, 124), 24, 4)
        case .backText: ((214, 232, 245), 195, 15)
        case .backTextAsleep: ((96, 136, 168), 67, 7)
        case .backPattern: ((72, 118, 158), 67, 6)
        case .inkRed: ((200, 32, 44), 160, 1)
        case .inkBlue: ((24, 84, 200), 26, 4)
        case .inkViolet: ((140, 30, 160), 91, 5)
        case .inkGreen: ((0, 120, 50), 28, 2)
        case .inkBrown: ((130, 75, 25), 94, 8)
        case .chosen: ((170, 210, 240), 153, 14)
        case .faceShaded: ((228, 220, 198), 187, 15)
        case .face: ((250, 245, 230), 230, 7)
        case .faceText, .cursorText: ((25, 25, 30), 234, 0)
        case .takenFirst: ((178, 214, 236), 153, 6)
        case .takenSecond: ((250, 214, 140), 222, 3)
        case .first: ((40, 140, 200), 32, 6)
        case .second: ((205, 130, 0), 172, 3)
        case .toMove: ((220, 60, 50), 167, 1)
        case .cursor: ((255, 200, 40), 220, 11)
        case .alarm: ((190, 40, 30), 124, 1)
        case .alarmText: ((255, 255, 255), 231, 15)
        case .success: ((30, 150, 90), 35, 2)
        case .frame: ((110, 130, 150), 66, 6)
        }
    }

    /// The traits that replace it on a terminal without colours.
    var traitsWithoutColour: Style.Traits {
        switch self {
        case .cursor, .alarm: .reverse
        case .toMove: .bold
        case .backTextAsleep: .dim
        default: []
        }
    }
}
