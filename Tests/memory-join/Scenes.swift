import Protocol

@testable import memory_join

/// What the snapshots show.
enum Scene: String, CaseIterable {
    case lobby, waiting, myTurn, theirTurn, showing, paused, over, watcher, broken, help, large

    /// The client in this situation.
    var model: Model {
        var model = bare
        model.take(heard(.said(Said(match: nil, from: "Zoë", role: .watcher, text: "good luck to both"))))
        for character in "b4".unicodeScalars { model.take(.key(.character(character))) }
        return model
    }

    private var bare: Model {
        switch self {
        case .lobby:
            var model = Model.inLobby()
            model.take(heard(.lobby(Self.list)))
            return model
        case .waiting:
            var state = Say.stateOf(phase: .waiting, turn: nil)
            state.seats.removeLast()
            return Model.inMatch(state, preset: .classic, code: code("KQ7X"))
        case .myTurn: return Model.inMatch(Self.inPlay(turn: 0))
        case .theirTurn: return Model.inMatch(Self.inPlay(turn: 1))
        case .showing:
            var state = Self.inPlay(turn: nil)
            (state.phase, state.turned, state.cards[3], state.turnEndsInMilliseconds) = (.showing, [2, 3], "🐙", nil)
            return Model.inMatch(state)
        case .paused:
            var state = Self.inPlay(turn: nil)
            (state.phase, state.seats[1].present, state.turnEndsInMilliseconds) = (.paused, false, nil)
            return Model.inMatch(state)
        case .over: return Model.inMatch(Self.ended)
        case .watcher: return Model.inMatch(Self.inPlay(turn: 1), seat: nil)
        case .broken:
            var model = Model.inMatch(Self.inPlay(turn: 0))
            model.take(.lost("reset"), .lost("refused"), .lost("refused"))
            return model
        case .help:
            var model = Model.inMatch(Self.inPlay(turn: 0))
            model.take(.line("help"))
            return model
        case .large:
            var state = Say.state
            (state.rows, state.columns) = (10, 10)
            state.cards = CardFaces(Array(repeating: "banana", count: 100))
            state.turned = [0, 1]
            return Model.inMatch(state)
        }
    }

    private static func inPlay(turn: Int?) -> MatchState {
        var state = Say.stateOf(turn: turn, endsIn: 27_310)
        state.cards[2] = "🦊"
        state.turned = [2]
        for card in [4, 17] { state.cards[card] = "A" }
        for card in [0, 29] { state.cards[card] = "★" }
        (state.seats[0].taken, state.seats[0].score, state.seats[0].turnsLeft) = ([4, 17], 1, 10)
        (state.seats[1].taken, state.seats[1].score, state.seats[1].turnsLeft) = ([0, 29], 1, 11)
        state.watchers = 3
        return state
    }

    private static var ended: MatchState {
        var state = inPlay(turn: nil)
        (state.phase, state.turned, state.turnEndsInMilliseconds) = (.over, [], nil)
        state.cards = CardFaces((0..<30).map { ["🐶", "🐱", "🐭"][$0 % 3] })
        state.seats[0].score = 9
        state.seats[1].rematch = true
        state.result = MatchState.Result(winner: 0, reason: "turns", rematch: nil, best: false)
        return state
    }

    private static var list: LobbyList {
        let classic = Rules.preset(.classic)
        return LobbyList(
            matches: [
                LobbyList.Entry(match: m3, phase: .waiting, seats: ["Bob"], scores: [0], watchers: 0, rules: classic),
                LobbyList.Entry(
                    match: MatchID(number: 4), phase: .playing, seats: ["Cat", "A very long name indeed"],
                    scores: [3, 2], watchers: 2, rules: .preset(.duel)),
            ], players: ["Ann", "Bob", "Cat"], playerCount: 5, total: 2)
    }
}
