/// A moment on this machine's clock, which never goes back, in milliseconds since some moment in the past.
struct Moment: Hashable, Comparable, Sendable {
    /// The milliseconds.
    var milliseconds: Int64

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
    /// The moment so many milliseconds later.
    static func + (moment: Self, milliseconds: Int) -> Moment {
        Moment(milliseconds: moment.milliseconds + Int64(milliseconds))
    }
    /// The milliseconds from the right moment to the left one.
    static func - (left: Self, right: Self) -> Int { Int(left.milliseconds - right.milliseconds) }
}
