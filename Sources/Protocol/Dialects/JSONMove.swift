/// A move in JSON: the fields shared by its command, a journal entry and a record.
///
/// A second game adds its fields to `write` and `read`, with names of its own.
enum JSONMove {
    /// Writes the fields, each preceded by a comma. A flip names its card by index.
    @inline(__always)
    static func write(_ move: Move, into writer: inout ByteWriter) {
        switch move {
        case .flip(.index(let card)):
            writer.put(",\"card\":")
            writer.put(Int(card))
        case .flip(.coordinate): preconditionFailure("a program names a card by its index")
        }
    }

    /// Reads the fields; returns nil if they are missing.
    static func read(_ object: JSONObject) -> Move? {
        object["card"]?.int.map { .flip(.card($0)) }
    }

    /// Writes a timed-out turn in place of a move.
    static func writeMissed(into writer: inout ByteWriter) { writer.put(",\"card\":null") }

    /// Returns true for a timed-out turn; see ``writeMissed(into:)``.
    static func isMissed(_ object: JSONObject) -> Bool { object["card"]?.isNull ?? false }
}
