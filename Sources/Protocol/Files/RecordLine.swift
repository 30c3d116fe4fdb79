// Each line of the records log is one record; the log adds its end (see `LogLine`):
//
//     {"record":"r17","match":"m5","private":false,"startedAt":…,"endedAt":…,"rules":{…},"players":["Ann","Bob"],
//      "scores":[3,4],"winner":1,"reason":"cleared","turns":[14,15],"house":"steady","deck":["🐧","🐱",…],
//      "moves":[{"seat":0,"card":17,"atMs":2113},…],"seal":"4bf0…","salt":"91ac…","crc":"8c1f…"}
//
// Times are milliseconds since 1970; what follows them is as in `record` on the wire. The summary comes first,
// with its fields in a fixed order, and is parsed sequentially. So a list needs only the beginning of each line, and a
// host with 100,000 records starts in a moment.

/// A line of the records file.
public enum RecordLine {
    /// A cache of parsed rules by their text: a host's matches use few, and parsing them takes longer than the rest.
    public struct RulesCache: Sendable {
        private var known: [Text: Rules] = [:]

        /// A text as a key whose bytes are hashed all at once: a starting host looks one up for each record.
        private struct Text: Hashable {
            let bytes: [UInt8]

            func hash(into hasher: inout Hasher) {
                unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            }
        }

        /// Creates an empty cache.
        public init() {}

        fileprivate mutating func rules(_ text: [UInt8]) -> Rules? {
            if let rules = known[Text(bytes: text)] { return rules }
            do throws(Refusal) {
                guard let rules = JSONRules.readComplete(try JSONText(text, in: text.indices).value) else { return nil }
                if known.count >= Limits.Internal.rulesTexts { known = [:] }
                known[Text(bytes: text)] = rules
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
        JSONRecords.write(record, as: .file, into: &writer)
    }

    // MARK: Reading

    /// Parses the beginning of a line: everything but the deck and the moves. Returns nil if it isn't a record; the
    /// log checks that the line is as it was written.
    public static func readSummary(
        _ bytes: [UInt8], in range: Range<Int>, rules cache: inout RulesCache
    ) -> RecordSummary? {
        var reader = FieldReader(bytes, in: range)
        guard reader.skip("{\"record\":\"r"), let number = reader.readNumber(), number > 0,
            reader.skip("\",\"match\":\"m"),
            let match = reader.readNumber(), match > 0, reader.skip("\",\"private\":"),
            let isPrivate = reader.readBool(), reader.skip(",\"startedAt\":"), let start = reader.readNumber(),
            reader.skip(",\"endedAt\":"), let end = reader.readNumber(), reader.skip(",\"rules\":"),
            let rules = reader.readFlatObject().flatMap({ cache.rules($0) }), reader.skip(",\"players\":"),
            let players = reader.readStrings(), players.count == rules.seats, reader.skip(",\"scores\":"),
            let scores = reader.readNumbers(), scores.count == 2, reader.skip(",\"winner\":"),
            let winner = reader.readNumberOrNull(), reader.skip(",\"reason\":"), let reason = reader.readString(),
            reader.skip(",\"turns\":"), let turns = reader.readNumbers(), turns.count == rules.seats,
            winner.map(players.indices.contains) ?? true, let opponent = readOpponent(&reader)
        else { return nil }
        let hasRecall = reader.skip(",\"recall\":")
        let recall = hasRecall ? Recall.read(&reader, seats: rules.seats) : nil
        guard (recall != nil) == hasRecall else { return nil }
        let isOfContest = reader.skip(",\"contest\":")
        let contest = isOfContest ? ContestPlace(&reader) : nil
        guard (contest != nil) == isOfContest else { return nil }
        return RecordSummary(
            id: RecordID(number: number), match: MatchID(number: match), isPrivate: isPrivate, startedAt: start,
            endedAt: end, rules: rules, players: players, scores: scores, winner: winner,
            reason: Ending.Reason(text: reason), turns: turns, opponent: opponent, recall: recall, contest: contest)
    }

    /// Reads the field of a player who isn't a person at a client of their own; nil if it is none of those written.
    private static func readOpponent(_ reader: inout FieldReader) -> PlayerKind? {
        if reader.skip(",\"beside\":true") { return .beside }
        guard reader.skip(",\"house\":") else { return .person }
        return reader.readString().flatMap { HouseLevel(rawValue: $0) }.map { .house($0) }
    }

    /// Parses a line (without its LF) exactly as written.
    public static func read(_ bytes: [UInt8], in range: Range<Int>, rules cache: inout RulesCache) -> MatchRecord? {
        // The deck and the moves are in the wire's format and parsed as such; a list of records needs neither.
        guard let summary = readSummary(bytes, in: range, rules: &cache),
            let object = JSONObject(bytes, in: range), let record = JSONRecords.readRecord(object, summary),
            (record.seal != nil) == (object["seal"] != nil), (record.salt != nil) == (object["salt"] != nil)
        else { return nil }
        return record
    }
}
