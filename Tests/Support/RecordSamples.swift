public import Protocol

/// Records that nobody has played, and their lines.
public enum RecordSamples {
    /// A match of two on a small board, which Ann opened and Bob has won, unless it is said otherwise.
    public static func match(
        _ number: Int, _ players: [String] = ["Ann", "Bob"], winner: Int? = 1, reason: Ending.Reason = .cleared,
        isPrivate: Bool = false
    ) -> MatchRecord {
        let moves = [(0, 0), (0, 1), (1, 0), (1, 2), (0, nil), (1, 1), (1, 3)] as [(Int, Int?)]
        let summary = RecordSummary(
            id: RecordID(number: number), match: MatchID(number: number + 4), isPrivate: isPrivate,
            startedAt: 1_800_000_000_000 + number * 60_000, endedAt: 1_800_000_030_000 + number * 60_000,
            rules: rules(.animals), players: players, scores: winner == nil ? [1, 1] : winner == 0 ? [2, 0] : [0, 2],
            winner: winner, reason: reason, turns: [2, 2])
        return MatchRecord(
            summary: summary, deck: ["🐓", "🐶", "🐓", "🐶"],
            moves: moves.enumerated().map { index, move in
                MatchRecord.Move(seat: move.0, move.1.map { .flip(card: $0) }, atMilliseconds: index * 1500)
            })
    }

    /// A game alone.
    public static func game(
        _ number: Int, _ name: String = "Ann", score: Int = 2, turns: Int = 3, reason: Ending.Reason = .cleared,
        faces: FaceSet = .animals, isPrivate: Bool = false
    ) -> MatchRecord {
        let summary = RecordSummary(
            id: RecordID(number: number), match: MatchID(number: number + 4), isPrivate: isPrivate,
            startedAt: number * 1000, endedAt: number * 1000 + 500, rules: rules(faces, seats: 1), players: [name],
            scores: [score, -1],
            winner: reason == .cleared ? 0 : nil, reason: reason, turns: [turns])
        return MatchRecord(summary: summary, deck: CardFaces(set: faces, cards: [1, 0, 1, 0]), moves: [])
    }

    /// A match of Set that its first player gave up, or a game alone; without moves.
    public static func set(_ number: Int, _ players: [String] = ["Ann", "Bob"], score: Int = 1) -> MatchRecord {
        var request = RulesRequest(game: .set)
        request.seats = players.count
        guard let rules = try? Rules(request) else { preconditionFailure("the rules are in range") }
        let summary = RecordSummary(
            id: RecordID(number: number), match: MatchID(number: number + 4), startedAt: number * 1000,
            endedAt: number * 1000 + 95_500, rules: rules, players: players,
            scores: players.count == 1 ? [score, -1] : [score, 0], winner: players.count == 1 ? nil : 1,
            reason: .resigned, turns: players.map { _ in 1 })
        return MatchRecord(summary: summary, deck: CardFaces(SetCard.all), moves: [])
    }

    /// Rules of a board of four cards.
    public static func rules(_ faces: FaceSet, seats: Int = 2) -> Rules {
        var request = RulesRequest()
        (request.rows, request.columns, request.seats, request.faces) = (2, 2, seats, faces)
        guard let rules = try? Rules(request) else { preconditionFailure("the rules are in range") }
        return rules
    }

    /// The first line of the file.
    public static var header: [UInt8] {
        var writer = ByteWriter()
        writer.put(#"{"log":"records","form":4"#)
        writer.endLogLine()
        return writer.drain()
    }

    /// The line of a record.
    public static func line(_ record: MatchRecord) -> [UInt8] {
        var writer = ByteWriter()
        RecordLine.write(record, into: &writer)
        writer.endLogLine()
        return writer.drain()
    }
}

extension TemporaryFolder {
    /// The path of the records that a host has, or will have, in it.
    public var recordsPath: String { path(of: "records.ndjson") }

    /// The records in it, byte for byte.
    public var records: [UInt8] { get throws { try bytes(of: "records.ndjson") } }

    /// Replaces the records in it.
    public func writeRecords(_ bytes: some Sequence<UInt8>) throws { try write(bytes, to: "records.ndjson") }
}
