import Protocol

/// The commands on their way to the host: one waits for its reply, the others for their turn.
struct CommandQueue: Equatable, Sendable {
    /// The most lines and commands that may wait.
    static let capacity = 64

    /// Lines and commands that wait until those before them are answered.
    private(set) var waiting: [Waiting] = []
    private(set) var pending: Pending?
    private(set) var ids = 0
    /// The moment until which the next state of a replay must come; nil unless some are missing.
    var statesDue: Instant?

    enum Waiting: Equatable, Sendable {
        case line(String, seen: Sight?)
        /// A line that was too long to keep.
        case lineTooLong
        /// A command that a person wants, or, if `isOwn`, that the client itself does, and what it is meant for.
        case command(Command, isOwn: Bool, guards: Request.Guards? = nil)
        /// The end of the input, to be followed by `bye` once a replay has been shown to its end.
        case endOfInput

        fileprivate var command: Command? {
            if case .command(let command, _, _) = self { return command }
            return nil
        }
    }

    struct Pending: Equatable, Sendable {
        let id: RequestID
        let command: Command
        fileprivate(set) var until: Instant
        /// True if the client itself wanted it, and nobody else.
        let isOwn: Bool
        /// True if it was typed as a line, so that the answer is to be read.
        var isLine = false
        /// True if only the first state is missing.
        var awaitsState = false

        var kind: Command.Kind { command.kind }
    }

    /// True if another line may wait. Without room, plain input is left unread.
    var hasRoom: Bool { waiting.count < Self.capacity }

    /// True if the very same is being asked already. What is said may be said twice.
    func isQueued(_ command: Command) -> Bool {
        command.kind != .say && (pending?.command == command || waiting.contains { $0.command == command })
    }

    /// True if the command can't wait for one that is under way: a flip waits for the flip before it and a claim for
    /// the one before that, but nobody goes to two matches, or takes two names.
    func excludes(_ command: Command) -> Bool {
        let isWaiting = waiting.contains { $0.command?.kind == command.kind }
        return switch command.kind {
        case .flip: isWaiting
        case .hello, .open, .join, .watch: isWaiting || pending?.kind == command.kind
        default: false
        }
    }

    /// True if a replay has been asked for that will take the place of another, unless it is refused.
    var awaitsReplay: Bool { if case .replay = pending?.command { true } else { false } }

    mutating func append(_ next: Waiting) { waiting.append(next) }

    /// True if a command waits that gives the client a seat.
    var isMatchNext: Bool { waiting.contains { $0.command?.kind == .open || $0.command?.kind == .join } }

    /// Adds a command that the client itself wants for its page, unless it waits already, in place of others of its
    /// kind. But to be told of changes to the list is another wish than to see it.
    mutating func refresh(_ command: Command) {
        waiting.removeAll {
            guard case .command(let old, isOwn: true, _) = $0, command.kind != .list else { return false }
            return old.kind == command.kind && old != command
        }
        if !waiting.contains(.command(command, isOwn: true)) { append(.command(command, isOwn: true)) }
    }

    /// Drops the commands that wait, that the client itself wants, and that lead to a match.
    mutating func dropOwnArrivals() {
        waiting.removeAll { if case .command(let command, isOwn: true, _) = $0 { command.isArrival } else { false } }
    }

    /// Drops the commands that wait and that the client itself wants.
    mutating func dropOwn() {
        waiting.removeAll { if case .command(_, isOwn: true, _) = $0 { true } else { false } }
    }

    /// Puts commands that the client itself wants before all others.
    mutating func prepend(_ commands: [Command]) {
        waiting.insert(contentsOf: commands.map { .command($0, isOwn: true) }, at: 0)
    }

    /// The next one, taken out; nil while a reply is missing, or at the end of the input a state of a replay, and if
    /// nothing waits.
    mutating func next() -> Waiting? {
        guard pending == nil, let next = waiting.first, next != .endOfInput || statesDue == nil else { return nil }
        return waiting.removeFirst()
    }

    /// Notes that a command is sent now; returns its id.
    mutating func send(_ command: Command, isOwn: Bool, isLine: Bool, at now: Instant) -> RequestID? {
        ids += 1
        guard let id = RequestID("c\(ids)") else { return nil }
        pending = Pending(
            id: id, command: command, until: now + Model.Times.replyTimeout, isOwn: isOwn, isLine: isLine)
        return id
    }

    /// The host takes commands late: the reply is waited for until then.
    mutating func delay(until: Instant) { pending?.until = until }

    /// The reply has come, but for the state that follows it.
    mutating func awaitState() { pending?.awaitsState = true }

    mutating func finish() { pending = nil }

    /// The connection is lost: no reply will come, and commands for a match that looks different by then are dropped.
    /// The way to a match that the client itself wants is asked for again.
    ///
    /// - Returns: the person's command that was under way, if any, and those that were not sent.
    mutating func connectionLost() -> (unanswered: Command?, unsent: [Command]) {
        let unanswered = pending.flatMap { $0.isOwn ? nil : $0.command }
        if let pending, pending.isOwn, pending.command.isArrival { prepend([pending.command]) }
        (pending, statesDue) = (nil, nil)
        var unsent: [Command] = []
        waiting.removeAll {
            guard case .command(let command, isOwn: false, _) = $0 else { return false }
            unsent.append(command)
            return true
        }
        return (unanswered, unsent)
    }
}

extension Command {
    /// True if it takes the client to a match.
    fileprivate var isArrival: Bool { [.open, .join, .watch].contains(kind) }
}
