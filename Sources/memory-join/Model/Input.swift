import Protocol

/// An event for the client.
enum Input: Equatable, Sendable {
    /// The program begins.
    case start
    /// A key was pressed, on a screen.
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
    /// The connection is made.
    case opened
    /// The connection broke or could not be made; why, in a sentence without its full stop.
    case lost(String)
    /// The host said something.
    case received(HostMessage)
    /// Time has passed.
    case tick
    /// The terminal has this size.
    case resized(Platform.WindowSize)
}

/// An action for the loop.
enum Effect: Equatable, Sendable {
    /// Make a connection to this host, giving up the old one if there is one; `opened` or `lost` follows.
    case connect(HostAddress)
    /// Give up the connection; nothing follows.
    case disconnect
    /// Keep the address for the next time that the program is started.
    case remember(HostAddress)
    /// Send a command, with this mark if its reply matters.
    case send(Command, id: RequestID?)
    /// Append a message to the text on standard output, in plain words.
    case print(Message)
    /// Append a line to the text on standard output.
    case printLine(String)
    /// Draw the whole screen, whatever stands there.
    case redraw
    /// Stop until the shell says to go on.
    case suspend
    /// End, with a sentence for standard error if something is wrong.
    case quit(ExitStatus, String?)
}
