/// The answer to `help` in JSON: all commands, each with the names of its fields.
enum JSONHelp {
    /// Writes the fields of the event.
    static func write(into writer: inout ByteWriter) {
        writer.putKey("commands")
        writer.putList(Command.Kind.allCases) { writer, kind in
            writer.put("{")
            writer.putField("type", kind.rawValue)
            writer.putField("fields", fields(of: kind).map { "\($0)" })
            writer.put("}")
        }
    }

    /// The fields of a command of this kind, besides `type` and `id`, which all have.
    private static func fields(of kind: Command.Kind) -> [CommandFields.Field] {
        switch kind {
        case .hello: [.name, .token, .protocol]
        case .list: [.follow]
        case .open: [.rules, .private, .house, .beside]
        case .join: [.match, .code, .game]
        case .watch: [.match, .code, .game, .follow]
        case .flip: [.card, .match, .ply, .turnNumber]
        case .resign, .rematch, .leave: [.match]
        case .say: [.text, .match]
        case .records: [.before, .limit, .player, .with, .seats, .game]
        case .record: [.record]
        case .scores: [.player]
        case .rules, .ping, .bye, .help: []
        default: MoveCommand.all[kind]?.fields ?? []
        }
    }
}
