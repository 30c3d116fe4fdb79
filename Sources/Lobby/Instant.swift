/// A moment on a clock that only goes forward; what it counts from does not matter.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's own beginning.
    public var milliseconds: Int

    /// The moment so many milliseconds after the clock's beginning.
    @inlinable
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Earlier moments come first.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment so many milliseconds later.
    @inlinable
    public static func + (instant: Self, milliseconds: Int) -> Self {
        Instant(milliseconds: instant.milliseconds + milliseconds)
    }

    /// Milliseconds from the second moment to the first.
    @inlinable
    public static func - (left: Self, right: Self) -> Int { left.milliseconds - right.milliseconds }

    /// The earlier of two moments, either of which may be missing.
    @inlinable
    public static func earlier(_ one: Self?, _ other: Self?) -> Self? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
