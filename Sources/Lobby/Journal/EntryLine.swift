public import Protocol

/// An entry as one line of the journal; the log adds the line's end (see `LogLine`).
///
///     {"type":"flip","match":"m3","step":5,"version":6,"at":1795268401234,"seat":1,"card":14,"crc":"1a2b3c4d"}
///
/// A move has the name and fields of its command, plus the seat that made it.
public enum EntryLine {
    // MARK: Writing

    /// Writes an entry, except for the end of its line.
    public static func write(_ entry: Entry, into writer: inout ByteWriter) {
        writer.put("{")
        switch entry {
        case .counted(let lastMatch, let lastRecord):
            writer.putField("type", "counted")
            writer.putField("lastMatch", lastMatch)
            writer.putField("lastRecord", lastRecord)
        case .reserved(let lastMatch, let lastRecord):
            writer.putField("type", "reserved")
            writer.putField("lastMatch", lastMatch)
            writer.putField("lastRecord", lastRecord)
        case .stopped(let matches, let lastRecord):
            writer.putField("type", "stopped")
            writer.putField("matches", matches)
            writer.putField("lastRecord", lastRecord)
        case .named(let name, let token):
            writer.putField("type", "named")
            writer.putField("name", name.text)
            writer.putField("token", token.text)
        case .forgot(let name):
            writer.putField("type", "forgot")
            writer.putField("name", name.text)
        case .clocksPaused(let milliseconds, let at):
            writer.putField("type", "paused")
            writer.putField("at", at.milliseconds)
            writer.putField("ms", milliseconds)
        case .restarted(let at, let stoppedAt):
            writer.putField("type", "restarted")
            writer.putField("at", at.milliseconds)
            writer.putField("stoppedAt", stoppedAt.milliseconds)
        case .contest(let event): write(event, &writer)
        case .opened(let opening): write(opening, &writer)
        case .changed(let match, let event, let stamp): write(event, of: match, stamp, &writer)
        }
    }

    private static func write(_ opening: Entry.Opening, _ writer: inout ByteWriter) {
        writer.putField("type", "opened")
        writer.putField("match", opening.match.text)
        writer.putField("at", opening.at.milliseconds)
        writer.putField("rules", opening.rules)
        if let code = opening.code { writer.putField("code", code.text) }
        writer.putField("starting", opening.starting)
        if opening.hasClientlessSeat { writer.putField("oneClient", true) }
        writer.putField(opening.contest)
        if let allowed = opening.absenceAllowed { writer.putField("absence", allowed) }
        writer.putField("deck", opening.deck.faces)
        if let salt = opening.salt { writer.putField("salt", salt.text) }
    }

    private static func write(
        _ event: Entry.Event, of match: MatchID, _ stamp: Entry.Stamp, _ writer: inout ByteWriter
    ) {
        // Written from literals, because moves are the only frequent entries.
        writer.put("\"type\":\"")
        writer.put(type(of: event))
        writer.put("\",\"match\":\"m")
        writer.put(match.number)
        writer.put("\"")
        writer.putField("step", stamp.step)
        writer.putField("version", stamp.version)
        writer.putField("at", stamp.at.milliseconds)
        switch event {
        case .seated(.person(let name)): writer.putField("name", name.text)
        case .seated(.house(let house)):
            writer.putField("house", house.level.rawValue)
            writer.putField("seed", house.seed)
        case .seated(.beside(let name)): writer.putField("beside", name.text)
        case .moved(let made, let seat):
            writer.putField("seat", seat)
            made.writeFields(into: &writer)
        case .away(let seat), .back(let seat): writer.putField("seat", seat)
        case .forfeited(let seat, _): writer.putField("seat", orNull: seat)
        case .deadlinePassed, .versionCheckpoint: break
        }
    }

    private static func type(of event: Entry.Event) -> StaticString {
        switch event {
        case .seated: "seated"
        case .moved(let made, _): made.word
        case .deadlinePassed: "deadline"
        case .away: "away"
        case .back: "back"
        case .forfeited(_, .resigned): "resigned"
        case .forfeited(_, .abandoned): "abandoned"
        case .versionCheckpoint: "checkpoint"
        }
    }

    // MARK: Reading

    /// Parses a line (without its LF) exactly as written; returns nil if it is not an entry.
    ///
    /// - Parameter range: the line's position in `bytes`.
    public static func read(_ bytes: [UInt8], in range: Range<Int>) -> Entry? {
        guard let line = JSONObject(bytes, in: range), let type = line.text("type") else { return nil }
        return read(type, line)
    }

    private static func read(_ type: String, _ line: JSONObject) -> Entry? {
        switch type {
        case "counted", "reserved":
            guard let lastMatch = count("lastMatch", line), let lastRecord = count("lastRecord", line) else {
                return nil
            }
            return type == "counted"
                ? .counted(lastMatch: lastMatch, lastRecord: lastRecord)
                : .reserved(lastMatch: lastMatch, lastRecord: lastRecord)
        case "stopped":
            guard let matches = count("matches", line), let lastRecord = count("lastRecord", line) else { return nil }
            return .stopped(matches: matches, lastRecord: lastRecord)
        case "named":
            guard let name = name(line), let token = line.text("token").flatMap({ TokenDigest($0) }) else { return nil }
            return .named(name, token)
        case "forgot": return name(line).map { .forgot($0) }
        case "opened": return opening(line).map { .opened($0) }
        case "contest": return contestEvent(line).map { .contest($0) }
        case "paused":
            guard let milliseconds = count("ms", line), let at = moment(line) else { return nil }
            return .clocksPaused(milliseconds: milliseconds, at: at)
        case "restarted":
            guard let at = moment(line), let stoppedAt = moment(line, "stoppedAt") else { return nil }
            return .restarted(at: at, stoppedAt: stoppedAt)
        default:
            guard let match = match(line), let step = count("step", line), let version = count("version", line),
                let at = moment(line), let event = event(type, line)
            else { return nil }
            return .changed(match, event, Entry.Stamp(step: step, version: version, at: at))
        }
    }

    private static func opening(_ line: JSONObject) -> Entry.Opening? {
        guard let match = match(line), let at = moment(line), let rules = line.rules("rules"),
            let deck = line.texts("deck").flatMap({ Deck($0, for: rules) }),
            let starting = line.number("starting"), 0..<rules.seats ~= starting
        else { return nil }
        let code = line.text("code").flatMap(MatchCode.init)
        let salt = line.text("salt").flatMap { Salt($0) }
        guard (code != nil) == line.has("code"), (salt != nil) == line.has("salt"),
            (line.contest != nil) == line.has("contest")
        else { return nil }
        let absence = line.numbers("absence")
        guard (absence != nil) == line.has("absence"), absence.map({ isAbsence($0, rules) }) ?? true else { return nil }
        return Entry.Opening(
            match: match, rules: rules, code: code, deck: deck, salt: salt, starting: starting, at: at,
            hasClientlessSeat: line.flag("oneClient"), contest: line.contest, absenceAllowed: absence)
    }

    private static func isAbsence(_ allowed: [Int], _ rules: Rules) -> Bool {
        allowed.count == rules.seats && allowed.allSatisfy((0...1 << 48).contains)
    }

    private static func event(_ type: String, _ line: JSONObject) -> Entry.Event? {
        let seat = line.number("seat")
        switch type {
        case "seated":
            if line.has("house") { return house(line).map { .seated(.house($0)) } }
            if line.has("beside") { return name(line, "beside").map { .seated(.beside($0)) } }
            return name(line).map { .seated(.person($0)) }
        case "deadline": return .deadlinePassed
        case "away": return seat.map { .away(seat: $0) }
        case "back": return seat.map { .back(seat: $0) }
        case "resigned": return .forfeited(seat: seat, .resigned)
        case "abandoned": return .forfeited(seat: seat, .abandoned)
        case "checkpoint": return .versionCheckpoint
        default:
            guard let made = line.move(type), let seat else { return nil }
            return .moved(made, seat: seat)
        }
    }

    private static func match(_ line: JSONObject) -> MatchID? { line.text("match").flatMap { MatchID($0) } }

    private static func moment(_ line: JSONObject, _ key: StaticString = "at") -> Instant? {
        count(key, line).map { Instant(milliseconds: $0) }
    }

    /// Returns a count or a number of milliseconds, small enough that sums can't overflow.
    static func count(_ key: StaticString, _ line: JSONObject) -> Int? {
        guard let number = line.number(key), 0...1 << 48 ~= number else { return nil }
        return number
    }

    private static func house(_ line: JSONObject) -> House? {
        guard let level = line.text("house").flatMap({ HouseLevel(rawValue: $0) }), let seed = line.number("seed"),
            House.seeds.contains(seed)
        else { return nil }
        return House(level: level, seed: seed)
    }

    static func name(_ line: JSONObject, _ key: StaticString = "name") -> PlayerName? {
        guard let text = line.text(key) else { return nil }
        do throws(Refusal) {
            return try PlayerName(text)
        } catch {
            return nil
        }
    }

    // MARK: Scanning

    /// Returns true if the line records a pause of all clocks or a restart.
    public static func isPause(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        ["paused", "restarted"].contains { bytes[range].starts(with: "{\"type\":\"\($0)\",".utf8) }
    }

    /// Returns the match that a line is about, without parsing the rest; nil if it isn't about one match.
    ///
    /// - Parameter range: a line that has already been validated.
    public static func match(_ bytes: [UInt8], in range: Range<Int>) -> MatchID? {
        // For {"type":"flip","match":"m3", … this finds the end of the second string, where the match's field begins.
        let begin = range.lowerBound + 9
        guard begin < range.upperBound, let quote = bytes[begin..<range.upperBound].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        let key = Array(",\"match\":\"m".utf8)
        let digits = quote + 1 + key.count
        guard digits < range.upperBound, bytes[quote + 1..<digits].elementsEqual(key) else { return nil }
        var number = 0
        for byte in bytes[digits..<range.upperBound].prefix(15) {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return MatchID(number: number)
    }
}
