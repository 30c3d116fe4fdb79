import Protocol

/// An event for the client.
enum Input: Equatable, Sendable {
    case start
    case key(Key)
    /// The mouse did something, on a screen, at a point and at the thing that was drawn there, if any.
    case pointed(Mouse.Kind, Target?, at: Point? = nil)
    /// A line was typed, in plain text.
    case line(String)
    /// A line was typed that is too long for any command, in plain text.
    case lineTooLong
    /// Nothing more will be typed, in plain text.
    case endOfInput
    /// The program is asked to end: Control-C in plain text.
    case interrupted
    /// The addresses at which others reach the host that is about to be `opened`.
    case reachable(at: [HostAddress])
    /// A host has answered.
    case found(FoundHost)
    /// The token that is kept for the host that the client connects to.
    case tokenFile(TokenFileContent)
    case opened
    /// The connection broke or could not be made; why, in a sentence without its full stop.
    case lost(String)
    case received(HostMessage)
    case tick
    case resized(Platform.WindowSize)
}

/// The content of the file with the token for a host.
enum TokenFileContent: Equatable, Sendable {
    case isEmpty
    case holds(TokenFile.Stored)
    /// Another client on this machine is using it.
    case isInUse
}
