/// What a flip that was not refused did; whether it ended the match, ``Game/table`` says.
public enum FlipOutcome: CaseIterable, Sendable {
    /// The first card of a turn lies open.
    case first
    /// The second card is like the first: both have been taken.
    case pair
    /// The second card differs: both lie open until ``Game/turnBack()``.
    case mismatch
}
