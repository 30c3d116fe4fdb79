import Protocol
import TestSupport
import Testing

/// A state, written again by a writer that knows no tricks.
@Suite struct `JSON: states` {
    private func line(_ state: MatchState) -> String {
        func text(_ number: Int?) -> String { number.map(String.init) ?? "null" }
        func list(_ numbers: [Int]) -> String { "[" + numbers.map(String.init).joined(separator: ",") + "]" }
        let cards = state.cards.map { quoted($0 ?? "") }.joined(separator: ",")
        let seats = state.seats.map { seat in
            "{\"name\":\(quoted(seat.name)),\"present\":\(seat.present),\"score\":\(seat.score),"
                + "\"turnsLeft\":\(text(seat.turnsLeft)),\"taken\":\(list(seat.taken)),\"rematch\":\(seat.rematch)}"
        }
        return "{\"type\":\"state\",\"match\":\"m\(state.match.number)\",\"version\":\(state.version),"
            + "\"phase\":\"\(state.phase.rawValue)\",\"rows\":\(state.rows),\"columns\":\(state.columns),"
            + "\"cards\":[\(cards)],\"turned\":\(list(state.turned)),\"turn\":\(text(state.turn)),"
            + "\"turnEndsInMs\":\(text(state.turnEndsInMilliseconds)),\"seats\":[\(seats.joined(separator: ","))],"
            + "\"watchers\":\(state.watchers),\"result\":null}\n"
    }

    private func quoted(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
        let characters = text.unicodeScalars.map { scalar -> String in
            if let escape = escapes[scalar] { return escape }
            guard scalar.value < 0x20 else { return String(scalar) }
            return "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        }
        return "\"" + characters.joined() + "\""
    }

    private static let phases: [MatchState.Phase] = [.waiting, .playing, .showing, .paused, .over]
    private static let texts = [
        "", "A", "Ann", "Zoë", "🦊", "🦊🦊", "a \"b\"", "\\", "\n\r\t\u{0}\u{1F}\u{7F}", "👩‍👩‍👧‍👦",
        String(repeating: "\u{1}", count: 96), String(repeating: "x", count: 24),
    ]

    private func number(using random: inout SeededRandom) -> Int {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: Int.random(in: 95...105, using: &random)
        case 1: Int.random(in: -2...12, using: &random)
        case 2: .random(in: .min ... .max, using: &random)
        case 3: [Int.min, Int.max].randomElement(using: &random) ?? 0
        default: Int.random(in: 0..<100, using: &random)
        }
    }

    private func numbers(using random: inout SeededRandom) -> [Int] {
        let areSmall = Bool.random(using: &random)
        return (0..<Int.random(in: 0...100, using: &random)).map { _ in
            areSmall ? .random(in: 0..<100, using: &random) : number(using: &random)
        }
    }

    private func state(using random: inout SeededRandom) -> MatchState {
        func maybe(_ random: inout SeededRandom) -> Int? { Bool.random(using: &random) ? number(using: &random) : nil }
        let texts = Bool.random(using: &random) ? Self.texts : ["A", "B", "🐶"]
        let cards = (0..<Int.random(in: 1...100, using: &random)).map { _ in texts.randomElement(using: &random) }
        let seats = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            MatchState.Seat(
                name: Self.texts.randomElement(using: &random) ?? "", present: .random(using: &random),
                score: number(using: &random), turnsLeft: maybe(&random), taken: numbers(using: &random),
                rematch: .random(using: &random))
        }
        return MatchState(
            match: MatchID(number: number(using: &random)), version: number(using: &random),
            phase: Self.phases.randomElement(using: &random) ?? .over, rows: number(using: &random),
            columns: number(using: &random), cards: CardFaces(cards.map { $0 == "" ? nil : $0 }),
            turned: numbers(using: &random), turn: maybe(&random), turnEndsInMilliseconds: maybe(&random),
            seats: seats, watchers: number(using: &random), result: nil)
    }

    @Test func `any state is written as a naive writer would write it`() {
        var random = SeededRandom("random states")
        for _ in 0..<2_000 {
            let state = state(using: &random)
            #expect(JSONSamples.text(Message(.state(state))) == line(state))
        }
    }

    @Test func `the longest possible state fits into the space reserved for it`() {
        let name = String(repeating: "\u{1}", count: 96)
        let numbers = Array(repeating: Int.min, count: 100)
        let seat = MatchState.Seat(
            name: name, present: false, score: .min, turnsLeft: .min, taken: numbers, rematch: false)
        let state = MatchState(
            match: MatchID(number: .min), version: .min, phase: .waiting, rows: .min, columns: .min,
            cards: CardFaces(Array(repeating: name, count: 100)), turned: numbers, turn: .min,
            turnEndsInMilliseconds: .min, seats: [seat, seat], watchers: .min, result: nil)
        #expect(JSONSamples.text(Message(.state(state))) == line(state))
    }
}
