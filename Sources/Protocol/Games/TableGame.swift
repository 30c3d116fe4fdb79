// A game is a value in a folder of its own, and this protocol is all that the lobby, the journal and both dialects know
// of it. A step that it makes is a `GameChange`; its moves and its part of a state are cases of `Move`, `MadeMove` and
// `GameState`. CONTRIBUTING.md ("Adding a game") lists the lines that a new one needs elsewhere.
//
// A game has no clock, names or connections. Time is an argument: the milliseconds that the match has been in play,
// not counting pauses. Hidden faces leave a game only through `show`, once a rule has turned them up.
//
// The protocol assumes of every game that a match has one or two seats and two scores in a record, pauses when a player
// is away and ends when one resigns, and that solo games are ranked by points, then by turns or time.

/// One game: its rules from the deal to the end of a match, its lines on the wire and in records, and its words. The
/// defaults suit a game whose cards lie in rows and are flipped one by one.
protocol TableGame: Equatable, Sendable {
    // MARK: The game

    /// True if players take turns, so that two can play at the same client, and a turn may time out.
    static var hasTurns: Bool { get }
    /// True if solo games of equal score are ranked by their time, and not by the turns used.
    static var isRankedByTime: Bool { get }
    /// Moves stored in a match's record, so that the line showing it stays under 60,000 bytes.
    static var recordMoves: Int { get }
    /// The rules that players may choose.
    static var rules: [Rule] { get }

    // MARK: Cards

    /// Returns the number of cards in a deck.
    static func deckCount(under rules: Rules) -> Int
    /// The faces that the cards may have, with their encodings.
    static func palette(under rules: Rules) -> Palette
    /// Deals the faces of all cards.
    ///
    /// - Parameter pictures: those of the host; at least one if the rules deal from them.
    static func deal(
        for rules: Rules, pictures: [Picture], using random: inout some RandomNumberGenerator
    ) -> CardFaces
    /// Returns true if a deck of these faces may be dealt. Their number has been checked, and none is empty.
    static func mayDeal(_ faces: [String]) -> Bool
    /// Makes a deck of the faces in a record that may come from any host: whatever the record says, the deck has as
    /// many cards as the rules say, each with a face.
    static func deck(asRecorded faces: CardFaces, under rules: Rules) -> CardFaces

    // MARK: Play

    /// Sets up a match.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: a deck for these rules; any other traps.
    ///   - seat: the seat that begins; one of the rules' seats.
    init(rules: Rules, deck: Deck, starting seat: Int)
    /// This game as a ``Game``.
    var game: Game { get }
    /// Makes a move for a seat; see ``Game/play(_:by:at:announcedIn:)``. A game refuses the moves of others, and every
    /// move once it is over; nothing else checks either. A game without turns ends after ``Limits/matchTurns`` moves,
    /// or its journal could grow for ever.
    mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Game.Played
    /// Checks that a move still applies; see ``Game/checkIsCurrent(_:by:seenIn:at:)``. A flip is guarded by ``ply`` alone.
    /// If several players may flip at once, that must be nil, or flips at the same moment would refuse one another.
    func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at time: Int) throws(Refusal)
    /// The time at which something happens by itself, done by ``expire(at:announcedIn:)``; nil if nothing will.
    var deadline: Int? { get }
    /// Handles the deadline; see ``Game/expire(at:announcedIn:)``. A ``MatchReplay`` does so just before the next
    /// recorded move, even if it is not due yet, unless the step's ``GameChange/unprompted`` names what a record stores
    /// of it.
    mutating func expire(at time: Int, announcedIn version: Int) -> Change?
    /// Ends the match.
    mutating func end(_ reason: Ending.Reason, winner: Int?)

    // MARK: Public knowledge; see `Game`

    var rules: Rules { get }
    var ending: Ending? { get }
    func score(of seat: Int) -> Int
    func turnsUsed(of seat: Int) -> Int
    var active: Int? { get }
    var turnNumber: Int { get }
    var ply: Int? { get }
    var progress: String { get }
    var phase: MatchState.Phase { get }
    func show(in state: inout MatchState, at time: Int)
    var revealedDeck: Deck? { get }
    var unshownDeck: Deck? { get }
    var recall: [Recall]? { get }

    // MARK: The house

    /// Creates a computer player who has seen nothing.
    ///
    /// - Parameters:
    ///   - level: the strength.
    ///   - seat: the seat to play, one of the rules' seats.
    ///   - rules: the rules of the match, which clients know too.
    ///   - seed: decides which cards are forgotten when, in a game of memory.
    static func house(level: HouseLevel, seat: Int, rules: Rules, seed: UInt64) -> any HousePlayer

    // MARK: Wire

    /// The commands for moves that no other game has; a flip is read for every game.
    static var commands: [CommandRow] { get }
    /// What may come of a move, as operators count it: at most ``MoveCounts/mostResults`` words in lower case.
    static var moveResults: [String] { get }
    /// The codes of the refusals that no other game has.
    static var refusalCodes: [String] { get }
    /// Returns true if a record of a match with these rules may have a move: it is one of this game, and its cards are on
    /// its board.
    ///
    /// - Parameter made: nil for a turn that timed out.
    static func mayMake(_ made: MadeMove?, under rules: Rules) -> Bool
    /// Reads a move that only this game has, by its name in a journal or record; returns nil if it is none.
    static func readMade(_ object: JSONObject, word: String) -> MadeMove?

    /// Returns true if a state may show a board of this size.
    static func mayShow(rows: Int, columns: Int) -> Bool
    /// Returns the number of places that a change may name on a board with this many cards.
    static func places(on cards: Int) -> Int
    /// Reads a step of this game; returns nil if it is none.
    static func readChange(_ change: JSONState.ChangeFields) -> Change?
    /// Reads what a state has for this game alone; returns nil if that is missing or can't be drawn.
    static func readState(_ state: JSONState.BoardFields) -> GameState?
    /// Returns the cards that a state shows, each with the places in the deck that it may have.
    static func sightings(in state: MatchState) -> [CardSighting]

    // MARK: Words, for people who type

    static var name: String { get }
    /// Writes the way to play and the rules that the host offers, on a screen of 24 lines of 80 characters.
    static func write(_ book: RuleBook, into writer: inout ByteWriter)
    /// Returns the size of the board, or the name of a game that has but one.
    static func board(_ rules: Rules) -> String
    /// Returns the rules in a short form for lists.
    static func short(_ rules: Rules) -> String
    /// Returns the rules in one to four sentences.
    static func long(_ rules: Rules) -> String

    /// Draws the table.
    static func draw(_ state: MatchState, into writer: inout ByteWriter)
    /// Draws all cards of a finished match; nothing where their places say nothing.
    static func draw(_ deck: CardFaces, under rules: Rules, into writer: inout ByteWriter)
    /// Returns what follows a seat's points: `, 3 sets`.
    static func tally(of seat: Int, in state: MatchState) -> String
    /// Returns the state of a match in play, in a sentence.
    static func status(of state: MatchState) -> String
    static func hasBegun(_ state: MatchState) -> Bool
    /// The noun for the things that ``turnsUsed(of:)`` counts; its plural ends in s.
    static var attempt: String { get }
    /// Returns why a match was over that was played to its end, as a sentence; nil for other reasons.
    static func sentence(_ reason: Ending.Reason) -> String?
}

// MARK: - What all games do alike

extension TableGame {
    /// Forfeits the match for a seat, whatever the score; see ``Game/forfeit(by:as:)``.
    mutating func forfeit(by seat: Int?, as forfeit: Game.Forfeit) -> Change? {
        precondition(seat.map((0..<rules.seats).contains) ?? true, "no such seat")
        guard ending == nil else { return nil }
        end(forfeit.reason, winner: seat.flatMap(opponent))
        return forfeit.change(by: seat)
    }

    /// Returns the other seat; nil in a solo game.
    func opponent(of seat: Int) -> Int? { rules.isSolo ? nil : 1 - seat }

    /// Returns the seat with the higher score; nil on a tie. In a solo game, the seat leads if `soloWins`.
    func leader(soloWins: Bool) -> Int? {
        guard !rules.isSolo else { return soloWins ? 0 : nil }
        let (mine, theirs) = (score(of: 0), score(of: 1))
        return mine == theirs ? nil : mine > theirs ? 0 : 1
    }
}

// MARK: - What games of cards that lie in rows and are flipped one by one have

extension TableGame {
    static var isRankedByTime: Bool { !hasTurns }
    static func palette(under rules: Rules) -> Palette { rules.faces.palette }

    /// Makes a deck of the faces, with a placeholder for each that is missing.
    static func deck(asRecorded faces: CardFaces, under rules: Rules) -> CardFaces {
        let count = deckCount(under: rules)
        let isWhole = faces.count == count && faces.indices.allSatisfy { !faces.isDown($0) }
        if isWhole { return faces }
        return CardFaces((0..<count).map { (faces.indices.contains($0) ? faces[$0] : nil) ?? "\u{FFFD}" })
    }

    /// Does nothing: every move that is legal still applies.
    func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at time: Int) throws(Refusal) {}
    /// None: every card is shown at the end.
    var unshownDeck: Deck? { nil }
    /// Nothing to remember.
    var recall: [Recall]? { nil }

    static var commands: [CommandRow] { [] }
    static func mayMake(_ made: MadeMove?, under rules: Rules) -> Bool {
        switch made {
        case nil: true
        case .flip(let card): 0..<rules.cardCount ~= Int(card)
        default: false
        }
    }
    static func readMade(_ object: JSONObject, word: String) -> MadeMove? { nil }
    static func mayShow(rows: Int, columns: Int) -> Bool {
        Rules.Bounds.side.contains(rows) && Rules.Bounds.side.contains(columns)
    }
    static func places(on cards: Int) -> Int { cards }
    static func sightings(in state: MatchState) -> [CardSighting] {
        state.cards.indices.compactMap { card in state.cards[card].map { CardSighting($0, in: card..<card + 1) } }
    }

    static func draw(_ state: MatchState, into writer: inout ByteWriter) {
        PlainBoard.writeBoard(state, into: &writer)
    }
    static func draw(_ deck: CardFaces, under rules: Rules, into writer: inout ByteWriter) {
        PlainBoard.writeBoard(deck, columns: rules.columns, into: &writer)
    }
    static func tally(of seat: Int, in state: MatchState) -> String { "" }
    static var attempt: String { "turn" }
}
