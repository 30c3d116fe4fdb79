/// The answer to `help` in JSON: all commands, each with the names of its fields.
enum JSONHelp {
    /// Writes the fields of the event.
    static func write(into writer: inout ByteWriter) {
        writer.putKey("commands")
        writer.putList(Command.Kind.allCases) { writer, kind in
            writer.put("{")
            writer.putField("type", kind.name)
            writer.putField("fields", kind.row.fields.map { "\($0)" })
            writer.put("}")
        }
    }
}
