import Protocol

/// The options given on the command line.
struct Options {
    var host = "127.0.0.1"
    var port = 6366
    /// The host's process; 0 if it is not to be measured.
    var process = 0
    var matches = 1
    var watchers = 0
    /// Watchers of each match that read nothing.
    var stalled = 0
    /// Flips a second in all; 0 for as many as possible.
    var rate = 0
    var seconds = 5
    var warmup = 1
    var idle = 0
    var lobby = 0
    /// All connections speak WebSocket.
    var usesWebSocket = false
    var isHelp = false

    static let help = """
        memory-load plays matches over real connections against a running host, and measures it.

        usage: memory-load [--host H] --port P [--pid HOST_PID] [flags]

          --host H      the host's name or address (127.0.0.1)
          --port P      its port (6366)
          --pid N       its process, on this machine: for processor time and memory (Linux)
          --matches N   matches of two that are played at once (1)
          --watchers W  watchers of each match (0)
          --stalled N   more watchers of each match, which read nothing once it has begun (0); the host
                        keeps them for 30 s, so --warmup and --seconds come to 25 at most
          --websocket   speaks WebSocket, as browsers do
          --rate R      flips a second in all, due one after the other at equal distances, whether the
                        host keeps up or not; 0 (the default) sends as fast as answers come.
                        With a rate this program never sleeps: it wants a core of its own
          --seconds S   seconds that are measured (5); 0 plays nothing
          --warmup S    seconds that are played before (1)
          --idle N      connections that say nothing (0)
          --lobby C     named clients in the lobby, which get its news (0)

        Start the host with --rate 0, and with --max-connections and --per-address high enough.

        A match has no limit of turns. Its players turn every card up once; from then on they miss on purpose seven times
        for each known pair that they take. When the board is cleared both ask for a rematch. The next flip of a match is
        sent when everybody in it has all that came of the last.

        A flip is complete when both players and all watchers have the state that shows it. Its latency counts from
        when it was sent, or with --rate from when it was due. A delivery is one flip shown to one of them: one state,
        or for a miss the two that show the cards and turn them back. Without a rate and with many matches, latency is
        little but the length of the queue.

        Each line must be the same for all members of a match; no state may hide the card that was flipped, show one
        that was not, or change a face; one state of 256 is read whole. Whatever does not fit, a refusal and a closed
        connection end the run with a sentence and a status other than 0.

        """

    private static var numbers: [String: (range: ClosedRange<Int>, path: WritableKeyPath<Options, Int>)] {
        [
            "--port": (1...65535, \.port), "--pid": (1...Int(Int32.max), \.process),
            "--matches": (0...100_000, \.matches), "--watchers": (0...100_000, \.watchers),
            "--stalled": (0...100_000, \.stalled), "--rate": (0...10_000_000, \.rate),
            "--seconds": (0...86_400, \.seconds), "--warmup": (0...3_600, \.warmup),
            "--idle": (0...1_000_000, \.idle), "--lobby": (0...100_000, \.lobby),
        ]
    }

    /// Reads the arguments that follow the program's name.
    ///
    /// - Throws: a ``Failure`` that names the flag that is wrong.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            if flag == "--help" { isHelp = true }
            if flag == "--help" { return }
            if flag == "--websocket" { usesWebSocket = true }
            if flag == "--websocket" { continue }
            let value = rest.popFirst() ?? ""
            if flag == "--host" { host = value }
            if flag == "--host" { continue }
            guard let (range, path) = Self.numbers[flag] else {
                throw Failure("Unknown flag \(flag); see --help.", .usage)
            }
            guard let number = Int(value), range.contains(number) else {
                throw Failure("\(flag) must be a number from \(range.lowerBound) to \(range.upperBound).", .usage)
            }
            self[keyPath: path] = number
        }
        // The host evicts a client that reads nothing.
        let most = Limits.stalledMilliseconds / 1000 - 5
        if stalled > 0, warmup + seconds > most {
            throw Failure("With --stalled, --warmup and --seconds come to \(most) at most.", .usage)
        }
    }

    /// The number of connections.
    var connections: Int { idle + lobby + matches * (2 + watchers + stalled) }

    /// The number of cards of every match.
    static let cardCount = 30

    /// The rules of every match. Its clock is the longest possible: it costs the host as much as any, and never runs
    /// out.
    static var rules: RulesRequest {
        var rules = RulesRequest()
        (rules.rows, rules.columns) = (5, cardCount / 5)
        (rules.turns, rules.revealMilliseconds, rules.turnMilliseconds, rules.graceMilliseconds) = (0, 0, 3_600_000, 0)
        return rules
    }
}
