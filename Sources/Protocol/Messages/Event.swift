/// A message from the host. Its values are boxed, which makes passing one on cheap.
public indirect enum Event: Equatable, Sendable {
    /// The first line of every connection.
    case hello(Hello)
    /// The client has a name.
    case welcome(Welcome)
    /// The matches that can be joined or watched.
    case lobby(LobbyList)
    /// The client is in a match.
    case match(Seating)
    /// The current state of a match.
    case state(MatchState)
    /// A chat message.
    case said(Said)
    /// Records of finished matches, newest first.
    case records(RecordList)
    /// One record, and the pictures among its faces that the host has.
    case record(MatchRecord, pictures: [Picture] = [])
    /// A replay begins; so many states follow.
    case replay(ReplayHeader)
    /// A state of a replay; in JSON, a `state` with more fields.
    case replayed(ReplayedState)
    /// The best solo games, and everybody's wins.
    case scores(ScoreList)
    /// The standings of the contest.
    case standings(Standings)
    /// The presets, the ranges of the rules and the faces.
    case rules(RuleBook)
    /// The command succeeded; nil as read from JSON, which does not name it.
    case ok(Command.Kind?)
    /// The command failed.
    case error(ErrorReport)
    /// The reply to `ping`.
    case pong
    /// The last line before the host closes the connection.
    case bye(Farewell)
    /// The commands: explained in plain words, and in JSON with the names of their fields.
    case help
}

extension Event {
    /// The events by their names, which are `type` in JSON.
    enum Kind: String, CaseIterable {
        case hello, welcome, lobby, match, state, said, records, record, replay, scores
        case standings, rules, ok, error, pong, bye, help
    }

    /// The event's name.
    var kind: Kind {
        switch self {
        case .hello: .hello
        case .welcome: .welcome
        case .lobby: .lobby
        case .match: .match
        case .state: .state
        case .said: .said
        case .records: .records
        case .record: .record
        case .replay: .replay
        case .replayed: .state
        case .scores: .scores
        case .standings: .standings
        case .rules: .rules
        case .ok: .ok
        case .error: .error
        case .pong: .pong
        case .bye: .bye
        case .help: .help
        }
    }

    /// The traits of an event that are the same wherever it goes.
    public struct Traits: Sendable {
        /// The ways in which it may be dropped if it comes unasked and the client reads slowly; a reply is never
        /// dropped.
        public let kind: SendQueue.Kind
        /// It tells of players or matches, so it may have to wait until what it tells is stored.
        public let tellsNews: Bool

        fileprivate init(_ kind: SendQueue.Kind = .reply, tellsNews: Bool = false) {
            (self.kind, self.tellsNews) = (kind, tellsNews)
        }
    }

    /// The traits of each event.
    public var traits: Traits {
        switch self {
        case .state: Traits(.state, tellsNews: true)
        case .lobby: Traits(.lobby, tellsNews: true)
        case .standings: Traits(.standings, tellsNews: true)
        case .said: Traits(.chatter, tellsNews: true)
        case .match: Traits(.seating, tellsNews: true)
        case .welcome, .ok, .replay, .replayed: Traits(tellsNews: true)
        case .records, .record, .scores, .hello, .rules, .error, .pong, .bye, .help: Traits()
        }
    }
}

/// An event, with the ID of the command it replies to.
public struct Message: Equatable, Sendable {
    public let event: Event
    /// The `id` of the command that this is the reply to.
    public let re: RequestID?

    /// Creates a message, either a reply or unsolicited.
    public init(_ event: Event, re: RequestID? = nil) {
        self.event = event
        self.re = re
    }
}

/// The reply to a client that has identified itself.
public struct Welcome: Equatable, Sendable {
    public let name: String
    /// The token that gives the name and the seat back later.
    public let token: Token
    /// True if a token gave a seat back; `match` and `state` follow.
    public let resumed: Bool

    /// Creates a welcome.
    public init(name: String, token: Token, resumed: Bool) {
        self.name = name
        self.token = token
        self.resumed = resumed
    }
}

/// The lobby: the public matches that aren't over, those that can be joined first.
public struct LobbyList: Equatable, Sendable {
    /// The matches; at most ``Limits/lobbyMatches``.
    public let matches: [Entry]
    /// Connected names in alphabetical order; at most ``Limits/lobbyPlayers``.
    public let players: [String]
    /// The total number of connected names.
    public let playerCount: Int
    /// The total number of public matches.
    public let total: Int
    /// True if the host ends after the matches in play, so that nobody can open or join one.
    public let isDraining: Bool
    /// True if the recipients asked for every change, so that plain words show it unasked. Not part of JSON.
    public var isFollowed = false

    /// One match in the list.
    public struct Entry: Equatable, Sendable {
        public let match: MatchID
        public let phase: MatchState.Phase
        /// The names in its seats, in order.
        public let seats: [String]
        /// Their scores, in the same order.
        public let scores: [Int]
        /// The number of watchers.
        public let watchers: Int
        public let rules: Rules

        /// Creates an entry.
        public init(
            match: MatchID, phase: MatchState.Phase, seats: [String], scores: [Int], watchers: Int, rules: Rules
        ) {
            (self.match, self.phase, self.seats) = (match, phase, seats)
            (self.scores, self.watchers, self.rules) = (scores, watchers, rules)
        }
    }

    /// Creates a list.
    public init(matches: [Entry], players: [String], playerCount: Int, total: Int, isDraining: Bool = false) {
        (self.matches, self.players, self.playerCount, self.total) = (matches, players, playerCount, total)
        self.isDraining = isDraining
    }
}

/// A client's match and role in it.
public struct Seating: Equatable, Sendable {
    public let match: MatchID
    /// The seat, 0 or 1; nil for a watcher.
    public let seat: Int?
    /// The complete rules.
    public let rules: Rules
    /// The seal of its cards; nil for a match that was dealt without one.
    public let seal: Seal?
    /// The code of a private match; nil for a public one.
    public let code: MatchCode?
    /// The other seat that the client plays; nil if it plays at most one.
    public let beside: Int?
    /// The place of the match in the contest; nil outside of contests.
    public let contest: ContestPlace?
    /// The host's pictures, if the cards show any.
    public let pictures: [Picture]

    public init(
        match: MatchID, seat: Int?, rules: Rules, seal: Seal? = nil, code: MatchCode?, beside: Int? = nil,
        contest: ContestPlace? = nil, pictures: [Picture] = []
    ) {
        (self.match, self.seat, self.rules, self.code, self.beside) = (match, seat, rules, code, beside)
        (self.seal, self.contest, self.pictures) = (seal, contest, pictures)
    }
}

/// A chat message.
public struct Said: Equatable, Sendable {
    /// The match in which it was said; nil for the lobby.
    public let match: MatchID?
    /// The name of the speaker.
    public let from: String
    /// The speaker's role; nil in the lobby.
    public let role: Role?
    public let text: String
    /// True if it was said before the client came.
    public var isPast: Bool

    /// The speaker as people see it: the name, and the role if that is watching.
    public var speaker: String { role == .watcher ? "\(from) (watching)" : from }

    /// A speaker's role in the match.
    public enum Role: String, Sendable {
        /// A player with a seat.
        case player
        case watcher
    }

    /// Creates a chat message.
    public init(match: MatchID?, from: String, role: Role?, text: String, isPast: Bool = false) {
        (self.match, self.from, self.role, self.text, self.isPast) = (match, from, role, text, isPast)
    }
}

/// The reason a command failed.
public struct ErrorReport: Equatable, Sendable {
    /// The code, as listed in `PROTOCOL.md`.
    public let code: String
    /// A sentence for people.
    public let message: String
    /// The command's `type`; nil if there was none.
    public let command: String?
    /// True if the host closes the connection next.
    public let isFatal: Bool

    /// Creates the report of a refusal.
    public init(_ refusal: Refusal, command: String?) {
        self.init(code: refusal.code, message: refusal.message, command: command, isFatal: refusal.isFatal)
    }

    /// Creates a report from its parts.
    public init(code: String, message: String, command: String?, isFatal: Bool) {
        (self.code, self.message, self.command, self.isFatal) = (code, message, command, isFatal)
    }
}

/// The reason the host closes a connection.
public struct Farewell: Equatable, Sendable {
    /// The code, as listed in `PROTOCOL.md`.
    public let reason: String
    /// A sentence for people.
    public let message: String

    /// True if it makes sense to connect again, after a while.
    public let retry: Bool

    /// Creates a farewell from its parts.
    public init(reason: String, message: String, retry: Bool) {
        (self.reason, self.message, self.retry) = (reason, message, retry)
    }

    /// Creates the farewell after a fatal refusal.
    public init(after refusal: Refusal) {
        self.init(reason: refusal.code, message: refusal.message, retry: refusal != .unsupportedProtocol)
    }

    /// The client said `bye`.
    public static let asked = Farewell(reason: "bye", message: "Goodbye.", retry: false)
    /// The client closed its side of the connection.
    public static let closed = Farewell(
        reason: "closed", message: "You closed your side of the connection.", retry: false)
    /// The exam is over: `report` has come before.
    public static let examined = Farewell(reason: "examined", message: "The exam is over.", retry: false)
    /// The same player came back on another connection.
    public static let replaced = Farewell(
        reason: "replaced", message: "You reconnected elsewhere; this connection is closed.", retry: false)
    /// The client hasn't read anything for too long.
    public static let slowReader = Farewell(
        reason: "slow_reader", message: "Your client stopped reading for too long.", retry: true)
    /// The client was idle for too long while another one needed its place.
    public static let idle = Farewell(
        reason: "idle", message: "You were disconnected for being idle, to make room for somebody else.", retry: true)
}
