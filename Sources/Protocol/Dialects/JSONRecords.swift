/// Finished matches in JSON.
enum JSONRecords {
    // MARK: Writing

    /// Writes the fields of `records`.
    static func write(_ list: RecordList, into writer: inout ByteWriter) {
        var rules = RulesTexts()
        writer.putKey("records")
        writer.putList(list.records) { writer, summary in
            writer.put("{")
            write(summary, as: .event, &rules, into: &writer)
            writer.put("}")
        }
        writer.putField("total", list.total)
        list.filter.writeFields(into: &writer)
    }

    /// Writes the fields of `record`.
    static func write(_ record: MatchRecord, _ pictures: [Picture], into writer: inout ByteWriter) {
        write(record, as: .event, into: &writer)
        writer.putField("pictures", pictures)
    }

    /// Writes the fields of a record.
    static func write(_ record: MatchRecord, as form: RecordForm, into writer: inout ByteWriter) {
        var rules = RulesTexts()
        write(record.summary, as: form, &rules, into: &writer)
        writer.putField("deck", record.deck.texts)
        writer.putKey("moves")
        writer.putList(record.moves) { writer, move in
            writer.put("{\"seat\":")
            writer.put(move.seat)
            write(move.made, into: &writer)
            writer.putField("atMs", move.atMilliseconds)
            writer.put("}")
        }
        if let seal = record.seal { writer.putField("seal", seal.text) }
        if let salt = record.salt { writer.putField("salt", salt.text) }
    }

    /// Writes a recorded move, or a timed-out turn (nil). Any but a flip has its name as `kind`: nothing else names it.
    static func write(_ made: MadeMove?, into writer: inout ByteWriter) {
        switch made {
        case nil: return writer.put(",\"card\":null")
        case .flip: break
        case let made?:
            writer.put(",\"kind\":\"")
            writer.put(made.word)
            writer.put("\"")
        }
        made?.writeFields(inRecord: true, into: &writer)
    }

    /// Writes the fields of `replay`.
    static func write(_ header: ReplayHeader, into writer: inout ByteWriter) {
        writer.putField("record", orNull: header.record?.text)
        writer.putField("match", header.match.text)
        writer.putField("startedAt", Platform.dateText(milliseconds: header.startedAt))
        writer.putField("endedAt", Platform.dateText(milliseconds: header.endedAt))
        writer.putField("players", header.players)
        writer.putField("rules", header.rules)
        if let seal = header.seal { writer.putField("seal", seal.text) }
        writer.putField("states", header.states)
        writer.putField("pictures", header.pictures)
    }

    /// Writes a state of a replay as a line without its closing brace.
    static func write(_ replayed: ReplayedState, into writer: inout ByteWriter) {
        JSONState.write(replayed.state, into: &writer)
        writer.putField("record", orNull: replayed.record?.text)
        writer.putField("atMs", replayed.atMilliseconds)
        writer.putField("last", replayed.isLast)
    }

    /// The place that a record is written to.
    enum RecordForm {
        /// In an event, with dates.
        case event
        /// In a file, with times in milliseconds since 1970, and with private records marked.
        case file
    }

    /// Writes the fields of a match's summary.
    static func write(
        _ summary: RecordSummary, as form: RecordForm, _ rules: inout RulesTexts, into writer: inout ByteWriter
    ) {
        writer.putField("record", summary.id.text)
        writer.putField("match", summary.match.text)
        switch form {
        case .event:
            writer.putField("startedAt", Platform.dateText(milliseconds: summary.startedAt))
            writer.putField("endedAt", Platform.dateText(milliseconds: summary.endedAt))
        case .file:
            writer.putField("private", summary.isPrivate)
            writer.putField("startedAt", summary.startedAt)
            writer.putField("endedAt", summary.endedAt)
        }
        rules.putField(summary.rules, into: &writer)
        writer.putField("players", summary.players)
        writer.putField("scores", summary.scores)
        writer.putField("winner", orNull: summary.winner)
        writer.putField("reason", summary.reason.text)
        writer.putField("turns", summary.turns)
        writer.putField(of: summary.opponent)
        writer.putField(recall: summary.recall)
        writer.putField(summary.contest)
    }

    /// Returns the bytes that a match takes in a list.
    fileprivate static func byteCount(of summary: RecordSummary, _ rules: inout RulesTexts) -> Int {
        var writer = ByteWriter(capacity: 1024)
        writer.put("{")
        write(summary, as: .event, &rules, into: &writer)
        return writer.count + 1
    }

    // MARK: Reading

    /// Reads `records`; skips matches that this client doesn't understand.
    static func readList(_ object: JSONObject) -> RecordList? {
        guard let values = object["records"]?.array else { return nil }
        let records = values.compactMap { $0.object.flatMap(readSummary) }
        return RecordList(
            records: records, total: object["total"]?.int ?? records.count, filter: RecordFilter(object))
    }

    /// Reads `record`; returns nil if its board can't be drawn, or a move isn't on it.
    static func readRecord(_ object: JSONObject) -> MatchRecord? {
        readSummary(object).flatMap { readRecord(object, $0) }
    }

    /// Reads the rest of a record with this summary; returns nil if the deck has another number of cards or a face of
    /// more than a line, or a move has an invalid seat or card.
    static func readRecord(_ object: JSONObject, _ summary: RecordSummary) -> MatchRecord? {
        let rules = summary.rules
        guard let deck = object["deck"]?.strings, deck.count == rules.deckCount, deck.allSatisfy(\.isOneLine),
            let values = object["moves"]?.array
        else { return nil }
        let moves = values.compactMap { $0.object.flatMap { readMove($0, rules) } }
        guard moves.count == values.count else { return nil }
        let isWhole = !deck.contains("")
        return MatchRecord(
            summary: summary,
            deck: isWhole ? CardFaces(deck, under: rules) : CardFaces(deck.map { $0.isEmpty ? nil : $0 }),
            moves: moves, seal: object.parsed("seal", Seal.init), salt: object.parsed("salt", Salt.init))
    }

    private static func readMove(_ move: JSONObject, _ rules: Rules) -> MatchRecord.Move? {
        guard let seat = move["seat"]?.int, (0..<rules.seats).contains(seat), let time = move["atMs"]?.int
        else { return nil }
        guard let made = readMade(move), rules.game.type.mayMake(made, under: rules) else { return nil }
        return MatchRecord.Move(seat: seat, made, atMilliseconds: time)
    }

    /// Reads a recorded move, which is nil for a timed-out turn; returns nil if it is none.
    static func readMade(_ object: JSONObject) -> MadeMove?? {
        if object["card"]?.isNull ?? false { return .some(nil) }
        return MadeMove(object, word: object["kind"]?.string ?? "flip").map { .some($0) }
    }

    /// Reads a match's summary; returns nil if a field is missing, or the number of players doesn't match the rules.
    private static func readSummary(_ object: JSONObject) -> RecordSummary? {
        guard let id = object.parsed("record", RecordID.init),
            let match = object.parsed("match", MatchID.init),
            let start = date(object["startedAt"]), let end = date(object["endedAt"]),
            let rules = JSONRules.readComplete(object["rules"]),
            let players = object["players"]?.strings, players.count == rules.seats,
            let scores = object["scores"]?.ints, scores.count == 2,
            let turns = object["turns"]?.ints, turns.count == rules.seats,
            object.holdsNumberOrNull("winner"), let reason = object["reason"]?.string.map({ Ending.Reason(text: $0) })
        else { return nil }
        let winner = object["winner"]?.int
        guard winner.map(players.indices.contains) ?? true else { return nil }
        return RecordSummary(
            id: id, match: match, startedAt: start, endedAt: end, rules: rules, players: players, scores: scores,
            winner: winner, reason: reason, turns: turns, opponent: PlayerKind(object),
            recall: Recall.read(object["recall"], seats: rules.seats), contest: ContestPlace(object["contest"]))
    }

    /// Parses `replay`; returns nil if a field is missing or invalid.
    static func readReplay(_ object: JSONObject) -> ReplayHeader? {
        guard let match = object.parsed("match", MatchID.init), let rules = JSONRules.readComplete(object["rules"]),
            let start = date(object["startedAt"]), let end = date(object["endedAt"]),
            let players = object["players"]?.strings, players.count == rules.seats,
            let states = object["states"]?.int, states > 0
        else { return nil }
        return ReplayHeader(
            record: object.parsed("record", RecordID.init), match: match, startedAt: start, endedAt: end,
            players: players, rules: rules, seal: object.parsed("seal", Seal.init), states: states,
            pictures: object.pictures("pictures"))
    }

    /// Parses a state, which is one of a replay if it says when it was.
    static func readState(_ object: JSONObject) -> Event? {
        guard let state = JSONState.read(object) else { return nil }
        guard let moment = object["atMs"]?.int else { return .state(state) }
        return .replayed(
            ReplayedState(
                state: state, record: object.parsed("record", RecordID.init), atMilliseconds: moment,
                isLast: object["last"]?.bool ?? false))
    }

    /// Reads a date.
    static func date(_ value: JSONValue?) -> Int? {
        value?.string.flatMap { Platform.dateMilliseconds($0) }
    }
}

extension RecordList {
    /// Creates a list of as many matches, from the first on, as fit into a line of ``Limits/recordsBytes``.
    public init(fitting records: [RecordSummary], total: Int, filter: RecordFilter = .all) {
        // Everything around the list takes less than that, even with an `id` and names that are all escapes.
        var room = Limits.recordsBytes - 1024
        var rules = RulesTexts()
        let fitting = records.prefix { summary in
            room -= JSONRecords.byteCount(of: summary, &rules) + 1
            return room >= 0
        }
        self.init(records: Array(fitting), total: total, filter: filter)
    }
}

extension PlayerKind {
    /// Reads the kind from the fields of a seat or of a record; a level that this program doesn't know is `steady`.
    init(_ object: JSONObject) {
        if let level = object["house"]?.string {
            self = .house(HouseLevel(rawValue: level) ?? .steady)
        } else {
            self = object["beside"]?.bool == true ? .beside : .person
        }
    }
}

extension ByteWriter {
    /// Writes the field that marks a house player, or a player at the client of seat 0; nothing for any other.
    mutating func putField(of kind: PlayerKind) {
        switch kind {
        case .person: break
        case .house(let level): putField("house", level.rawValue)
        case .beside: putField("beside", true)
        }
    }
}
