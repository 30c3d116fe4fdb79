import Protocol

// A clean stop leaves a line at the end of both logs, and each line tells of the other log. The journal's (see `Entry`)
// counts the matches and names the last record, so a cut of the records is noticed. The records' says how long the
// journal is, so a cut of the journal is noticed, wherever it is. It is written last, and removed first: while a host
// runs, and after one that was killed, it is not there, and the journal may end anywhere.

/// The last line of the records of a host that was stopped; the log adds its end (see `LogLine`).
///
///     {"type":"stopped","journalBytes":18230,"lastMatch":7,"matches":["m3","m7"],"synced":9120,"crc":"1a2b3c4d"}
struct StopLine: Equatable {
    /// The size of the journal, whose last line says the same, in bytes.
    let journalBytes: Int
    /// The number of the last match that was opened.
    let lastMatch: Int
    /// The matches that go on when the host starts again.
    let matches: [MatchID]

    init(journalBytes: Int, lastMatch: Int, matches: [MatchID]) {
        (self.journalBytes, self.lastMatch, self.matches) = (journalBytes, lastMatch, matches)
    }

    /// Parses a line that is as it was written; returns nil if it is another one.
    init?(_ bytes: [UInt8], in range: Range<Int>) {
        guard bytes[range].starts(with: #"{"type":"stopped","#.utf8), let line = JSONObject(bytes, in: range),
            let journalBytes = line.number("journalBytes"), let lastMatch = line.number("lastMatch"),
            let matches = line.texts("matches")
        else { return nil }
        self.init(journalBytes: journalBytes, lastMatch: lastMatch, matches: matches.compactMap { MatchID($0) })
    }

    /// Writes the line, except for its end.
    func write(into writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("type", "stopped")
        writer.putField("journalBytes", journalBytes)
        writer.putField("lastMatch", lastMatch)
        writer.putField("matches", matches.map(\.text))
    }
}
