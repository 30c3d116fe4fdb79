// The log of records has one of them on each line, which the log ends (see `LogLine`):
//
//     {"record":"r17","match":"m5","private":false,"startedAt":…,"endedAt":…,"rules":{…},"players":["Ann","Bob"],
//      "scores":[3,4],"winner":1,"reason":"cleared","turns":[14,15],"deck":["🐧","🐱",…],
//      "moves":[{"seat":0,"card":17,"atMs":2113},…],"crc":"8c1f…"}
//
// Times are milliseconds since the start of 1970; the deck and the moves are those of `record` on the wire. What is told
// of a match in a list stands first, in one order of fields, and is read by going along: so a list needs no more than the
// beginning of each line, and a host with 100,000 records is up in a moment.

/// One record as a line of the file that they are kept in.
public struct RecordLine: Sendable {
    /// Bytes, from a line's start on, that hold all but the deck and the moves.
    public static let summaryBytes = 1024

    /// What is told of the match wherever it is mentioned, and whether that is private; without deck and moves.
    public let record: MatchRecord

    /// Rules that were read before, by their text: a host plays by few, and reading them takes longer than all else.
    public struct RulesMemory: Sendable {
        private var known: [[UInt8]: Rules] = [:]

        /// A memory that holds nothing.
        public init() {}

        fileprivate mutating func rules(_ text: [UInt8]) -> Rules? {
            if let rules = known[text] { return rules }
            do throws(Refusal) {
                guard let rules = JSONRules.readWhole(try JSONText(text, in: text.indices).value) else { return nil }
                if known.count >= Limits.soloBests { known = [:] }
                known[text] = rules
                return rules
            } catch {
                return nil
            }
        }
    }

    // MARK: Writing

    /// Writes a record, all but the end of its line.
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

    /// Reads the beginning of a line: all but the deck and the moves. Nil if there is no record; whether the line is as it
    /// was written is the log's to say.
    public init?(_ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesMemory) {
        var reader = RecordReader(bytes, in: range)
        guard let record = Self.readSummary(&reader, &memory) else { return nil }
        self.record = record
    }

    /// Reads a line, without its LF, that is as it was written.
    public static func read(_ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesMemory) -> MatchRecord? {
        // The deck and the moves are written as the wire has them, and read as such; a list of records needs neither.
        guard var record = RecordLine(bytes, in: range, rules: &memory)?.record,
            let object = JSONLine(bytes, in: range)?.object,
            let (deck, moves) = JSONRecords.readPlay(object, record.rules)
        else { return nil }
        (record.deck, record.moves) = (deck, moves)
        return record
    }

    private static func readSummary(_ reader: inout RecordReader, _ memory: inout RulesMemory) -> MatchRecord? {
        guard reader.take("{\"record\":\"r"), let number = reader.takeNumber(), number > 0,
            reader.take("\",\"match\":\"m"),
            let match = reader.takeNumber(), match > 0, reader.take("\",\"private\":"),
            let isPrivate = reader.takeBool(), reader.take(",\"startedAt\":"), let start = reader.takeNumber(),
            reader.take(",\"endedAt\":"), let end = reader.takeNumber(), reader.take(",\"rules\":"),
            let rules = reader.takeFlatObject().flatMap({ memory.rules($0) }), reader.take(",\"players\":"),
            let players = reader.takeStrings(), players.count == rules.seats, reader.take(",\"scores\":"),
            let scores = reader.takeNumbers(), scores.count == 2, reader.take(",\"winner\":"),
            let winner = reader.takeNumberOrNull(), reader.take(",\"reason\":"), let reason = reader.takeString(),
            reader.take(",\"turns\":"), let turns = reader.takeNumbers(), turns.count == rules.seats,
            winner.map(players.indices.contains) ?? true
        else { return nil }
        return MatchRecord(
            number: number, match: MatchID(number: match), isPrivate: isPrivate, startedAt: start, endedAt: end,
            rules: rules, players: players, scores: scores, winner: winner, reason: Ending.Reason(text: reason),
            turns: turns, deck: [], moves: [])
    }
}
