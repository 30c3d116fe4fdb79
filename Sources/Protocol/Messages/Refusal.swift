/// The reason the host refused a command: an ordinary answer, not a failure.
///
/// A refusal changes nothing: no match ends, no turn is used and, unless it is fatal, no connection closes.
public enum Refusal: Error, Equatable, Sendable {
    /// The line is not UTF-8, or begins like JSON but isn't valid JSON.
    case badJSON(String)
    /// No command has this name.
    case unknownType(String)
    /// A field is missing or invalid; the sentence says which and why.
    case badField(String)
    /// The line is longer than ``Limits/lineBytes``.
    case lineTooLong
    /// The client speaks a protocol version that the host doesn't.
    case unsupportedProtocol
    /// The command requires a name.
    case nameNeeded
    /// The name is empty, too long, or contains a forbidden character; the sentence says which.
    case badName(String)
    /// The name, or another one that it looks like, is in use, or that player's seat is being kept.
    indirect case nameTaken(String, like: String? = nil)
    /// The token is unknown or no longer valid.
    case badToken
    /// A field of the rules is unknown or out of range.
    case badRules(String)
    /// There is no such match, or none to watch.
    case noSuchMatch
    /// There is no public match at all.
    case nothingToWatch
    /// Every seat of the match is taken, or it is over.
    case matchFull
    /// No private match has this code.
    case badCode
    /// The client has a seat in a match that isn't over and must leave it first.
    case alreadySeated
    /// Nobody is left to play with.
    case opponentLeft
    /// The opener of the match is disconnected, but may come back.
    case openerAway
    case noSuchRecord
    /// There is no contest on this host.
    case noContest
    /// The contest has as many entrants as it can have.
    case contestFull
    /// The contest has as many entrants as it takes from the client's address, once the places begin to run out.
    case contestFullForAddress(Int)
    /// The command is meant for another match or turn than the client is in; the sentence says what holds now.
    case stale(String)
    /// The command requires a seat, or a place in a match.
    case notSeated
    /// The match is in the wrong phase for this: waiting, paused, in progress or over.
    case notPlaying(String)
    /// It is the other seat's turn.
    case notYourTurn
    /// The board has no such card.
    case noSuchCard
    /// A refusal that only one game has, with its own code and sentence.
    indirect case ofGame(code: String, message: String)
    /// Commands arrive faster than the rate limit; the host delays the rest and loses none.
    case tooFast
    /// Too many wrong codes from the client's address, whose codes are ignored for a moment.
    case tooManyGuesses
    /// Too many matches have been opened from the client's address.
    case tooManyOpenings
    /// The host has reached its limit of matches.
    case tooManyMatches
    /// Events can't be stored, for this reason, so nothing may change for now.
    case diskFailed(String)
    /// The host ends after the matches in play, so nothing begins any more.
    case draining
    /// The host has reached its limit of connections.
    case hostFull
    /// The client's address has reached its limit of connections.
    case tooManyConnections
    /// The host is stopping.
    case shuttingDown

    /// The code on the wire, as listed in `PROTOCOL.md`.
    public var code: String {
        switch self {
        case .badJSON: "bad_json"
        case .unknownType: "unknown_type"
        case .badField: "bad_field"
        case .lineTooLong: "line_too_long"
        case .unsupportedProtocol: "unsupported_protocol"
        case .nameNeeded: "name_needed"
        case .badName: "bad_name"
        case .nameTaken: "name_taken"
        case .badToken: "bad_token"
        case .badRules: "bad_rules"
        case .noSuchMatch: "no_such_match"
        case .nothingToWatch: Self.noSuchMatch.code
        case .matchFull: "match_full"
        case .badCode: "bad_code"
        case .alreadySeated: "already_seated"
        case .opponentLeft: "opponent_left"
        case .openerAway: Refusal.opponentLeft.code
        case .noSuchRecord: "no_such_record"
        case .noContest: "no_contest"
        case .contestFull: "contest_full"
        case .contestFullForAddress: Refusal.contestFull.code
        case .stale: "stale"
        case .notSeated: "not_seated"
        case .notPlaying: "not_playing"
        case .notYourTurn: "not_your_turn"
        case .noSuchCard: "no_such_card"
        case .ofGame(let code, _): code
        case .tooFast: "too_fast"
        case .tooManyGuesses, .tooManyOpenings: Refusal.tooFast.code
        case .tooManyMatches: "too_many_matches"
        case .diskFailed: "disk_failed"
        case .draining: "draining"
        case .hostFull: "host_full"
        case .tooManyConnections: "too_many_connections"
        case .shuttingDown: "shutting_down"
        }
    }

    /// The codes of all refusals, in alphabetical order.
    public static let codes: [String] = {
        let one: [Refusal] = [
            .badJSON(""), .unknownType(""), .badField(""), .lineTooLong, .unsupportedProtocol, .nameNeeded,
            .badName(""),
            .nameTaken(""), .badToken, .badRules(""), .noSuchMatch, .matchFull, .badCode, .alreadySeated, .opponentLeft,
            .noSuchRecord, .noContest, .contestFull, .stale(""), .notSeated, .notPlaying(""), .notYourTurn, .noSuchCard,
            .tooFast, .tooManyMatches, .diskFailed(""), .draining, .hostFull, .tooManyConnections, .shuttingDown,
        ]
        return (one.map(\.code) + GameKind.allCases.flatMap { $0.type.refusalCodes }).sorted()
    }()

    /// Returns the refusal of a field of the rules, with its valid values.
    public static func badRules(field: String, range: String) -> Refusal { .badRules("\(field) must be \(range)") }

    /// The refusal of a match with pictures on a host that has none.
    public static let noPictures: Refusal = .badRules(
        "this host has no pictures; faces must be one of "
            + FaceSet.builtIn.map(\.rawValue).joined(separator: ", "))

    /// A sentence for people.
    public var message: String {
        switch self {
        case .badJSON(let why): why
        case .unknownType(let type): type.isEmpty ? "Unknown command." : "Unknown command '\(type)'."
        case .badField(let why): why
        case .lineTooLong: "Lines are limited to \(Limits.lineBytes) bytes; this one was dropped."
        case .unsupportedProtocol: "This host uses protocol version \(Hello.protocolVersion)."
        case .nameNeeded: "Choose a name first; in plain text, type: name NAME"
        case .badName(let why): why
        case .nameTaken(let name, nil): "The name \(name) is taken."
        case .nameTaken(let name, let other?): "The name \(name) looks like \(other), which is taken."
        case .badToken: "Unknown or expired token."
        case .badRules(let why): "Invalid rules: \(why)."
        case .noSuchMatch: "No such match."
        case .nothingToWatch: "There is no match to watch."
        case .matchFull: "That match is full or over."
        case .badCode: "No private match has that code."
        case .alreadySeated: "You're already in a match; leave it first."
        case .opponentLeft: "The other player left."
        case .openerAway: "The player who opened that match is disconnected."
        case .noSuchRecord: "No such record."
        case .noContest: "There is no contest on this host."
        case .contestFull: "The contest is limited to \(Limits.entrants) players."
        case .contestFullForAddress(let count):
            "The contest is filling up, and takes no more than \(PlainRules.counted(count, "player")) from your address."
        case .notSeated: "You don't have a seat in a match."
        case .stale(let why): why
        case .notPlaying(let why): why
        case .notYourTurn: MatchSentence.notYourTurn.text()
        case .noSuchCard: "No such card on this board."
        case .ofGame(_, let message): message
        case .tooFast: "Too many commands; you are being throttled."
        case .tooManyOpenings: "Too many matches opened from your address; try again in a few seconds."
        case .tooManyGuesses: "Too many wrong codes from your address; try again in a few seconds."
        case .tooManyMatches: "The host has reached its match limit."
        case .diskFailed(let why): "The host cannot write to its disk (\(why)); play resumes when it can."
        case .draining: MatchSentence.hostCloses.text()
        case .hostFull: "The host has reached its connection limit."
        case .tooManyConnections: "Too many connections from your address."
        case .shuttingDown: "The host is shutting down."
        }
    }

    /// True if the host closes the connection after reporting it.
    public var isFatal: Bool {
        switch self {
        case .unsupportedProtocol, .hostFull, .tooManyConnections, .shuttingDown: true
        default: false
        }
    }
}
