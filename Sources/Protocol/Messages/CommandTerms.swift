extension Command {
    /// The requirements that a command makes of its sender, and its cost.
    public struct Terms: Sendable {
        /// The senders that must have a name.
        public enum Name: Sendable {
            case optional
            case needed
            /// Needed of those who neither play nor watch.
            case neededUnlessInMatch
        }

        /// The places where its sender may be.
        public enum Place: Sendable {
            case anywhere
            /// Without a seat, even in a match that is over.
            case unseated
            /// Without a seat in a match that isn't over.
            case free
            case seated
            /// In a match, playing or watching.
            case inMatch
        }

        /// The weight of a command against the rate limit.
        public enum Weight: Sendable {
            /// Always as so many commands.
            case fixed(Int)
            /// By the records that it asks for, and whether it filters them.
            case records
            /// As ``Limits/openWeight`` if it opens a match, or else as one.
            case opening
            /// As ``Limits/recordWeight``, but as one if it ends a replay.
            case replaying
        }

        /// The cases in which it must be stored, and so is refused while the disk fails.
        public enum Storage: Sendable {
            case never
            case always
            /// If its sender has a seat in a match that isn't over.
            case ifSeated
        }

        /// The cases in which it opens a match, which an address may do only so often.
        public enum Opening: Sendable {
            case never
            case always
            /// If it names no match, and there is none to join.
            case unlessOneIsOpen
        }

        /// The senders that must have a name.
        public let name: Name
        /// The places where its sender may be.
        public let place: Place
        /// Its weight against the rate limit.
        public let weight: Weight
        /// The cases in which it must be stored.
        public let needsDisk: Storage
        /// The cases in which it opens a match.
        public let opensMatch: Opening
        /// True if it begins or joins something new, and so is refused by a host that drains. So is a `hello` that claims a
        /// name, but not one that shows a token.
        public let beginsAnew: Bool
        /// True if it decides about the match that its sender is in, and so must not hit one that they have not seen yet.
        public let isForSeenMatch: Bool

        /// True if nobody may send it without a name.
        public var needsName: Bool { name == .needed }

        init(
            name: Name = .optional, place: Place = .anywhere, weight: Weight = .fixed(1), needsDisk: Storage = .never,
            opensMatch: Opening = .never, beginsAnew: Bool = false, isForSeenMatch: Bool = false
        ) {
            (self.name, self.place, self.weight) = (name, place, weight)
            (self.needsDisk, self.opensMatch, self.beginsAnew) = (needsDisk, opensMatch, beginsAnew)
            self.isForSeenMatch = isForSeenMatch
        }

        static let ofMove = Terms(name: .needed, place: .seated, needsDisk: .always)
    }

    /// True if it names a code, and so may be a guess. A token is none: nobody guesses 128 bits.
    public var isGuess: Bool { kind.row.namesCode?(self) ?? false }
}

extension Command.Terms.Weight {
    /// Returns the number of commands that a command of this weight counts as.
    ///
    /// - Parameters:
    ///   - command: the command; nil if it was malformed.
    ///   - opensMatch: true once it has opened a match.
    public func count(of command: Command?, opensMatch: Bool = false) -> Int {
        switch self {
        case .fixed(let count): return count
        case .opening: return opensMatch ? Limits.openWeight : 1
        case .replaying: return command == .stopReplay ? 1 : Limits.recordWeight
        case .records:
            guard case .records(_, let limit, let filter) = command else {
                return Limits.recordsAtFirst / Limits.recordsPerCommand
            }
            return max(1, limit / Limits.recordsPerCommand) + (filter == .all ? 0 : Limits.filterWeight)
        }
    }
}
