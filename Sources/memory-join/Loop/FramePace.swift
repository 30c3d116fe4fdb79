import Protocol

/// The pace at which frames are drawn: as often as the terminal takes them.
///
/// A frame that the terminal does not take at once shows how slow it is, or the line to it. The next ones follow less
/// often then, so that what moves does not lag behind more and more.
struct FramePace {
    /// The milliseconds between two frames: just under 60 a second, 30, 20 and 10.
    static let steps = [17, 33, 50, 100]

    /// The earliest moment of the next frame.
    private(set) var next = Instant(milliseconds: 0)
    private var began: Instant?

    /// A frame is being written.
    mutating func begin(at now: Instant) { (began, next) = (now, now + Self.steps[0]) }

    /// All of it has been written.
    mutating func end(at now: Instant) {
        guard let began else { return }
        let step = Self.steps.first { now - began <= $0 } ?? Self.steps[Self.steps.count - 1]
        (self.began, next) = (nil, max(now, began + step))
    }
}
