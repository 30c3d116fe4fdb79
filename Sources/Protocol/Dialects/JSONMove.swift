/// A move in JSON: the fields that its command, an entry of the journal and a record have in common.
///
/// A second game adds its fields to `write` and `read`, under names of its own.
enum JSONMove {
    /// Writes the fields, each with a comma in front. A flip names its card by its index.
    @inline(__always)
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)):
            writer.put(",\"card\":")
            writer.put(Int(card))
        case .flip(.place): preconditionFailure("a program names a card by its index")
        }
    }

    /// Reads the fields; nil if they are not there.
    static func read(_ object: JSONObject) -> Move? {
        object["card"]?.int.map { .flip(.card($0)) }
    }

    /// Writes, in the place of a move, that a turn ran out.
    static func writeMissed(into writer: inout ByteWriter) { writer.put(",\"card\":null") }

    /// Whether a turn ran out; see ``writeMissed(into:)``.
    static func isMissed(_ object: JSONObject) -> Bool { object["card"]?.isNull ?? false }
}
