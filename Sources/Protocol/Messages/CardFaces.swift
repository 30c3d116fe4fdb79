/// The visible faces of a board, card by card; nil for a card that is face down.
///
/// It behaves like a list of strings but stores one byte per card, an index into a palette shared by all boards with
/// the same face set. A state is built, sent and discarded for every flip, and discarding a list of strings would cost
/// more than the whole flip.
public struct CardFaces: RandomAccessCollection, MutableCollection, Sendable {
    /// The faces that may be visible.
    let palette: Palette  // Not a variable, which would be reference-counted on every use.
    /// The palette index of each card, or ``faceDown``.
    private(set) var paletteIndices: [UInt8]

    /// A board without cards.
    public static let none = CardFaces(set: .animals, cards: [])

    /// The index that means face down.
    public static let faceDown = UInt8.max

    /// Creates a board from palette indices.
    ///
    /// - Parameters:
    ///   - set: the face set that was dealt from.
    ///   - cards: for each card, an index into the faces of `set`, or ``faceDown``.
    public init(set: FaceSet, cards: [UInt8]) {
        palette = set.palette
        paletteIndices = cards
    }

    /// Creates a board that shows these faces; at most 255 may differ.
    public init(_ faces: [String?]) {
        var found: [String] = []
        paletteIndices = faces.map { face in
            guard let face else { return Self.faceDown }
            if let index = found.firstIndex(of: face) { return UInt8(index) }
            precondition(found.count < Int(Self.faceDown), "a board has at most 100 cards")
            found.append(face)
            return UInt8(found.count - 1)
        }
        palette = Palette(unencoded: found)
    }

    /// Creates a board from indices into a palette.
    init(palette: Palette, paletteIndices: [UInt8]) {
        (self.palette, self.paletteIndices) = (palette, paletteIndices)
    }

    /// Creates a board that shows these faces, using the palette of `set` if it contains all of them.
    ///
    /// - Parameter set: the face set they were probably dealt from.
    public init(_ faces: [String], of set: FaceSet) { self.init(faces, of: set.palette) }

    /// Creates a board that shows these faces, with the palette of the rules if it contains all of them.
    public init(_ faces: [String], under rules: Rules) { self.init(faces, of: rules.palette) }

    private init(_ faces: [String], of palette: Palette) {
        let indices = faces.compactMap { face in palette.faces.firstIndex(of: face).map { UInt8($0) } }
        if indices.count == faces.count {
            self.init(palette: palette, paletteIndices: indices)
        } else {
            self.init(faces)
        }
    }

    /// The same board with the palette of `set`, if that contains all its faces.
    public func dealt(from set: FaceSet) -> CardFaces {
        let known = set.palette.faces
        var indices: [UInt8] = []
        for face in self {
            guard let face else {
                indices.append(Self.faceDown)
                continue
            }
            guard let index = known.firstIndex(of: face) else { return self }
            indices.append(UInt8(index))
        }
        return CardFaces(set: set, cards: indices)
    }

    /// The faces as text, empty for a card that is face down.
    public var texts: [String] { map { $0 ?? "" } }

    /// A board with the same cards, all face down, which ``turnUp(_:as:)`` can turn up.
    public var allFaceDown: CardFaces {
        var cards = self
        cards.paletteIndices = Array(repeating: Self.faceDown, count: paletteIndices.count)
        return cards
    }

    /// Turns a card up.
    ///
    /// - Parameter deck: the faces of all cards, whose ``allFaceDown`` produced this board.
    public mutating func turnUp(_ card: Int, as deck: CardFaces) { paletteIndices[card] = deck.paletteIndices[card] }

    /// Turns a card face down; same as setting its face to nil, but cheaper.
    public mutating func turnDown(_ card: Int) { paletteIndices[card] = Self.faceDown }

    @inline(__always)
    public func isDown(_ card: Int) -> Bool { paletteIndices[card] == Self.faceDown }

    /// Returns true if both cards are face up and show the same face.
    public func areAlike(_ one: Int, _ other: Int) -> Bool {
        paletteIndices[one] == paletteIndices[other] && !isDown(one)
    }

    /// The index of the first card.
    public var startIndex: Int { 0 }
    /// The index after the last card.
    public var endIndex: Int { paletteIndices.count }

    /// The face of a card; nil if it is face down.
    public subscript(card: Int) -> String? {
        get {
            let index = paletteIndices[card]
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
    /// Compares two boards card by card.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Creates a board that shows these faces.
    public init(arrayLiteral faces: String?...) { self.init(faces) }
}

/// Faces with their JSON encodings, shared by all boards with the same set.
final class Palette: Sendable {
    let faces: [String]
    /// For each card index, the face's JSON and a comma; empty for an index without a face. Of no use unless ``fits``.
    let tokens: [Token]
    /// True if every face fits into its token.
    let fits: Bool
    /// The most bytes for which a face needs room in JSON, including its comma.
    let widest: Int
    private let knownColumns: Int?

    /// The columns of the widest face in plain text, at least two.
    var columns: Int { knownColumns ?? Self.columns(of: faces) }

    /// Up to seven bytes, the first one lowest, with their count in the top byte; 0 for a text that didn't fit.
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

        /// The bytes in memory order; the eighth is not part of the text.
        @inline(__always)
        var bytes: UInt64 { word.littleEndian }
        /// The number of bytes in the text.
        @inline(__always)
        var count: Int { Int(truncatingIfNeeded: word >> 56) }
    }

    /// Creates the palette of one board, whose faces are written one by one: encoding them all takes longer than that.
    init(unencoded faces: [String]) {
        (self.faces, tokens, fits, knownColumns) = (faces, [], false, nil)
        widest = Self.room(forJSON: faces)
    }

    /// Creates a palette that many boards will share.
    init(_ faces: [String]) {
        self.faces = faces
        knownColumns = Self.columns(of: faces)
        var tokens = [Token](repeating: Token([]), count: 256)
        var widest = 3
        for (index, face) in faces.prefix(Int(CardFaces.faceDown)).enumerated() {
            var writer = ByteWriter(capacity: 64)
            writer.putJSON(face)
            writer.put(UInt8(ascii: ","))
            let text = writer.drain()
            tokens[index] = Token(text)
            widest = max(widest, text.count)
        }
        tokens[Int(CardFaces.faceDown)] = Token(Array("\"\",".utf8))
        self.tokens = tokens
        fits = widest <= Token.size
        self.widest = fits ? widest : Self.room(forJSON: faces)
    }

    /// Returns the bytes for which any of these faces, written one by one, needs room, with its quotes and a comma.
    private static func room(forJSON faces: [String]) -> Int { faces.reduce(3) { max($0, Pen.room(forJSON: $1) + 1) } }

    private static func columns(of faces: [String]) -> Int { faces.reduce(2) { max($0, columns(of: $1)) } }

    /// Returns the columns of a face in plain text: two for an emoji, one for any other character.
    static func columns(of face: String) -> Int {
        face.reduce(0) { $0 + ($1.unicodeScalars.first?.properties.isEmojiPresentation == true ? 2 : 1) }
    }
}
