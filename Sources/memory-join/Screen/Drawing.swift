import Protocol

/// A screen being drawn, with the targets of the mouse on it.
struct Drawing: Equatable, Sendable {
    /// The cells.
    var canvas: Canvas
    private var targets: [Clickable] = []

    private struct Clickable: Equatable, Sendable {
        let rect: Rect
        let target: Target
    }

    /// An empty screen.
    init(_ size: Platform.WindowSize, isASCII: Bool) { canvas = Canvas(size, isASCII: isASCII) }

    /// Makes a rectangle stand for a target, until something is drawn over it.
    mutating func addTarget(_ target: Target, in rect: Rect) { targets.append(Clickable(rect: rect, target: target)) }

    /// Removes all targets drawn so far, because something now covers them.
    mutating func removeTargets() { targets = [] }

    /// The target at a point.
    func target(at point: Point) -> Target? { targets.last { $0.rect.contains(point) }?.target }

    /// A target's rectangle; nil if it is not on the screen.
    func rect(of target: Target) -> Rect? { targets.last { $0.target == target }?.rect }
}
