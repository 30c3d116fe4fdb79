import Protocol

/// All that the client knows. It changes only in ``update(_:at:)``, and ``View`` draws it.
///
/// Every text in it that came from the network has passed ``SafeText``.
struct Model: Equatable, Sendable {
    /// From the command line; settings can change later.
    var options: Options
    /// From the terminal.
    var look: Look
    /// The host that is tried, or that the client is on.
    var address: HostAddress
    /// The last host that worked, to be offered when another is looked for.
    var lastAddress: HostAddress?
    var size = Platform.WindowSize(columns: 80, rows: 24)

    // MARK: Looking for a host

    /// The hosts on the network, while there is no connection to any, or another one is looked for.
    var search = HostSearch()
    /// Further hosts to try if this one can't be reached.
    var untried: [HostAddress] = []
    /// The last host that could not be reached.
    var failedAddress: HostAddress?
    /// The purpose given on the command line, until it is achieved.
    var purpose: Options.Purpose
    /// The name to say, or that the host has confirmed; nil for a watcher without one.
    var name: PlayerName?
    /// The name to suggest when the player is asked for one; nil if nobody needs to be asked.
    var suggestedName: PlayerName?
    /// The game that the person opened last, or that the command line names.
    var game: GameKind
    /// The name of the last second player on this device.
    var besideName = ""

    // MARK: Parts

    /// The state that exists only on this host; without a connection while there is none.
    var session = Session()
    var screen = Screen()

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

    /// The times that the client keeps, in milliseconds.
    enum Times {
        /// Before each new try to connect; the last goes on for ever.
        static let retryDelays = [0, 500, 1_000, 2_000, 5_000]
        /// A connection that has held so long was good.
        static let stableAfter = 5_000
        /// The longest wait for `hello`, `welcome` and replies.
        static let replyTimeout = 10_000
        /// The wait before the client asks again for what its page shows.
        static let askAgainDelay = 5_000
        /// The longest wait for a reply from a host that takes commands late, since others at the address send many.
        static let delayedReplyTimeout = 30_000
        /// The wait before the client says again who it is, to a host that can't let it in just now.
        static let postponedDelay = 5_000
        /// The longest time for which it does so over one connection.
        static let postponedTimeout = 60_000
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

    var isOnline: Bool { session.connection.isOnline }

    var hasScreen: Bool { !options.isPlain }

    /// The match that the client is in, its seat and the rules.
    var seating: Seating? { session.table?.seating }

    var state: MatchState? { session.table?.state }

    var isPlaying: Bool { session.table?.isPlaying ?? false }

    /// The seat that this client has; nil for a watcher and in the lobby.
    var ownSeat: Int? { seating?.seat }
}

// MARK: - What can be chosen

extension Model {
    var showsTable: Bool { screen.page == .table }

    var isOnTable: Bool { showsTable && screen.overlay == nil }

    /// The form on the screen; nil on another page.
    var form: OpeningForm? {
        if case .opening(let form) = screen.page { return form }
        return nil
    }

    /// Everything that can be chosen, in the order of Tab.
    var targets: [Target] { (screen.overlay == nil ? content.items : []) + buttons.map { .button($0) } }

    /// The match of the lobby that is marked: the one with the focus, or that had it before a button got it.
    var markedMatch: MatchID? {
        if case .match(let match) = effectiveFocus { return match }
        return screen.chosen.flatMap { chosen in targets.contains(.match(chosen)) ? chosen : nil }
    }

    /// The target that Enter chooses now.
    var effectiveFocus: Target? {
        let targets = targets
        return screen.focus.flatMap { targets.contains($0) ? $0 : nil } ?? targets.first
    }

    var buttons: [Button] {
        switch screen.overlay {
        case .question: [.no, .yes]
        case .text, .prompt: []
        case nil: content.buttons
        }
    }

    /// True for a player who waits in a public match. The code of a private one has been passed on, so it stays open.
    var mayPlayHouse: Bool {
        ownSeat != nil && state?.phase == .waiting && seating?.code == nil && !session.hostIsDraining
    }

    var hasOlderRecords: Bool { session.records.map { $0.records.count < $0.total && !$0.records.isEmpty } ?? false }
}
