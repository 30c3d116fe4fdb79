public import Protocol

// How it works: Every change to a live match or to a name is an entry, a value that says what happened and when.
// Entries are in the order in which things happened. The lobby returns entries beside its effects; its host writes
// them to disk before telling anybody. A lobby that replays the same entries arrives at the same matches, because the
// same functions are called with the same instants. What clients see of a match isn't stored, since it follows from
// the entries. Nor is who is connected: after a restart, nobody is.
//
// A finished match no longer needs its entries, because it has become a record. So the journal is compacted by
// dropping the lines of finished matches; nothing else ever rewrites it.

/// One line of the journal.
public enum Entry: Equatable, Sendable {
    /// The numbers of matches opened and records made before this line; a journal begins with one.
    case counted(lastMatch: Int, lastRecord: Int)
    /// The numbers up to these may have been used for matches and records that are lost: the next ones follow them.
    case reserved(lastMatch: Int, lastRecord: Int)
    /// The host stopped after everything was stored: the number of matches that go on when it starts again, and that of
    /// the last record.
    case stopped(matches: Int, lastRecord: Int)
    /// A name was taken, with its token; or its owner spells it anew, with the same token.
    case named(PlayerName, TokenDigest)
    /// A name was freed.
    case forgot(PlayerName)
    /// All clocks stood still for this long, then continued: the disk failed, the machine slept, or the process
    /// was stopped. One line covers all matches, so that none loses the time if later lines are torn.
    case clocksPaused(milliseconds: Int, at: Instant)
    /// The host was restarted: everybody in every match has been absent since then, and no clock ran in between.
    /// `stoppedAt` is the last known time of the host before; it is later than `at` if that host's clock was ahead.
    case restarted(at: Instant, stoppedAt: Instant)
    /// A match was opened, still empty.
    indirect case opened(Opening)
    case contest(Contest.Event)
    case changed(MatchID, Event, Stamp)

    /// A new match.
    public struct Opening: Equatable, Sendable {
        /// Its ID; higher than that of every earlier match.
        public let match: MatchID
        /// The complete rules.
        public let rules: Rules
        /// The code of a private match; nil for a public one.
        public let code: MatchCode?
        /// The dealt cards.
        public let deck: Deck
        /// The salt of the deck's seal; nil for a match that was opened by a host that sealed none.
        public let salt: Salt?
        /// The seat that begins.
        public let starting: Int
        /// The time at which it was opened.
        public let at: Instant
        /// True if the house or a second person at the same client takes the second seat at once, so that a match with
        /// one seat is one whose opening was torn.
        public let hasClientlessSeat: Bool
        /// The place of the match in the contest; nil outside of contests.
        public let contest: ContestPlace?
        /// The milliseconds for which the player of each seat may be absent in all; nil for some grace periods.
        public let absenceAllowed: [Int]?

        /// Creates an opening.
        public init(
            match: MatchID, rules: Rules, code: MatchCode?, deck: Deck, salt: Salt? = nil, starting: Int, at: Instant,
            hasClientlessSeat: Bool = false, contest: ContestPlace? = nil, absenceAllowed: [Int]? = nil
        ) {
            (self.match, self.rules, self.code) = (match, rules, code)
            (self.deck, self.salt, self.starting, self.at) = (deck, salt, starting, at)
            (self.hasClientlessSeat, self.contest, self.absenceAllowed) = (hasClientlessSeat, contest, absenceAllowed)
        }
    }

    /// An event in a match.
    public enum Event: Equatable, Sendable {
        /// A player took the next free seat; the match begins once the last seat is taken.
        case seated(Player)
        /// A player made a move.
        case moved(MadeMove, seat: Int)
        /// The game's deadline passed.
        case deadlinePassed
        /// A player disconnected.
        case away(seat: Int)
        /// A player came back.
        case back(seat: Int)
        /// A seat resigned, or lost the match when its grace period ran out; nil if nobody is left to win.
        case forfeited(seat: Int?, Game.Forfeit)
        /// No event: so many states have been sent that version numbers must be counted from here.
        case versionCheckpoint
    }

    /// The position and time of an event in a match.
    public struct Stamp: Equatable, Sendable {
        /// The number of the match's events in the journal up to and including this one, which reveals a missing line.
        public let step: Int
        /// The version of the state that announced the event; at a checkpoint, that of the last state sent.
        public let version: Int
        /// The time of the event.
        public let at: Instant

        /// Creates a stamp.
        public init(step: Int, version: Int, at: Instant) { (self.step, self.version, self.at) = (step, version, at) }
    }
}

/// The reason an entry can't follow those before it: the journal was damaged, or written by something else.
public struct EntryFlaw: Error, Equatable, Sendable {
    /// The flaw as part of a sentence, such as "m3 is opened twice".
    public let reason: String
    /// The match that can't continue; nil if the entry is about a name, or about all matches.
    public let match: MatchID?
}

extension Entry {
    /// True if the entry records a pause of all clocks or a restart, which every match open at that time needs.
    public var isPause: Bool {
        switch self {
        case .clocksPaused, .restarted: true
        case .counted, .reserved, .stopped, .named, .forgot, .contest, .opened, .changed: false
        }
    }

    /// The match the entry is about; nil if it is about a name or about all matches.
    public var match: MatchID? {
        switch self {
        case .counted, .reserved, .stopped, .named, .forgot, .contest, .clocksPaused, .restarted: nil
        case .opened(let opening): opening.match
        case .changed(let match, _, _): match
        }
    }
}
