/// The faces that lie open on a board, card by card; nil for a card that lies face down.
///
/// It reads like a list of strings. What is stored is one byte a card, an index into a palette that all boards
/// with the same set of faces share: a state is made, sent and thrown away for every flip, and a list of strings
/// would cost more to throw away than the whole flip.
public struct CardFaces: RandomAccessCollection, MutableCollection, Sendable {
    /// The faces that may lie open.
    let palette: Palette  // Not a variable: whoever used it would have to count the reference.
    /// For each card an index into the palette, or ``faceDown``.
    private(set) var places: [UInt8]

    /// No cards at all.
    public static let none = CardFaces(set: .animals, cards: [])

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

    /// These faces, with the palette of a set if all of them are in it.
    ///
    /// - Parameter set: the set that they probably were dealt from.
    public init(_ faces: [String], of set: FaceSet) {
        let known = set.palette.faces
        let places = faces.compactMap { face in known.firstIndex(of: face).map { UInt8($0) } }
        if places.count == faces.count { self.init(set: set, cards: places) } else { self.init(faces) }
    }

    /// As many cards, all face down, that can be turned up with ``turnUp(_:as:)``.
    public var allFaceDown: CardFaces {
        var cards = self
        cards.places = Array(repeating: Self.faceDown, count: places.count)
        return cards
    }

    /// Turns a card up.
    ///
    /// - Parameter deck: the faces of all cards, of which this was ``allFaceDown``.
    public mutating func turnUp(_ card: Int, as deck: CardFaces) { places[card] = deck.places[card] }

    /// Turns a card face down; the same as to give it no face, at less cost.
    public mutating func turnDown(_ card: Int) { places[card] = Self.faceDown }

    /// Whether a card lies face down.
    @inline(__always)
    public func isDown(_ card: Int) -> Bool { places[card] == Self.faceDown }

    /// Whether two cards that lie open show the same face.
    public func areAlike(_ one: Int, _ other: Int) -> Bool { places[one] == places[other] && !isDown(one) }

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
    /// For each index of a card its face in JSON and a comma; for an index that no face has, nothing.
    let tokens: [Token]
    /// Whether each face fits into its token.
    let fits: Bool
    /// The most bytes that a face takes in JSON, with its comma.
    let widest: Int

    /// Up to seven bytes, the first the lowest, and above them how many they are; 0 for a text that did not fit.
    struct Token: Sendable {
        static let size = 7
        private let word: UInt64

        init(_ text: [UInt8]) {
            guard text.count <= Self.size else {
                word = 0
                return
            }
            word = text.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(text.count) << 56
        }

        /// The bytes as memory holds them; of the eight the last is not one of them.
        @inline(__always)
        var bytes: UInt64 { word.littleEndian }
        /// How many bytes count.
        @inline(__always)
        var count: Int { Int(truncatingIfNeeded: word >> 56) }
    }

    init(_ faces: [String]) {
        self.faces = faces
        var tokens = [Token](repeating: Token([]), count: 256)
        var widest = 3
        for (index, face) in faces.prefix(Int(CardFaces.faceDown)).enumerated() {
            var writer = ByteWriter(capacity: 64)
            writer.putJSON(face)
            writer.put(UInt8(ascii: ","))
            let text = writer.take()
            tokens[index] = Token(text)
            widest = max(widest, text.count)
        }
        tokens[Int(CardFaces.faceDown)] = Token(Array("\"\",".utf8))
        self.tokens = tokens
        self.widest = widest
        fits = widest <= Token.size
    }
}
