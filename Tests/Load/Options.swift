import Protocol

/// The options given on the command line.
struct Options: Equatable {
    /// The host's name or address.
    var host = "127.0.0.1"
    /// The host's port.
    var port: UInt16 = 6366
    /// The host's process, for its processor time and memory.
    var process: Int?
    /// Matches that are played at once; nil for one, or none where only idle or lobby connections are asked for.
    var matches: Int?
    /// Watchers of each match.
    var watchers = 0
    /// Watchers of each match that read nothing.
    var stalled = 0
    /// Flips of one match that may be in flight.
    var depth = 1
    /// Flips a second in all; 0 for as many as can be.
    var rate = 0
    /// Seconds that are measured.
    var seconds = 5
    /// Seconds that are played before.
    var warmup = 1
    /// Connections that say nothing.
    var idle = 0
    /// Named clients in no match.
    var lobby = 0
    /// Rows and columns of the boards.
    var rows = 5
    var columns = 6
    /// Misses on purpose for each pair taken.
    var misses = 7
    /// The time that a mismatch stays open, in milliseconds.
    var reveal = 0
    /// Of how many states one is read a second time; see ``help``.
    var sample = 256
    /// One line of JSON instead of a table.
    var isJSON = false

    /// The number of matches played.
    var matchCount: Int { matches ?? (idle + lobby > 0 ? 0 : 1) }

    /// The result of reading the command line.
    enum Outcome: Equatable {
        /// Load a host.
        case run(Options)
        /// Say how it is used.
        case help
        /// The command line is wrong; the sentence says how.
        case refuse(String)
    }

    /// Connections that are made.
    var connections: Int { idle + lobby + matchCount * (2 + watchers + stalled) }

    /// Seconds after which a host sends away who reads nothing, a few less: for so long a run may stand them.
    static let mostStalledSeconds = Limits.stalledMilliseconds / 1000 - 5

    /// The rules of every match.
    var rules: RulesRequest {
        var rules = RulesRequest()
        (rules.rows, rules.columns, rules.turns) = (rows, columns, 0)
        // The longest clock there is: it costs the host what any clock does, and never runs out.
        (rules.revealMilliseconds, rules.turnMilliseconds, rules.graceMilliseconds) = (reveal, 3_600_000, 0)
        rules.again = depth > 2
        return rules
    }

    /// Reads the arguments that follow the program's name.
    static func parse(_ arguments: [String]) -> Outcome {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch parts[0] {
            case "--help", "-h": return .help
            case "--json" where parts.count == 1:
                options.isJSON = true
                continue
            default: break
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                return .refuse("Unknown flag \(argument), or it needs a value; see --help.")
            }
            if let problem = options.set(parts[0], value) { return .refuse(problem) }
        }
        if options.stalled > 0, options.warmup + options.seconds > Self.mostStalledSeconds {
            return .refuse("With --stalled, --warmup and --seconds come to \(Self.mostStalledSeconds) at most.")
        }
        return .run(options)
    }

    /// Takes in one flag; returns a sentence if it is unknown or its value wrong.
    private mutating func set(_ flag: String, _ value: String) -> String? {
        switch flag {
        case "--host": host = value
        case "--port": return take(flag, value, 1...65535) { $0.port = UInt16($1) }
        case "--pid": return take(flag, value, 1...Int(Int32.max)) { $0.process = $1 }
        case "--matches": return take(flag, value, 0...100_000) { $0.matches = $1 }
        case "--watchers": return take(flag, value, 0...100_000) { $0.watchers = $1 }
        case "--stalled": return take(flag, value, 0...100_000) { $0.stalled = $1 }
        case "--depth": return take(flag, value, 1...64) { $0.depth = $1 }
        case "--rate": return take(flag, value, 0...10_000_000) { $0.rate = $1 }
        case "--seconds": return take(flag, value, 0...86_400) { $0.seconds = $1 }
        case "--warmup": return take(flag, value, 0...3_600) { $0.warmup = $1 }
        case "--idle": return take(flag, value, 0...1_000_000) { $0.idle = $1 }
        case "--lobby": return take(flag, value, 0...100_000) { $0.lobby = $1 }
        case "--misses": return take(flag, value, 0...1_000_000) { $0.misses = $1 }
        case "--reveal": return take(flag, value, Rules.Range.reveal) { $0.reveal = $1 }
        case "--board": return setBoard(value)
        case "--check":
            guard value == "all" || value == "sampled" else { return "The flag --check takes all or sampled." }
            sample = value == "all" ? 1 : 256
        default: return "Unknown flag \(flag); see --help."
        }
        return nil
    }

    private mutating func setBoard(_ value: String) -> String? {
        let sides = value.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy(Rules.Range.side.contains), sides[0] * sides[1] % 2 == 0 else {
            return "The flag --board takes rows and columns, such as 5x6, each 2 to 10, for an even number of cards."
        }
        (rows, columns) = (sides[0], sides[1])
        return nil
    }

    private mutating func take(
        _ flag: String, _ value: String, _ range: ClosedRange<Int>, _ set: (inout Options, Int) -> Void
    ) -> String? {
        guard let number = Int(value), range.contains(number) else {
            return "\(flag) must be a number from \(range.lowerBound) to \(range.upperBound), not \(value)."
        }
        set(&self, number)
        return nil
    }
}
