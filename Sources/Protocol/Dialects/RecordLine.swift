// Each line of the records log is one record; the log adds its end (see `LogLine`):
//
//     {"record":"r17","match":"m5","private":false,"startedAt":…,"endedAt":…,"rules":{…},"players":["Ann","Bob"],
//      "scores":[3,4],"winner":1,"reason":"cleared","turns":[14,15],"deck":["🐧","🐱",…],
//      "moves":[{"seat":0,"card":17,"atMs":2113},…],"crc":"8c1f…"}
//
// Times are milliseconds since 1970; the deck and the moves are as in `record` on the wire. The summary comes first,
// with its fields in a fixed order, and is parsed sequentially. So a list needs only the beginning of each line, and a
// host with 100,000 records starts in a moment.

/// One record as a line of the records file.
public struct RecordLine: Sendable {
    /// Bytes at the start of a line that contain everything but the deck and the moves.
    public static let summaryBytes = 1024

    /// The record, private or not, without its deck and moves.
    public let record: MatchRecord

    /// A cache of parsed rules by their text: a host's matches use few, and parsing them takes longer than the rest.
    public struct RulesCache: Sendable {
        private var known: [[UInt8]: Rules] = [:]

        /// Creates an empty cache.
        public init() {}

        fileprivate mutating func rules(_ text: [UInt8]) -> Rules? {
            if let rules = known[text] { return rules }
            do throws(Refusal) {
                guard let rules = JSONRules.readComplete(try JSONText(text, in: text.indices).value) else { return nil }
                if known.count >= Limits.soloBests { known = [:] }
                known[text] = rules
                return rules
            } catch {
                return nil
            }
        }
    }

    // MARK: Writing

    /// Writes a record, except for the end of its line.
    package static func write(_ record: MatchRecord, into writer: inout ByteWriter) {
        writer.put("{")
        writeSummary(record, into: &writer)
        JSONRecords.write(deck: record.deck, record.moves, into: &writer)
    }

    private static func writeSummary(_ record: MatchRecord, into writer: inout ByteWriter) {
        writer.putField("record", record.id.text)
        writer.putField("match", record.match.text)
        writer.putField("private", record.isPrivate)
        writer.putField("startedAt", record.startedAt)
        writer.putField("endedAt", record.endedAt)
        writer.putKey("rules")
        JSONRules.write(RulesRequest(record.rules), into: &writer)
        writer.putField("players", record.players)
        writer.putField("scores", record.scores)
        writer.putField("winner", orNull: record.winner)
        writer.putField("reason", record.reason.text)
        writer.putField("turns", record.turns)
    }

    // MARK: Reading

    /// Parses the beginning of a line: everything but the deck and the moves. Returns nil if it isn't a record; the
    /// log checks that the line is as it was written.
    public init?(_ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesCache) {
        var reader = FieldReader(bytes, in: range)
        guard let record = Self.readSummary(&reader, &memory) else { return nil }
        self.record = record
    }

    /// Parses a line (without its LF) exactly as written.
    public static func read(_ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesCache) -> MatchRecord? {
        // The deck and the moves are in the wire's format and parsed as such; a list of records needs neither.
        guard var record = RecordLine(bytes, in: range, rules: &memory)?.record,
            let object = JSONLine(bytes, in: range)?.object,
            let (deck, moves) = JSONRecords.readPlay(object, record.rules)
        else { return nil }
        (record.deck, record.moves) = (deck, moves)
        return record
    }

    private static func readSummary(_ reader: inout FieldReader, _ memory: inout RulesCache) -> MatchRecord? {
        guard reader.skip("{\"record\":\"r"), let number = reader.readNumber(), number > 0,
            reader.skip("\",\"match\":\"m"),
            let match = reader.readNumber(), match > 0, reader.skip("\",\"private\":"),
            let isPrivate = reader.readBool(), reader.skip(",\"startedAt\":"), let start = reader.readNumber(),
            reader.skip(",\"endedAt\":"), let end = reader.readNumber(), reader.skip(",\"rules\":"),
            let rules = reader.readFlatObject().flatMap({ memory.rules($0) }), reader.skip(",\"players\":"),
            let players = reader.readStrings(), players.count == rules.seats, reader.skip(",\"scores\":"),
            let scores = reader.readNumbers(), scores.count == 2, reader.skip(",\"winner\":"),
            let winner = reader.readNumberOrNull(), reader.skip(",\"reason\":"), let reason = reader.readString(),
            reader.skip(",\"turns\":"), let turns = reader.readNumbers(), turns.count == rules.seats,
            winner.map(players.indices.contains) ?? true
        else { return nil }
        return MatchRecord(
            number: number, match: MatchID(number: match), isPrivate: isPrivate, startedAt: start, endedAt: end,
            rules: rules, players: players, scores: scores, winner: winner, reason: Ending.Reason(text: reason),
            turns: turns, deck: [], moves: [])
    }
}
