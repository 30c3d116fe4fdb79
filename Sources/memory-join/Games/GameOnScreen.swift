import Protocol

/// A game as this client shows and plays it. The value is what a person has in mind at one table; what holds for all
/// tables is static. Each game has a folder, and ``Protocol/GameKind/onScreen`` lists them.
///
/// A value gets only states of its own game, but from any host: whatever they hold, it must not trap.
protocol GameOnScreen: Equatable, Sendable {
    /// What is the same at all of its tables.
    static var facts: GameFacts { get }

    // MARK: Rules

    /// Returns the rules that a form asks for, apart from the game and the number of seats.
    static func request(_ form: OpeningForm) -> RulesRequest
    /// Has a form ask for rules like these, as far as it offers them.
    static func fill(_ form: inout OpeningForm, from rules: Rules)
    /// Returns what is said of rules.
    static func words(of rules: Rules) -> RuleWords
    /// Returns what the help says of the keys of whoever plays, apart from those of buttons and settings.
    static func keys(_ settings: Settings) -> [HelpLine]
    /// Ways to say how a card is chosen, the longest first.
    static func hints(_ state: MatchState) -> [String]

    // MARK: A match

    /// Returns a sentence about a state's change; nil if it is not news.
    ///
    /// It never says where a face is, or the log would remember for the player; but in a replay it tells the cards, too.
    ///
    /// - Parameter label: spells a face of a replay; nil for a match that is played.
    static func news(_ state: MatchState, own: Int?, label: ((String) -> String)?) -> String?
    /// Returns what follows a seat's points; nil if nothing does.
    static func tally(of seat: Int, in state: MatchState) -> String?
    /// Returns the row and the column of a place on the table, as far as all see it alike.
    static func cell(of place: Int, in state: MatchState) -> (row: Int, column: Int)
    /// Returns the faces of what a seat has taken, one for each pair, in the order in which they were taken.
    static func pile(of seat: Int, in state: MatchState) -> [String]
    /// Returns what was done in a match that is over, such as `12 turns`; nil if it is unknown.
    static func effort(_ state: MatchState) -> String?
    /// Returns the milliseconds of the whole clock of which so many are left; nil if none is shown.
    static func clock(_ left: Int, under rules: Rules) -> Int?
    /// Returns what a move is meant for; nil for a move that is meant however the match stands.
    static func guards(for move: Move, seen: Sight) -> Request.Guards?

    // MARK: At a table

    /// Nothing in mind yet, at a table with this state or, if that is nil, before the first one.
    init(of state: MatchState?)
    /// The place of the card under the cursor.
    var cursor: Int { get set }
    /// Takes over a state.
    mutating func apply(_ step: Table.Transition, at now: Instant)
    /// Forgets what counts only for a while.
    mutating func tick(_ now: Instant)
    /// The next moment at which the screen changes by itself; nil if it does not.
    func nextChange(after now: Instant) -> Instant?
    /// Responds to what a person meant, or a state that has just been taken over.
    ///
    /// - Returns: what follows; nil for what means nothing in this game.
    mutating func respond(to input: TableInput, _ context: TableContext) -> [TableAction]?
    /// Returns the status in a sentence or two.
    func status(_ context: TableContext) -> String
    /// Returns further lines about a match that is over.
    func figures(_ state: MatchState) -> [String]

    // MARK: The cards

    /// Returns the rectangle of the cards in a space; nil if they do not fit.
    func area(_ state: MatchState, in room: Rect) -> Rect?
    /// Returns a number that is larger for larger cards; nil if they do not fit. The side of the board is chosen by it,
    /// so that it must not change while the match goes on.
    func scale(_ state: MatchState, in room: Rect) -> Int?
    /// Draws the cards into a space in which they fit.
    func draw(_ board: BoardContext, _ drawing: inout Drawing, in room: Rect)
    /// Returns where each card is seen, by its face, in a game whose cards change their places.
    func places(_ state: MatchState, in room: Rect) -> [String: Rect]
    /// Sets cards in motion after a change of which no state is missing.
    static func move(
        _ cards: inout CardMotions, _ change: Change, from previous: MatchState, to next: MatchState,
        under rules: Rules,
        at now: Instant)
    /// Returns the milliseconds from the last move of a match to its result: the cards come to rest first, and are
    /// looked at.
    static func finalReveal(after change: Change?, under rules: Rules) -> Int
}

/// What is the same at all tables of a game.
struct GameFacts {
    let name: String
    /// True if players take turns; else all may move at any time.
    let takesTurns: Bool
    /// True if matches may be opened by the name of a preset.
    var hasPresets = false
    /// The lines of the form that choose the game's rules, in order.
    let fields: [OpeningForm.Field]
    /// The choices that people have at all of its tables, in the order of the form.
    var settings: [Setting] = []
    /// The game's own buttons, for the player of a seat.
    var buttons: [Button] = []
}

/// What is said of a match's rules.
struct RuleWords {
    /// The rules in a sentence or two.
    let summary: String
    /// What is different where solo games are ranked apart.
    let ranking: String
    /// A warning about rules that are valid but probably a mistake.
    var warning: String?
    /// How to play, a paragraph a line.
    let howToPlay: [String]
}

extension GameOnScreen {
    static func finalReveal(after change: Change?, under rules: Rules) -> Int { 0 }
    static func pile(of seat: Int, in state: MatchState) -> [String] { [] }
    mutating func tick(_ now: Instant) {}
    func nextChange(after now: Instant) -> Instant? { nil }
    func figures(_ state: MatchState) -> [String] { [] }
    func places(_ state: MatchState, in room: Rect) -> [String: Rect] { [:] }

    /// Returns true if the other value is the same of the same game.
    func isEqual(to other: any GameOnScreen) -> Bool { other as? Self == self }
}

/// An input of a person at a table.
enum TableInput: Equatable, Sendable {
    /// A card is chosen: by a click, or under the cursor.
    case choose(Int)
    /// Enter is pressed while a card has the focus.
    case enter(Int)
    /// A character is typed.
    case key(Unicode.Scalar)
    case move(CursorMove)
    /// The mouse is at a card; false if it has only come there.
    case pointed(Int, isPressed: Bool)
    /// The person gives up what was begun.
    case cancel
    /// A setting has been changed.
    case changed(Setting)
    /// A state was taken over.
    case applied
}

/// A consequence of an input.
enum TableAction: Equatable, Sendable {
    /// The host is asked for a move.
    case move(Move)
    /// The person is told why nothing happens.
    case complain(String)
    /// The card under the cursor gets the focus.
    case focus
    /// The cards have changed their places, on this screen only.
    case rearranged
}

/// The facts that a game may know about a table besides what it remembers.
struct TableContext {
    let state: MatchState
    let seating: Seating
    let settings: Settings
    /// True if the cards are shown and can be pointed at.
    let showsBoard: Bool
    let now: Instant

    /// The consequence if nobody at this client can do anything now; nil if something can be done.
    var refusal: [TableAction]? {
        guard seating.seat != nil else { return [.complain(MatchSentence.onlyWatching.text())] }
        return switch state.phase {
        case .waiting: [.complain(MatchSentence.noOpponent.text())]
        case .paused: [.complain(MatchSentence.pausedUntil.text())]
        case .over: []
        case .playing, .showing: nil
        }
    }
}

/// A table, and what else a game may know to draw its cards.
struct BoardContext {
    let table: TableContext
    let look: Look
    /// The faces seen so far, or in all of a replay.
    let faces: SeenFaces
    let motions: CardMotions
    /// The place of the card under the cursor; nil where none is seen.
    let cursor: Int?

    var state: MatchState { table.state }
    var seating: Seating { table.seating }
    var now: Instant { table.now }
}

extension Button {
    /// A game's own button, which does something at its tables.
    init<Game: GameOnScreen>(
        _ name: String, _ title: String, key: Unicode.Scalar, help: String,
        act: @escaping @Sendable (inout Game, TableContext) -> [TableAction]
    ) {
        self.init(name, title, key: key, help: help) { model, now in
            model.play(now) { game, context in
                guard var own = game as? Game else { return nil }
                defer { game = own }
                return act(&own, context)
            }
        }
    }
}

/// The value of any game, which can be compared.
struct AnyGame: Equatable, Sendable {
    var game: any GameOnScreen

    static func == (left: Self, right: Self) -> Bool { left.game.isEqual(to: right.game) }
}
