public import Protocol

/// The faces of a match's cards, in card order: dealt once, never changed.
///
/// Whoever holds a deck sees every face. While a match goes on only its ``Game`` does.
public struct Deck: Equatable, Sendable {
    /// The set that the faces are taken from.
    public let set: FaceSet
    /// For each card its face, as an index into the faces of ``set``; the order is row by row from the top left.
    public let faces: [UInt8]

    /// Deals a deck: each pair's face at random, none twice before the set has run out, then all cards shuffled.
    ///
    /// A board with more pairs than the set has faces goes through the set again ("Rules of a match", `faces`).
    public init(for rules: Rules, using random: inout some RandomNumberGenerator) {
        let everyFace = Array(0..<UInt8(rules.faces.faces.count))
        var pairs: [UInt8] = []
        while pairs.count < rules.pairCount {
            pairs += everyFace.shuffled(using: &random).prefix(rules.pairCount - pairs.count)
        }
        set = rules.faces
        faces = (pairs + pairs).shuffled(using: &random)
    }

    /// The deck that has these faces, as a record keeps them.
    ///
    /// - Parameter faces: indices into the faces of `set`, in card order.
    /// - Returns: nil if there is no card, an index is outside the set, or a face comes an odd number of times.
    public init?(faces: [UInt8], set: FaceSet) {
        var cards = [Int](repeating: 0, count: set.faces.count)
        for face in faces {
            guard Int(face) < cards.count else { return nil }
            cards[Int(face)] += 1
        }
        guard !faces.isEmpty, cards.allSatisfy({ $0.isMultiple(of: 2) }) else { return nil }
        (self.faces, self.set) = (faces, set)
    }

    /// Cards in the deck: an even number.
    public var count: Int { faces.count }

    /// The face of a card.
    ///
    /// - Parameter card: 0 to ``count`` - 1; any other traps.
    public func face(at card: Int) -> String { set.faces[Int(faces[card])] }

    /// Whether two cards, each 0 to ``count`` - 1, make a pair: any two that are alike do.
    public func isPair(_ one: Int, _ other: Int) -> Bool { one != other && faces[one] == faces[other] }
}
