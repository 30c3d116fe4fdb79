/// What a client may ask of the host. Every value in it has been checked, but for what only the lobby knows.
public enum Command: Equatable, Sendable {
    /// Says who the client is, or was.
    case hello(Identification)
    /// Asks for the lobby.
    case list
    /// Opens a match.
    indirect case open(RulesRequest, isPrivate: Bool)
    /// Takes a seat: in this match, or in the oldest open one.
    case join(MatchReference?)
    /// Watches: this match, or the one that has most recently seen a flip.
    case watch(MatchReference?)
    /// Makes a move in the client's match.
    case move(Move)
    /// Gives the match up.
    case resign
    /// Offers to play again.
    case rematch
    /// Leaves the match.
    case leave
    /// Says something to those in the same match, or in the lobby.
    case say(SpokenText)
    /// Asks for the matches that are over: so many of the newest, or of those before this record.
    case records(before: RecordID?, limit: Int)
    /// Asks for one of them whole.
    case record(RecordID)
    /// Asks for the best solo games, and who has won how often.
    case scores
    /// Asks for a sign of life.
    case ping
    /// Ends the connection.
    case bye
    /// Asks for the commands in plain words.
    case help

    /// The names of the commands: the `type` of each in JSON.
    public enum Kind: String, CaseIterable, Sendable {
        /// See the commands of the same names.
        case hello, list, open, join, watch, flip, resign, rematch, leave, say, records, record, scores, ping, bye, help
    }

    /// Which command it is.
    public var kind: Kind {
        switch self {
        case .hello: .hello
        case .list: .list
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
        case .scores: .scores
        case .ping: .ping
        case .bye: .bye
        case .help: .help
        }
    }
}

/// How a client says who it is.
public enum Identification: Equatable, Sendable {
    /// Somebody new, or with a new name.
    case name(PlayerName)
    /// Somebody who was here, and has the token of the last `welcome`.
    case token(Token)
}

/// Which match a client means.
public enum MatchReference: Equatable, Sendable {
    /// The match with this name.
    case id(MatchID)
    /// The private match with this code.
    case code(MatchCode)
}

/// How a client and the host write to each other.
public enum Dialect: Equatable, Sendable {
    /// One JSON object a line.
    case json
    /// Plain words, for people.
    case plain
}

/// One line of a client, read: a command, or the reason why it is none.
public struct Request: Equatable, Sendable {
    /// The dialect that the line was written in; nil for a line that does not count, and so changes nothing.
    public let dialect: Dialect?
    /// The mark that its reply must carry.
    public let id: RequestID?
    /// What it says.
    public let content: Content

    /// A line's meaning.
    public enum Content: Equatable, Sendable {
        /// A command that the lobby can look at.
        case command(Command)
        /// A command of a known kind with a bad field. The lobby looks at who asks before it says so.
        case malformed(Command.Kind, Refusal)
        /// No command at all; `type` is what it called itself, if it did.
        case unreadable(Refusal, type: String?)
    }

    /// A line that was read.
    public init(_ content: Content, id: RequestID? = nil, dialect: Dialect?) {
        self.content = content
        self.id = id
        self.dialect = dialect
    }
}
