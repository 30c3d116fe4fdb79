import Protocol

@testable import memory_join

/// A situation whose screen is kept in a file, so that it can be read.
struct Scene: Sendable {
    /// The name of its file.
    let name: String
    /// The client in this situation, at ``start``.
    let model: Model
    /// The sizes of the screens that are kept.
    var sizes = Scene.usualSizes

    /// The smallest and the usual one.
    static let usualSizes = [size(40, 14), size(80, 24)]
    /// Large and portrait ones, too, for the scenes that are laid out in another way there.
    private static let allSizes = usualSizes + [size(120, 40), size(60, 50)]
    private static let allSized = [
        "menu", "lobby", "hosts-are-found", "a-match-is-opened", "records", "a-record-is-played-again", "scores",
        "your-statistics", "a-private-match-waits", "your-turn", "ten-by-ten", "you-win", "help", "set-twelve-cards",
        "set-you-win",
    ]
    /// Without colours, the characters must say everything.
    static let look = Look(colours: .none, hasMotion: false)
    static let ascii = Look(colours: .none, isASCII: true, hasMotion: false)

    /// All of them.
    static let all = (around + atTable + atEnd + over + atSet).map { scene in
        var scene = scene
        if allSized.contains(scene.name) { scene.sizes = allSizes }
        return scene
    }
}

extension Scene {
    /// A scene that is made from a client in the lobby by doing something.
    init(_ name: String, _ model: Model = .inLobby(look: look), _ change: (inout Model) -> Void = { _ in }) {
        var model = model
        change(&model)
        (self.name, self.model) = (name, model)
    }

    private static var around: [Scene] {
        [
            Scene("menu") { $0.session.scores = Say.scores },
            Scene("menu-nobody-has-played-solo"),
            Scene("hosts-are-looked-for", .starting(look: look, looking: true)) { $0.take(.start) },
            Scene("no-host-answers", .starting(look: look, looking: true)) {
                $0.take(.start, .lost("Connection refused"))
                for time in [300, 600, 1_000] { $0.take(.tick, at: start + time) }
            },
            Scene("the-given-host-does-not-answer", .starting(look: look)) {
                $0.take(.start, .lost("Connection refused"))
            },
            Scene(
                "hosts-are-found",
                .starting(look: look, looking: true, lastAddress: HostAddress(host: "oak", port: 7000))
            ) {
                $0.take(.start, .lost("Connection refused"), .lost("no answer"))
                $0.take(.found(.named("Kitchen", at: "192.168.1.7")), .found(.named("Zoë's desk", at: "192.168.1.31")))
                $0.press(.down)
            },
            Scene("a-host-is-typed", .starting(look: look, looking: true)) {
                $0.take(.start, .lost("Connection refused"))
                $0.type("aoak:70000")
                $0.press(.enter)
            },
            Scene("your-name-is-asked", .unnamed(look: look)) { $0.take(.start, .opened, Say.hello) },
            Scene("you-are-back", .starting(look: look)) {
                $0.take(.start, .tokenFile(.holds(TokenFile.Stored(token: tokenOne, name: player("Ann")))), .opened)
                $0.take(Say.hello, welcome("Ann", resumed: true), received(Say.match()), received(.state(Say.state)))
            },
            Scene("another-name", .starting(look: look)) { model in
                model.take(.start, .opened, Say.hello)
                for _ in 0..<Limits.burst { model.take(refusal(.nameTaken("Ann"), of: .hello)) }
            },
            Scene("lobby") {
                $0.type("m")
                $0.answer(.lobby(Say.lobby))
                $0.take(received(.said(Said(match: nil, from: "Zoë", role: nil, text: "Anyone want to play?"))))
                $0.press(.down)
            },
            Scene("lobby-is-empty") { $0.type("m") },
            Scene("who-can-be-watched") {
                $0.type("w")
                $0.answer(.lobby(Say.lobby))
            },
            Scene("a-match-is-opened") {
                $0.type("mo")
                $0.press(.down, .down, .down, .right, .right)
            },
            Scene("too-few-turns-for-a-board") {
                $0.type("s")
                $0.press(.down, .down, .down, .left, .down, .right)
            },
            Scene("a-solo-game-is-opened") { $0.type("s") },
            Scene("rules-of-the-host") { $0.type("u") },
            Scene("records") {
                $0.type("r")
                $0.answer(.records(Say.records))
                $0.press(.down)
            },
            Scene("records-with-somebody") {
                $0.type("rw")
                $0.answer(.records(Say.records))
                $0.answer(.scores(Say.ownScores))
                $0.press(.enter)
                let filter = $0.session.recordFilter
                $0.answer(.records(RecordList(records: [Say.record(15, scores: [2, 2])], total: 1, filter: filter)))
            },
            Scene("opponents") {
                $0.type("rw")
                $0.answer(.records(Say.records))
                $0.answer(.scores(Say.ownScores))
                $0.press(.down)
            },
            Scene("no-records-yet") {
                $0.type("r")
                $0.answer(.records(RecordList(records: [], total: 0)))
            },
            Scene("a-record-is-played-again", .replaying(look: look)) { model in
                for second in 1...2 { model.take(.tick, at: start + second * 1_000) }
            },
            Scene("a-replay-is-at-its-end", .replaying(look: look)) { $0.press(.end) },
            Scene("scores") {
                $0.type("c")
                $0.answer(.scores(Say.scores))
            },
            Scene("your-statistics") {
                $0.type("cy")
                $0.answer(.scores(Say.scores))
                $0.answer(.scores(Say.ownScores))
            },
        ]
    }

    /// Ann's turn, or another's: she has turned a fox, each has a pair, three watch.
    private static func inPlay(turn: Int?) -> MatchState {
        Say.stateOf(turn: turn, endsIn: 27_310).with {
            ($0.cards[2], $0.turned, $0.watchers) = ("🦊", [2], 3)
            ($0.cards[4], $0.cards[17], $0.cards[0], $0.cards[29]) = ("🐙", "🐙", "🐌", "🐌")
            ($0.seats[0].taken, $0.seats[0].score, $0.seats[0].turnsLeft) = ([4, 17], 1, 10)
            ($0.seats[1].taken, $0.seats[1].score, $0.seats[1].turnsLeft) = ([0, 29], 1, 11)
        }
    }

    private static func table(
        _ state: MatchState, seat: Int? = 0, preset: Preset = .classic, faces: FaceSet = .animals,
        code: MatchCode? = nil, look: Look = look
    ) -> Model {
        var model = Model.inMatch(state, seat: seat, preset: preset, faces: faces, code: code, look: look)
        model.take(received(.said(Said(match: nil, from: "Zoë", role: .watcher, text: "good luck to both of you"))))
        if state.phase != .over { model.press(.down, .right) }
        return model
    }

    private static var atTable: [Scene] {
        let absent = Say.waiting.with { ($0.seats[0].present, $0.phaseEndsInMilliseconds) = (false, 97_000) }
        let holes = inPlay(turn: 0).with {
            ($0.rows, $0.columns) = (4, 4)
            $0.cards = CardFaces((0..<16).map { [nil, nil, "🦊", nil, "🐙"][$0 % 5] })
            ($0.seats[0].taken, $0.seats[0].turnsLeft, $0.seats[0].score) = ([4, 9], nil, 200)
            ($0.seats[1].taken, $0.seats[1].turnsLeft, $0.seats[1].score) = ([14, 0], nil, -100)
        }
        return [
            Scene("a-private-match-waits", table(Say.waiting, code: code("KQ7XM4"))) { $0.take(Self.reachable) },
            Scene("a-match-waits", table(Say.waiting)) { $0.take(Self.reachable) },
            Scene("the-opener-is-absent", table(absent, seat: nil)),
            Scene("your-turn", table(inPlay(turn: 0))),
            Scene("the-others-turn", table(inPlay(turn: 1))),
            Scene("no-pair", table(inPlay(turn: 0))) {
                $0.show(.memory(.miss(seat: 0, first: 2, second: 3))) {
                    ($0.phase, $0.turned, $0.cards[3], $0.turn) = (.showing, [2, 3], "🐸", nil)
                }
            },
            Scene("the-next-card-is-chosen", table(inPlay(turn: 1))) {
                $0.show(.memory(.miss(seat: 1, first: 2, second: 3))) {
                    ($0.phase, $0.turned, $0.cards[3], $0.turn) = (.showing, [2, 3], "🐸", nil)
                }
                $0.type("b4")
            },
            Scene("the-seat-is-kept", table(inPlay(turn: 0))) {
                $0.show(.away(seat: 1), at: start + -20_000) {
                    ($0.phase, $0.turn, $0.seats[1].present) = (.paused, nil, false)
                    $0.phaseEndsInMilliseconds = 120_000
                }
            },
            Scene("the-connection-is-broken", table(inPlay(turn: 0))) {
                $0.take(.lost("reset"), .lost("refused"), .lost("refused"))
            },
            Scene("you-watch", table(inPlay(turn: 1), seat: nil)),
            Scene("taken-cards-are-gone", table(holes, preset: .tiles)) { $0.press(.left) },
            Scene("ten-by-ten", table(large)),
            Scene(name: "shapes", model: table(shapes, faces: .shapes), sizes: shapeSizes),
            Scene(
                name: "shapes-in-ascii", model: table(shapes, faces: .shapes, look: ascii), sizes: shapeSizes),
            Scene("tiles-have-question-marks", table(holes.with { ($0.turn, $0.active) = (1, 1) }, preset: .tiles)),
            Scene("letters-in-ascii", table(inPlay(turn: 0), look: ascii)),
            Scene("a-solo-game", table(alone)),
        ]
    }

    private static let reachable = Input.reachable(at: [
        HostAddress(host: "192.168.1.7", port: SocketAddress.defaultPort),
        HostAddress(host: "fd00::7", port: SocketAddress.defaultPort),
    ])
    /// Every other card of a board is face up.
    private static let shapes = Say.stateOf(turn: 0, endsIn: 27_310).with { state in
        for card in 0..<30 where card % 2 == 0 || card < 6 { state.cards[card] = FaceSet.shapes.faces[card * 7 % 50] }
        state.turned = [2]
        (state.seats[0].taken, state.seats[1].taken) = ([0, 1, 4, 12, 16, 28], [3, 5, 20, 24])
    }

    /// Small, usual, large and huge.
    private static let shapeSizes = [size(40, 14), size(80, 24), size(120, 40), size(200, 60)]

    private static let large = Say.stateOf(endsIn: 60_000).with {
        ($0.rows, $0.columns) = (10, 10)
        $0.cards = CardFaces((0..<100).map { $0 % 7 == 0 ? FaceSet.animals.faces[$0 / 2 % 50] : nil })
        $0.seats[0].taken = Array(stride(from: 0, to: 100, by: 14))
        $0.seats[1].taken = Array(stride(from: 7, to: 100, by: 14))
    }

    private static let alone = inPlay(turn: 0).with {
        $0.seats.removeLast()
        $0.watchers = 0
    }

    private static var atEnd: [Scene] {
        let best = MatchState.ended(winner: nil, reason: .turns, best: true).with { $0.seats.removeLast() }
        let nothing = best.with { $0.seats[0].score = 0 }
        let draw = MatchState.ended(winner: nil).with { $0.seats[1].rematch = true }
        return [
            Scene("you-win", table(inPlay(turn: 0))) {
                $0.show(.deal, at: start + -192_000) { _ in }
                $0.show(.memory(.pair(seat: 0, first: 2, second: 3)), at: start + -9_000) { _ in }
                $0.show(.memory(.pair(seat: 0, first: 6, second: 7)), at: start + -3_000) { state in
                    state = MatchState.ended(version: state.version).with { $0.turnNumber = 24 }
                }
            },
            Scene("you-lose", table(.ended(winner: 1, reason: .resigned))),
            Scene("a-solo-game-without-a-point", table(nothing, preset: .classic)),
            Scene("a-draw", table(draw)),
            Scene("the-best-solo-game", table(best)),
            Scene("the-opponent-left", table(.ended())) {
                $0.show(.left(seat: 1)) { ($0.seats[1].present, $0.seats[1].left) = (false, true) }
            },
            Scene("the-opponent-disconnected", table(.ended())) {
                $0.show(.away(seat: 1)) { $0.seats[1].present = false }
            },
            Scene("the-end-for-a-watcher", table(.ended(winner: 1, reason: .resigned), seat: nil)),
        ]
    }

    private static var over: [Scene] {
        [
            Scene("rules", table(inPlay(turn: 0), preset: .duel)) { $0.type("u") },
            Scene("help", table(inPlay(turn: 0))) { $0.type("?") },
            Scene("messages", table(inPlay(turn: 0))) {
                for text in ["hello there", "that was the fox, wasn't it? I have seen it somewhere on the left"] {
                    $0.take(received(.said(Said(match: m3, from: "Bob", role: .player, text: text))))
                }
                $0.type("m")
            },
            Scene("a-question", table(inPlay(turn: 0))) { $0.press(.interrupt) },
            Scene("something-is-said", table(inPlay(turn: 0))) { $0.type("twell done, Zoë") },
            Scene("a-wrong-code") {
                $0.type("mckq1")
                $0.press(.enter)
            },
            Scene(
                name: "too-small", model: table(inPlay(turn: 0)),
                sizes: [size(39, 13), size(20, 5)]),
        ]
    }
}
