import Lobby
import Protocol
import TestSupport

@testable import TestDrivers

/// The character of a simulated client: the share of its acts spent on each thing, in percent.
struct Temper {
    var dialect = Dialect.json
    /// The time it thinks, in milliseconds.
    var pause = 2_000...30_000
    /// The chance of remembering a face that it has seen.
    var memory = 0
    var talks = 2
    var errs = 3
    var jumpsIn = 1
    var vanishes = 0
    /// The chance of resuming with its token rather than as somebody else, and of doing so beside its old connection.
    var returns = 90
    var doubles = 0
    var resigns = 1
    var leaves = 20
    var playsAgain = 20
    var goal = Goal.play
    /// The chance that it opens a match against the house, or with another player beside it.
    var opensForTwo = 10
    /// In Set, the chance of asking for more cards, and of claiming a set if there is one.
    var asks = 10
    var claims = 60
    /// The rules that it opens matches by, as JSON.
    var rules = ["\"quick\""]

    enum Goal { case play, watch, hide, guess, chat }
}

/// A simulated client: it acts upon what it has heard, and on nothing else.
struct Bot {
    let number: Int
    let temper: Temper
    var client: ClientID?
    var name: String?
    var token: Token?
    var match: MatchID?
    var seat: Int?
    var state: MatchState?
    /// The faces that it remembers, by card.
    var memory: [Int: String] = [:]
    /// Matches and a code that it has heard of.
    var known: [MatchID] = []
    var serial = 0

    init(number: Int, temper: Temper) { (self.number, self.temper) = (number, temper) }

    /// A client's next act.
    enum Act {
        case connect
        /// Once more, beside the connection that it has.
        case double
        case vanish
        case closeSide
        case write(String)
        case flip(Int)
        /// Sends a line that cannot be read.
        case unreadable(Request)
        case hurry
        case idle
    }

    // MARK: What it is sent

    mutating func receive(_ message: Message, using random: inout SeededRandom) {
        switch message.event {
        case .welcome(let welcome):
            (name, token) = (welcome.name, welcome.token)
        case .match(let seating):
            (match, seat, state, memory) = (seating.match, seating.seat, nil, [:])
        case .state(let news):
            if state == nil || news.version >= (state?.version ?? 0) { state = news }
            for (card, face) in news.cards.enumerated() {
                if let face, Int.random(in: 0..<100, using: &random) < temper.memory { memory[card] = face }
            }
        case .lobby(let list): known = list.matches.map(\.match)
        case .ok(.leave): (match, seat, state) = (nil, nil, nil)
        case .error(let report):
            if report.code == "not_seated" { (match, seat, state) = (nil, nil, nil) }
            if report.code == "bad_token" { token = nil }
        default: break
        }
    }

    /// Its connection is gone; whether it may have a seat, the next welcome says.
    mutating func lose() { (client, match, seat, state) = (nil, nil, nil, nil) }

    // MARK: What it does

    mutating func act(codes: [MatchCode], using random: inout SeededRandom) -> Act {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        guard client != nil else {
            if !chance(temper.returns) { (token, name) = (nil, nil) }
            name = nil
            return .connect
        }
        guard name != nil || (temper.goal == .watch && number.isMultiple(of: 2)) else { return hello(using: &random) }
        if chance(temper.vanishes) { return chance(30) ? .closeSide : .vanish }
        if chance(temper.doubles), token != nil { return .double }
        if chance(temper.errs) { return blunder(using: &random) }
        if chance(temper.talks) { return line("say", ["text": Self.forgeries[number % Self.forgeries.count]]) }
        guard match != nil else { return findPlace(codes: codes, using: &random) }
        return play(using: &random)
    }

    private mutating func hello(using random: inout SeededRandom) -> Act {
        if let token { return line("hello", ["token": "\"\(token.text)\""]) }
        if Int.random(in: 0..<15, using: &random) == 0 {
            return line("hello", ["name": "\"a name of more than 24 characters\""])
        }
        serial += Int.random(in: 0...1, using: &random)
        // Every third now and then wants a name that another one has.
        let other = number.isMultiple(of: 3) && Bool.random(using: &random) ? number + 1 : number
        let style = Self.names[other % Self.names.count]
        let count = other == number ? serial : Int.random(in: 0...3, using: &random)
        return line("hello", ["name": "\"\(style) \(other) \(count)\""])
    }

    /// Names that read like the host's sentences, as far as they are allowed.
    private static let names = ["Bot", "It's over. Bot", "Ann says", "No pair. Bot", "Both", "Welcome"]

    /// Talk that reads like the host's sentences, or like somebody else's talk.
    private static let forgeries = [
        #""hello""#, #""Bot 1 0 flips A1: A, a pair!""#, #""* Bot 2 0 resigned.""#, #""\"Bot 3 0\" says: I give up""#,
        #""The match has ended.""#, #""Error: type leave""#,
    ]

    private mutating func findPlace(codes: [MatchCode], using random: inout SeededRandom) -> Act {
        let rules = temper.rules.randomElement(using: &random) ?? "{}"
        let isSet = rules.contains("\"set\"")
        switch temper.goal {
        case .play:
            if rules.contains("\"seats\":1") { return line("open", ["rules": rules]) }
            if Int.random(in: 0..<100, using: &random) < temper.opensForTwo {
                let level = ["novice", "steady", "perfect"].randomElement(using: &random) ?? "steady"
                // Who is beside one may be called like somebody else.
                let other = Int.random(in: 0..<2 * number + 2, using: &random)
                return isSet || Bool.random(using: &random)
                    ? line("open", ["rules": rules, "house": "\"\(level)\""])
                    : line("open", ["rules": rules, "beside": "\"Bot \(other) 0\""])
            }
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3: return line("open", ["rules": rules])
            case 4:
                return line(
                    "join", ["match": "\"\((known.randomElement(using: &random) ?? MatchID(number: 1)).text)\""])
            case 5: return line("list")
            default: return isSet ? line("join", ["game": "\"set\""]) : line("join")
            }
        case .watch:
            if Int.random(in: 0..<4, using: &random) == 0 {
                return line("watch", ["game": "\"set\"", "follow": "true"])
            }
            if Bool.random(using: &random) { return line("watch") }
            if Bool.random(using: &random) { return line("watch", ["follow": "true"]) }
            return line("watch", ["match": "\"m\(Int.random(in: 1...400, using: &random))\""])
        case .hide: return line("open", ["rules": rules, "private": "true"])
        case .guess:
            let guess = Bool.random(using: &random) ? MatchCode(using: &random) : codes.randomElement(using: &random)
            let verb = Int.random(in: 0..<4, using: &random) == 0 ? "watch" : "join"
            return line(verb, ["code": "\"\(guess?.text ?? "KQ7XM4")\""])
        case .chat:
            return line(["list", "ping", "watch"].randomElement(using: &random) ?? "ping")
        }
    }

    private mutating func play(using random: inout SeededRandom) -> Act {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        guard let state else { return .idle }
        if state.phase == .over {
            if seat != nil, chance(temper.playsAgain) { return line("rematch") }
            if chance(temper.leaves) { return chance(20) ? line("bye") : line("leave") }
            return chance(temper.leaves) ? findPlace(codes: [], using: &random) : .idle
        }
        guard let seat else { return chance(temper.leaves / 4) ? line("leave") : .idle }
        if chance(temper.resigns) { return line(chance(70) ? "resign" : "leave") }
        if state.set != nil { return playSet(state, using: &random) }
        let cards = state.cards.count
        if state.turn == seat { return .flip(choose(state, using: &random)) }
        if chance(temper.jumpsIn) { return .flip(Int.random(in: -1...cards, using: &random)) }
        return .idle
    }

    /// A claim, right or wrong, or a request for more cards or a shuffle.
    private mutating func playSet(_ state: MatchState, using random: inout SeededRandom) -> Act {
        let table = state.cards.compactMap { $0.flatMap { SetCard($0) } }
        guard table.count == state.cards.count, !table.isEmpty else { return .idle }
        let chance = random.number(0...99)
        if chance < temper.asks { return line("more") }
        if random.chance(percent: temper.jumpsIn) { return line("shuffle") }
        if random.chance(percent: temper.errs) { return random.chance(percent: 50) ? .flip(0) : take([0, 1, 99]) }
        if chance < temper.asks + temper.claims, let set = SetCard.sets(in: table).randomElement(using: &random) {
            return take(set.shuffled(using: &random), seen: state.version)
        }
        guard random.chance(percent: 10) else { return .idle }
        return take(Array(table.indices.shuffled(using: &random).prefix(3)))
    }

    private mutating func take(_ places: [Int], seen version: Int? = nil) -> Act {
        if temper.dialect == .plain { return .write("take " + places.map { "\($0 + 1)" }.joined(separator: " ")) }
        let cards = "[\(places.map { "\($0)" }.joined(separator: ","))]"
        return version.map { line("take", ["cards": cards, "version": "\($0)"]) } ?? line("take", ["cards": cards])
    }

    /// The mate of the open card if it knows it, else a pair that it knows, else any card.
    private func choose(_ state: MatchState, using random: inout SeededRandom) -> Int {
        let hidden = state.cards.indices.filter { state.cards[$0] == nil }
        if Int.random(in: 0..<100, using: &random) < temper.errs {
            return Int.random(in: -1...state.cards.count, using: &random)
        }
        if let open = state.turned.first {
            return hidden.first { memory[$0] == state.cards[open] } ?? hidden.randomElement(using: &random) ?? 0
        }
        let pair = hidden.first { one in
            memory[one] != nil && hidden.contains { $0 != one && memory[$0] == memory[one] }
        }
        return pair ?? hidden.randomElement(using: &random) ?? 0
    }

    /// Something that it should not have sent.
    private func blunder(using random: inout SeededRandom) -> Act {
        let lines = [
            "{\"type\":", "[1]", "{\"type\":\"dance\",\"id\":\"d\(serial)\"}", "{\"type\":\"flip\",\"card\":\"a1\"}",
            "{\"type\":\"ping\",\"id\":7}", "{\"type\":\"open\",\"rules\":{\"rows\":1}}",
            "{\"type\":\"watch\",\"match\":\"m0\"}",
            "{\"type\":\"hello\",\"name\":\"\"}", "{\"type\":\"say\",\"text\":7}", "what?", "flip z99", "a1", "help",
            "join m99999", "join", "open tiles", "watch", "rematch", "resign", "leave", "leave me", "list", "ping",
            "records", "records set", "record r1", "replay r1", "replay", "replay stop", "take 1 2 3", "more",
            "shuffle", "rules set",
            "{\"type\":\"scores\",\"id\":\"s\"}", "resume 00000000000000000000000000000000", "name \u{200B}",
            "{\"type\":\"hello\",\"protocol\":2}", "bye",
        ]
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .unreadable(CommandReader.tooLong)
        case 1: return .unreadable(CommandReader.read([0xC0, 0x80], in: 0..<2))
        case 2: return .hurry
        case 3: return .write("open 1x1")
        default: return .write(lines.randomElement(using: &random) ?? "ping")
        }
    }

    /// A command, in JSON with an id or in plain words.
    private mutating func line(_ type: String, _ fields: KeyValuePairs<String, String> = [:]) -> Act {
        if temper.dialect == .plain, fields.allSatisfy({ !$0.value.contains("{") }) {
            let verb = type == "hello" ? (fields.first?.key == "token" ? "resume" : "name") : type
            let words = fields.map { $0.value == "true" ? $0.key : $0.value.filter { $0 != "\"" } }
            return .write(([verb] + words).joined(separator: " "))
        }
        serial += 1
        let id = serial.isMultiple(of: 3) ? "" : ",\"id\":\"\(number).\(serial)\""
        return .write("{\"type\":\"\(type)\"\(id)" + fields.map { ",\"\($0.key)\":\($0.value)" }.joined() + "}")
    }
}
