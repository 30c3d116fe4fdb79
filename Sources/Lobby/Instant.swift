/// A moment on a clock that only goes forward; what it counts from does not matter.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's own beginning.
    public var milliseconds: Int

    /// The moment so many milliseconds after the clock's beginning.
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Earlier moments come first.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment so many milliseconds later.
    public static func + (instant: Self, milliseconds: Int) -> Self {
        Instant(milliseconds: instant.milliseconds + milliseconds)
    }

    /// Milliseconds from the second moment to the first.
    public static func - (left: Self, right: Self) -> Int { left.milliseconds - right.milliseconds }
}
