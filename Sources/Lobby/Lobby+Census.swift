public import Protocol

extension Lobby {
    /// The numbers of matches, players and watchers at one moment.
    public struct Census: Equatable, Sendable {
        /// A stage of a match, without what belongs to it.
        public enum Stage: String, CaseIterable, Sendable { case waiting, playing, paused, over }

        /// The connected players with a name.
        public fileprivate(set) var players = 0
        /// The clients that watch a match.
        public private(set) var watchers = 0
        private var matches = [Int](repeating: 0, count: GameKind.allCases.count * Stage.allCases.count)

        /// Creates a census of an empty lobby.
        public init() {}

        /// Returns the number of matches of a game in a stage.
        public func matches(of game: GameKind, in stage: Stage) -> Int { matches[Self.index(game, stage)] }

        /// The number of matches that aren't over.
        public var liveMatches: Int {
            GameKind.allCases.reduce(0) { sum, game in
                sum + Stage.allCases.reduce(0) { $1 == .over ? $0 : $0 + matches(of: game, in: $1) }
            }
        }

        /// What the census counts of one match.
        struct Place: Equatable {
            let stage: Stage
            let watchers: Int

            @inline(__always)
            init(_ match: borrowing Match) {
                switch match.stage {
                case .waiting: stage = .waiting
                case .running: stage = .playing
                case .paused: stage = .paused
                case .over: stage = .over
                }
                watchers = match.watchers.count
            }
        }

        /// Notes that a match has changed; one that comes was nowhere before, one that goes is nowhere after.
        mutating func move(_ game: GameKind, from before: Place?, to after: Place?) {
            if let before { matches[Self.index(game, before.stage)] -= 1 }
            if let after { matches[Self.index(game, after.stage)] += 1 }
            watchers += (after?.watchers ?? 0) - (before?.watchers ?? 0)
        }

        private static func index(_ game: GameKind, _ stage: Stage) -> Int {
            let place =
                switch stage {
                case .waiting: 0
                case .playing: 1
                case .paused: 2
                case .over: 3
                }
            return game.index * Stage.allCases.count + place
        }
    }

    /// The numbers of matches, players and watchers now.
    public var census: Census {
        var census = matches.census
        census.players = playerCount
        return census
    }
}
