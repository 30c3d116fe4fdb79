import Protocol

@testable import memory_join

// What the tests are made of. Time starts at 1,000,000 ms and moves only where a test says so.

let start = Moment(milliseconds: 1_000_000)
let tokenOne = token("1")
let tokenTwo = token("2")
let m3 = MatchID(number: 3)

func token(_ digit: Character) -> Token {
    guard let token = Token(String(repeating: "0", count: 31) + String(digit)) else { preconditionFailure("no token") }
    return token
}

func player(_ name: String) -> PlayerName {
    guard let player = try? PlayerName(name) else { preconditionFailure("no name") }
    return player
}

func mark(_ number: Int) -> RequestID {
    guard let id = RequestID("c\(number)") else { preconditionFailure("no mark") }
    return id
}

func code(_ text: String) -> MatchCode {
    guard let code = MatchCode(text) else { preconditionFailure("no code") }
    return code
}

func heard(_ event: Event, re number: Int? = nil) -> Input {
    .heard(.message(Message(event, re: number.map { mark($0) })))
}

func welcome(_ name: String, _ token: Token = tokenOne, resumed: Bool = false) -> Input {
    heard(.welcome(Welcome(name: name, token: token, resumed: resumed)))
}

func refusal(_ refusal: Refusal, of command: Command.Kind?, re number: Int? = nil) -> Input {
    heard(.error(ErrorReport(refusal, command: command?.rawValue)), re: number)
}

func hello(_ name: String) -> Intent { .send(.hello(.name(player(name))), id: nil) }

/// Events of a host.
enum Say {
    static let hello = heard(.hello(Hello(host: "pine")))
    static let state = Say.stateOf()
    static let emptyLobby = LobbyList(matches: [], players: ["Ann"], playerCount: 1, total: 0)

    static func match(_ id: MatchID = m3, seat: Int? = 0, preset: Preset = .classic, code: MatchCode? = nil) -> Event {
        .match(Seating(match: id, seat: seat, rules: .preset(preset), code: code))
    }

    /// A board of 5x6 in play, Ann to turn.
    static func stateOf(
        _ id: MatchID = m3, version: Int = 1, phase: MatchState.Phase = .playing, turn: Int? = 0, endsIn: Int? = nil
    ) -> MatchState {
        MatchState(
            match: id, version: version, phase: phase, rows: 5, columns: 6,
            cards: CardFaces(Array(repeating: nil, count: 30)),
            turned: [], turn: turn, turnEndsInMilliseconds: endsIn, seats: [seat("Ann"), seat("Bob")], watchers: 0,
            result: nil)
    }

    static func seat(_ name: String) -> MatchState.Seat {
        MatchState.Seat(name: name, present: true, score: 0, turnsLeft: 15, taken: [], rematch: false)
    }

    static func event(_ state: MatchState) -> Event { .state(state, Telling(.copy)) }
}

extension Model {
    /// Takes in several things at the same moment; returns all that is to be done.
    @discardableResult
    mutating func take(_ inputs: Input..., at now: Moment = start) -> [Intent] {
        inputs.flatMap { update($0, at: now) }
    }

    /// A client with a screen that has just got into the lobby as Ann; its `list` was answered.
    static func inLobby(_ options: Options = Options(), plain: Bool = false) -> Model {
        var options = options
        options.isPlain = plain
        var model = Model(options: options, login: "Ann")
        model.take(.start, .opened, Say.hello, welcome("Ann"))
        model.take(heard(.lobby(Say.emptyLobby), re: 1))
        return model
    }

    /// The same, in a match.
    static func inMatch(
        _ state: MatchState = Say.state, seat: Int? = 0, preset: Preset = .classic, code: MatchCode? = nil,
        plain: Bool = false
    ) -> Model {
        var model = Model.inLobby(plain: plain)
        model.take(.line(seat == nil ? "watch" : "join"))
        model.take(heard(Say.match(state.match, seat: seat, preset: preset, code: code), re: 2))
        model.take(heard(Say.event(state)))
        return model
    }
}
