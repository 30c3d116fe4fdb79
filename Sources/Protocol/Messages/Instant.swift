/// A point in time on a clock that never goes back. Those of the lobby, which are stored, count from 1970, UTC; others
/// may count from anywhere.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since the clock's origin.
    public var milliseconds: Int

    /// Creates an instant from the milliseconds since the clock's origin.
    @inlinable
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Orders instants from earlier to later.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the instant the given number of milliseconds later.
    @inlinable
    public static func + (instant: Self, milliseconds: Int) -> Self {
        Instant(milliseconds: instant.milliseconds + milliseconds)
    }

    /// Returns the milliseconds from `right` to `left`.
    @inlinable
    public static func - (left: Self, right: Self) -> Int { left.milliseconds - right.milliseconds }

    /// Returns the earlier of two instants, either of which may be nil.
    @inlinable
    public static func earlier(_ one: Self?, _ other: Self?) -> Self? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
