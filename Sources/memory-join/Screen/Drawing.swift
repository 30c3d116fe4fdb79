import Protocol

/// A screen being drawn, with the targets of the mouse on it.
struct Drawing: Equatable, Sendable {
    /// The cells.
    var canvas: Canvas
    private var places: [Place] = []

    private struct Place: Equatable, Sendable {
        let rect: Rect
        let target: Target
    }

    /// An empty screen.
    init(_ size: Platform.WindowSize, isASCII: Bool) { canvas = Canvas(size, isASCII: isASCII) }

    /// Makes a rectangle stand for a target, until something is drawn over it.
    mutating func place(_ target: Target, in rect: Rect) { places.append(Place(rect: rect, target: target)) }

    /// Removes all targets drawn so far, because something now covers them.
    mutating func coverAll() { places = [] }

    /// The target at a point.
    func target(at point: Point) -> Target? { places.last { $0.rect.contains(point) }?.target }

    /// A target's rectangle; nil if it is not on the screen.
    func place(of target: Target) -> Rect? { places.last { $0.target == target }?.rect }
}
