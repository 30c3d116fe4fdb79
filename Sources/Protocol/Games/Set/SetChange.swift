/// A step of Set. Seats and places count from 0.
public enum SetChange: Hashable, Sendable {
    /// A seat claimed a set rightly, and took the cards. The places are those before it.
    case set(seat: Int, SetClaim)
    /// A seat claimed three cards that are not a set; nothing moved.
    case wrong(seat: Int, SetClaim, SetPenalty = SetPenalty())
    /// A seat asked for three more cards; they are dealt when the opponent agrees or after 5 s.
    case asked(seat: Int)
    /// Three more cards were dealt into the last places, because a seat had asked for them.
    case more(seat: Int, SetPenalty = SetPenalty())
    /// A seat shuffled the table.
    case shuffle(seat: Int)
    /// Nobody made a move for too long, so the match is over.
    case idle
}

extension SetChange: GameChange {
    var unprompted: UnpromptedStep? {
        if case .more(let seat, _) = self { UnpromptedStep(seat: seat, made: .set(.more)) } else { nil }
    }

    var changesList: Bool {
        switch self {
        case .set, .wrong, .idle: true
        case .asked, .more, .shuffle: false
        }
    }

    var game: GameKind { .set }

    var result: Int? {
        switch self {
        case .set: 0
        case .wrong: 1
        case .asked: 2
        case .more: 3
        case .shuffle: 4
        case .idle: nil
        }
    }

    // MARK: Wire

    func write(into writer: inout ByteWriter) {
        switch self {
        case .set(let seat, let claim): Self.write("set", seat, claim, SetPenalty(), &writer)
        case .wrong(let seat, let claim, let penalty): Self.write("wrong", seat, claim, penalty, &writer)
        case .asked(let seat): JSONState.writeChange("wish", seat, nil, nil, &writer)
        case .more(let seat, let penalty): Self.write("more", seat, nil, penalty, &writer)
        case .shuffle(let seat): JSONState.writeChange("shuffle", seat, nil, nil, &writer)
        case .idle: JSONState.writeChange("idle", nil, nil, nil, &writer)
        }
    }

    /// Writes a claim with its cards, and what the move cost.
    private static func write(
        _ kind: StaticString, _ seat: Int, _ claim: SetClaim?, _ penalty: SetPenalty, _ writer: inout ByteWriter
    ) {
        writer.put(",\"change\":{\"kind\":\"")
        writer.put(kind)
        writer.put("\"")
        writer.putField("seat", seat)
        writer.putField("cards", claim?.places ?? [])
        if let claim { writer.putField("faces", claim.cards.map(\.text)) }
        if let fault = penalty.fault { writer.putField("fault", fault.rawValue) }
        if penalty.points > 0 { writer.putField("cost", penalty.points) }
        if let missed = penalty.missed { writer.putField("missed", missed.all) }
        writer.put("}")
    }

    /// Reads a step; returns nil if there is no such step, or it lacks a seat or a claim.
    init?(_ change: JSONState.ChangeFields) {
        switch (change.kind, change.seat) {
        case ("set", let seat?):
            guard let claim = SetClaim(change.object) else { return nil }
            self = .set(seat: seat, claim)
        case ("wrong", let seat?):
            guard let claim = SetClaim(change.object) else { return nil }
            self = .wrong(seat: seat, claim, SetPenalty(change.object))
        case ("wish", let seat?): self = .asked(seat: seat)
        case ("more", let seat?): self = .more(seat: seat, SetPenalty(change.object))
        case ("shuffle", let seat?): self = .shuffle(seat: seat)
        case ("idle", _): self = .idle
        default: return nil
        }
    }

    // MARK: Words

    func isDrawn(in state: MatchState) -> Bool {
        switch self {
        case .set, .more, .shuffle, .idle: true
        case .wrong, .asked: state.phase == .over
        }
    }

    func sentence(in state: MatchState) -> String {
        switch self {
        case .set(let seat, let claim): return "\(state.name(of: seat)) takes \(PlainTable.words(claim)). A set!"
        case .wrong(let seat, let claim, let penalty):
            let player = state.name(of: seat)
            let fault = penalty.notASet(player, minus: "-")
            return "\(player) takes \(PlainTable.words(claim)). \(fault) \(PlainBoard.score(seat, state))"
        case .asked(let seat): return SetSentence.asked.text(state.name(of: seat))
        case .more(_, let penalty): return SetSentence.more.text() + PlainTable.missed(penalty)
        case .shuffle(let seat): return SetSentence.shuffled.text(state.name(of: seat))
        case .idle: return MatchSentence.idle.text()
        }
    }

    func sentence(in record: MatchRecord, scores: [Int]) -> String? {
        let players = record.summary.players
        switch self {
        case .set(let seat, let claim):
            let scores = PlainRecords.scores(scores, of: players)
            return "\(players[seat]) takes \(PlainTable.words(claim)). A set! \(scores)."
        case .wrong(let seat, let claim, _): return "\(players[seat]) takes \(PlainTable.words(claim)). Not a set."
        case .asked(let seat): return SetSentence.asked.text(players[seat])
        case .more: return SetSentence.more.text()
        case .shuffle(let seat): return SetSentence.shuffled.text(players[seat])
        case .idle: return nil
        }
    }
}

extension SetPenalty {
    /// Reads what a move cost; leaves out what is unknown, or is about a place that no table has.
    fileprivate init(_ change: JSONObject) {
        let missed = (change["missed"]?.ints).flatMap { places in
            places.allSatisfy((0..<SetCard.count).contains) ? SetPlaces(places) : nil
        }
        self.init(
            points: change["cost"]?.int ?? 0, fault: change.parsed("fault", SetCard.Feature.init(rawValue:)),
            missed: missed)
    }
}
