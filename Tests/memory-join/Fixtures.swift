import Protocol
import TestSupport

@testable import memory_join

// What the tests are made of. Time starts at 1,000,000 ms and moves only where a test says so.

let start = Instant(milliseconds: 1_000_000)
let tokenOne = token("1")
let tokenTwo = token("2")
let m3 = MatchID(number: 3)
let m4 = MatchID(number: 4)
/// The host of all these tests.
let home = HostAddress(host: "localhost", port: SocketAddress.defaultPort)
/// A look of which nothing moves, so that time is only the clock's.
let still = Look(hasMotion: false)

func token(_ digit: Character) -> Token { unwrapped(Token(String(repeating: "0", count: 31) + String(digit))) }

func player(_ name: String) -> PlayerName { unwrapped(try? PlayerName(name)) }

func mark(_ number: Int) -> RequestID { unwrapped(RequestID("c\(number)")) }

func code(_ text: String) -> MatchCode { unwrapped(MatchCode(text)) }

func size(_ columns: Int, _ rows: Int) -> Platform.WindowSize { Platform.WindowSize(columns: columns, rows: rows) }

func received(_ event: Event, re number: Int? = nil) -> Input {
    .received(.message(Message(event, re: number.map { mark($0) })))
}

/// Returns the client's reading of a host's line with this event.
func heard(_ event: Event, re: RequestID? = nil) -> HostMessage {
    var writer = ByteWriter()
    JSONEvents.write(Message(event, re: re), into: &writer)
    let line = writer.drain()
    return HostLine.read(line, in: 0..<max(0, line.count - 1))
}

func welcome(_ name: String, _ token: Token = tokenOne, resumed: Bool = false) -> Input {
    received(.welcome(Welcome(name: name, token: token, resumed: resumed)))
}

func refusal(_ refusal: Refusal, of command: Command.Kind?, re number: Int? = nil) -> Input {
    received(.error(ErrorReport(refusal, command: command?.name)), re: number)
}

func hello(_ name: String) -> Effect { .send(.hello(.name(player(name))), id: nil) }

/// Events of a host.
enum Say {
    static let hello = received(.hello(Hello(host: "pine")))
    static let state = Say.stateOf()
    /// Ann waits for an opponent.
    static let waiting = Say.stateOf(phase: .waiting, turn: nil).with { $0.seats.removeLast() }
    static let noScores = ScoreList(best: [], players: [])
    static let emptyLobby = LobbyList(matches: [], players: ["Ann"], playerCount: 1, total: 0)

    static func match(
        _ id: MatchID = m3, seat: Int? = 0, preset: Preset = .classic, faces: FaceSet = .animals,
        seal: Seal? = nil, code: MatchCode? = nil
    ) -> Event {
        var request = RulesRequest(preset: preset)
        request.faces = faces
        return .match(Seating(match: id, seat: seat, rules: unwrapped(try? Rules(request)), seal: seal, code: code))
    }

    /// A board of 5x6 in play, Ann to turn.
    static func stateOf(
        _ id: MatchID = m3, version: Int = 1, phase: MatchState.Phase = .playing, turn: Int? = 0, endsIn: Int? = nil
    ) -> MatchState {
        MatchState(
            match: id, version: version, phase: phase, rows: 5, columns: 6,
            cards: CardFaces(Array(repeating: nil, count: 30)),
            turned: [], turn: turn, turnEndsInMilliseconds: endsIn, active: turn, turnNumber: 1, ply: 0,
            phaseEndsInMilliseconds: endsIn, seats: [seat("Ann"), seat("Bob")], watchers: 0, result: nil)
    }

    static func seat(_ name: String) -> MatchState.Seat {
        MatchState.Seat(name: name, present: true, score: 0, turnsLeft: 15, taken: [], rematch: false)
    }

}

extension MatchState {
    /// The state with something changed.
    func with(_ change: (inout MatchState) -> Void) -> MatchState {
        var state = self
        change(&state)
        return state
    }

    /// The state with the house in Bob's place.
    func againstHouse(_ level: HouseLevel = .steady) -> MatchState {
        with { ($0.seats[1].name, $0.seats[1].kind) = ("House", .house(level)) }
    }
}

extension Model {
    /// A client before its first connection, on a screen of which nothing moves or in plain text. It was started with
    /// the address of its host, unless it looks for one, and has been named Ann before, or never.
    static func starting(
        as name: String? = nil, to purpose: Options.Purpose = .lobby, look: Look = still, plain: Bool = false,
        looking: Bool = false, savedName: PlayerName? = try? PlayerName("Ann"), lastAddress: HostAddress? = nil
    ) -> Model {
        var options = Options()
        options.hasAddress = !looking
        (options.name, options.purpose, options.isPlain) = (name.flatMap { try? PlayerName($0) }, purpose, plain)
        return Model(options: options, look: look, login: "ann", savedName: savedName, lastAddress: lastAddress)
    }

    /// Takes in something; returns all that is to be done, without what the commands are guarded by.
    mutating func done(_ input: Input, at now: Instant) -> [Effect] { update(input, at: now).map(\.unguarded) }

    /// What a command that is chosen now is guarded by.
    func guards(for command: Command) -> Request.Guards? { sight?.guards(for: command) }

    /// Takes in several things at the same moment; returns all that is to be done.
    @discardableResult
    mutating func take(_ inputs: Input..., at now: Instant = start) -> [Effect] {
        inputs.flatMap { done($0, at: now) }
    }

    /// Takes in keys.
    @discardableResult
    mutating func press(_ keys: Key..., at now: Instant = start) -> [Effect] {
        keys.flatMap { done(.key($0), at: now) }
    }

    /// Takes in the keys of a text.
    @discardableResult
    mutating func type(_ text: String, at now: Instant = start) -> [Effect] {
        text.unicodeScalars.flatMap { done(.key(.character($0)), at: now) }
    }

    /// Takes in a command as it is typed on a screen: after a colon.
    @discardableResult
    mutating func command(_ line: String, at now: Instant = start) -> [Effect] {
        type(":\(line)", at: now) + press(.enter, at: now)
    }

    /// Answers the command that was sent last.
    @discardableResult
    mutating func answer(_ event: Event, at now: Instant = start) -> [Effect] {
        done(received(event, re: session.commands.ids), at: now)
    }

    /// A client with a screen, the menu on it, that the host has just let in as Ann, or one in plain text. All that it
    /// has asked for was answered: c1, `list`, and on a screen c2, `scores`.
    static func inLobby(look: Look = still, plain: Bool = false) -> Model {
        var model = Model.starting(look: look, plain: plain)
        model.take(.start, .opened, Say.hello, welcome("Ann"))
        model.answer(.lobby(Say.emptyLobby))
        if !plain { model.answer(.scores(Say.noScores)) }
        return model
    }

    /// The same, in a match: c3 was `join` or `watch`, in plain text c2.
    static func inMatch(
        _ state: MatchState = Say.state, seat: Int? = 0, preset: Preset = .classic, faces: FaceSet = .animals,
        seal: Seal? = nil, code: MatchCode? = nil, look: Look = still, plain: Bool = false
    ) -> Model {
        var model = Model.inLobby(look: look, plain: plain)
        model.take(.line(seat == nil ? "watch" : "join"))
        model.answer(Say.match(state.match, seat: seat, preset: preset, faces: faces, seal: seal, code: code))
        model.take(received(.state(state)))
        return model
    }

    /// Takes in the next state of the match, made by a change; nil stands for one of an unknown kind.
    @discardableResult
    mutating func show(
        _ change: Change? = nil, at now: Instant = start, _ edit: (inout MatchState) -> Void
    ) -> [Effect] {
        guard var next = state else { preconditionFailure("no match") }
        (next.version, next.change) = (next.version + 1, change)
        edit(&next)
        return take(received(.state(next)), at: now)
    }

    /// The texts of the log.
    var told: [String] { session.log.map(\.text) }

    /// Returns the drawing on the screen.
    func drawing(at now: Instant = start) -> Drawing { View(model: self, now: now).drawing }

    /// The lines of the screen.
    func lines(at now: Instant = start) -> [String] {
        let canvas = drawing(at: now).canvas
        return (0..<canvas.size.rows).map { canvas.line($0) }
    }
}

extension [String] {
    /// True if one of the lines contains this text.
    func shows(_ text: String) -> Bool { contains { $0.contains(text) } }
}

extension [Effect] {
    /// The commands that are sent.
    var commands: [Command] { compactMap { if case .send(let command, _, _) = $0 { command } else { nil } } }
}

extension Table {
    /// What a player of Memory has in mind; nil in any other game.
    private var memory: MemoryOnScreen? { game as? MemoryOnScreen }
    /// The card that is to be turned next.
    var chosenCard: Int? { memory?.chosenCard }
    /// The column of a card that was typed.
    var typed: MemoryOnScreen.TypedColumn? { memory?.typed }
}

extension Effect {
    /// The effect without the guards of a command.
    var unguarded: Effect {
        if case .send(let command, let id, _) = self { return .send(command, id: id) }
        return self
    }
}

extension CardMotions {
    /// True if nothing moves.
    var isEmpty: Bool { byCard.isEmpty }
}

extension Canvas {
    /// The text of a row, or of some of its columns, without trailing spaces.
    func line(_ row: Int, _ columns: Range<Int>? = nil) -> String {
        var line = (columns ?? 0..<size.columns).map { self[row, $0].text }.joined()
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension Drawing {
    /// Returns the smallest rectangle around what a click takes for a target; nil if it is not on the screen.
    func rect(of target: Target) -> Rect? {
        let bounds = canvas.bounds
        let points = (bounds.row..<bounds.endRow).flatMap { row in
            (bounds.column..<bounds.endColumn).map { Point(row: row, column: $0) }
        }.filter { self.target(at: $0) == target }
        guard let first = points.first, let last = points.last else { return nil }
        let columns = points.map(\.column)
        let column = columns.min() ?? first.column
        return Rect(
            row: first.row, column: column, rows: last.row - first.row + 1,
            columns: (columns.max() ?? column) - column + 1)
    }
}
