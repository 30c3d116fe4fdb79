import Protocol
import Testing

/// Every command at every moment, also at the wrong one. A match goes on beside it, and nothing of it is felt there.
@Suite struct CommandOrderTests {
    /// The commands, as fields of JSON without the `id`.
    private static let hello = "\"type\":\"hello\",\"name\":\"Eve\""
    private static let flip = "\"type\":\"flip\",\"card\":0"
    private static let say = "\"type\":\"say\",\"text\":\"hello\""
    private static func plain(_ type: String) -> String { "\"type\":\"\(type)\"" }

    /// Sends a command with an id, and tells the type of its reply, or the code if that is an error.
    private func answer(_ client: LineClient, _ command: String) throws -> String {
        try client.send("{\(command),\"id\":\"q\"}")
        let event = try client.reply(to: "q").event
        if case .error(let report) = event { return report.code }
        return event.type
    }

    /// Sends each command, and sees that it is answered as it should be, twice.
    private func check(
        _ client: LineClient, beside match: QuietMatch, _ expected: KeyValuePairs<String, String>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for _ in 0..<2 {
            for (command, code) in expected {
                #expect(try answer(client, command) == code, "\(command)", sourceLocation: sourceLocation)
            }
            try match.step()
        }
    }

    @Test func `a client without a name can look but not act`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        try check(
            client, beside: match,
            [
                Self.plain("list"): "lobby", Self.plain("ping"): "pong", Self.plain("open"): "name_needed",
                Self.plain("records"): "records", Self.plain("record"): "bad_field", Self.plain("scores"): "scores",
                Self.plain("join"): "name_needed", Self.flip: "name_needed", Self.plain("resign"): "name_needed",
                Self.plain("rematch"): "name_needed", Self.plain("leave"): "name_needed", Self.say: "name_needed",
                Self.plain("flip"): "name_needed", Self.plain("hello"): "bad_field",
            ])
        #expect(try answer(client, Self.plain("watch")) == "match")
        try match.finish()
    }

    @Test func `in the lobby every command of play is refused`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        try check(
            client, beside: match,
            [
                Self.hello: "welcome", Self.flip: "not_seated", Self.plain("flip"): "not_seated",
                Self.plain("resign"): "not_seated", Self.plain("rematch"): "not_seated",
                Self.plain("leave"): "not_seated", Self.say: "said",
                "\"type\":\"join\",\"match\":\"m99\"": "no_such_match",
                "\"type\":\"join\",\"match\":\"m1\"": "match_full",
                "\"type\":\"join\",\"code\":\"ZZZZ\"": "bad_code",
                "\"type\":\"join\",\"code\":\"ZZZZ\",\"match\":\"m1\"": "bad_field",
                "\"type\":\"open\",\"rules\":{\"rows\":11}": "bad_rules",
                "\"type\":\"open\",\"rules\":{\"rows\":3,\"columns\":3}": "bad_rules",
                "\"type\":\"open\",\"rules\":\"chess\"": "bad_rules",
            ])
        try match.finish()
    }

    @Test func `in a waiting match nobody can flip, and its opener can only chat or leave`() throws {
        let match = try QuietMatch()
        let client = try LineClient.named("Eve", at: match.host)
        _ = try client.open()
        try check(
            client, beside: match,
            [
                Self.hello: "already_seated", Self.plain("open"): "already_seated",
                Self.plain("join"): "already_seated", Self.plain("watch"): "already_seated",
                Self.flip: "not_playing", Self.plain("flip"): "bad_field", Self.plain("resign"): "not_playing",
                Self.plain("rematch"): "not_playing", Self.say: "said",
            ])
        #expect(try answer(client, Self.plain("leave")) == "ok")
        #expect(try client.state(.over).result?.reason == .abandoned)
        #expect(try answer(client, Self.plain("leave")) == "not_seated")
        try match.finish()
    }

    @Test func `a flip out of turn is refused, and in turn a flip of an open card is`() throws {
        let match = try QuietMatch()
        let players = [try LineClient.named("Eve", at: match.host), try .named("Fay", at: match.host)]
        _ = try players[0].open("{\"revealMs\":10000,\"turnMs\":0}")
        try players[1].send(.join(nil))
        try players[1].state(.playing)
        try check(
            players[1], beside: match,
            [
                Self.flip: "not_your_turn", "\"type\":\"flip\",\"card\":99": "not_your_turn",
                Self.plain("flip"): "bad_field", Self.plain("rematch"): "not_playing",
                Self.plain("open"): "already_seated", Self.hello: "already_seated",
            ])
        #expect(try answer(players[0], Self.flip) == "ok")
        try check(
            players[0], beside: match, [Self.flip: "card_face_up", "\"type\":\"flip\",\"card\":30": "no_such_card"])
        // Turns one card after the other for whose turn it is, until two differ.
        var state = try players[1].state("the first card") { $0.turned == [0] }
        while state.phase == .playing, let turn = state.turn {
            let card = try #require(state.cards.indices.first { state.cards[$0] == nil })
            try players[turn].flip(card)
            state = try players[1].state("card \(card)") { $0.cards[card] != nil }
        }
        try #require(state.phase == .showing)
        for player in players { try check(player, beside: match, [Self.flip: "showing"]) }
        try match.finish()
    }

    @Test func `in a finished match moves are refused, and a rematch too once the opponent has left`() throws {
        let match = try QuietMatch()
        let players = [try LineClient.named("Eve", at: match.host), try .named("Fay", at: match.host)]
        _ = try players[0].open()
        try players[1].send(.join(nil))
        try players[1].state(.playing)
        #expect(try answer(players[0], Self.plain("resign")) == "ok")
        #expect(try players[0].state(.over).result?.winner == 1)
        try check(
            players[0], beside: match,
            [
                Self.flip: "not_playing", Self.plain("resign"): "not_playing", Self.hello: "already_seated",
                "\"type\":\"join\",\"match\":\"m1\"": "match_full", Self.plain("rematch"): "ok",
            ])
        #expect(try answer(players[1], Self.plain("leave")) == "ok")
        #expect(try answer(players[0], Self.plain("rematch")) == "opponent_left")
        #expect(try answer(players[0], Self.plain("open")) == "match")
        try match.finish()
    }

    @Test func `a watcher's moves are refused`() throws {
        let match = try QuietMatch()
        let watcher = try LineClient.named("Eve", at: match.host)
        try check(
            watcher, beside: match,
            [
                Self.plain("watch"): "match", Self.flip: "not_seated", Self.plain("resign"): "not_seated",
                Self.plain("rematch"): "not_seated", Self.hello: "welcome", Self.say: "said",
            ])
        #expect(try answer(watcher, Self.plain("leave")) == "ok")
        try match.finish()
    }

    @Test func `an unsupported protocol version ends the connection`() throws {
        let match = try QuietMatch()
        let client = try LineClient(match.host)
        try client.send("{\"type\":\"hello\",\"name\":\"Eve\",\"protocol\":2}", "ping")
        let events = try client.linesUntilEnd().map { line in
            guard case .message(let message) = LineClient.read(line) else { throw Unmet("no message: \(line)") }
            return message.event
        }
        #expect(events.map(\.type) == ["hello", "error", "bye"])
        #expect(events.last == .bye(Farewell(after: .unsupportedProtocol)))
        try match.finish()
    }
}
