import Protocol

/// Where in a replay somebody looks, and whether it goes on by itself.
///
/// A step is shown for as long as it was in the match, divided by the speed: but never longer than a pause that nobody
/// would wait out, and never so short that it could not be seen. Whoever moves by hand stops it. A tick that comes late,
/// as after Control-Z, goes on by one step and leaves nothing out.
struct ReplayPlayer: Equatable, Sendable {
    /// What is played.
    let replay: Replay
    /// The step that is shown: 0 to ``lastPosition``.
    private(set) var position = 0
    /// How much faster than the match it goes.
    private(set) var speed = Speed.normal
    /// Since when the step has been shown; nil while nothing goes on by itself.
    private var shownSince: Moment?

    /// How much faster than the match a replay goes. The raw value is in halves.
    enum Speed: Int, CaseIterable, Sendable {
        /// Half as fast.
        case half = 1
        /// As fast as it was.
        case normal = 2
        /// Twice as fast, and so on.
        case double = 4, fourfold = 8, eightfold = 16

        /// Such as `0.5x` or `4x`.
        var text: String { self == .half ? "0.5x" : "\(rawValue / 2)x" }
    }

    /// For how long a step may be shown at the normal speed, in milliseconds.
    static let shownMilliseconds = 200...3_000

    /// The beginning of a match, at rest.
    init(_ replay: Replay) { self.replay = replay }

    // MARK: What is seen

    /// The step that is shown.
    var step: Replay.Step { replay.steps[position] }
    /// The match as it is to be drawn.
    var state: MatchState { step.state }
    /// For whom it is to be drawn: a watcher of the match.
    var seating: Seating { replay.seating }
    /// The last step, which shows the end.
    var lastPosition: Int { replay.steps.count - 1 }
    /// Whether it goes on by itself.
    var isPlaying: Bool { shownSince != nil }
    /// Whether the end is shown.
    var isAtEnd: Bool { position == lastPosition }

    // MARK: What is done

    /// Goes on by itself, or stops; at the end it begins anew.
    mutating func toggle(now: Moment) {
        if isPlaying { return stop() }
        if isAtEnd { position = 0 }
        shownSince = now
    }

    /// Stops, and goes so many steps on, or back if it is less than 0, as far as there are steps.
    mutating func step(_ count: Int) {
        stop()
        // Brought into a range first, so that no count is too large to be added.
        position = min(max(0, position + min(max(count, -lastPosition), lastPosition)), lastPosition)
    }

    /// Stops at the beginning.
    mutating func toStart() { step(-lastPosition) }

    /// Stops at the end.
    mutating func toEnd() { step(lastPosition) }

    /// Goes twice as fast from this step on, up to eight times.
    mutating func faster() { speed = Speed(rawValue: speed.rawValue * 2) ?? speed }

    /// Goes half as fast from this step on, down to half.
    mutating func slower() { speed = Speed(rawValue: speed.rawValue / 2) ?? speed }

    /// When to say ``tick(_:)`` next; nil while only a person moves it. It may be a moment that is over.
    func nextTick(after now: Moment) -> Moment? { shownSince.map { $0 + waitMilliseconds } }

    /// Time has passed: goes on if it is time for that, and stops at the end.
    mutating func tick(_ now: Moment) {
        guard let next = nextTick(after: now), next <= now else { return }
        position = min(position + 1, lastPosition)
        shownSince = isAtEnd ? nil : now
    }

    private mutating func stop() { shownSince = nil }

    /// For how long the step is shown.
    private var waitMilliseconds: Int {
        guard !isAtEnd else { return 0 }
        let pause = replay.steps[position + 1].atMilliseconds - step.atMilliseconds
        let shown = min(max(pause, Self.shownMilliseconds.lowerBound), Self.shownMilliseconds.upperBound)
        return shown * Speed.normal.rawValue / speed.rawValue
    }
}
