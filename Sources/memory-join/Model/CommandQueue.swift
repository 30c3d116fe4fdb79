import Protocol

/// The commands on their way to the host: one waits for its reply, the others for their turn.
struct CommandQueue: Equatable, Sendable {
    /// The most lines and commands that may wait.
    static let capacity = 64

    /// Lines and commands that wait until those before them are answered.
    private(set) var waiting: [Waiting] = []
    private(set) var pending: Pending?
    private(set) var ids = 0
    /// True from the header of a replay until its last state.
    var awaitsStates = false

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
        let until: Instant
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

    /// True if the same is being asked already. A flip waits for the flip before it.
    func isQueued(_ command: Command) -> Bool {
        switch command.kind {
        case .say: false
        case .flip: pending?.command == command || waiting.contains { $0.command?.kind == .flip }
        // To see another is more than to see no more of this one.
        case .replay: pending?.command == command || waiting.contains { $0.command == command }
        default: pending?.kind == command.kind || waiting.contains { $0.command?.kind == command.kind }
        }
    }

    /// True if a replay has been asked for that will take the place of another, unless it is refused.
    var awaitsReplay: Bool { if case .replay = pending?.command { true } else { false } }

    mutating func append(_ next: Waiting) { waiting.append(next) }

    /// True if a command waits that takes the client to a match.
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
        guard pending == nil, let next = waiting.first, next != .endOfInput || !awaitsStates else { return nil }
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

    /// The reply has come, but for the state that follows it.
    mutating func awaitState() { pending?.awaitsState = true }

    mutating func finish() { pending = nil }

    /// The connection is lost: no reply will come, and commands for a match that looks different by then are dropped.
    mutating func connectionLost() {
        (pending, awaitsStates) = (nil, false)
        waiting.removeAll { if case .command(_, isOwn: false, _) = $0 { true } else { false } }
    }
}
