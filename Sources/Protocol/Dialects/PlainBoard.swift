/// A state in plain words: the event, then the board if it changed, then the match's status. An empty line begins the
/// board, and another follows the last line, so that a script knows that nothing more comes.
enum PlainBoard {
    /// Writes a state; writes nothing if only the number of watchers changed.
    static func write(_ state: MatchState, into writer: inout ByteWriter) {
        if !state.isIntroduction, let news = state.change.flatMap({ sentence($0, state) }) {
            writer.put(text: "\(news)\n")
        }
        guard isDrawn(state) else { return }
        writer.put(text: "\n")
        if state.isSet { PlainTable.write(state.cards, into: &writer) } else { writeBoard(state, into: &writer) }
        if !state.seats.isEmpty {
            writer.put(text: state.seats.indices.map { score($0, state) }.joined(separator: " "))
            writer.put(text: state.watchers > 0 ? " \(state.watchers) watching.\n" : "\n")
        }
        writer.put(text: "\(status(state))\n")
        if state.phase == .over, state.result?.rematch == nil, !state.seats.contains(where: \.left) {
            writer.put(text: "Players can type rematch to play again, or leave.\n")
        }
        writer.put(text: "\n")
    }

    /// Returns true if cards, turn or phase changed, or the state is new to the reader.
    static func isDrawn(_ state: MatchState) -> Bool {
        guard !state.isIntroduction else { return true }
        switch state.change {
        case nil, .deal, .flip, .pair, .miss, .cover, .timeout, .resign, .abandon: return true
        case .set, .more, .shuffle, .idle: return true
        case .wrong, .wish: return state.phase == .over
        case .left, .offer, .rematch, .watchers: return false
        case .away(let seat):
            // The first player to go pauses the match; if another one was already away, it was paused before.
            return state.phase == .paused
                && state.seats.indices.allSatisfy { index in
                    index == seat || state.seats[index].present || state.seats[index].kind == .beside
                }
        case .back: return state.phase == .playing || state.phase == .showing
        }
    }

    private static func sentence(_ change: Change, _ state: MatchState) -> String? {
        switch change {
        case .watchers: return nil
        case .deal:
            guard state.seats.count > 1 else { return "The game begins." }
            return "The match begins. \(name(state, 0)) plays \(name(state, 1))."
        case .flip(let seat, let card): return "\(name(state, seat)) flips \(described(state, card))."
        case .pair(let seat, _, let card): return "\(name(state, seat)) flips \(described(state, card)), a pair!"
        case .miss(let seat, _, let card): return "\(name(state, seat)) flips \(described(state, card)), no pair."
        case .cover: return "Both cards are face down again."
        case .timeout(let seat, _): return "\(name(state, seat)) ran out of time."
        case .set(let seat, let claim):
            return "\(name(state, seat)) takes \(PlainTable.words(claim)). A set!"
        case .wrong(let seat, let claim, let penalty):
            let player = name(state, seat)
            return
                "\(player) takes \(PlainTable.words(claim)). \(PlainTable.notASet(penalty, player)) \(score(seat, state))"
        case .wish(let seat): return "\(name(state, seat)) asks for three more cards."
        case .more(_, let penalty): return "Three more cards." + PlainTable.missed(penalty)
        case .shuffle(let seat): return "\(name(state, seat)) shuffles the table."
        case .idle: return "Nobody made a move for too long."
        case .away(let seat): return "\(name(state, seat)) disconnected."
        case .back(let seat): return "\(name(state, seat)) reconnected."
        case .offer(let seat): return "\(name(state, seat)) offers a rematch."
        case .rematch: return "Rematch!"
        case .left(let seat): return "\(name(state, seat)) left."
        case .resign, .abandon: return "The match has ended."
        }
    }

    private static func name(_ state: MatchState, _ seat: Int) -> String {
        state.seats.indices.contains(seat) ? state.seats[seat].name : "nobody"
    }

    private static func described(_ state: MatchState, _ card: Int) -> String {
        let coordinate = Coordinate(card: card, columns: state.columns).text
        guard let face = state.cards[card] else { return coordinate }
        return "\(coordinate): \(face)"
    }

    private static func score(_ index: Int, _ state: MatchState) -> String {
        guard state.seats.indices.contains(index) else { return "" }
        let seat = state.seats[index]
        let points = PlainRules.counted(seat.score, "point")
        let turns = seat.turnsLeft.map { ", \(PlainRules.counted($0, "turn")) left" } ?? ""
        let absence = seat.present ? "" : seat.left ? " (left)" : " (disconnected)"
        let sets = state.set.map { ", \(PlainRules.counted($0.seats[index].sets, "set"))" } ?? ""
        return "\(seat.name)\(absence): \(points)\(sets)\(turns)."
    }

    /// Draws each card in as many columns as the widest face of its set needs, and one on either side for the brackets of
    /// an open card.
    ///
    /// A card that is face down is a dot and an empty place a hyphen, so that a screen reader keeps count.
    private static func writeBoard(_ state: MatchState, into writer: inout ByteWriter) {
        var gone = Array(repeating: false, count: state.cards.count)
        if state.matched == .vanish, state.phase != .over {
            for card in state.seats.flatMap(\.taken) { gone[card] = true }
        }
        writeBoard(
            state.cards, columns: state.columns, turned: state.turned, gone: gone, into: &writer)
    }

    /// Draws all cards of a finished match.
    static func writeBoard(_ deck: CardFaces, columns: Int, into writer: inout ByteWriter) {
        let gone = Array(repeating: false, count: deck.count)
        writeBoard(deck, columns: columns, turned: [], gone: gone, into: &writer)
    }

    private static func writeBoard(
        _ cards: CardFaces, columns: Int, turned: [Int], gone: [Bool], into writer: inout ByteWriter
    ) {
        let width = cards.palette.columns
        writer.put(text: "  ")
        for column in 0..<columns {
            writer.put(text: " ")
            writer.put(UInt8(ascii: "A") + UInt8(column))
            writer.put(text: column + 1 < columns ? String(repeating: " ", count: width) : "")
        }
        writer.put(text: "\n")
        for row in 0..<cards.count / columns {
            var line = row < 9 ? " \(row + 1)" : "\(row + 1)"
            for column in 0..<columns {
                let card = row * columns + column
                let isTurned = turned.contains(card)
                line += isTurned ? "[" : " "
                line += padded(gone[card] ? "-" : cards[card] ?? ".", to: width)
                line += isTurned ? "]" : " "
            }
            while line.last == " " { line.removeLast() }
            writer.put(text: "\(line)\n")
        }
    }

    private static func padded(_ face: String, to width: Int) -> String {
        face + String(repeating: " ", count: max(0, width - Palette.columns(of: face)))
    }

    private static func status(_ state: MatchState) -> String {
        switch state.phase {
        case .waiting: return "\(state.match.text) is waiting for a second player."
        case .showing: return "No pair. Both cards will be turned face down."
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            return
                "The match is paused until \(gone.joined(separator: " and ")) \(gone.count > 1 ? "reconnect" : "reconnects")."
        case .playing:
            if let set = state.set { return status(set, state) }
            guard let turn = state.turn else { return "" }
            guard let left = state.turnEndsInMilliseconds else { return "\(name(state, turn))'s turn." }
            return "\(name(state, turn))'s turn, \(PlainRules.seconds(left)) left."
        case .over: return result(state)
        }
    }

    private static func status(_ set: MatchState.SetPart, _ state: MatchState) -> String {
        let deck = "\(PlainRules.counted(set.deckLeft, "card")) left in the deck."
        let wisher = set.seats.firstIndex(where: \.wishesMore)
        return deck + (wisher.map { " \(name(state, $0)) asks for three more." } ?? "")
    }

    private static func result(_ state: MatchState) -> String {
        guard let result = state.result else { return "The match is over." }
        if result.reason == .abandoned, !state.hasBegun {
            return "The match was closed before it began."
        }
        let ending = ending(
            winner: result.winner, reason: result.reason, players: state.seats.map(\.name),
            game: state.isSet ? .set : .memory)
        return ending + (result.best ? " New high score!" : "")
    }

    /// Returns a sentence with the result of a match between these players.
    static func ending(winner: Int?, reason: Ending.Reason, players: [String], game: GameKind) -> String {
        // The only player, or the one who did not win.
        let loser = players.count == 1 ? 0 : winner.map { $0 == 0 ? 1 : 0 }
        let player = loser.flatMap { players.indices.contains($0) ? players[$0] : nil }
        let why: String
        switch reason {
        case .cleared: why = game == .memory ? "all pairs found" : "no sets left"
        case .turns: why = game == .set ? "after \(Limits.matchTurns) moves" : "out of turns"
        case .idle: why = "no moves for too long"
        case .resigned: why = "\(player ?? "somebody") resigned"
        case .timeout: why = "\(player ?? "somebody") timed out three times in a row"
        case .abandoned: why = player.map { "\($0) didn't come back" } ?? "nobody came back"
        case .unknown(let text): why = text
        }
        if players.count == 1 { return winner == nil ? "The game is over: \(why)." : "Cleared: \(why)." }
        if let winner, players.indices.contains(winner) { return "\(players[winner]) wins: \(why)." }
        return reason.isPlayedOut ? "It's a draw: \(why)." : "Nobody wins: \(why)."
    }
}
