/// The faces that lie open on a board, card by card; nil for a card that lies face down.
///
/// It reads like a list of strings. What is stored is one byte a card, an index into a palette that all boards
/// with the same set of faces share: a state is made, sent and thrown away for every flip, and a list of strings
/// would cost more to throw away than the whole flip.
public struct CardFaces: RandomAccessCollection, MutableCollection, Sendable {
    /// The faces that may lie open.
    let palette: Palette
    /// For each card an index into the palette, or ``faceDown``.
    private(set) var places: [UInt8]

    /// The index that means face down.
    public static let faceDown = UInt8.max

    /// The board on which these cards lie open.
    ///
    /// - Parameters:
    ///   - set: the set of faces that was dealt from.
    ///   - cards: for each card an index into the faces of `set`, or ``faceDown``.
    public init(set: FaceSet, cards: [UInt8]) {
        palette = set.palette
        places = cards
    }

    /// The board that shows these faces, at most 255 different ones.
    public init(_ faces: [String?]) {
        var found: [String] = []
        places = faces.map { face in
            guard let face else { return Self.faceDown }
            if let index = found.firstIndex(of: face) { return UInt8(index) }
            precondition(found.count < Int(Self.faceDown), "a board has at most 100 cards")
            found.append(face)
            return UInt8(found.count - 1)
        }
        palette = Palette(found)
    }

    /// The index of the first card.
    public var startIndex: Int { 0 }
    /// One more than the index of the last card.
    public var endIndex: Int { places.count }

    /// The face of a card; nil if it lies face down.
    public subscript(card: Int) -> String? {
        get {
            let index = places[card]
            return index == Self.faceDown ? nil : palette.faces[Int(index)]
        }
        set {
            var faces = Array(self)
            faces[card] = newValue
            self = CardFaces(faces)
        }
    }
}

extension CardFaces: Equatable, ExpressibleByArrayLiteral {
    /// Two boards are equal if they show the same faces at the same cards.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// The board that shows these faces.
    public init(arrayLiteral faces: String?...) { self.init(faces) }
}

/// Faces, each with the bytes that it takes in a line of JSON; one for all boards with the same set.
final class Palette: Sendable {
    /// The faces.
    let faces: [String]
    /// For each face its JSON and a comma, as far as that fits into eight bytes.
    let tokens: [Token]

    /// Up to eight bytes, the first the lowest.
    struct Token: Sendable {
        var bytes: UInt64 = 0
        /// How many of them count; 0 if the text did not fit.
        var count = 0
    }

    init(_ faces: [String]) {
        self.faces = faces
        tokens = faces.map { face in
            var writer = ByteWriter(capacity: 64)
            writer.putJSON(face)
            writer.put(UInt8(ascii: ","))
            let text = writer.take()
            guard text.count <= 8 else { return Token() }
            return text.reversed().reduce(into: Token(count: text.count)) { $0.bytes = $0.bytes << 8 | UInt64($1) }
        }
    }
}
