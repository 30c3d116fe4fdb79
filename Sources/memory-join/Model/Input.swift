import Protocol

/// An event for the client.
enum Input: Equatable, Sendable {
    case start
    case key(Key)
    /// The mouse did something, on a screen, at a thing that was drawn there; nil if there was none.
    case pointed(Mouse.Kind, Target?)
    /// A line was typed, in plain text.
    case line(String)
    /// A line was typed that is too long for any command, in plain text.
    case lineTooLong
    /// Nothing more will be typed, in plain text.
    case endOfInput
    /// Somebody asks the program to end: Control-C in plain text.
    case interrupted
    /// The addresses at which others reach the host that is about to be `opened`.
    case reachable(at: [HostAddress])
    case opened
    /// The connection broke or could not be made; why, in a sentence without its full stop.
    case lost(String)
    case received(HostMessage)
    case tick
    case resized(Platform.WindowSize)
}
