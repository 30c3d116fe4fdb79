/// A client's request to the host. Its values have all been checked, except for what only the lobby knows.
public enum Command: Equatable, Sendable {
    /// Identifies the client.
    case hello(Identification)
    /// Requests the lobby's list.
    case list
    /// Requests the lobby's list, and has it sent whenever it changes, or no longer.
    case followList(Bool)
    /// Opens a match, for the first player who joins unless it names a second player.
    indirect case open(RulesRequest, isPrivate: Bool, against: OpponentChoice = .anybody)
    /// Takes a seat in the given match, or in the oldest open one.
    /// Without a match, `game` says of which game, and nil is Memory.
    case join(MatchReference?, game: GameKind? = nil)
    /// Watches the given match, or the one with the most recent move; a follower is moved on to another when it is
    /// over. `game` is as for ``join(_:game:)``, also for the matches that follow; nil then means the game of the given
    /// match.
    case watch(MatchReference?, follows: Bool = false, game: GameKind? = nil)
    /// Makes a move in the client's match.
    case move(Move)
    /// Resigns the match.
    case resign
    /// Offers a rematch.
    case rematch
    /// Leaves the match.
    case leave
    /// Sends a chat message to everybody in the same match, or in the lobby.
    case say(SpokenText)
    /// Requests up to `limit` records that pass the filter: the newest, or the newest before the given one.
    indirect case records(before: RecordID?, limit: Int, RecordFilter = .all)
    /// Requests one complete record.
    case record(RecordID)
    /// Requests the states of a finished match: that of the record, or the one that the client is in.
    case replay(RecordID?)
    /// Ends the replay under way.
    case stopReplay
    /// Requests the best solo games, and everybody's wins.
    case scores
    /// Requests the same, and the results of one player.
    case statistics(PlayerName)
    /// Takes part in the contest.
    case enter
    /// Takes part in it no longer.
    case withdraw
    /// Requests the standings of the contest; true to be sent them whenever they change, false to be sent them no
    /// longer.
    case standings(follows: Bool?)
    /// Requests the presets, the ranges of the rules and the faces; in plain words, how to play this game.
    case rules(GameKind)
    /// Requests a `pong`.
    case ping
    /// Ends the connection.
    case bye
    /// Requests the list of commands.
    case help

    /// The commands by their names, which are `type` in JSON. Each has a row in ``CommandRow/all``.
    public enum Kind: UInt8, CaseIterable, Sendable {
        /// The commands of the same names.
        case hello, list, open, join, watch, flip, take, more, shuffle, resign, rematch, leave, say, records, record
        case replay, scores, enter, withdraw, standings, rules, ping, bye, help
    }

    /// The command's name.
    public var kind: Kind {
        switch self {
        case .hello: .hello
        case .list, .followList: .list
        case .open: .open
        case .join: .join
        case .watch: .watch
        case .move(let move): move.kind
        case .resign: .resign
        case .rematch: .rematch
        case .leave: .leave
        case .say: .say
        case .records: .records
        case .record: .record
        case .replay, .stopReplay: .replay
        case .scores, .statistics: .scores
        case .enter: .enter
        case .withdraw: .withdraw
        case .standings: .standings
        case .rules: .rules
        case .ping: .ping
        case .bye: .bye
        case .help: .help
        }
    }
}

/// The way in which a client identifies itself.
public enum Identification: Equatable, Sendable {
    /// As a new player, or under a new name.
    case name(PlayerName)
    /// As a returning player, with the token of the last `welcome`.
    case token(Token)
}

public enum MatchReference: Equatable, Sendable {
    case id(MatchID)
    /// The private match with this code.
    case code(MatchCode)
}

/// A format for the lines between client and host.
public enum Dialect: Equatable, Sendable {
    /// One JSON object per line.
    case json
    /// Plain words, for people.
    case plain
}

/// One parsed line from a client: a command, or the reason it isn't one.
public struct Request: Equatable, Sendable {
    /// The dialect of the line; nil for a line that leaves the connection's dialect unchanged.
    public let dialect: Dialect?
    /// The ID that the reply must carry.
    public let id: RequestID?
    /// The content of the line.
    public let content: Content
    /// The circumstances under which alone the command is meant, if any.
    public let guards: Guards?

    /// The match, the turn and the table that a command is meant for, so that one that crosses an event is refused as
    /// `stale`.
    public struct Guards: Equatable, Sendable {
        private let target: Target?
        private let moment: Moment?

        /// The match that a command names.
        enum Target: Equatable {
            case match(MatchID)
            /// None: a text that is no match's ID.
            case noMatch
        }

        // As small as one number, because a request is copied for every line. No command has all of them, and a number
        // too large for the smaller form is none that a match can have.
        private enum Moment: Equatable {
            case turn(Int)
            case ply(Int)
            case turnAndPly(Int32, Int32)
            case version(Int)
        }

        /// The match; nil if any will do, and if none will.
        public var match: MatchID? { if case .match(let match) = target { match } else { nil } }

        /// Returns true if a command may be meant for the match that its sender is in, or for none.
        public func apply(to current: MatchID?) -> Bool {
            switch target {
            case nil: true
            case .match(let match): match == current
            case .noMatch: false
            }
        }

        /// The number of the turn; nil if any will do.
        public var turnNumber: Int? {
            switch moment {
            case .turn(let turn): turn
            case .turnAndPly(let turn, _): Int(turn)
            case .ply, .version, nil: nil
            }
        }
        /// The number that the flip answers, ``MatchState/ply``; nil if any will do.
        public var ply: Int? {
            switch moment {
            case .ply(let ply): ply
            case .turnAndPly(_, let ply): Int(ply)
            case .turn, .version, nil: nil
            }
        }
        /// The version of the state that the sender had seen; nil if any will do.
        public var version: Int? { if case .version(let number) = moment { number } else { nil } }

        /// Creates guards.
        public init(match: MatchID?, turnNumber: Int? = nil, ply: Int? = nil) {
            self.init(match.map { .match($0) }, turnNumber: turnNumber, ply: ply)
        }

        init(_ target: Target?, turnNumber: Int? = nil, ply: Int? = nil) {
            self.target = target
            moment =
                switch (turnNumber, ply) {
                case (let turn?, let ply?): .turnAndPly(Int32(clamping: turn), Int32(clamping: ply))
                case (let turn?, nil): .turn(turn)
                case (nil, let ply?): .ply(ply)
                case (nil, nil): nil
                }
        }

        /// Creates the guards of a claim.
        public init(match: MatchID?, version: Int?) { self.init(match.map { .match($0) }, version: version) }

        init(_ target: Target?, version: Int?) { (self.target, moment) = (target, version.map { .version($0) }) }
    }

    /// The content of a line.
    public enum Content: Equatable, Sendable {
        /// A command for the lobby.
        case command(Command)
        /// A command of a known kind with a bad field. The lobby checks the client's permission before reporting it.
        case malformed(Command.Kind, Refusal)
        /// Not a command; `type` is the name it gave itself, if any.
        case unreadable(Refusal, type: String?)
    }

    /// Creates a parsed line.
    public init(_ content: Content, id: RequestID? = nil, guards: Guards? = nil, dialect: Dialect?) {
        self.content = content
        self.id = id
        self.guards = guards
        self.dialect = dialect
    }
}
