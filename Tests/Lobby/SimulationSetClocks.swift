import Protocol

@testable import Lobby

/// When a state of a match was sent.
struct Pace {
    /// The time that the host's clocks have run.
    let uptime: Int
    /// True for the first state since the host was started again.
    let isResumed: Bool
}

/// A referee's knowledge of what lasts for a while in a match of Set: blocks after wrong claims, and a request for more cards.
struct SetClocks {
    private struct Request {
        let seat: Int
        /// The milliseconds of play since it was made, or since the last set.
        var age = 0...0
    }

    private static let block = 3_000
    private static let patience = 5_000
    /// How late a host may be: one turn of its loop.
    private static let lateness = 500

    /// The milliseconds for which each seat was still blocked; nil if that may have changed unseen.
    private var blocks: [Int]? = [0, 0]
    private var request: Request?
    /// The last state.
    private var last: (version: Int, uptime: Int, isRunning: Bool)?

    /// Takes over what a host has recovered, some of which may never have been sent.
    mutating func recover(asking seat: Int?) {
        blocks = nil
        request = seat.map { Request(seat: $0, age: 0...Int(Int32.max)) }
    }

    /// Notes what a state without a flaw says.
    mutating func note(_ state: MatchState, _ pace: Pace) {
        let (passed, age) = (played(until: state, pace), age)
        switch state.change {
        case .set(.asked(let seat)): request = Request(seat: seat)
        case .set(.set): request?.age = 0...0
        default:
            // Time that a host had not written down when it died is lost.
            request?.age =
                (pace.isResumed ? 0 : age.lowerBound + passed.lowerBound)...age.upperBound + passed.upperBound
        }
        if asker(after: state) == nil { request = nil }
        blocks = state.set?.seats.map(\.blockedMilliseconds)
        last = (state.version, pace.uptime, state.phase == .playing)
    }

    private var age: ClosedRange<Int> { request?.age ?? 0...0 }

    /// The milliseconds of play since the last state. They are known unless there were states that nobody was there to hear.
    private func played(until state: MatchState, _ pace: Pace) -> ClosedRange<Int> {
        guard let last else { return 0...0 }
        let all = pace.uptime - last.uptime
        guard !pace.isResumed, state.version - last.version <= 1 else { return 0...all }
        return last.isRunning ? all...all : 0...0
    }

    // MARK: Flaws

    func flaw(in state: MatchState, _ rules: Rules, _ pace: Pace) -> String? {
        requestFlaw(state, rules, pace) ?? blockFlaw(state, pace)
    }

    /// One of two players asks for more cards, and gets them once the other asks, too, or after a while without a set.
    private func requestFlaw(_ state: MatchState, _ rules: Rules, _ pace: Pace) -> String? {
        let passed = played(until: state, pace)
        switch state.change {
        case .set(.asked):
            if rules.isSolo { return "a request alone" }
            if request != nil { return "a second request" }
        case .set(.more(let seat, _)) where !rules.isSolo:
            guard let request else { return "cards that nobody asked for" }
            if request.seat == seat, age.upperBound + passed.upperBound < Self.patience {
                return "a request is granted too soon"
            }
        default:
            let isLate = age.lowerBound + passed.lowerBound > Self.patience + Self.lateness
            if isLate, request != nil, !pace.isResumed { return "a request is not granted" }
        }
        let asking = state.set?.seats.indices.filter { state.set?.seats[$0].asksForMore == true }
        let expected = asker(after: state).map { [$0] } ?? []
        return asking == expected ? nil : "\(asking ?? []) ask, not \(expected)"
    }

    /// The seat whose request for more cards is open after a state's change.
    private func asker(after state: MatchState) -> Int? {
        if state.phase == .over { return nil }
        return switch state.change {
        case .set(.asked(let seat)): seat
        case .set(.more): nil
        case .set(.set) where state.set?.deckLeft == 0: nil
        default: request?.seat
        }
    }

    /// A wrong claim blocks its player for a while of play, and nothing else does.
    func blockFlaw(_ state: MatchState, _ pace: Pace) -> String? {
        let passed = played(until: state, pace)
        for (seat, part) in (state.set?.seats ?? []).enumerated() {
            var left = 0...Self.block
            if let blocks, !pace.isResumed {
                left = max(0, blocks[seat] - passed.upperBound)...max(0, blocks[seat] - passed.lowerBound)
            }
            switch state.change {
            case .set(.wrong(seat, _, _)), .set(.set(seat, _)):
                if left.lowerBound > 0 { return "seat \(seat) claims while it is blocked" }
                if case .set(.wrong) = state.change { left = Self.block...Self.block }
            default: break
            }
            if state.phase == .over { left = 0...0 }
            guard left.contains(part.blockedMilliseconds) else {
                return "seat \(seat) is blocked for \(part.blockedMilliseconds) ms, not \(left)"
            }
        }
        return nil
    }
}
