import Protocol

// What was heard, in a form that a test can compare at a glance.

extension Message {
    /// The event's type, with its code or reason, and with the mark that it answers: `ok @7`, `error showing`.
    var kind: String {
        let kind: String
        switch event {
        case .hello: kind = "hello"
        case .welcome: kind = "welcome"
        case .lobby: kind = "lobby"
        case .match: kind = "match"
        case .state: kind = "state"
        case .said: kind = "said"
        case .records: kind = "records"
        case .record: kind = "record"
        case .replay: kind = "replay"
        case .replayed: kind = "state"
        case .scores: kind = "scores"
        case .standings: kind = "standings"
        case .rules: kind = "rules"
        case .ok: kind = "ok"
        case .error(let report): kind = "error \(report.code)"
        case .pong: kind = "pong"
        case .bye(let farewell): kind = "bye \(farewell.reason)"
        case .help: kind = "help"
        }
        return re.map { "\(kind) @\($0.text)" } ?? kind
    }

    /// True if a client of a dialect gets no line for it: an `ok` that it did not ask for.
    func isSilent(_ dialect: Dialect) -> Bool {
        if case .ok = event { dialect == .json && re == nil } else { false }
    }

    /// The bytes that a client of a dialect gets for it.
    func bytes(_ dialect: Dialect) -> [UInt8] {
        var writer = ByteWriter()
        switch dialect {
        case .json: JSONEvents.write(self, into: &writer)
        case .plain: PlainEvents.write(self, into: &writer)
        }
        return writer.drain()
    }
}

extension [Message] {
    /// The types, in order.
    var kinds: [String] { map(\.kind) }

    /// The text that a person sees in plain words.
    var plain: String { text(.plain) }

    /// The text that a program reads.
    var json: String { text(.json) }

    private func text(_ dialect: Dialect) -> String {
        reduce(into: "") { $0 += String(decoding: $1.bytes(dialect), as: UTF8.self) }
    }

    var states: [MatchState] {
        compactMap { if case .state(let state) = $0.event { state } else { nil } }
    }

    /// The changes that caused the states.
    var changes: [Change?] { states.map(\.change) }

    var seatings: [Seating] {
        compactMap { if case .match(let seating) = $0.event { seating } else { nil } }
    }

    var lists: [LobbyList] {
        compactMap { if case .lobby(let list) = $0.event { list } else { nil } }
    }

    var saids: [Said] {
        compactMap { if case .said(let said) = $0.event { said } else { nil } }
    }

    var welcomes: [Welcome] {
        compactMap { if case .welcome(let welcome) = $0.event { welcome } else { nil } }
    }

    var errors: [ErrorReport] {
        compactMap { if case .error(let report) = $0.event { report } else { nil } }
    }
}

/// The parts of a game that tests look at, which the lobby does not know.
extension Game {
    var memory: Memory {
        guard case .memory(let memory) = self else { preconditionFailure("this is not Memory") }
        return memory
    }
    var set: SetGame? { if case .set(let set) = self { set } else { nil } }
    var turn: Int? { memory.turn }
    var turned: [Int] { memory.turned }
    var isOver: Bool { ending != nil }
}
