public import Protocol

extension Lobby {
    /// The numbers of matches, players and watchers at one moment.
    public struct Census: Equatable, Sendable {
        /// A stage of a match, without what belongs to it.
        public enum MatchStatus: String, CaseIterable, Sendable { case waiting, playing, paused, over }

        /// The connected players with a name.
        public fileprivate(set) var players = 0
        /// The clients that watch a match.
        public private(set) var watchers = 0
        private var matches = [Int](repeating: 0, count: GameKind.allCases.count * MatchStatus.allCases.count)

        /// Creates a census of an empty lobby.
        public init() {}

        /// Returns the number of matches of a game in a stage.
        public func matches(of game: GameKind, in stage: MatchStatus) -> Int { matches[Self.index(game, stage)] }

        /// The number of matches that aren't over.
        public var liveMatches: Int {
            GameKind.allCases.reduce(0) { sum, game in
                sum + MatchStatus.allCases.reduce(0) { $1 == .over ? $0 : $0 + matches(of: game, in: $1) }
            }
        }

        fileprivate mutating func count(_ match: borrowing Match) {
            let stage: MatchStatus =
                switch match.stage {
                case .waiting: .waiting
                case .running: .playing
                case .paused: .paused
                case .over: .over
                }
            matches[Self.index(match.rules.game, stage)] += 1
            watchers += match.watchers.count
        }

        private static func index(_ game: GameKind, _ stage: MatchStatus) -> Int {
            let place =
                switch stage {
                case .waiting: 0
                case .playing: 1
                case .paused: 2
                case .over: 3
                }
            return game.index * MatchStatus.allCases.count + place
        }
    }

    /// Takes the census, for which every match is looked at.
    public var census: Census {
        var census = Census()
        census.players = playerCount
        matches.forEach { census.count($0) }
        return census
    }
}
