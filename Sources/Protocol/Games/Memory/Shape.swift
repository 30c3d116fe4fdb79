/// A drawing made of plain geometry, which a terminal turns into characters and a page into vectors.
///
/// It is drawn in a square of ``side`` units, with the origin at the top left. Parts are painted in order, each over
/// those before it: with the shape's ink or one of their own, or with the colour of the card where the part is a cut.
/// Strokes have round ends and joins.
public struct Shape: Hashable, Sendable {
    /// The word for it, or the letter or symbol itself.
    public let name: String
    /// The colour of all parts that are not cuts and have no ink of their own.
    public let ink: Ink
    /// The parts that it is made of, from back to front.
    public let parts: [Part]

    /// The length of each side of the square, in units.
    public static let side = 24.0

    /// A colour, which every renderer chooses to suit its background.
    public enum Ink: String, CaseIterable, Sendable { case black, red, blue, violet, green, brown }

    /// A position in the square.
    public struct Point: Hashable, Sendable {
        /// Units from the left, and from the top.
        public let x, y: Double

        /// Creates a position.
        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A part of a shape.
    public struct Part: Hashable, Sendable {
        /// The area that it covers.
        public let outline: Outline
        /// True if it takes the ink away.
        public var isCut = false
        /// Its own colour; nil if it has the shape's.
        public var ink: Ink?
    }

    /// An area of the square.
    public enum Outline: Hashable, Sendable {
        /// The inside of a closed line.
        case polygon([Point])
        /// The inside of an ellipse whose axes are horizontal and vertical.
        case ellipse(centre: Point, radii: Point)
        /// An open line, this many units wide.
        case stroke([Point], width: Double)
    }

    /// Creates a shape.
    package init(_ name: String, _ ink: Ink, _ parts: Part...) {
        (self.name, self.ink, self.parts) = (name, ink, parts)
    }

    /// Returns the ink at a position; nil where the card shows.
    public func ink(at point: Point) -> Ink? {
        guard let top = parts.last(where: { $0.outline.contains(point) }), !top.isCut else { return nil }
        return top.ink ?? ink
    }
}

extension Shape.Part {
    /// A polygon with its corners as x, y, x, y…
    package static func polygon(_ numbers: Double...) -> Self { Self(outline: .polygon(points(numbers))) }

    /// An ellipse with its centre and its two radii.
    package static func ellipse(_ x: Double, _ y: Double, _ horizontal: Double, _ vertical: Double) -> Self {
        let (centre, radii) = (Shape.Point(x: x, y: y), Shape.Point(x: horizontal, y: vertical))
        return Self(outline: .ellipse(centre: centre, radii: radii))
    }

    /// A line of this width through x, y, x, y…
    package static func stroke(_ width: Double, _ numbers: Double...) -> Self {
        Self(outline: .stroke(points(numbers), width: width))
    }

    /// The same area as a cut.
    package static func cut(_ part: Self) -> Self { Self(outline: part.outline, isCut: true) }

    /// The same area in an ink of its own.
    package static func `in`(_ ink: Shape.Ink, _ part: Self) -> Self { Self(outline: part.outline, ink: ink) }

    private static func points(_ numbers: [Double]) -> [Shape.Point] {
        stride(from: 0, to: numbers.count - 1, by: 2).map { Shape.Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }
}

extension Shape.Outline {
    fileprivate func contains(_ point: Shape.Point) -> Bool {
        switch self {
        case .polygon(let corners): Self.encloses(corners, point)
        case .ellipse(let centre, let radii):
            Self.square((point.x - centre.x) / radii.x) + Self.square((point.y - centre.y) / radii.y) <= 1
        case .stroke(let points, let width):
            zip(points, points.dropFirst()).contains { Self.distance($0, $1, to: point) <= Self.square(width / 2) }
        }
    }

    /// True if a ray from the point to the right crosses the line an odd number of times.
    private static func encloses(_ corners: [Shape.Point], _ point: Shape.Point) -> Bool {
        guard var previous = corners.last else { return false }
        var isInside = false
        for corner in corners {
            if (corner.y > point.y) != (previous.y > point.y) {
                let part = (point.y - corner.y) / (previous.y - corner.y)
                if point.x < corner.x + part * (previous.x - corner.x) { isInside.toggle() }
            }
            previous = corner
        }
        return isInside
    }

    /// The square of the distance between a point and a straight line from `start` to `end`.
    private static func distance(_ start: Shape.Point, _ end: Shape.Point, to point: Shape.Point) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let along = ((point.x - start.x) * x + (point.y - start.y) * y) / max(square(x) + square(y), .ulpOfOne)
        let part = min(max(along, 0), 1)
        return square(point.x - start.x - part * x) + square(point.y - start.y - part * y)
    }

    private static func square(_ number: Double) -> Double { number * number }
}
