import Protocol

/// Renders the faces of a board so that different ones look different and equal ones alike.
///
/// The built-in faces always do. Two rules cover what other hosts may send:
///
/// 1. ``sanitized(_:)``, when a face arrives: at most ``Widths/face`` columns. A face that is too wide or contains
/// unsafe characters ends in three characters hashed from all of it, so that faces which differ only in what was cut
/// or replaced still differ.
/// 2. ``labels(_:columns:isASCII:)``, when a board is drawn: given all faces seen in the match, in order, those that
/// would look alike in this few columns, or in ASCII, get a different last character.
///
/// A face of ten code points is one emoji of two columns, up to four of them, or text that is cut: fifty long faces
/// with a common start keep five columns of text and three hash characters each.
enum FaceText {
    /// The columns of the hash that tells long faces apart.
    private static let hashColumns = 3

    /// The face as the client stores it: safe to show, not blank, at most ``Widths/face`` columns wide.
    ///
    /// The longest is four of the longest emoji: 160 bytes.
    static func sanitized(_ face: String) -> String {
        let line = SafeText.line(face, columns: Widths.face)
        let isBlank = line.allSatisfy { $0 == " " }
        if !isBlank, line.utf8.elementsEqual(face.utf8) { return line }
        let start = isBlank ? String(SafeText.replacement) : line
        return TextWidth.prefix(start, columns: Widths.face - hashColumns) + hash(of: face)
    }

    /// Three letters or digits hashed from the whole face (FNV-1a, 64 bits). With 50 faces that begin alike, two
    /// collide in one board of 200.
    private static func hash(of face: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in face.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 32
        var text = ""
        for _ in 0..<hashColumns {
            text.append(letters[Int(hash % UInt64(letters.count))])
            hash /= UInt64(letters.count)
        }
        return text
    }

    /// The text for each face: at most `columns` wide, and different for different faces.
    ///
    /// - Parameters:
    ///   - faces: all seen in the match, in order (``SeenFaces``). The text of a face does not change when others
    ///     follow.
    ///   - columns: the width of a face. One column tells up to 80 faces apart, two columns any board's.
    ///   - isASCII: true for ASCII only. A built-in face is then the letter of its position in the set, A to Z and a to
    ///     z, or itself if it is ASCII; any other face is what remains of it in ASCII, or else the next unused sign.
    ///   - arePictures: true if the faces are the labels of a host's pictures, which are shown in words where they fit.
    static func labels(
        _ faces: some Sequence<String>, columns: Int, isASCII: Bool, arePictures: Bool = false
    ) -> [String: String] {
        var labels: [String: String] = [:]
        var used: Set<String> = []
        for face in faces where labels[face] == nil {
            let spelled = isASCII ? ascii(face) : face
            let text = label(arePictures ? words(spelled, columns) : spelled, columns, used)
            used.insert(text)
            labels[face] = text
        }
        return labels
    }

    /// The first label of a face that is not used.
    private static func label(_ preferred: String, _ columns: Int, _ used: Set<String>) -> String {
        let preferred = preferred.trimmingSpaces()
        let text = TextWidth.prefix(preferred, columns: columns).trimmingSpaces()
        if !text.isEmpty, !used.contains(text) { return text }
        if columns > 1, !text.isEmpty {
            let start = TextWidth.prefix(preferred, columns: columns - 1)
            if let sign = suffixes.first(where: { !used.contains(start + String($0)) }) { return start + String(sign) }
        }
        if columns > 0, let sign = signs.first(where: { !used.contains(String($0)) }) { return String(sign) }
        return columns > 0 && text.isEmpty ? "?" : text
    }

    /// The words of a picture's label, which has only letters and digits on the wire: `Album 8` for `album8`. Without
    /// room for the spaces, they stay together.
    private static func words(_ label: String, _ columns: Int) -> String {
        let capitalized = label.prefix(1).uppercased() + label.dropFirst()
        var spaced = ""
        for character in capitalized {
            if spaced.last?.isLowercase == true, character.isUppercase || character.isWholeNumber { spaced += " " }
            spaced.append(character)
        }
        return TextWidth.columns(of: spaced) <= columns ? spaced : capitalized
    }

    /// A face's preferred ASCII text; empty if none of it can be written.
    private static func ascii(_ face: String) -> String {
        if TextWidth.isPrintableASCII(face) { return face }
        return letterOfFace[face] ?? SafeText.ascii(face).filter { $0 != "?" }
    }

    /// The letters of the built-in faces, by position.
    private static let letterOfFace: [String: String] = {
        let ours = FaceSet.allCases.flatMap { zip($0.faces, letters) }
        return Dictionary(ours.map { ($0, String($1)) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    /// Characters for faces that cannot be written; none that boards are drawn with.
    private static let signs = letters + Array("!#$%&*+-/:;<=>@^_~")
    /// Suffixes for faces that would look alike, in order of preference.
    private static let suffixes = Array("23456789") + signs
}

/// The faces seen in a match, in order.
struct SeenFaces: Equatable, Sendable {
    /// The cards of the largest board. A host that shows more is not playing the game and must not fill the memory.
    private static let capacity = 100

    /// The distinct faces.
    private(set) var faces: [String] = []
    private var known: Set<String> = []

    /// Adds the faces that are face up.
    mutating func insert(_ cards: CardFaces) {
        for case .some(let face) in cards where faces.count < Self.capacity && known.insert(face).inserted {
            faces.append(face)
        }
    }
}

/// Short names of the host's emoji, for cards with room for a word.
enum FaceNames {
    /// The name of a face; nil for letters, symbols and whatever other hosts deal.
    static func name(of face: String) -> String? { names[face] }

    private static let names = Dictionary(
        uniqueKeysWithValues: zip(FaceSet.animals.faces, Drawings.animals.map(\.name)))
}
