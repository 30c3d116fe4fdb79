/// A command as a row of a table: its name, who may send it, what it costs, how it is read and its line of help. What
/// is not here is what it carries (``Command``) and what the lobby does (`Lobby.carryOut`).
struct CommandRow: Sendable {
    let kind: Command.Kind
    /// Its name in JSON.
    let name: String
    /// Its names in plain words, in lower case.
    let verbs: [String]
    let terms: Terms
    /// Its fields in JSON, those of its guards last, besides `type` and `id`, which all have.
    let fields: [CommandFields.Field]
    /// The fields that say under which circumstances alone it is meant.
    let guards: Guards
    /// Returns true if such a command names a code, and so may be a guess; nil if none ever does.
    let namesCode: (@Sendable (Command) -> Bool)?
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

        fileprivate var fields: [CommandFields.Field] {
            switch self {
            case .none: []
            case .match: [.match]
            case .turn: [.match, .ply, .turnNumber]
            case .version: [.match, .version]
            }
        }
    }

    typealias Terms = Command.Terms

    init(
        _ kind: Command.Kind, verbs: [String]? = nil, _ terms: Terms, fields: [CommandFields.Field] = [],
        guards: Guards = .none, help: [String] = [], confirmation: StaticString = "",
        namesCode: (@Sendable (Command) -> Bool)? = nil,
        json: @escaping @Sendable (CommandFields) throws(Refusal) -> Command,
        words: @escaping @Sendable (_ verb: String, _ rest: String) throws(Refusal) -> Command
    ) {
        (self.kind, self.terms, self.fields, self.guards) = (kind, terms, fields + guards.fields, guards)
        (self.help, self.confirmation, fromFields, fromWords) = (help, confirmation, json, words)
        self.namesCode = namesCode
        name = "\(kind)"
        self.verbs = verbs ?? [name]
    }

    /// The row of a command that carries nothing.
    ///
    /// - Parameter isAlone: true if plain words after its name are refused, so that `leave me a card` gives up no
    ///   match.
    init(
        _ command: Command, verbs: [String]? = nil, _ terms: Terms, guards: Guards = .none, isAlone: Bool = false,
        help: [String] = [], confirmation: StaticString = ""
    ) {
        self.init(
            command.kind, verbs: verbs, terms, guards: guards, help: help, confirmation: confirmation
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
        self.init(kind, .ofMove, fields: fields, guards: .version, help: help) { fields throws(Refusal) in
            .move(try json(fields))
        } words: { _, rest throws(Refusal) in
            .move(try words(rest))
        }
    }

    /// The row of a command that always makes the same move.
    init(_ move: Move) {
        self.init(.move(move), .ofMove, guards: .version, isAlone: true)
    }
}
