// The file that records are kept in has one of them on each line, as JSON:
//
//     {"sum":"8c1f…","v":2,"record":"r17","match":"m5","private":false,"startedAt":…,"endedAt":…,"rules":{…},
//      "players":["Ann","Bob"],"scores":[3,4],"winner":1,"reason":"cleared","turns":[14,15],
//      "deck":["🐧","🐱",…],"moves":[{"seat":0,"card":17,"atMs":2113},…]}
//
// Times are milliseconds since the start of 1970; the deck and the moves are those of `record` on the wire. `sum` is a
// number over all that follows it, the version `v` too, so that a line of which a byte has changed is found out, and is
// never taken for one of another host: every version begins its lines in the same way, whatever else differs. What is
// told of a match in a list stands first, in one order of fields, and is read by going along: so a list needs no more
// than the beginning of each line, and a host with 100,000 records is up in a moment.

/// One record as a line of the file that they are kept in.
public struct RecordLine: Sendable {
    /// The version of the lines that this code writes.
    public static let version = 2
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

    /// The line of a record, its LF included.
    public static func bytes(of record: MatchRecord) -> [UInt8] {
        var writer = ByteWriter(capacity: 2048)
        writer.putField("v", version)
        writeSummary(record, into: &writer)
        JSONRecords.write(deck: record.deck, record.moves, into: &writer)
        writer.put("}")
        let body = writer.take()
        writer.put(start)
        writer.put("\"")
        writer.put(text: digits(sum(of: body, in: body.indices)))
        writer.put("\"")
        return writer.take() + body + [UInt8(ascii: "\n")]
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

    private static func digits(_ sum: UInt64) -> String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Reading

    /// Why a line cannot be read.
    public enum Flaw: Error, Equatable, Sendable {
        /// Its bytes are not those that were written.
        case damaged
        /// Another version of the host wrote it.
        case otherForm
    }

    /// Reads the beginning of a line: all but the deck and the moves. Whether the line is sound, and of which version, is
    /// not looked at.
    public init(_ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesMemory) throws(Flaw) {
        var reader = RecordReader(bytes, in: range)
        guard let record = Self.readSummary(&reader, &memory) else { throw .damaged }
        self.record = record
    }

    /// Reads a line, without its LF, that is as it was written.
    public static func read(
        _ bytes: [UInt8], in range: Range<Int>, rules memory: inout RulesMemory
    ) throws(Flaw) -> MatchRecord {
        try check(bytes, in: range)
        let line = try RecordLine(bytes, in: range, rules: &memory)
        var record = line.record
        // The deck and the moves are written as the wire has them, and read as such; a list of records needs neither.
        guard let object = JSONLine(bytes, in: range)?.object,
            let (deck, moves) = JSONRecords.readPlay(object, record.rules)
        else { throw .damaged }
        (record.deck, record.moves) = (deck, moves)
        return record
    }

    /// What every line begins with.
    private static let start: StaticString = "{\"sum\":"

    /// Finds out whether a line, without its LF, is as it was written.
    public static func check(_ bytes: [UInt8], in range: Range<Int>) throws(Flaw) {
        var reader = RecordReader(bytes, in: range)
        guard reader.take(Self.start), let wanted = reader.takeSum(),
            wanted == sum(of: bytes, in: reader.position..<range.upperBound), reader.take(",\"v\":"),
            let version = reader.takeNumber(), version > 0
        else { throw .damaged }
        guard version == Self.version else { throw .otherForm }
    }

    private static func readSummary(_ reader: inout RecordReader, _ memory: inout RulesMemory) -> MatchRecord? {
        guard reader.take(Self.start), reader.takeString() != nil, reader.take(",\"v\":"), reader.takeNumber() != nil,
            reader.take(",\"record\":\"r"),
            let number = reader.takeNumber(), number > 0, reader.take("\",\"match\":\"m"),
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

    /// A number over bytes that differs, but for one case in 2^64, when any of them does. No secret: it finds accidents.
    static func sum(of bytes: [UInt8], in range: Range<Int>) -> UInt64 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes { all in
            var sum = 0x9E37_79B9_7F4A_7C15 ^ UInt64(range.count)
            var position = range.lowerBound
            while position + 8 <= range.upperBound {
                let word = unsafe UInt64(littleEndian: all.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                sum = (sum ^ word) &* 0xFF51_AFD7_ED55_8CCD
                sum ^= sum >> 32
                position += 8
            }
            while position < range.upperBound {
                sum = (sum ^ UInt64(unsafe all[position])) &* 0xFF51_AFD7_ED55_8CCD
                sum ^= sum >> 29
                position += 1
            }
            return sum
        }
    }
}
