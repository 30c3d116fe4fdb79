import Protocol

@testable import Lobby

/// A simulated host's side of one connection.
struct SimulatedLine {
    /// The lines that wait for the client, each with the position that must be visible first.
    private(set) var waiting: [(message: Message, position: Int)] = []
    var isClosing = false
    /// The client reads nothing.
    var isStuck = false

    /// Has a line wait. While the client reads nothing, only the newest state does.
    mutating func put(_ message: Message, position: Int) {
        if isStuck, case .state = message.event {
            waiting.removeAll { if case .state = $0.message.event { true } else { false } }
        }
        waiting.append((message, position))
    }

    /// The lines that may leave, in their order; none behind one that may not.
    mutating func take(upTo visible: Int) -> [Message] {
        let leaving = waiting.prefix { $0.position <= visible }
        waiting.removeFirst(leaving.count)
        return leaving.map(\.message)
    }
}

/// An event on its way from a client to its host.
enum SimulatedSignal {
    case opened
    case said(Request)
    case closedSide
    case reset
    case throttled
    case stalled
    case outwaited
}
