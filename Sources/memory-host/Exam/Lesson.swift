import Protocol

/// One lesson of an exam: how the host treats a client during a match, and what the client must do about it.
///
/// The match is a real one, in a real lobby. A lesson changes the bytes, the order and the timing of what is sent, and
/// loses connections; all that it does may happen to a client of any host.
struct Lesson: Sendable {
    /// The groups of lessons, of which an exam takes some.
    enum Level: String, CaseIterable, Sendable {
        /// Every client passes these: sections 1 to 6 of `PROTOCOL.md`.
        case must
        /// A connection breaks: section 7.
        case reconnect
        /// The opponent is a person, who talks, leaves and plays again.
        case people
        /// The match is one of the game of that name.
        case set
    }

    /// The lesson's name: one word.
    let name: String
    /// Its group.
    let level: Level
    /// The rest of a sentence that begins with "the client".
    let checks: String
    /// The section of `PROTOCOL.md` that says so.
    let section: String
    /// The rules of the match.
    var rules = RulesRequest.short
    /// The host's manners, from the deal to the end of the lesson.
    var habits: Set<Habit> = []
    /// The opponent's name.
    var opponentName = SparringPartner.name
    /// True if the client must open the match, and so begins.
    var clientOpens = false
    /// False if the opponent lets its turns run out.
    var opponentPlays = true
    /// The codes with which flips of a correct client may be refused in this lesson, since an event crosses them.
    var forgives: Set<String> = []
    /// The optional feature of `hello` without which a client cannot pass; nil if there is none.
    var needs: String?
    /// The steps, one after the other. The lesson is passed at the end of the last one.
    let script: [LessonStep]
}

/// A way in which a host may send what it sends.
enum Habit: Hashable, Sendable {
    /// Each byte by itself.
    case singleBytes
    /// Ten lines in one packet, the last of them one that matters.
    case packets
    /// Every event is followed by one of an unknown type, and has unknown fields; changes are of an unknown kind.
    case unknown
    /// The fields of all objects are in reverse order.
    case reversed
    /// States of other matches, and of versions that the client has had, come in between.
    case strayStates
    /// Versions jump ahead.
    case jumps
    /// Two hundred copies of the newest state come each second, in which only the number of watchers differs.
    case flood
    /// Everything takes a second and a half.
    case slow

    /// True if it changes what a line of JSON says, which plain words have nothing like.
    var isOfJSON: Bool {
        switch self {
        case .singleBytes, .slow: false
        case .packets, .unknown, .reversed, .strayStates, .jumps, .flood: true
        }
    }
}

/// A step of a lesson. The first group waits; the others are carried out at once.
enum LessonStep: Sendable {
    // MARK: Waiting

    /// Waits until a state is on its way that asks the client for a card, for the n-th time since the last step.
    case asked(Int)
    /// Waits for the client's n-th flip since the last step, and holds it: it is neither carried out nor refused yet.
    case flip(Int)
    /// Waits for one of these commands, and holds it.
    case command(Set<Command.Kind>)
    /// Waits for the client's next move of this kind, and holds it.
    case move(Command.Kind)
    /// Waits until the client offers a rematch, and holds the offer; a client that does not want one skips the lesson.
    case rematch
    /// Waits until n flips of the client, or its other moves, have been carried out.
    case plays(Int)
    /// Waits for the end of the match.
    case over
    /// Waits until the client is back and has its seat again.
    case back
    /// Waits until the client is back, without a seat.
    case backAnew
    /// Waits until the client has connected again and sent one of these commands after its `hello`, which is carried
    /// out.
    case returns(Set<Command.Kind>)
    /// Waits for so many milliseconds, whatever comes.
    case pass(Int)
    /// Waits for so many milliseconds, in which the client must send no move unless there is another match.
    case quiet(Int)
    /// Waits for so many milliseconds, in which the client must not come back with its token.
    case away(Int)

    // MARK: What is held

    /// Carries out what is held; `isSeen` is false if the client learns nothing of what follows, since the connection
    /// breaks.
    case carryOut(isSeen: Bool)
    /// Loses what is held, as a connection that breaks does.
    case lose
    /// Refuses what is held.
    case refuse(Refusal)
    /// Sends an error that answers no command; what is held stays so.
    case complain(Refusal)

    // MARK: The host and its network

    /// Breaks the client's connection.
    case cut
    /// Is gone for so many milliseconds: breaks the connection, and takes no other.
    case goAway(Int)
    /// Starts anew without data: knows no match, no name and no token.
    case forget
    /// Ends the match while the client is away, for too long.
    case giveUpOnAbsent
    /// Says goodbye, and closes.
    case close(Farewell)
    /// Sends a line of JSON.
    case send(String)

    // MARK: The opponent

    /// The opponent's connection breaks.
    case opponentBreaks
    /// The opponent is back.
    case opponentReturns
    /// The opponent gives up.
    case opponentResigns
    /// The opponent offers a rematch.
    case opponentOffers
    /// The opponent leaves the match.
    case opponentLeaves
    /// The opponent says these texts.
    case opponentSays([String])
    /// The opponent makes a move at once; nil for the client's move that is held.
    case opponentMoves(Move?)
}

extension RulesRequest {
    /// A short match: eight cards, quick turns.
    static var short: RulesRequest { sized(2, 4) }

    /// A match of Memory of this size, as quick as can be.
    static func sized(
        _ rows: Int, _ columns: Int, turnMilliseconds: Int = 60_000, again: Bool = false
    ) -> RulesRequest {
        var rules = RulesRequest()
        (rules.rows, rules.columns, rules.turns) = (rows, columns, 50)
        (rules.revealMilliseconds, rules.turnMilliseconds, rules.houseMilliseconds) = (100, turnMilliseconds, 100)
        rules.again = again
        return rules
    }
}
