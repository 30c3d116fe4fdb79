import Protocol

/// Passes lines on between a client and a host, and cuts their connection again and again: the first one after one line
/// of the host, the next after two, and so on; now with all that is on its way, now without.
final class CuttingRelay {
    /// A line that the client has sent, and the number of its connection.
    struct Sent: Hashable {
        let connection: Int
        let line: String
    }

    private let door: FakeHost
    private let host: HostProcess
    private var pair: (client: LineClient, host: LineClient)?
    private var passed = 0
    private var held: String?
    /// Every line of the client.
    private(set) var sent: [Sent] = []
    /// The codes of the errors that the host has sent about flips.
    private(set) var refusals: [String] = []
    private(set) var cuts = 0
    /// The client has been sent the last state, and was not cut then.
    private(set) var hasSeenTheEnd = false
    private var holds = 0

    init(to host: HostProcess) throws { (door, self.host) = (try FakeHost(), host) }

    /// The address for the client.
    var address: SocketAddress { door.address }

    /// Passes on what has come, or accepts the client's next connection.
    ///
    /// - Parameter count: the flips of the client that are passed on only when their turn is over.
    func step(holdingFlips count: Int) throws {
        guard let pair else {
            self.pair = (try door.accept(), try LineClient(to: host.address))
            passed = 0
            return
        }
        if try pair.client.hasMore(within: 2) {
            guard let line = try pair.client.nextLineOrEnd() else { return try cut(pair, gently: true) }
            sent.append(Sent(connection: cuts, line: line))
            if line.contains("flip"), holds < count {
                (held, holds) = (line, holds + 1)
            } else {
                try pair.host.send(line)
            }
        }
        if try pair.host.hasMore(within: 2) {
            guard let line = try pair.host.nextLineOrEnd() else { return try cut(pair, gently: true) }
            try pass(line, pair)
        }
    }

    private func pass(_ line: String, _ pair: (client: LineClient, host: LineClient)) throws {
        if line.contains(#""command":"flip""#), let code = line.firstMatch(of: /"code":"([a-z_]+)"/) {
            refusals.append(String(code.1))
        }
        try pair.client.send(line)
        passed += 1
        if let late = held, line.contains(#""kind":"timeout""#) {
            held = nil
            try pair.host.send(late)
        }
        hasSeenTheEnd = line.contains(#""phase":"over""#)
        // While a flip is held, and at the end, nothing is cut: both are about something else.
        let limit = cuts < 6 ? cuts : 4 + cuts % 4
        if passed > limit, held == nil, !hasSeenTheEnd, refusals.count == holds {
            try cut(pair, gently: passed < 4)
        }
    }

    /// Cuts the connection.
    ///
    /// - Parameter gently: the host carries out what it was sent. It is done with the connection before the client
    ///   knows.
    private func cut(_ pair: (client: LineClient, host: LineClient), gently: Bool) throws {
        if gently || cuts.isMultiple(of: 2) {
            pair.host.finishSending()
            _ = try pair.host.linesUntilEnd()
        } else {
            pair.host.reset()
        }
        pair.client.close()
        (self.pair, cuts) = (nil, cuts + 1)
    }
}
