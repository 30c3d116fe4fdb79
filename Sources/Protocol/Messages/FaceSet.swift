/// A named set of faces that the cards of a match are drawn from.
///
/// A board with more pairs than the set has faces repeats faces, and any two alike make a pair.
public enum FaceSet: String, CaseIterable, Sendable {
    /// Emoji of animals, one code point each and two columns wide in a terminal.
    case animals
    /// The letters A to Z.
    case letters
    /// Signs that are one column wide in a terminal.
    case symbols

    /// The faces, each once; at least 26, at most 64.
    public var faces: [String] { palette.faces }

    /// The faces with what it takes to write them.
    var palette: Palette {
        switch self {
        case .animals: Self.animalFaces
        case .letters: Self.letterFaces
        case .symbols: Self.symbolFaces
        }
    }

    private static let animalFaces = Palette([
        "🐶", "🐱", "🐭", "🐹", "🐰", "🦊", "🐻", "🐼", "🐨", "🐯", "🦁", "🐮", "🐷", "🐸", "🐵", "🐔", "🐧",
        "🐦", "🐤", "🦆", "🦅", "🦉", "🦇", "🐺", "🐗", "🐴", "🦄", "🐝", "🐛", "🦋", "🐌", "🐞", "🐜", "🦂",
        "🐢", "🐍", "🦎", "🐙", "🦑", "🦐", "🦀", "🐡", "🐠", "🐟", "🐬", "🐳", "🦈", "🐊", "🐘", "🐪", "🦒",
        "🐓",
    ])

    private static let letterFaces = Palette(
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) })

    private static let symbolFaces = Palette([
        "★", "●", "■", "▲", "◆", "♠", "♥", "♣", "☀", "☂", "☎", "♪", "☯", "✚", "✿", "☾", "⚑",
        "⌂", "∞", "∑", "Ω", "√", "§", "&", "@", "#",
    ])
}
