import Protocol
import Testing

@testable import memory_join

/// Whatever a host says and a person types, the client goes on, and every line fits the screen.
@Suite struct FuzzTests {
    @Test(arguments: [false, true])
    func `random events and keys never break update or view`(_ plain: Bool) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            var options = Options()
            options.isPlain = plain
            var model = Model(options: options, login: random.text())
            var now = start
            model.take(.start, .opened, Say.hello, welcome("Ann"))
            for _ in 0..<100 {
                now = now + random.number(0...3_000)
                for intent in model.update(random.input(), at: now) {
                    if case .print(let message) = intent {
                        var writer = ByteWriter()
                        PlainEvents.write(message, into: &writer)
                        let text = String(decoding: writer.take(), as: UTF8.self)
                        #expect(text.split(separator: "\n").allSatisfy { isSafe(String($0)) }, "seed \(seed)")
                    }
                }
                _ = model.nextTick(after: now)
                check(model, at: now, seed: seed)
            }
        }
    }

    @Test func `random bytes read as lines of a host never break update or view`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let lines = Self.lines
        var model = Model.inMatch()
        for _ in 0..<3000 {
            var line = random.one(of: lines)
            for _ in 0..<random.number(0...4) {
                let place = random.number(0...line.count - 1)
                switch random.number(0...2) {
                case 0: line[place] = UInt8(random.number(0...255))
                case 1: line.remove(at: place)
                default: line.insert(contentsOf: random.text().utf8.filter { $0 != 10 }, at: place)
                }
            }
            let heard = JSONEventReader.read(line, in: 0..<line.count)
            _ = model.update(.heard(heard), at: start)
            check(model, at: start, seed: seed)
        }
    }

    private func check(_ model: Model, at now: Moment, seed: UInt64) {
        let lines = View(model, at: now).lines
        #expect(lines.count == max(1, model.size.rows), "seed \(seed)")
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= model.size.columns }, "seed \(seed)")
        #expect(lines.allSatisfy { isSafe($0) }, "seed \(seed)")
    }

    private static let lines: [[UInt8]] = {
        let state = """
            {"type":"state","match":"m3","version":12,"phase":"playing","rows":2,"columns":3,"cards":["","","🦊","","",""],\
            "turned":[2],"turn":0,"turnEndsInMs":27310,"seats":[{"name":"Ann","present":true,"score":2,"turnsLeft":10,\
            "taken":[4,5],"rematch":false}],"watchers":3,"result":{"winner":0,"reason":"cleared","rematch":"m4","best":true}}
            """
        let said = #"{"type":"said","match":"m3","from":"Bob","role":"player","text":"hello there"}"#
        let lobby = #"{"type":"lobby","matches":[],"players":["Ann"],"total":9223372036854775807,"playerCount":-9}"#
        return [state, said, lobby, #"{"type":"error","code":"showing","message":"Wait.","fatal":false}"#].map {
            Array($0.utf8)
        }
    }()
}

extension SeededGenerator {
    fileprivate mutating func input() -> Input {
        switch number(0...9) {
        case 0: .key(.character(one(of: Array("b4join help list m3 \u{301}🦊\u{202E}".unicodeScalars))))
        case 1: .key(one(of: [.enter, .backspace, .eraseWord, .eraseLine, .escape, .redraw]))
        case 2: .line(one(of: ["join", "b4", "list", "help", "watch", "say \(text())", text()]))
        case 3: .resized(Platform.WindowSize(columns: number(1...130), rows: number(1...50)))
        case 4: one(of: [.tick, .opened, Say.hello, welcome(text())])
        case 5: chance(8) ? .lost(text()) : one(of: [.tick, .lineTooLong])
        case 6: .heard(.nonsense(text()))
        default: .heard(.message(Message(event(), re: chance(2) ? mark(number(1...9)) : nil)))
        }
    }

    private mutating func event() -> Event {
        let id = MatchID(number: chance(5) ? number(Int.min...Int.max) : 3)
        switch number(0...6) {
        case 0:
            let preset = one(of: Preset.allCases)
            return .match(Seating(match: id, seat: number(-1...3), rules: .preset(preset), code: code("KQ7X")))
        case 1: return .said(Said(match: id, from: text(), role: .watcher, text: text() + text()))
        case 2: return .error(ErrorReport(code: text(), message: text(), command: text(), isFatal: chance(5)))
        case 3:
            let entries = (0..<number(0...60)).map { _ in
                LobbyList.Entry(
                    match: id, phase: .waiting, seats: [text(), text(), text()], scores: [Int.min, Int.max],
                    watchers: Int.min, rules: .preset(.classic))
            }
            return .lobby(LobbyList(matches: entries, players: [text()], playerCount: Int.min, total: Int.max))
        default: return .state(state(id), Telling(.copy))
        }
    }

    private mutating func state(_ id: MatchID) -> MatchState {
        let (rows, columns) = (number(2...10), number(2...10))
        let count = rows * columns
        let seats = (0..<number(0...2)).map { _ in
            MatchState.Seat(
                name: text(), present: chance(2), score: one(of: [0, 1, -1, Int.min, Int.max]),
                turnsLeft: one(of: [nil, 0, 1, Int.min, Int.max]),
                taken: (0..<number(0...9)).map { _ in number(0...count - 1) }, rematch: chance(2))
        }
        let result = MatchState.Result(winner: number(-1...2), reason: text(), rematch: nil, best: chance(2))
        return MatchState(
            match: id, version: number(1...20), phase: one(of: [.waiting, .playing, .showing, .paused, .over]),
            rows: rows, columns: columns, cards: CardFaces((0..<count).map { _ in chance(3) ? text() : nil }),
            turned: (0..<number(0...3)).map { _ in number(0...count - 1) },
            turn: seats.isEmpty ? nil : number(0...seats.count - 1),
            turnEndsInMilliseconds: one(of: [nil, 0, 5_000, Int.min, Int.max]), seats: seats,
            watchers: one(of: [0, Int.min, Int.max]), result: chance(2) ? result : nil)
    }
}
