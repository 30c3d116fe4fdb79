/// A command as a row of a table: its name, who may send it, what it costs, how it is read and its line of help. What is
/// not here is what it carries (``Command``) and what the lobby does (`Lobby.perform`).
struct CommandRow: Sendable {
    let kind: Command.Kind
    /// Its name in JSON.
    let name: String
    /// Its names in plain words, in lower case.
    let verbs: [String]
    let terms: Command.Terms
    /// Its fields in JSON, besides `type` and `id`, which all have.
    let fields: [CommandFields.Field]
    /// The fields that say under which circumstances alone it is meant.
    let guards: Guards
    /// Returns true if such a command names a secret, and so may be a guess; nil if none ever does.
    let namesSecret: (@Sendable (Command) -> Bool)?
    /// Its lines in the list of commands: a command in 16 columns, then what it does.
    let help: [String]
    /// The sentence, with its LF, that plain words answer if no event does; empty if something else tells.
    let confirmation: StaticString
    /// Reads it from the fields in JSON.
    let fromFields: @Sendable (CommandFields) throws(Refusal) -> Command
    /// Reads it from a line of plain words: one of the verbs, in lower case, and what follows it.
    let fromWords: @Sendable (_ verb: String, _ rest: String) throws(Refusal) -> Command

    /// The circumstances that a command may name; see ``Request/Guards``.
    enum Guards: Sendable {
        case none
        /// `match`
        case match
        /// `match`, `ply` and `turnNumber`
        case turn
        /// `match` and `version`
        case version
    }

    init(
        _ kind: Command.Kind, verbs: [String]? = nil, _ terms: Command.Terms, fields: [CommandFields.Field] = [],
        guards: Guards = .none, help: [String] = [], confirmation: StaticString = "",
        namesSecret: (@Sendable (Command) -> Bool)? = nil,
        json: @escaping @Sendable (CommandFields) throws(Refusal) -> Command,
        words: @escaping @Sendable (_ verb: String, _ rest: String) throws(Refusal) -> Command
    ) {
        (self.kind, self.terms, self.fields, self.guards) = (kind, terms, fields, guards)
        (self.help, self.confirmation, fromFields, fromWords) = (help, confirmation, json, words)
        self.namesSecret = namesSecret
        name = "\(kind)"
        self.verbs = verbs ?? [name]
    }

    /// The row of a command that carries nothing.
    ///
    /// - Parameter isAlone: true if plain words after its name are refused, so that `leave me a card` gives up no match.
    init(
        _ command: Command, verbs: [String]? = nil, _ terms: Command.Terms, fields: [CommandFields.Field] = [],
        guards: Guards = .none, isAlone: Bool = false, help: [String] = [], confirmation: StaticString = ""
    ) {
        self.init(
            command.kind, verbs: verbs, terms, fields: fields, guards: guards, help: help, confirmation: confirmation
        ) { _ throws(Refusal) in
            command
        } words: { verb, rest throws(Refusal) in
            guard !isAlone || rest.isEmpty else { throw .badField("\(verb) takes no arguments; to talk, use say.") }
            return command
        }
    }

    /// The row of a command that makes a move which only one game has.
    init(
        move kind: Command.Kind, fields: [CommandFields.Field], help: [String] = [],
        json: @escaping @Sendable (CommandFields) throws(Refusal) -> Move,
        words: @escaping @Sendable (String) throws(Refusal) -> Move
    ) {
        self.init(
            kind, Command.Terms(.seated, isStored: .always), fields: fields + [.match, .version], guards: .version,
            help: help
        ) { fields throws(Refusal) in
            .move(try json(fields))
        } words: { _, rest throws(Refusal) in
            .move(try words(rest))
        }
    }

    /// The row of a command that always makes the same move.
    init(_ move: Move) {
        self.init(
            .move(move), Command.Terms(.seated, isStored: .always), fields: [.match, .version], guards: .version,
            isAlone: true)
    }

    // MARK: The table

    /// All commands, in the order of the list that `help` prints.
    static let all: [CommandRow] =
        [
            CommandRow(
                .hello, verbs: ["name", "resume", "hello"],
                Command.Terms(.unseated, isStored: .always), fields: [.name, .token, .protocol],
                help: [
                    "name NAME       choose your name",
                    "resume TOKEN    reclaim your name and seat after a disconnect",
                ],
                namesSecret: { if case .hello(.token) = $0 { true } else { false } },
                json: JSONCommands.hello, words: PlainCommands.hello),
            CommandRow(
                .join, Command.Terms(.namedAndFree, isStored: .always, opens: .unlessOneIsOpen),
                fields: [.match, .code, .game],
                help: ["join            take a seat or open a match: join m3, join KQ7XM4, join set"],
                namesSecret: { if case .join(.code, _) = $0 { true } else { false } }
            ) { fields throws(Refusal) in
                .join(try fields.reference(), game: try fields.game())
            } words: { _, rest throws(Refusal) in
                let (reference, game) = try PlainCommands.match(rest)
                return .join(reference, game: game)
            },
            CommandRow(
                .open, Command.Terms(.namedAndFree, isStored: .always, opens: .always),
                fields: [.rules, .private, .house, .beside],
                help: [
                    "open            open a match: open tiles solo, open 4x4 private, open house,",
                    "                open duel letters turns=20, open beside Bob, open set solo",
                ],
                json: JSONCommands.open
            ) { _, rest throws(Refusal) in try PlainCommands.open(rest) },
            CommandRow(
                .rules, Command.Terms(.anybody),
                help: ["rules           show how to play, and the presets for open; rules set"]
            ) { _ throws(Refusal) in
                .rules
            } words: { _, rest throws(Refusal) in
                try PlainCommands.rules(rest)
            },
        ] + GameKind.allCases.flatMap { $0.type.commands } + [
            CommandRow(
                .watch, Command.Terms(.free), fields: [.match, .code, .game, .follow],
                help: ["watch           watch a match: watch m3, watch set; watch follow moves on"],
                namesSecret: { if case .watch(.code, _, _) = $0 { true } else { false } }
            ) { fields throws(Refusal) in
                .watch(try fields.reference(), follows: try fields.flag(.follow) ?? false, game: try fields.game())
            } words: { _, rest throws(Refusal) in
                try PlainCommands.watch(rest)
            },
            CommandRow(
                .list, verbs: ["list", "follow"], Command.Terms(.anybody, weight: Limits.listWeight), fields: [.follow],
                help: ["list            list matches and players; follow lists them at every change"]
            ) { fields throws(Refusal) in
                try fields.flag(.follow).map { .followList($0) } ?? .list
            } words: { verb, rest throws(Refusal) in
                guard verb == "follow" else { return .list }
                guard rest.isEmpty || rest.lowercased() == "off" else {
                    throw .badField("Use 'follow' or 'follow off'.")
                }
                return .followList(rest.isEmpty)
            },
            CommandRow(
                .say, Command.Terms(.named, weight: Limits.sayWeight), fields: [.text, .match], guards: .match,
                help: ["say TEXT        talk to your match or the lobby"]
            ) { fields throws(Refusal) in
                guard let text = fields[.text]?.string else { throw .badField("The text must be a string.") }
                return .say(try SpokenText(text))
            } words: { _, rest throws(Refusal) in
                .say(try SpokenText(rest))
            },
            CommandRow(
                .records, Command.Terms(.anybody, weight: Limits.recordsAtFirst / Limits.recordsPerCommand),
                fields: [.before, .limit, .player, .with, .seats, .game],
                help: ["records         past matches: records Ann with Bob, records set before r17"],
                json: JSONCommands.records
            ) { _, rest throws(Refusal) in try PlainCommands.records(rest) },
            CommandRow(
                .record, Command.Terms(.anybody, weight: Limits.recordWeight), fields: [.record],
                help: ["record r17      show a past match, move by move"]
            ) { fields throws(Refusal) in
                guard let text = fields[.record]?.string else { throw .badField("The record must be a string.") }
                guard let id = RecordID(text) else { throw .noSuchRecord }
                return .record(id)
            } words: { _, rest throws(Refusal) in
                guard let id = RecordID(rest) else { throw .badField("Give a record ID, such as r17.") }
                return .record(id)
            },
            CommandRow(
                .scores, Command.Terms(.anybody, weight: Limits.scoresWeight), fields: [.player],
                help: ["scores          show the best results; scores Ann shows Ann's"]
            ) { fields throws(Refusal) in
                guard let player = fields.optional(.player) else { return .scores }
                return .statistics(try PlayerName(player, in: "player"))
            } words: { _, rest throws(Refusal) in
                try PlainCommands.scores(rest)
            },
            CommandRow(
                .rematch, Command.Terms(.seated, isStored: .always, opens: .always), fields: [.match], guards: .match,
                isAlone: true, help: ["rematch         offer or accept a rematch"],
                confirmation: "You offered a rematch.\n"),
            CommandRow(
                .leave, Command.Terms(.present, isStored: .ifSeated), fields: [.match], guards: .match, isAlone: true,
                help: ["leave           leave the match; resign gives it up and stays"],
                confirmation: "You left the match.\n"),
            CommandRow(
                .resign, Command.Terms(.seated, isStored: .always), fields: [.match], guards: .match, isAlone: true),
            CommandRow(
                .bye, verbs: ["bye", "quit"], Command.Terms(.anybody), isAlone: true,
                help: ["bye             quit; ping checks the connection"]),
            CommandRow(.ping, Command.Terms(.anybody)),
            CommandRow(.help, verbs: ["help", "?"], Command.Terms(.anybody)),
        ]

    /// The rows in the order of ``Command/Kind``.
    fileprivate static let byKind: [CommandRow] = {
        let rows = all.sorted { $0.kind.rawValue < $1.kind.rawValue }
        precondition(rows.map(\.kind) == Command.Kind.allCases, "each command needs one row")
        return rows
    }()

    /// All, by their names.
    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.kind) })

    /// The command that a word stands for.
    static let byVerb = Dictionary(uniqueKeysWithValues: all.flatMap { row in row.verbs.map { ($0, row.kind) } })
}

extension Command {
    /// Makes sure of what the compiler can't: that each command has one row, and no name or verb two; that the fields of a
    /// command fit where they are found, and nesting where it is counted. A host calls it when it starts, so that no
    /// client's line is the first to try.
    public static func checkTable() {
        precondition(CommandRow.byKind.count == CommandRow.byName.count)
        precondition(CommandRow.byVerb.count >= CommandRow.byKind.count)
        precondition(CommandFields.Field.allFit, "CommandFields has no place for so many fields")
        precondition(JSONScanner.allLevelsFit, "JSONScanner has no bit for each level of nesting")
    }
}

extension Command.Kind {
    /// Its row.
    @inline(__always)
    var row: CommandRow { CommandRow.byKind[Int(rawValue)] }

    /// Its name, used as `type` in JSON.
    public var name: String { row.name }

    /// What it requires and costs.
    public var terms: Command.Terms { row.terms }

    /// Plain words confirm it, so that it is acknowledged even without an `id`.
    public var isConfirmed: Bool { row.confirmation.utf8CodeUnitCount > 0 }

    /// Finds the command with a name.
    public init?(name: String) {
        guard let kind = CommandRow.byName[name] else { return nil }
        self = kind
    }
}

extension Command {
    /// What a command requires of who sends it, and costs.
    public struct Terms: Sendable {
        /// Who may send it.
        public enum Sender: Sendable {
            /// Anybody, with a name or without.
            case anybody
            /// Who has no seat.
            case unseated
            /// Who has no seat in a match that goes on.
            case free
            /// Who has a name.
            case named
            /// Who has a name, and no seat in a match that goes on.
            case namedAndFree
            /// Who has a seat.
            case seated
            /// Who plays or watches.
            case present
        }

        /// When it changes what must be stored, which is refused while the disk fails.
        public enum Storage: Sendable {
            case never
            case always
            /// If its sender has a seat in a match that goes on.
            case ifSeated
        }

        /// When it opens a match, which an address may do only now and then.
        public enum Opening: Sendable {
            case never
            case always
            /// If it names no match, and there is none to join.
            case unlessOneIsOpen
        }

        /// Who may send it.
        public let sender: Sender
        /// The commands that it is charged as, also if it is malformed; what opens a match is charged for that besides.
        public let weight: Int
        /// When it changes what must be stored.
        public let isStored: Storage
        /// When it opens a match.
        public let opens: Opening

        /// True if nobody may send it without a name.
        public var needsName: Bool { sender == .named || sender == .namedAndFree || sender == .seated }

        init(_ sender: Sender, weight: Int = 1, isStored: Storage = .never, opens: Opening = .never) {
            (self.sender, self.weight, self.isStored, self.opens) = (sender, weight, isStored, opens)
        }
    }

    /// The commands that it is charged as if its values tell; nil if its ``Terms/weight`` does.
    public var ownWeight: Int? {
        guard case .records(_, let limit, let filter) = self else { return nil }
        return max(1, limit / Limits.recordsPerCommand) + (filter == .all ? 0 : Limits.filterWeight)
    }

    /// True if it names a secret, and so may be a guess.
    public var isGuess: Bool { kind.row.namesSecret?(self) ?? false }
}
