/// A named set of faces for the cards of a match.
///
/// A board with more pairs than the set has faces repeats faces; any two equal cards make a pair.
public enum FaceSet: String, CaseIterable, Sendable {
    /// Animal emoji, one code point each and two columns wide in a terminal.
    case animals
    /// The letters A to Z.
    case letters
    /// Symbols that are one column wide in a terminal.
    case symbols
    /// Drawings, fifty words of at most four letters on the wire: see ``Shape/faces``.
    case shapes

    /// The faces, without duplicates; 26 to 64 of them.
    public var faces: [String] { palette.faces }

    /// The faces with their encodings.
    var palette: Palette {
        switch self {
        case .animals: Self.animalFaces
        case .letters: Self.letterFaces
        case .symbols: Self.symbolFaces
        case .shapes: Self.shapeFaces
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

    private static let shapeFaces = Palette(Shape.faces.map(\.name))
}
