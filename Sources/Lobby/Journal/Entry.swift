public import Games
public import Protocol

// How it works. Whatever changes a match that goes on, or a name, is an entry: a value that says what happened and
// when, in the order in which it happened. The lobby hands entries out beside its effects; whoever runs it puts them
// on the disk before it tells anybody. A lobby that is given the same entries again, by `replay`, comes to the same
// matches, because the same functions are called with the same moments. What is seen of a match is in no entry: it
// follows from them. Neither is who is connected: after a restart nobody is.
//
// A match that is over needs its entries no more: it has become a record. So a journal is made smaller by leaving out
// the lines of matches that are over, and nothing else ever rewrites it.

/// One line of the journal.
public enum Entry: Equatable, Sendable {
    /// So many matches were opened, and so many records made, before this line; a journal begins with one.
    case counted(lastMatch: Int, lastRecord: Int)
    /// A name was given a token; whatever it had before is dead.
    case named(PlayerName, TokenDigest)
    /// A name was given a new token for the one it had, which stays good until the new one is known to have arrived.
    case resumed(PlayerName, TokenDigest)
    /// The new token has arrived.
    case confirmed(PlayerName)
    /// A name is free again.
    case forgot(PlayerName)
    /// All clocks stood still for so many milliseconds, and ran on then: the disk failed, the machine slept, or the host
    /// was stopped. One line for all matches, so that none of them can lose the time if the next lines are torn.
    case clocksPaused(milliseconds: Int, at: Instant)
    /// A match was opened, with nobody in it.
    indirect case opened(Opening)
    /// Something happened in a match.
    case changed(MatchID, Event, Stamp)

    /// A new match.
    public struct Opening: Equatable, Sendable {
        /// Its name; higher than that of every match before.
        public let match: MatchID
        /// Its rules, whole.
        public let rules: Rules
        /// The code of a private match.
        public let code: MatchCode?
        /// The faces of its cards.
        public let deck: Deck
        /// The seat that begins.
        public let starting: Int
        /// When it was opened.
        public let at: Instant

        /// A match that was opened.
        public init(match: MatchID, rules: Rules, code: MatchCode?, deck: Deck, starting: Int, at: Instant) {
            (self.match, self.rules, self.code) = (match, rules, code)
            (self.deck, self.starting, self.at) = (deck, starting, at)
        }
    }

    /// What happened in a match.
    public enum Event: Equatable, Sendable {
        /// Somebody took the next free seat; with the last one the match begins.
        case seated(Player)
        /// A player made a move.
        case moved(Move, seat: Int)
        /// The deadline of the game came.
        case deadlinePassed
        /// A player's connection broke.
        case away(seat: Int)
        /// A player came back.
        case back(seat: Int)
        /// A seat gave the match up or, at the end of its grace, lost it; nil when nobody is left to win.
        case forfeited(seat: Int?, Game.Forfeit)
        /// Nothing, but so many states have been sent that the next ones must be counted from here.
        case versionCheckpoint
    }

    /// When something happened in a match, in three ways.
    public struct Stamp: Equatable, Sendable {
        /// How many events of the match are in the journal, this one included: a line that is missing shows.
        public let step: Int
        /// The version of the state that told of it.
        public let version: Int
        /// The moment.
        public let at: Instant

        /// A moment in a match.
        public init(step: Int, version: Int, at: Instant) { (self.step, self.version, self.at) = (step, version, at) }
    }
}

/// Why an entry cannot follow those before it: the journal was damaged, or written by somebody else.
public struct EntryFlaw: Error, Equatable, Sendable {
    /// What is wrong, as a part of a sentence such as "m3 is opened twice".
    public let reason: String
    /// The match that cannot be gone on with; nil if it is about a name.
    public let match: MatchID?
}

extension Entry {
    /// Whether it tells that all clocks stood still, which every match that was open then needs.
    public var isPause: Bool { if case .clocksPaused = self { true } else { false } }

    /// The match that it is about; nil if it is about a name, or all matches.
    public var match: MatchID? {
        switch self {
        case .counted, .named, .resumed, .confirmed, .forgot, .clocksPaused: nil
        case .opened(let opening): opening.match
        case .changed(let match, _, _): match
        }
    }
}
