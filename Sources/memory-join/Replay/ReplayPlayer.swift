import Protocol

/// A position in a replay, and its playback.
///
/// A step is shown for as long as it lasted in the match divided by the speed, within ``shownMilliseconds``. Stepping
/// by hand pauses. A late tick, as after Control-Z, advances one step and skips nothing.
struct ReplayPlayer: Equatable, Sendable {
    private(set) var replay: Replay
    /// The current step: 0 to ``lastPosition``.
    private(set) var position = 0
    private(set) var speed = Speed.normal
    /// The time at which the step was first shown; nil while paused.
    private var shownSince: Instant?

    /// A playback speed. The raw value is in halves.
    enum Speed: Int, CaseIterable, Sendable {
        case half = 1
        case normal = 2
        /// Double speed and up.
        case double = 4, fourfold = 8, eightfold = 16

        /// Such as `0.5x` or `4x`.
        var text: String { self == .half ? "0.5x" : "\(rawValue / 2)x" }
    }

    /// The bounds of a step's duration at normal speed, in milliseconds.
    static let shownMilliseconds = 200...3_000

    /// Starts at the beginning, paused.
    init(_ replay: Replay) { self.replay = replay }

    // MARK: State

    var step: ReplayedState { replay.steps[position] }
    /// The match to draw.
    var state: MatchState { step.state }
    /// The game as a spectator has it in mind.
    var game: any GameOnScreen { state.onScreen.init(of: state) }
    /// The viewer's seating: a spectator.
    var seating: Seating { replay.seating }
    /// The last step that has come; once all have, the end of the match.
    var lastPosition: Int { replay.steps.count - 1 }
    /// The number of the last step of all.
    var endPosition: Int { replay.isComplete ? lastPosition : max(lastPosition, replay.header.states - 1) }
    var isPlaying: Bool { shownSince != nil }
    var isAtEnd: Bool { replay.isComplete && position == lastPosition }

    // MARK: Actions

    /// Adds the next step.
    mutating func add(_ step: ReplayedState) { replay.append(step) }

    mutating func slowDown() { speed = Speed(rawValue: speed.rawValue / 2) ?? speed }

    mutating func speedUp() { speed = Speed(rawValue: speed.rawValue * 2) ?? speed }

    /// Pauses, and moves through the replay.
    mutating func move(_ move: CursorMove) { step(move.steps ?? (move == .first ? -lastPosition : lastPosition)) }

    /// Plays or pauses; at the end it restarts.
    mutating func toggle(now: Instant) {
        if isPlaying { return stop() }
        if isAtEnd { position = 0 }
        shownSince = now
    }

    /// Pauses and moves by `count` steps, negative for back, clamped to the replay.
    mutating func step(_ count: Int) {
        stop()
        // Clamped first, so that the sum cannot overflow.
        position = min(max(0, position + min(max(count, -lastPosition), lastPosition)), lastPosition)
    }

    /// The time of the next ``tick(_:)``; nil while paused, and while the next step has not come. It may be in the
    /// past.
    var nextTick: Instant? {
        guard let shownSince, let milliseconds = waitMilliseconds else { return nil }
        return shownSince + milliseconds
    }

    /// Advances a step if it is due, and pauses at the end.
    mutating func tick(_ now: Instant) {
        guard let next = nextTick, next <= now else { return }
        position = min(position + 1, lastPosition)
        shownSince = isAtEnd ? nil : now
    }

    private mutating func stop() { shownSince = nil }

    /// The duration of the current step; nil while the next one has not come.
    private var waitMilliseconds: Int? {
        guard !isAtEnd else { return 0 }
        guard position < lastPosition else { return nil }
        let pause = replay.steps[position + 1].atMilliseconds - step.atMilliseconds
        let shown = min(max(pause, Self.shownMilliseconds.lowerBound), Self.shownMilliseconds.upperBound)
        return shown * Speed.normal.rawValue / speed.rawValue
    }
}
