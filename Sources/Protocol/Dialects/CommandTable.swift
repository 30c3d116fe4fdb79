extension CommandRow {
    /// All commands, in the order of the list that `help` prints.
    static let all: [CommandRow] =
        [
            CommandRow(
                .hello, verbs: ["name", "resume", "hello"],
                Terms(place: .unseated, needsDisk: .always), fields: [.name, .token, .protocol],
                help: [
                    "name NAME       choose your name",
                    "resume TOKEN    reclaim your name and seat after a disconnect",
                ],
                json: JSONCommands.hello, words: PlainCommands.hello),
            CommandRow(
                .join,
                Terms(
                    name: .needed, place: .free, weight: .opening, needsDisk: .always, opensMatch: .unlessOneIsOpen,
                    beginsAnew: true),
                fields: [.match, .code, .game],
                help: ["join            take a seat or open a match: join m3, join KQ7XM4, join set"],
                namesCode: { if case .join(.code, _) = $0 { true } else { false } }
            ) { fields throws(Refusal) in
                .join(try fields.reference(), game: try fields.game())
            } words: { _, rest throws(Refusal) in
                let (reference, game) = try PlainCommands.match(rest)
                return .join(reference, game: game)
            },
            CommandRow(
                .open,
                Terms(
                    name: .needed, place: .free, weight: .opening, needsDisk: .always, opensMatch: .always,
                    beginsAnew: true),
                fields: [.rules, .private, .house, .beside],
                help: [
                    "open            open a match: open tiles solo, open 4x4 private, open house,",
                    "                open duel letters turns=20, open beside Bob, open set solo",
                ],
                json: JSONCommands.open
            ) { _, rest throws(Refusal) in try PlainCommands.open(rest) },
            CommandRow(
                .rules, Terms(),
                help: ["rules           show how to play, and the presets for open; rules set"]
            ) { _ throws(Refusal) in
                .rules(.usual)
            } words: { _, rest throws(Refusal) in
                try PlainCommands.rules(rest)
            },
        ] + GameKind.allCases.flatMap { $0.type.commands } + [
            CommandRow(
                .watch, Terms(place: .free), fields: [.match, .code, .game, .follow],
                help: ["watch           watch a match: watch m3, watch set; watch follow moves on"],
                namesCode: { if case .watch(.code, _, _) = $0 { true } else { false } }
            ) { fields throws(Refusal) in
                .watch(try fields.reference(), follows: try fields.flag(.follow) ?? false, game: try fields.game())
            } words: { _, rest throws(Refusal) in
                try PlainCommands.watch(rest)
            },
            CommandRow(
                .list, verbs: ["list", "follow"], Terms(weight: .fixed(Limits.listWeight)), fields: [.follow],
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
                .say, Terms(name: .needed, weight: .fixed(Limits.sayWeight)), fields: [.text], guards: .match,
                help: ["say TEXT        talk to your match or the lobby"]
            ) { fields throws(Refusal) in
                guard let text = fields[.text]?.string else { throw .badField("The text must be a string.") }
                return .say(try SpokenText(text))
            } words: { _, rest throws(Refusal) in
                .say(try SpokenText(rest))
            },
            CommandRow(
                .records, Terms(weight: .records),
                fields: [.before, .limit, .player, .with, .seats, .game],
                help: ["records         past matches: records Ann with Bob, records set before r17"],
                json: JSONCommands.records
            ) { _, rest throws(Refusal) in try PlainCommands.records(rest) },
            CommandRow(
                .record, Terms(weight: .fixed(Limits.recordWeight)), fields: [.record],
                help: ["record r17      list the moves of a past match; replay r17 plays it back"]
            ) { fields throws(Refusal) in
                guard let text = fields[.record]?.string else { throw .badField("The record must be a string.") }
                guard let id = RecordID(text) else { throw .noSuchRecord }
                return .record(id)
            } words: { _, rest throws(Refusal) in
                guard let id = RecordID(rest) else { throw .badField("Give a record ID, such as r17.") }
                return .record(id)
            },
            CommandRow(
                .replay, Terms(weight: .replaying), fields: [.record, .stop],
                confirmation: "The replay has ended.\n", json: JSONCommands.replay
            ) { _, rest throws(Refusal) in try PlainCommands.replay(rest) },
            CommandRow(
                .scores, Terms(weight: .fixed(Limits.scoresWeight)), fields: [.player],
                help: ["scores          best results: scores Ann; contests: enter, withdraw, standings"]
            ) { fields throws(Refusal) in
                guard let player = fields.optional(.player) else { return .scores }
                return .statistics(try PlayerName(player, in: "player"))
            } words: { _, rest throws(Refusal) in
                try PlainCommands.scores(rest)
            },
            CommandRow(
                .enter, Terms(name: .needed, needsDisk: .always, beginsAnew: true), isAlone: true,
                confirmation: "You take part in the contest.\n"),
            CommandRow(
                .withdraw, Terms(name: .needed, needsDisk: .always), isAlone: true,
                confirmation: "You no longer take part in the contest.\n"),
            CommandRow(
                .standings, Terms(weight: .fixed(Limits.standingsWeight)), fields: [.follow]
            ) { fields throws(Refusal) in
                .standings(follows: try fields.flag(.follow))
            } words: { _, rest throws(Refusal) in
                try PlainCommands.standings(rest)
            },
            CommandRow(
                .rematch,
                Terms(
                    name: .needed, place: .seated, needsDisk: .always, opensMatch: .always, beginsAnew: true,
                    isForSeenMatch: true),
                guards: .match,
                isAlone: true, help: ["rematch         offer or accept a rematch"],
                confirmation: "You offered a rematch.\n"),
            CommandRow(
                .leave,
                Terms(name: .neededUnlessInMatch, place: .inMatch, needsDisk: .ifSeated, isForSeenMatch: true),
                guards: .match, isAlone: true,
                help: ["leave           leave the match; resign gives it up and stays"],
                confirmation: "You left the match.\n"),
            CommandRow(
                .resign, Terms(name: .needed, place: .seated, needsDisk: .always, isForSeenMatch: true),
                guards: .match, isAlone: true),
            CommandRow(
                .bye, verbs: ["bye", "quit"], Terms(), isAlone: true,
                help: ["bye             quit; ping checks the connection"]),
            CommandRow(.ping, Terms()),
            CommandRow(.help, verbs: ["help", "?"], Terms()),
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
    /// Makes sure of what the compiler can't: that each command has one row, and no name or verb two; that the fields
    /// of a command fit where they are found, and nesting where it is counted. A host calls it when it starts, so that
    /// no client's line is the first to try.
    public static func checkTable() {
        precondition(CommandRow.byKind.count == CommandRow.byName.count)
        precondition(CommandRow.byVerb.count >= CommandRow.byKind.count)
        precondition(CommandFields.Field.allFit, "CommandFields has no place for so many fields")
        precondition(JSONScanner.allLevelsFit, "JSONScanner has no bit for each level of nesting")
    }
}

extension Command.Kind {
    @inline(__always)
    var row: CommandRow { CommandRow.byKind[Int(rawValue)] }

    /// Its name, used as `type` in JSON.
    public var name: String { row.name }

    /// Its requirements and its cost.
    public var terms: Command.Terms { row.terms }

    /// Plain words confirm it, so that it is acknowledged even without an `id`.
    public var isConfirmed: Bool { row.confirmation.utf8CodeUnitCount > 0 }

    /// Finds the command with a name.
    public init?(name: String) {
        guard let kind = CommandRow.byName[name] else { return nil }
        self = kind
    }
}
