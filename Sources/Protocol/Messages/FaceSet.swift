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
    /// The host's own pictures, on a host that has some. Each face is the label of a ``Picture``.
    case pictures

    /// The sets of every host.
    public static let builtIn: [FaceSet] = [.animals, .letters, .symbols, .shapes]

    /// The faces, without duplicates: 26 to 64 of a built-in set, none of ``pictures``, which differ from host to host.
    public var faces: [String] { palette.faces }

    /// The faces with their encodings.
    var palette: Palette {
        switch self {
        case .animals: Self.animalFaces
        case .letters: Self.letterFaces
        case .symbols: Self.symbolFaces
        case .shapes: Self.shapeFaces
        case .pictures: Self.noFaces
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

    private static let noFaces = Palette([])
}
