import Protocol

/// An action for the loop.
enum Effect: Equatable, Sendable {
    /// Make a connection to this host, giving up the old one if there is one; `opened` or `lost` follows. On a screen,
    /// `tokenFile` comes first if it is another host than before.
    case connect(HostAddress)
    /// Give up the connection; nothing follows.
    case disconnect
    /// Ask for hosts on the network, on these ports; `found` follows for each answer.
    case find(ports: [UInt16])
    /// Stop waiting for their answers.
    case stopFinding
    /// Keep the address for the next time that the program is started.
    case remember(HostAddress)
    /// Keep the name for the next time.
    case saveName(PlayerName)
    /// Keep the token for a client that returns to its seat after this one was killed.
    case keepToken(TokenFile.Stored)
    /// Forget the token: it has become worthless.
    case forgetToken
    /// Let other clients use the host's token.
    case releaseToken
    /// Send a command, with this mark if its reply matters, and with what the player saw when it was chosen.
    case send(Command, id: RequestID?, guards: Request.Guards? = nil)
    /// Append a message to the text on standard output, in plain words.
    case print(Message)
    case printLine(String)
    /// Ring the terminal's bell.
    case ring
    /// Draw the whole screen, whatever stands there.
    case redraw
    /// Stop until the shell says to go on.
    case suspend
    /// End, with a sentence for standard error if something is wrong.
    case quit(ExitStatus, String?)
}
