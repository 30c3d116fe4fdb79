/// A state in plain words: the event, then the board if it changed, then the match's status. An empty line begins the
/// board, and another follows the last line, so that a script knows that nothing more comes.
enum PlainBoard {
    /// Writes a state; writes nothing if only the number of watchers changed.
    ///
    /// - Parameter isReplayed: true for a match of the past, which nobody can go on with.
    static func write(_ state: MatchState, isReplayed: Bool = false, into writer: inout ByteWriter) {
        if !state.isIntroduction, let news = state.change.flatMap({ sentence($0, state) }) {
            writer.put(text: "\(news)\n")
        }
        guard isDrawn(state) else { return }
        writer.put(text: "\n")
        state.game.kind.type.draw(state, into: &writer)
        if !state.seats.isEmpty {
            writer.put(text: state.seats.indices.map { score($0, state) }.joined(separator: " "))
            writer.put(text: state.watchers > 0 ? " \(state.watchers) watching.\n" : "\n")
        }
        writer.put(text: "\(status(state))\n")
        if let recall = Recall.line(state.result?.recall, of: state.seats.map(\.name)) {
            writer.put(text: "\(recall).\n")
        }
        if let salt = state.result?.salt { PlainSeal.write(salt, state.sealedDeck, into: &writer) }
        if !isReplayed, state.phase == .over, state.result?.rematch == nil, !state.seats.contains(where: \.left) {
            writer.put(text: "Players can type rematch to play again, or leave.\n")
        }
        writer.put(text: "\n")
    }

    /// Returns true if cards, turn or phase changed, or the state is new to the reader.
    static func isDrawn(_ state: MatchState) -> Bool {
        guard !state.isIntroduction else { return true }
        switch state.change {
        case nil, .deal, .resign, .abandon: return true
        case .left, .offer, .rematch, .watchers: return false
        case .away(let seat):
            // The first player to go pauses the match; if another one was already away, it was paused before.
            return state.phase == .paused
                && state.seats.indices.allSatisfy { index in
                    index == seat || state.seats[index].present || state.seats[index].kind == .beside
                }
        case .back: return state.phase == .playing || state.phase == .showing
        default: return state.change?.ask { $0.isDrawn(in: state) } ?? true
        }
    }

    private static func sentence(_ change: Change, _ state: MatchState) -> String? {
        switch change {
        case .watchers: return nil
        case .deal:
            guard state.seats.count > 1 else { return MatchSentence.gameBegins.text() }
            return MatchSentence.matchBegins.text() + " \(state.name(of: 0)) plays \(state.name(of: 1))."
        case .away(let seat): return MatchSentence.disconnected.text(state.name(of: seat))
        case .back(let seat): return MatchSentence.reconnected.text(state.name(of: seat))
        case .offer(let seat): return MatchSentence.offeredRematch.text(state.name(of: seat))
        case .rematch: return "Rematch!"
        case .left(let seat): return MatchSentence.left.text(state.name(of: seat))
        case .resign, .abandon: return "The match has ended."
        default: return change.ask { $0.sentence(in: state) }
        }
    }

    /// Returns the sentence with a seat's points.
    static func score(_ index: Int, _ state: MatchState) -> String {
        guard state.seats.indices.contains(index) else { return "" }
        let seat = state.seats[index]
        let points = PlainRules.counted(seat.score, "point")
        let turns = seat.turnsLeft.map { ", \(PlainRules.counted($0, "turn")) left" } ?? ""
        let absence = seat.present ? "" : seat.left ? " (left)" : " (disconnected)"
        let tally = state.game.kind.type.tally(of: index, in: state)
        return "\(seat.name)\(absence): \(points)\(tally)\(turns)."
    }

    /// Draws each card in as many columns as the widest face of its set needs, and one on either side for the brackets
    /// of an open card.
    ///
    /// A card that is face down is a dot and an empty place a hyphen, so that a screen reader keeps count.
    static func writeBoard(_ state: MatchState, into writer: inout ByteWriter) {
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
        case .paused:
            let gone = state.seats.filter { !$0.present }.map(\.name)
            let verb = gone.count > 1 ? "reconnect" : "reconnects"
            return "The match is paused until \(gone.joined(separator: " and ")) \(verb)."
        case .playing, .showing: return state.game.kind.type.status(of: state)
        case .over: return result(state)
        }
    }

    private static func result(_ state: MatchState) -> String {
        guard let result = state.result else { return MatchSentence.matchOver.text() }
        if result.reason == .abandoned, !state.hasBegun { return MatchSentence.neverBegan.text() }
        let ending = ending(
            winner: result.winner, reason: result.reason, players: state.seats.map(\.name),
            game: state.game.kind)
        return ending + (result.best ? " New high score!" : "")
    }

    /// Returns a sentence with the result of a match between these players.
    static func ending(winner: Int?, reason: Ending.Reason, players: [String], game: GameKind) -> String {
        func name(_ seat: Int?) -> String? { seat.flatMap { players.indices.contains($0) ? players[$0] : nil } }
        let heading = reason.heading(winner: name(winner), isSolo: players.count == 1)
        let loser = name(Ending.loser(winner: winner, seats: players.count))
        let why = reason.sentence(of: game, loser: loser)
        return "\(heading): \(loser != nil && reason.isAboutLoser ? why : why.clause + ".")"
    }
}
