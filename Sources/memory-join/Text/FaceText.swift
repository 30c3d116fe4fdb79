import Protocol

/// What stands on a card: the faces of a board, written so that different ones look different and equal ones alike.
///
/// A host's own faces always do. For what another host may send there are two rules:
///
/// 1. ``safe(_:)``, when a face comes in, by the face alone: at most ``Widths/face`` columns. A face that is too wide,
///    or holds what may not be shown, ends in three signs that are reckoned from all of it, so that faces which differ
///    only where they were cut or made safe still differ.
/// 2. ``spell(_:columns:isASCII:)``, when a board is drawn, by all faces of the match that were seen, in the order in
///    which they were: faces that come out alike in so few columns, or in ASCII, get another last sign.
///
/// A face of ten code points is one emoji of two columns, as wide as a fox, or up to three of them; or it is text, and is
/// cut: fifty long faces that begin alike leave room on a card for three columns of what they are and three signs.
enum FaceText {
    /// The columns of the signs that tell long faces apart.
    private static let signColumns = 3

    /// The face as the client keeps it: safe to be shown, not blank, at most ``Widths/face`` columns wide.
    ///
    /// At its longest that is three of the longest emoji: 120 bytes.
    static func safe(_ face: String) -> String {
        let line = SafeText.line(face, columns: Widths.face)
        let isBlank = line.allSatisfy { $0 == " " }
        if !isBlank, line.utf8.elementsEqual(face.utf8) { return line }
        let start = isBlank ? String(SafeText.replacement) : line
        return TextWidth.prefix(start, columns: Widths.face - signColumns) + signs(of: face)
    }

    /// Three letters or digits that follow from all of a face (FNV-1a, 64 bits): of 50 faces which begin alike, two
    /// get the same in one board of 200.
    private static func signs(of face: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in face.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        var text = ""
        for _ in 0..<signColumns {
            text.append(letters[Int(hash % UInt64(letters.count))])
            hash /= UInt64(letters.count)
        }
        return text
    }

    /// What is written for each face, at most so many columns wide, and different for different faces.
    ///
    /// - Parameters:
    ///   - faces: all that were seen of the match, in the order in which they were (``SeenFaces``). What was written for
    ///     a face stays as it is when others are seen after it.
    ///   - columns: the room for a face. In one column up to 80 faces can be told apart, in two any board's.
    ///   - isASCII: whether the terminal has nothing but ASCII. A face of the host's sets is then the letter of its place
    ///     in the set, A to Z and a to z, or itself if it is ASCII; another face is what is left of it in ASCII, and if
    ///     that is nothing, the next sign that no face has.
    static func spell(_ faces: some Sequence<String>, columns: Int, isASCII: Bool) -> [String: String] {
        var written: [String: String] = [:]
        var taken: Set<String> = []
        for face in faces where written[face] == nil {
            let text = spelling(isASCII ? ascii(face) : face, columns, taken)
            taken.insert(text)
            written[face] = text
        }
        return written
    }

    /// The first way to write a face that is not taken.
    private static func spelling(_ wish: String, _ columns: Int, _ taken: Set<String>) -> String {
        let wish = trimmed(wish)
        let text = trimmed(TextWidth.prefix(wish, columns: columns))
        if !text.isEmpty, !taken.contains(text) { return text }
        if columns > 1, !text.isEmpty {
            let start = TextWidth.prefix(wish, columns: columns - 1)
            if let sign = suffixes.first(where: { !taken.contains(start + String($0)) }) { return start + String(sign) }
        }
        if columns > 0, let sign = signs.first(where: { !taken.contains(String($0)) }) { return String(sign) }
        return columns > 0 && text.isEmpty ? "?" : text
    }

    /// What a face wishes to be in ASCII; nothing if none of it can be written.
    private static func ascii(_ face: String) -> String {
        if TextWidth.isPrintableASCII(face) { return face }
        return letterOfFace[face] ?? SafeText.ascii(face).filter { $0 != "?" }
    }

    /// The text without spaces before and after it, which nobody sees.
    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The letters of the faces of the host's own sets, by their places.
    private static let letterOfFace: [String: String] = {
        let ours = FaceSet.allCases.flatMap { zip($0.faces, letters) }
        return Dictionary(ours.map { ($0, String($1)) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    /// Signs for faces that cannot be written; not those that boards are drawn with.
    private static let signs = letters + Array("!#$%&*+-/:;<=>@^_~")
    /// Signs for faces that would look like others, in the order in which they are tried.
    private static let suffixes = Array("23456789") + signs
}

/// The faces that were seen of a match, in the order in which they were.
struct SeenFaces: Equatable, Sendable {
    /// As many as a board has cards: a host that shows more does not play the game, and may not fill the memory.
    private static let most = 100

    /// The faces, each once.
    private(set) var faces: [String] = []
    private var known: Set<String> = []

    /// Takes in the faces that lie open.
    mutating func note(_ cards: CardFaces) {
        for case .some(let face) in cards where faces.count < Self.most && known.insert(face).inserted {
            faces.append(face)
        }
    }
}
