/// A moment, in milliseconds since some moment in the past; it never goes back.
struct Instant: Hashable, Comparable, Sendable {
    /// The milliseconds.
    var milliseconds: Int64

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
    /// The moment so many milliseconds later.
    static func + (moment: Self, milliseconds: Int) -> Instant {
        Instant(milliseconds: moment.milliseconds + Int64(milliseconds))
    }
    /// The milliseconds from the right moment to the left one.
    static func - (left: Self, right: Self) -> Int { Int(left.milliseconds - right.milliseconds) }
}
