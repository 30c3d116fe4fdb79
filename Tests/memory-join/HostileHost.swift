import Protocol
import TestSupport

@testable import memory_join

extension SeededRandom {
    /// A size of a screen, seldom one that nothing fits into.
    mutating func size() -> Platform.WindowSize {
        chance(oneIn: 6)
            ? Platform.WindowSize(columns: number(0...45), rows: number(0...15))
            : Platform.WindowSize(
                columns: number(40...(chance(oneIn: 4) ? 200 : 90)), rows: number(14...(chance(oneIn: 4) ? 70 : 30)))
    }

    /// Returns a random input from a person or the connection.
    mutating func input(_ model: Model, at now: Instant) -> Input {
        switch number(0...12) {
        case 0, 1: return .key(.character(one(of: Array("b4J0qxtmvrcpswo?:ynhjkl+- \u{301}🦊\u{202E}".unicodeScalars))))
        case 2: return .key(one(of: [.enter, .enter, .backspace, .eraseWord, .eraseLine, .escape, .redraw]))
        case 3: return .key(one(of: [.tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown]))
        case 4, 5: return pointed(model)
        case 6: return .line(one(of: ["join", "b4", "list", "help", "watch", "say \(text())", text()]))
        case 7: return .resized(size())
        case 8:
            let greeting = heard(.welcome(Welcome(name: text(), token: tokenOne, resumed: false)))
            return one(of: [.opened, Say.hello, .received(greeting)])
        case 9: return chance(oneIn: 6) ? .lost(text()) : one(of: [.tick, .lineTooLong])
        case 10: return .received(.malformed(text()))
        case 11: return .key(chance(oneIn: 8) ? .interrupt : .escape)
        default: return .tick
        }
    }

    /// The mouse, mostly on something that can be pointed at, or that could be when it was drawn.
    private mutating func pointed(_ model: Model) -> Input {
        let kind: Mouse.Kind = one(of: [.press(.left), .press(.right), .release, .move, .wheelUp, .wheelDown])
        if chance(oneIn: 4) { return .pointed(kind, chance(oneIn: 2) ? nil : .card(number(0...300))) }
        if chance(oneIn: 4) { return .pointed(kind, .button(one(of: Button.allCases))) }
        return .pointed(kind, model.targets.isEmpty ? nil : one(of: model.targets))
    }

    /// Returns the client's reading of a line from a hostile host.
    mutating func received(_ model: Model) -> HostMessage {
        let line = line(model)
        return HostLine.read(line, in: 0..<line.count)
    }

    /// A line of an odd host, without its end.
    mutating func line(_ model: Model) -> [UInt8] {
        if chance(oneIn: 20) { return Array(#"{"type":"fireworks","match":"m3","colour":[1,2,{"a":null}]}"#.utf8) }
        return line(event(), re: chance(oneIn: 2) ? model.session.commands.pending?.id : nil)
    }

    private func line(_ event: Event, re: RequestID?) -> [UInt8] {
        var writer = ByteWriter()
        JSONEvents.write(Message(event, re: re), into: &writer)
        let line = writer.drain()
        return line.isEmpty ? Array("{}".utf8) : line.dropLast()
    }

    /// Returns the client's reading of a replay that a hostile host sends as it should, but for what is in it: a header
    /// that answers `re`, and the states in order.
    mutating func replay(re: RequestID?) -> [HostMessage] {
        let rules = rules()
        let header = ReplayHeader(
            record: RecordID(number: 17), match: m3, startedAt: 0, endedAt: number(0...1_000_000),
            players: (0..<rules.seats).map { _ in text() }, rules: rules, states: one(of: [1, 7, 1_000_000, Int.max]))
        let count = number(2...12)
        let states = (1...count).map { version in
            var state = state(m3)
            state.version = version
            let isLast = version == count && chance(oneIn: 2)
            return Event.replayed(ReplayedState(state: state, record: nil, atMilliseconds: odd(), isLast: isLast))
        }
        return ([line(.replay(header), re: re)] + states.map { line($0, re: nil) }).map {
            HostLine.read($0, in: 0..<$0.count)
        }
    }

    private mutating func event() -> Event {
        let id = MatchID(number: chance(oneIn: 8) ? number(0...Int.max) : 3)
        switch number(0...14) {
        case 0: return .match(Seating(match: id, seat: one(of: [nil, 0, 1]), rules: rules(), code: code("KQ7XM4")))
        case 1: return .said(Said(match: id, from: text(), role: .watcher, text: text() + text()))
        case 2: return .error(ErrorReport(code: text(), message: text(), command: text(), isFatal: chance(oneIn: 20)))
        case 3: return .lobby(lobby())
        case 4: return .records(RecordList(records: many(0...40) { $0.summary() }, total: odd()))
        case 5: return .record(record())
        case 6: return .scores(scores())
        case 7: return .ok(.leave)
        case 8: return .rules(ruleBook())
        case 9:
            let players = many(0...3) { $0.text() }
            return .replay(
                ReplayHeader(
                    record: RecordID(number: number(0...9)), match: id, startedAt: odd(), endedAt: odd(),
                    players: players, rules: rules(), states: odd()))
        case 10:
            return .replayed(
                ReplayedState(state: state(id), record: nil, atMilliseconds: odd(), isLast: chance(oneIn: 4)))
        case 11:
            let players = many(0...70) { host in
                Standings.Player(
                    name: host.text(), isPresent: false,
                    .init(won: host.odd(), drawn: host.odd(), lost: host.odd(), forfeits: host.odd()), mean: host.odd(),
                    standardError: host.odd(), rating: host.odd(),
                    interval: host.odd())
            }
            return .standings(
                Standings(players: players, remaining: odd(), pairs: odd(), seal: text(), seed: text()))
        default: return .state(state(id))
        }
    }

    private mutating func ruleBook() -> RuleBook {
        RuleBook(
            preset: text(), presets: namedRules(), solo: namedRules(), games: namedRules(),
            ranges: many(0...20) { RuleBook.NamedRange(field: $0.text(), range: Int.min...$0.odd()) },
            faces: many(0...20) { RuleBook.NamedFaces(name: $0.text(), faces: $0.many(0...80) { $0.face() }) })
    }

    private mutating func namedRules() -> [RuleBook.NamedRules] {
        many(0...20) { RuleBook.NamedRules(name: $0.text(), rules: $0.rules()) }
    }

    /// A list of random length.
    private mutating func many<Item>(_ counts: ClosedRange<Int>, _ make: (inout Self) -> Item) -> [Item] {
        (0..<number(counts)).map { _ in make(&self) }
    }

    /// A number that means nothing good.
    private mutating func odd() -> Int { one(of: [0, 1, -1, 7, 1_000_000, Int.min, Int.max]) }

    /// A face: usual, long, or what no card should hold.
    private mutating func face() -> String {
        one(of: ["🦊", "A", "banana split", "\u{1B}[2J", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "ﷺﷺ", "   ", text(), text()])
    }

    private mutating func rules() -> Rules {
        var request = RulesRequest(preset: one(of: Preset.allCases))
        request.seats = number(1...2)
        (request.rows, request.columns) = (number(1...5) * 2, number(2...10))
        request.turnMilliseconds = one(of: [0, 1_000, 3_600_000])
        return unwrapped(try? Rules(request))
    }

    private mutating func lobby() -> LobbyList {
        LobbyList(
            matches: many(0...60) {
                LobbyList.Entry(
                    match: MatchID(number: $0.number(0...60)),
                    phase: $0.one(of: [.waiting, .playing, .showing, .paused, .over]),
                    seats: $0.many(0...3) { $0.text() }, scores: $0.many(0...3) { $0.odd() }, watchers: $0.odd(),
                    rules: $0.rules())
            }, players: many(0...30) { $0.text() }, playerCount: odd(), total: odd())
    }

    private mutating func summary() -> RecordSummary {
        var summary = Say.record(number(1...99))
        summary.rules = rules()
        (summary.startedAt, summary.endedAt) = (odd(), odd())
        (summary.players, summary.scores) = (many(0...3) { $0.text() }, many(0...3) { $0.odd() })
        summary.turns = many(0...3) { $0.odd() }
        (summary.winner, summary.reason) = (one(of: [nil, 0, 1, 2, -1]), Ending.Reason(text: text()))
        return summary
    }

    /// A record that no honest host would make.
    mutating func record() -> MatchRecord {
        let summary = summary()
        let moves = (0..<number(0...200)).map { index in
            MatchRecord.Move(
                seat: chance(oneIn: 10) ? number(0...255) : number(0...1),
                chance(oneIn: 8)
                    ? nil : .flip(card: chance(oneIn: 10) ? number(0...255) : number(0...summary.rules.cardCount - 1)),
                atMilliseconds: chance(oneIn: 5) ? odd() : 1_000 * index)
        }
        let count = chance(oneIn: 4) ? number(0...100) : summary.rules.cardCount
        return MatchRecord(
            summary: summary, deck: CardFaces((0..<count).map { chance(oneIn: 10) ? nil : $0 % 3 == 0 ? face() : "A" }),
            moves: moves)
    }

    private mutating func scores() -> ScoreList {
        ScoreList(
            best: many(0...30) {
                ScoreList.Game(
                    rules: $0.rules(), name: $0.text(), score: $0.odd(), turns: $0.odd(), endedAt: $0.odd())
            },
            players: many(0...30) {
                ScoreList.Player(name: $0.text(), won: $0.odd(), drawn: $0.odd(), lost: $0.odd())
            })
    }

    /// A state; seldom one that its own board does not fit, which the reader passes over.
    private mutating func state(_ id: MatchID) -> MatchState {
        let (rows, columns) = chance(oneIn: 3) ? (10, 10) : (number(2...10), number(2...10))
        let count = rows * columns
        let last = chance(oneIn: 20) ? count + 5 : count - 1
        let seats = many(0...2) {
            MatchState.Seat(
                name: $0.text(), present: $0.chance(oneIn: 2), score: $0.odd(),
                turnsLeft: $0.chance(oneIn: 2) ? nil : $0.odd(),
                taken: $0.many(0...9) { $0.number(0...last) }, rematch: $0.chance(oneIn: 2),
                left: $0.chance(oneIn: 4))
        }
        let result = MatchState.Result(
            winner: seats.isEmpty ? nil : one(of: [nil, 0, seats.count - 1]),
            reason: one(of: [.turns, .timeout, .cleared, Ending.Reason(text: text())]), rematch: nil,
            best: chance(oneIn: 2), record: chance(oneIn: 2) ? nil : RecordID(number: number(1...Int.max)))
        let faces = many(1...4) { $0.face() }
        return MatchState(
            match: id, version: number(1...20), phase: one(of: [.waiting, .playing, .showing, .paused, .over]),
            rows: rows, columns: columns,
            cards: CardFaces(
                (0..<(chance(oneIn: 30) ? count - 1 : count)).map { _ in chance(oneIn: 3) ? one(of: faces) : nil }),
            turned: many(0...3) { $0.number(0...last) },
            turn: seats.isEmpty || chance(oneIn: 4) ? nil : number(0...seats.count - 1),
            turnEndsInMilliseconds: one(of: [nil, 0, 5_000, Int.min, Int.max]),
            active: one(of: [nil, 0, 1, 2, -1]), turnNumber: odd(),
            phaseEndsInMilliseconds: one(of: [nil, 0, 5_000, Int.min, Int.max]), seats: seats, watchers: odd(),
            result: chance(oneIn: 2) ? result : nil, change: chance(oneIn: 4) ? nil : change(last))
    }

    /// A change; seldom one about a seat or a card that the match does not have.
    private mutating func change(_ last: Int) -> Change {
        let (seat, first, second) = (chance(oneIn: 20) ? odd() : number(0...1), number(0...last), number(0...last))
        return one(of: [
            .deal, .memory(.flip(seat: seat, card: first)), .memory(.pair(seat: seat, first: first, second: second)),
            .memory(.miss(seat: seat, first: first, second: second)),
            .memory(.cover(seat: seat, first: first, second: second)),
            .memory(.timeout(seat: seat, card: first)), .memory(.timeout(seat: seat, card: nil)), .away(seat: seat),
            .back(seat: seat),
            .left(seat: seat), .resign(seat: seat), .abandon(seat: nil), .offer(seat: seat), .rematch, .watchers,
        ])
    }
}
