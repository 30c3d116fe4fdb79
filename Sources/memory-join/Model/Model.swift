import Protocol

/// All that the client knows. It changes only in ``update(_:at:)``, and ``View`` draws it.
///
/// Every text in it that came from the network has passed ``SafeText``.
struct Model: Equatable, Sendable {
    /// Lines and commands that may wait before no more lines are taken.
    static let linesAtOnce = 64

    /// What the command line asked for.
    let options: Options
    /// What the terminal can show.
    let look: Look
    /// The host that is tried, or that the client is on.
    var address: HostAddress
    /// The last host that worked, to be offered when the address is asked for.
    let lastAddress: HostAddress?
    /// The terminal's size.
    var size = Platform.WindowSize(columns: 80, rows: 24)

    // MARK: The connection

    /// How the connection stands.
    var link = Link.connecting
    /// Tries to connect since the connection was last good.
    var tries = 0
    /// Whether the host has ever let the client in: until then a failure is the end of the try.
    var wasOnline = false
    /// When to stop trying, because the host said that it stops.
    var giveUpAt: Moment?
    /// A fatal error of which the `bye` has not come yet.
    var fatal: ErrorReport?
    /// When the host last said anything.
    var heardAt = Moment(milliseconds: 0)
    /// When a `ping` was sent that nothing has answered.
    var pingedAt: Moment?

    /// The name to say, or that the host has confirmed; nil for a watcher without one.
    var name: PlayerName?
    /// How many names have been tried.
    var namesTried = 1
    /// What gives name and seat back.
    var token: Token?

    // MARK: What the host has said

    /// The name of the host.
    var hostName = ""
    /// The lobby as last heard.
    var lobby: LobbyList?
    /// The match that the client is in.
    var seating: Seating?
    /// That match, as last heard.
    var state: MatchState?
    /// The faces that were seen of it, in the order in which they were.
    var seenFaces = SeenFaces()
    /// Whether the next state counts whatever its version, since the host has just said `match`.
    var awaitsCopy = false
    /// When the turn's clock runs out, by the local clock.
    var turnEndsAt: Moment?
    /// Since when the player in each seat is gone; nil for those who are there.
    var goneSince: [Moment?] = []
    /// The matches that are over, as far as they were asked for, newest first.
    var records: RecordList?
    /// The best, as last heard.
    var scores: ScoreList?

    // MARK: The screen

    /// What the screen is about.
    var page = Page.menu
    /// What lies over it.
    var overlay: Overlay?
    /// What Enter chooses; nil for the first that can be chosen.
    var focus: Target?
    /// The card that the cursor is on.
    var cursor = 0
    /// The first key of a card's place.
    var typed: TypedColumn?
    /// The match of the lobby that is marked, also while a button has the focus.
    var chosen: MatchID?
    /// From when on the box at the end of a match is seen; nil until it has ended.
    var endingFrom: Moment?
    /// Whether that box is out of the way.
    var hidesEnding = false
    /// How many lines a text that lies over the page is scrolled.
    var scrolled = 0
    /// What moves.
    var motions = Motions()
    /// The last things said and noted, oldest first.
    var log: [LogLine] = []

    // MARK: Commands

    /// Lines and commands that wait until those before them are answered.
    var queue: [Waiting] = []
    /// The command whose reply is waited for.
    var pending: Pending?
    /// Commands that were given a mark.
    var marks = 0
    /// Whether nothing more will be typed.
    var inputEnded = false

    /// What the update under way asks for.
    var intents: [Intent] = []

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

    /// How the connection stands.
    enum Link: Equatable, Sendable {
        /// There is none, and none is tried: its address is asked for.
        case none
        /// It is being made.
        case connecting
        /// It is made, and the host has until then to say `hello`.
        case greeting(until: Moment)
        /// The client has said who it is, and the host has until then to answer.
        case identifying(Identification, until: Moment)
        /// The host has refused the name, and the person is asked for another.
        case naming
        /// The host has let the client in.
        case online(since: Moment)
        /// It is broken, and is tried again then.
        case waiting(until: Moment)
        /// The client has said `bye`, and waits until then for the host's.
        case leaving(until: Moment)
    }

    /// What waits to be done.
    enum Waiting: Equatable, Sendable {
        /// A line that was typed.
        case line(String)
        /// A line that was too long to keep.
        case lineTooLong
        /// A command: of the client's own, or that a person wants.
        case command(Command, isOwn: Bool)
    }

    /// A command that was sent.
    struct Pending: Equatable, Sendable {
        /// Its mark.
        let id: RequestID
        /// The command.
        let command: Command
        /// When waiting for the reply ends.
        let until: Moment
        /// Whether the client, and nobody else, wanted it.
        let isOwn: Bool
        /// Whether it was typed as a line, so that the answer is to be read.
        var isLine = false
        /// Whether only the first state is missing.
        var awaitsState = false

        /// Which command it is.
        var kind: Command.Kind { command.kind }
    }

    /// A column that was typed, of a card whose row is still to come.
    struct TypedColumn: Equatable, Sendable {
        /// The column, from 0.
        let column: Int
        /// Until when it counts.
        let until: Moment
    }

    /// Something said or noted.
    struct LogLine: Equatable, Sendable {
        /// The text, safe.
        let text: String
        /// What it is.
        let kind: Kind

        /// What a line of the log may be.
        enum Kind: Sendable {
            /// What happened.
            case news
            /// What somebody said.
            case talk
            /// What did not work.
            case complaint
        }
    }

    /// The times that the client keeps, in milliseconds.
    enum Times {
        /// Before each new try to connect; the last goes on for ever.
        static let retries = [0, 500, 1_000, 2_000, 5_000]
        /// A connection that has held so long was good.
        static let stable = 5_000
        /// How long a host may take for `hello`, `welcome` and replies.
        static let patience = 10_000
        /// Silence after which the client asks for a sign of life.
        static let silence = 30_000
        /// How long the answer to that may take.
        static let pong = 10_000
        /// How long a host that stops may take to come back.
        static let restart = 60_000
        /// For how long the first key of a card's place counts.
        static let typing = 3_000
        /// For how long keys do nothing when a match has just ended: they were meant for its cards.
        static let surprise = 600
        /// How long the host's `bye` may take.
        static let farewell = 3_000
    }

    /// Whether another line may wait. Where there is no room, plain input is left unread.
    var hasRoomForLines: Bool { queue.count < Self.linesAtOnce }

    /// Whether the host has let the client in and the connection stands.
    var isOnline: Bool {
        if case .online = link { return true }
        return false
    }

    /// Whether there is something to draw.
    var hasScreen: Bool { !options.isPlain }

    /// Whether this client has a seat in a match that goes on.
    var isPlaying: Bool { ownSeat != nil && state.map { $0.phase != .over && $0.phase != .waiting } ?? false }

    /// The seat that this client has; nil for a watcher and in the lobby.
    var ownSeat: Int? { seating?.seat }
}
