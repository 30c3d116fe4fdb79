import Protocol

/// The state that exists only as long as the client is on one host, or tries to be: when that ends, ``withoutHost``
/// takes its place.
struct Session: Equatable, Sendable {
    // MARK: The connection

    var connection = Connection()
    var commands = CommandQueue()
    var namesTried = 1
    /// The name that was typed, to be kept once the host has confirmed it.
    var typedName: PlayerName?
    /// The token that gives name and seat back.
    var token: Token?
    /// The use of the file that keeps the token for a client that was killed.
    var tokenKeeping = TokenKeeping.off
    /// True if the token of a client that was killed has given its seat back, which the player doesn't know yet.
    var isComingBack = false

    // MARK: The host

    var hostName = ""
    /// The preset for matches that name none.
    var hostPreset = Preset.classic
    /// The host's sets of faces, of those that this program knows.
    var hostFaceSets = FaceSet.builtIn
    /// The games of the host, of those that this program knows.
    var hostGames = GameKind.offered(by: [])
    /// The host plays matches back.
    var hostReplays = false
    /// The host ends after the matches in play.
    var hostIsDraining = false
    /// The host serves a page for browsers.
    var hostHasPage = false
    /// The addresses at which others reach the host.
    var joinAddresses: [HostAddress] = []
    /// The addresses that the host itself names.
    var hostAddresses: [HostAddress] = []

    // MARK: What the host has said

    var lobby: LobbyList?
    /// The matches that are over and pass the filter, as far as they were asked for, newest first.
    var records: RecordList?
    var recordFilter = RecordFilter.all
    /// The replay that the person waits for, of which no state has come.
    var comingReplay: ReplayHeader?
    /// The check of the replay that was begun last; nil if that was of a match without a seal.
    var replayedSeal: SealCheck?
    var scores: ScoreList?
    /// The person's own results.
    var statistics: PlayerStatistics?
    /// Why the host has not answered what the client itself has asked for a page, by the kind of the command.
    var unanswered: [Command.Kind: String] = [:]
    /// The moment at which that is asked again; nil if nothing is.
    var askAgainAt: Instant?
    /// The match whose waiting player was last announced.
    var announcedMatch: MatchID?
    /// The last things said and noted, oldest first.
    var log: [LogLine] = []

    // MARK: The match

    var table: Table?
    /// The check of the match on the table; nil without a seal.
    var seal: SealCheck?
    /// The seals of this and earlier matches.
    var seals = KnownSeals()
    /// True if the client watches and wants to be moved on to another match at the end of each.
    var follows = false
    /// The results of the players at this table, from one rematch to the next.
    var series: Series?

    /// The session while no host is chosen.
    static let withoutHost: Session = {
        var session = Session()
        session.connection.stage = .none
        return session
    }()

    /// The use of the file with the host's token.
    enum TokenKeeping: Sendable {
        /// It isn't used, or another player's token is in it.
        case off
        /// This client keeps its token in it.
        case on
        /// Another client on this machine uses it.
        case byAnother
    }

    /// Something said or noted.
    struct LogLine: Equatable, Sendable {
        private let said: String
        let kind: Kind
        /// The number of times that it was said in a row.
        private(set) var count = 1

        init(_ text: String, _ kind: Kind) { (said, self.kind) = (text, kind) }

        /// The text, and how often it was said.
        var text: String { count > 1 ? "\(said) (\(count) times)" : said }

        /// Counts this line once more if it says the same; false if it does not.
        mutating func repeats(_ other: LogLine) -> Bool {
            guard said == other.said, kind == other.kind else { return false }
            count += other.count
            return true
        }

        enum Kind: Sendable {
            case news
            case talk
            case complaint
        }
    }
}

/// The contents of the screen, and the part of it that would be chosen.
struct Screen: Equatable, Sendable {
    var page = Page.menu
    /// The page before the form of a new match.
    var pageBeforeForm = Page.menu
    /// The box over the page, if any, which gets the keys.
    var overlay: Overlay?
    /// The target that Enter chooses; nil for the first one.
    var focus: Target?
    /// The match of the lobby that is marked, also while a button has the focus.
    var chosen: MatchID?
    /// Lines by which a text over the page is scrolled.
    var scrollOffset = 0
    var motions = CardMotions()
    /// The key or click that has just chosen something; nil if something else was pressed since.
    var lastPress: Press?
}

/// The results of two players against each other since they sat down together.
struct Series: Equatable, Sendable {
    let players: [String]
    /// The matches that each of them has won.
    private(set) var wins = [0, 0]
    private(set) var draws = 0

    /// An empty series; nil for a solo game.
    init?(of state: MatchState) {
        players = state.seats.map(\.name)
        guard players.count == 2 else { return nil }
    }

    /// Counts a match of these players that has just ended. One without a result counts for nobody.
    mutating func count(_ state: MatchState) {
        guard let result = state.result else { return }
        if let winner = result.winner, wins.indices.contains(winner) {
            wins[winner] += 1
        } else if result.winner == nil, result.reason.isPlayedOut {
            draws += 1
        }
    }
}
