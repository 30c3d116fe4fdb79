/// What the host may say. Its values are boxed, so that passing one on costs little.
public indirect enum Event: Equatable, Sendable {
    /// The first line of every connection.
    case hello(Hello)
    /// The client has a name.
    case welcome(Welcome)
    /// The matches that can be joined and watched.
    case lobby(LobbyList)
    /// The client is in a match.
    case match(Seating)
    /// The match as it stands.
    case state(MatchState)
    /// Somebody said something.
    case said(Said)
    /// Matches that are over, newest first.
    case records(RecordList)
    /// One of them, with its deck and its moves.
    case record(RecordReport)
    /// The best solo games, and who has won how often.
    case scores(ScoreList)
    /// The command was done.
    case ok(Command.Kind)
    /// The command was not done.
    case error(ErrorReport)
    /// A sign of life.
    case pong
    /// The last line before the host closes.
    case bye(Farewell)
    /// The commands in plain words; never in JSON.
    case help
}

/// An event, and the mark of the command that it replies to.
public struct Message: Equatable, Sendable {
    /// What the host says.
    public let event: Event
    /// The `id` of the command that this is the one reply to.
    public let re: RequestID?

    /// An event, as a reply or unasked.
    public init(_ event: Event, re: RequestID? = nil) {
        self.event = event
        self.re = re
    }
}

/// What a host says of itself in the first line.
public struct Hello: Equatable, Sendable {
    /// The version of the protocol that this code speaks.
    public static let protocolVersion = 1
    /// The version of the program.
    public static let programVersion = "0.1.0"
    /// What this host can do beyond the least.
    public static let allFeatures = ["plain", "private", "records", "rematch", "resume", "say", "solo", "watch"]

    /// The version of the protocol.
    public var version = Hello.protocolVersion
    /// The host's name, 1 to 24 characters.
    public var host: String
    /// The version of the host's program.
    public var program = Hello.programVersion
    /// What the host can do beyond the least.
    public var features = Hello.allFeatures
    /// The names of its sets of faces.
    public var faces = FaceSet.allCases.map(\.rawValue)
    /// The preset that rules without one are taken from.
    public var preset = Preset.classic.rawValue
    /// The limits in force.
    public var limits = Ceilings()
    /// How to go on in plain words.
    public var hint = "Plain words work too: type help."

    /// What a host called this says.
    public init(host: String) { self.host = host }
}

/// The limits in force on a host, as `hello` publishes them.
public struct Ceilings: Equatable, Sendable {
    /// See ``Limits`` for these.
    public var lineBytes = Limits.lineBytes
    /// Characters in a name.
    public var nameCharacters = Limits.nameCharacters
    /// Characters in what is said.
    public var textCharacters = Limits.textCharacters
    /// Levels of nesting.
    public var nesting = Limits.nesting
    /// Commands at once.
    public var burst = Limits.burst
    /// Commands a second after that; 0 for no limit.
    public var commandsPerSecond = Limits.commandsPerSecond
    /// Connections in all.
    public var connections = Limits.connections
    /// Connections from one address.
    public var connectionsPerAddress = Limits.connectionsPerAddress

    /// The limits as they are by default.
    public init() {}
}

/// What a client gets when it has said who it is.
public struct Welcome: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// What gives the name and the seat back later.
    public let token: Token
    /// Whether a token gave a seat back: `match` and `state` follow.
    public let resumed: Bool

    /// A greeting.
    public init(name: String, token: Token, resumed: Bool) {
        self.name = name
        self.token = token
        self.resumed = resumed
    }
}

/// The lobby: matches that can be joined first, none that is over, none that is private.
public struct LobbyList: Equatable, Sendable {
    /// At most ``Limits/lobbyMatches`` of the matches.
    public let matches: [Entry]
    /// Names connected: at most ``Limits/lobbyPlayers``, in alphabetical order.
    public let players: [String]
    /// How many names are connected in all.
    public let playerCount: Int
    /// How many public matches there are in all.
    public let total: Int

    /// One match in the list.
    public struct Entry: Equatable, Sendable {
        /// The match.
        public let match: MatchID
        /// Its phase.
        public let phase: MatchState.Phase
        /// The names in its seats, in order.
        public let seats: [String]
        /// Their scores, in the same order.
        public let scores: [Int]
        /// How many watch.
        public let watchers: Int
        /// Its rules.
        public let rules: Rules

        /// A line of the lobby.
        public init(
            match: MatchID, phase: MatchState.Phase, seats: [String], scores: [Int], watchers: Int, rules: Rules
        ) {
            (self.match, self.phase, self.seats) = (match, phase, seats)
            (self.scores, self.watchers, self.rules) = (scores, watchers, rules)
        }
    }

    /// The lobby as it stands.
    public init(matches: [Entry], players: [String], playerCount: Int, total: Int) {
        (self.matches, self.players, self.playerCount, self.total) = (matches, players, playerCount, total)
    }
}

/// Which match a client is in, and as what.
public struct Seating: Equatable, Sendable {
    /// The match.
    public let match: MatchID
    /// The seat, 0 or 1; nil for a watcher.
    public let seat: Int?
    /// The rules, whole.
    public let rules: Rules
    /// The code of a private match.
    public let code: MatchCode?

    /// A place in a match.
    public init(match: MatchID, seat: Int?, rules: Rules, code: MatchCode?) {
        (self.match, self.seat, self.rules, self.code) = (match, seat, rules, code)
    }
}

/// What somebody said.
public struct Said: Equatable, Sendable {
    /// The match in which it was said; nil for the lobby.
    public let match: MatchID?
    /// Who said it.
    public let from: String
    /// As what; nil in the lobby.
    public let role: Role?
    /// The text.
    public let text: String

    /// What a speaker is to the match.
    public enum Role: String, Sendable {
        /// Somebody with a seat.
        case player
        /// Somebody who watches.
        case watcher
    }

    /// Something said.
    public init(match: MatchID?, from: String, role: Role?, text: String) {
        (self.match, self.from, self.role, self.text) = (match, from, role, text)
    }
}

/// Why a command was not done.
public struct ErrorReport: Equatable, Sendable {
    /// The code, as `PROTOCOL.md` lists it.
    public let code: String
    /// A sentence for a person.
    public let message: String
    /// The command's `type`; nil where there was none.
    public let command: String?
    /// Whether the host closes the connection next.
    public let isFatal: Bool

    /// A refusal of this command.
    public init(_ refusal: Refusal, command: String?) {
        self.init(code: refusal.code, message: refusal.message, command: command, isFatal: refusal.isFatal)
    }

    /// A report in these words.
    public init(code: String, message: String, command: String?, isFatal: Bool) {
        (self.code, self.message, self.command, self.isFatal) = (code, message, command, isFatal)
    }
}

/// Why the host closes.
public struct Farewell: Equatable, Sendable {
    /// The reason's code, as `PROTOCOL.md` lists it.
    public let reason: String
    /// A sentence for a person.
    public let message: String

    /// A farewell in these words.
    public init(reason: String, message: String) {
        self.reason = reason
        self.message = message
    }

    /// The farewell after a fatal refusal.
    public init(after refusal: Refusal) { self.init(reason: refusal.code, message: refusal.message) }

    /// The client said `bye`.
    public static let asked = Farewell(reason: "bye", message: "Goodbye.")
    /// The client closed its side.
    public static let closed = Farewell(reason: "closed", message: "You closed your side of the connection.")
    /// The same player came back on another connection.
    public static let replaced = Farewell(reason: "replaced", message: "You came back on another connection.")
    /// The client read nothing for too long.
    public static let slowReader = Farewell(reason: "slow_reader", message: "You read nothing for too long.")
    /// The client said nothing for too long while others wanted its place.
    public static let idle = Farewell(reason: "idle", message: "You were idle, and the host is full.")
}
