import Protocol

/// All that the client knows. It changes only in ``update(_:at:)``, and ``View`` draws it.
///
/// Every text in it that came from the network has passed ``SafeText``.
struct Model: Equatable, Sendable {
    /// From the command line; settings can change later.
    var options: Options
    /// From the terminal.
    let look: Look
    /// The host that is tried, or that the client is on.
    var address: HostAddress
    /// The last host that worked, to be offered when the address is asked for.
    let lastAddress: HostAddress?
    var size = Platform.WindowSize(columns: 80, rows: 24)

    // MARK: The connection

    var connection = Connection()
    /// The hosts on the network, while there is no connection to any.
    var search = HostSearch()
    /// Further hosts to try if this one can't be reached.
    var untried: [HostAddress] = []
    /// The last host that could not be reached.
    var failedAddress: HostAddress?
    /// What the command line asks for, until it is done.
    var purpose: Options.Purpose
    /// The name to say, or that the host has confirmed; nil for a watcher without one.
    var name: PlayerName?
    var namesTried = 1
    /// The name to suggest when the player is asked for one; nil if nobody needs to be asked.
    var suggestedName: PlayerName?
    /// The name that was typed, to be kept once the host has confirmed it.
    var typedName: PlayerName?
    /// The token that gives name and seat back.
    var token: Token?
    /// The use of the file that keeps the token for a client that was killed.
    var tokenKeeping = TokenKeeping.off
    /// True if the token of a client that was killed has given its seat back, which the player doesn't know yet.
    var isComingBack = false

    // MARK: What the host has said

    var hostName = ""
    var lobby: LobbyList?
    var table: Table?
    /// True if the client watches and wants to be moved on to another match at the end of each.
    var follows = false
    /// The matches that are over and pass the filter, as far as they were asked for, newest first.
    var records: RecordList?
    var recordFilter = RecordFilter.all
    var scores: ScoreList?
    /// The person's own results.
    var statistics: PlayerStatistics?
    /// The preset for matches that name none.
    var hostPreset = Preset.classic
    /// The host's sets of faces, of those that this program knows.
    var hostFaceSets = FaceSet.builtIn
    /// The games of the host, of those that this program knows.
    var hostGames = GameKind.offered(by: [])
    /// The game that the person opened last, or that the command line names.
    var game: GameKind
    /// The host serves a page for browsers.
    var hostHasPage = false
    /// The addresses at which others reach the host.
    var joinAddresses: [HostAddress] = []
    /// The match whose waiting player was last announced.
    var announcedMatch: MatchID?
    /// The name of the last second player on this device.
    var besideName = ""
    /// The results of the players at this table, from one rematch to the next.
    var series: Series?

    // MARK: The screen

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
    var motions = Motions()
    /// The last things said and noted, oldest first.
    var log: [LogLine] = []
    /// The key or click that has just chosen something; nil if something else was pressed since.
    var lastPress: Press?

    // MARK: Commands

    var commands = CommandQueue()
    /// True at the end of standard input.
    var inputEnded = false

    /// The actions gathered by the update under way.
    var effects: [Effect] = []

    /// A client before its first connection; `login` is what the system calls its user.
    init(
        options: Options, look: Look = Look(), login: String?, savedName: PlayerName? = nil,
        lastAddress: HostAddress? = nil
    ) {
        (self.options, self.look, self.lastAddress) = (options, look, lastAddress)
        (address, purpose, game) = (options.address, options.purpose, options.game ?? .usual)
        if let name = options.name {
            self.name = name
        } else if case .watch = options.purpose {
            name = nil
        } else if options.isPlain || savedName != nil {
            name = savedName ?? PlayerName.forLogin(login)
        } else {
            suggestedName = PlayerName.forLogin(login)
        }
    }

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
        let text: String
        let kind: Kind

        enum Kind: Sendable {
            case news
            case talk
            case complaint
        }
    }

    /// The times that the client keeps, in milliseconds.
    enum Times {
        /// Before each new try to connect; the last goes on for ever.
        static let retryDelays = [0, 500, 1_000, 2_000, 5_000]
        /// A connection that has held so long was good.
        static let stableAfter = 5_000
        /// The longest wait for `hello`, `welcome` and replies.
        static let replyTimeout = 10_000
        /// Silence after which the client asks for a sign of life.
        static let silenceBeforePing = 30_000
        /// The longest wait for the answer to a `ping`.
        static let pongTimeout = 10_000
        /// The longest wait for a host that is restarting.
        static let restartTimeout = 60_000
        /// For how long keys do nothing when a match has just ended: they were meant for its cards.
        static let endGuard = 600
        /// For how long the key or click that has led elsewhere does nothing there: it was pressed twice.
        static let repeatGuard = 500
        /// The longest time between two reports of a key that is held down.
        static let keyRepeat = 150
        /// The longest wait for the host's `bye`.
        static let byeTimeout = 3_000
    }

    var isOnline: Bool { connection.isOnline }

    var hasScreen: Bool { !options.isPlain }

    /// The match that the client is in, its seat and the rules.
    var seating: Seating? { table?.seating }

    var state: MatchState? { table?.state }

    var isPlaying: Bool { table?.isPlaying ?? false }

    /// The seat that this client has; nil for a watcher and in the lobby.
    var ownSeat: Int? { seating?.seat }
}
