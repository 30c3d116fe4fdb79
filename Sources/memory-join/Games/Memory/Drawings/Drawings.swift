import Protocol

/// The drawings of the built-in faces, for cards with room for one.
enum Drawings {
    /// The drawing of a face; nil for the host's own pictures, and for whatever else other hosts deal.
    static func of(_ face: String, in set: FaceSet) -> Shape? {
        switch set {
        case .shapes: Shape.face(face)
        case .pictures: nil
        case .animals, .letters, .symbols: byFace[face]
        }
    }

    private static let byFace: [String: Shape] = {
        let sets = [(FaceSet.animals, animals), (.letters, letters), (.symbols, symbols)]
        let pairs = sets.flatMap { set, drawings in zip(set.faces, drawings) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()
}
