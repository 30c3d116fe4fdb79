import Protocol

/// A screen that is being drawn, and where on it each thing is that can be pointed at.
struct Drawing: Equatable, Sendable {
    /// What is seen.
    var canvas: Canvas
    private var places: [Place] = []

    private struct Place: Equatable, Sendable {
        let rect: Rect
        let target: Target
    }

    /// An empty screen.
    init(_ size: Platform.WindowSize, isASCII: Bool) { canvas = Canvas(size, isASCII: isASCII) }

    /// Has a part of the screen stand for a target, until something is drawn over it.
    mutating func place(_ target: Target, in rect: Rect) { places.append(Place(rect: rect, target: target)) }

    /// Has nothing that was drawn so far be pointed at: something lies over all of it.
    mutating func coverAll() { places = [] }

    /// What stands at a point.
    func target(at point: Point) -> Target? { places.last { $0.rect.contains(point) }?.target }

    /// Where a target is; nil if it is not on the screen.
    func place(of target: Target) -> Rect? { places.last { $0.target == target }?.rect }
}
