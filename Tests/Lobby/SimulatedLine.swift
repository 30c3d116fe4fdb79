import Protocol

@testable import Lobby

/// What a simulated host has for one connection.
struct SimulatedLine {
    /// The lines that wait for the client.
    private(set) var waiting: [Message] = []
    /// Whether they may tell of something that is not on the disk.
    var isHeld = false
    var isClosing = false
    /// Whether the client reads nothing.
    var isStuck = false

    /// Has a line wait. While the client reads nothing, only the newest state does.
    mutating func put(_ message: Message) {
        if isStuck, case .state = message.event {
            waiting.removeAll { if case .state = $0.event { true } else { false } }
        }
        waiting.append(message)
    }

    mutating func takeAll() -> [Message] {
        defer { waiting = [] }
        return waiting
    }
}

/// What is on its way from a client to its host.
enum SimulatedSignal {
    case opened
    case said(Request)
    case closedSide
    case reset
    case throttled
    case stalled
    case outwaited
}
