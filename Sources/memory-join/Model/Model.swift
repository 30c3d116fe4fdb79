import Protocol

/// All that the client knows. It changes only in ``update(_:at:)``, and ``View`` draws it.
///
/// Every text in it that came from the network has passed ``SafeText``.
struct Model: Equatable, Sendable {
    /// The command line's options.
    let options: Options
    /// The terminal's abilities.
    let look: Look
    /// The host that is tried, or that the client is on.
    var address: HostAddress
    /// The last host that worked, to be offered when the address is asked for.
    let lastAddress: HostAddress?
    /// The terminal's size.
    var size = Platform.WindowSize(columns: 80, rows: 24)

    // MARK: The connection

    /// The connection.
    var connection = Connection()
    /// The name to say, or that the host has confirmed; nil for a watcher without one.
    var name: PlayerName?
    /// The number of names tried so far.
    var namesTried = 1
    /// The token that gives name and seat back.
    var token: Token?

    // MARK: What the host has said

    /// The name of the host.
    var hostName = ""
    /// The lobby as last heard.
    var lobby: LobbyList?
    /// The match that the client is in.
    var table: Table?
    /// The matches that are over, as far as they were asked for, newest first.
    var records: RecordList?
    /// The best, as last heard.
    var scores: ScoreList?

    // MARK: The screen

    /// The current page.
    var page = Page.menu
    /// A box over the page, which gets the keys; nil if there is none.
    var overlay: Overlay?
    /// The target that Enter chooses; nil for the first one.
    var focus: Target?
    /// The match of the lobby that is marked, also while a button has the focus.
    var chosen: MatchID?
    /// Lines by which a text over the page is scrollOffset.
    var scrollOffset = 0
    /// The cards in motion.
    var motions = Motions()
    /// The last things said and noted, oldest first.
    var log: [LogLine] = []

    // MARK: Commands

    /// The commands on their way to the host.
    var commands = CommandQueue()
    /// True at the end of standard input.
    var inputEnded = false

    /// The actions gathered by the update under way.
    var effects: [Effect] = []

    /// A client before its first connection; `login` is what the system calls its user.
    init(options: Options, look: Look = Look(), login: String?, lastAddress: HostAddress? = nil) {
        (self.options, self.look, self.lastAddress) = (options, look, lastAddress)
        address = options.address
        if let name = options.name {
            self.name = name
        } else if case .watch = options.purpose {
            name = nil
        } else {
            name = NameChoice.name(from: login)
        }
    }

    /// Something said or noted.
    struct LogLine: Equatable, Sendable {
        /// The text, safe.
        let text: String
        /// The kind of line.
        let kind: Kind

        /// A kind of line in the log.
        enum Kind: Sendable {
            /// An event.
            case news
            /// Chat.
            case talk
            /// An error.
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
        /// For how long the first key of a card's place counts.
        static let coordinateTimeout = 3_000
        /// For how long keys do nothing when a match has just ended: they were meant for its cards.
        static let endGuard = 600
        /// The longest wait for the host's `bye`.
        static let byeTimeout = 3_000
    }

    /// True if the host has let the client in and the connection stands.
    var isOnline: Bool { connection.isOnline }

    /// True if there is a screen to draw; false in plain text.
    var hasScreen: Bool { !options.isPlain }

    /// The match that the client is in, its seat and the rules.
    var seating: Seating? { table?.seating }

    /// That match, as last heard.
    var state: MatchState? { table?.state }

    /// True if this client has a seat in a match that goes on.
    var isPlaying: Bool { table?.isPlaying ?? false }

    /// The seat that this client has; nil for a watcher and in the lobby.
    var ownSeat: Int? { seating?.seat }
}
