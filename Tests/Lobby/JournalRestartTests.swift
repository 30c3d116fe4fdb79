import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Journal: after a restart` {
    @Test(arguments: [false, true])
    func `a match resumes where it was, clock included, however long the host was down`(isCompacted: Bool) throws {
        let table = LobbyDriver.playing()
        table.flip("ann", 3)
        table.pass(20_000)
        table.vanish("bob")
        table.pass(10)
        let before = try table.match()
        #expect(before.stage == .paused(played: 20_000))
        table.oversleep(7_200_000)
        try table.restart(isCompacted: isCompacted)
        #expect(try table.match().game == before.game)
        #expect(try table.comeBack("ann").states.last?.phase == .paused)
        let state = try #require(try table.comeBack("bob").states.last)
        #expect(state.turnEndsInMilliseconds == 40_000)
        #expect(state.turned == [3])
        #expect(state.turn == 0)
        table.pass(40_000)
        #expect(table.heard("ann").states.last?.turn == 1)
    }

    @Test(arguments: [0, 1, 2])
    func `the clock stands still while the host is down, across any number of restarts`(back: Int) throws {
        let table = LobbyDriver.playing()
        table.pass(5_000)
        table.flip("ann", 3)
        for _ in 0..<3 {
            table.oversleep(3_600_000)
            try table.restart()
            // Who comes back is heard of by the journal; who does not, is gone again all the same.
            for who in ["ann", "bob"].prefix(back) { try table.comeBack(who) }
        }
        if back < 2 { for who in ["ann", "bob"].dropFirst(back) { try table.comeBack(who) } }
        #expect(try table.match().shown(at: table.now).turnEndsInMilliseconds == 55_000)
    }

    @Test func `every seat is kept for its full grace period after a restart`() throws {
        let table = LobbyDriver.playing()
        table.vanish("bob")
        table.pass(100_000)
        try table.restart()
        try table.comeBack("ann")
        table.pass(119_999)
        #expect(try table.match().phase == .paused)
        table.pass(1)
        #expect(table.heard("ann").states.last?.result?.reason == .abandoned)
        #expect(table.records.last?.summary.winner == 0)
    }

    @Test func `a restart keeps a name without a seat for a while, and a seat's name with the seat`() throws {
        let table = LobbyDriver("ann", "bob", "cid")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        try table.restart()
        #expect(table.hello("thief", as: "bob").kinds == ["error name_taken"])
        #expect(try table.comeBack("bob").kinds == ["welcome"])
        table.pass(120_000)
        #expect(table.hello("thief", as: "bob").kinds == ["error name_taken"])
        #expect(table.hello("thief", as: "cid").kinds == ["welcome"])
        #expect(try table.comeBack("cid").kinds == ["error bad_token"])
    }

    @Test func `versions after a restart skip past many states that the journal does not have`() throws {
        let table = LobbyDriver.playing(#"{"turnMs":0}"#)
        table.hello("wim", as: "wim")
        for _ in 0..<150 {
            table.pass(600)
            table.say("wim", .watch(nil))
            table.pass(600)
            table.say("wim", .leave)
        }
        let told = try #require(table.versions[MatchID(number: 1)])
        #expect(told > 100)
        try table.restart()
        #expect(try table.comeBack("ann").states.map(\.version).allSatisfy { $0 > told })
        try table.comeBack("bob")
        table.flip("ann", 0)
        try table.restart()
    }

    @Test func `a rematch survives a restart, and the match before it has a record`() throws {
        let table = LobbyDriver.playing(#"{"preset":"quick","revealMs":0}"#)
        try table.clear("ann", "bob")
        for who in ["ann", "bob"] { table.say(who, .rematch) }
        try table.restart()
        #expect(table.lobby.matches.all.map(\.id.text) == ["m2"])
        try table.comeBack("ann")
        let state = try #require(try table.comeBack("bob").states.last)
        #expect(state.phase == .playing)
        #expect(state.turn == 1)
        #expect(try JournalSamples.replay(table.entries).records == table.records)
        #expect(table.records.map(\.summary.id.number) == [1])
    }

    @Test func `a flip after a pause of all clocks can be replayed`() throws {
        let table = LobbyDriver.playing()
        table.pass(1_000)
        table.handle(.clocksPaused(milliseconds: 500))
        table.flip("ann", 0)
        try table.restart()
        for who in ["ann", "bob"] { try table.comeBack(who) }
        #expect(try table.match().shown(at: table.now).turnEndsInMilliseconds == 59_500)
    }

    @Test func `records recreated from the journal keep their numbers`() throws {
        let table = LobbyDriver.playing(#"{"preset":"quick"}"#)
        table.say("bob", .resign)
        for _ in 0..<3 {
            for who in ["ann", "bob"] { table.say(who, .rematch) }
            table.say("bob", .resign)
        }
        #expect(table.records.map(\.summary.id.number) == [1, 2, 3, 4])
        let lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "table")))
        let entries = [Entry.counted(lastMatch: 0, lastRecord: 0)] + table.entries
        #expect(try JournalSamples.replay(entries, into: lobby).records == table.records)
    }

    @Test func `a match whose first seat was lost with a torn end is gone, and its ID is not reused`() throws {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        guard case .changed(_, .seated, _) = try #require(table.entries.last) else { throw LobbyDriver.Missing() }
        let torn = Array(table.entries.dropLast())
        table.restart(try JournalSamples.replay(torn).lobby, entries: torn)
        #expect(table.lobby.matchCount == 0)
        try table.comeBack("bob")
        #expect(table.say("bob", .join(nil)).seatings.map(\.match.text) == ["m2"])
        try table.restart()
    }

    @Test func `names from before names were compared by their looks are kept, with their tokens`() throws {
        let table = LobbyDriver("Zoe")
        let names = ["Hօuse", "Ann", "Ann.", "Ꭺnn", "H0use", "Host", "Ａｎｎ", "e\u{301}\u{301}\u{301}\u{301}\u{301}"]
        let tokens = try names.indices.map { try #require(Token("\($0)" + String(repeating: "a", count: 31))) }
        let named = try zip(names, tokens).map { Entry.named(try PlayerName($0), TokenDigest($1)) }
        let lines = named.compactMap { JournalSamples.read(JournalSamples.line($0).dropLast()) }
        #expect(lines == named)
        let entries = lines + table.entries
        table.restart(try JournalSamples.replay(entries).lobby, entries: entries)
        for (name, token) in zip(names, tokens) {
            #expect(table.say(name, .hello(.token(token))).welcomes.map(\.name) == [name])
        }
        for name in ["Ann", "Ann."] {
            #expect(table.hello("thief", as: "A'nn").kinds == ["error name_taken"])
            table.vanish(name)
        }
        table.vanish("Ａｎｎ")
        #expect(table.hello("thief", as: "A'nn").kinds == ["error name_taken"])
        table.vanish("Ꭺnn")
        #expect(table.hello("thief", as: "A'nn").kinds == ["welcome"])
    }

    // MARK: Tokens

    @Test func `a compacted journal holds only valid tokens`() throws {
        let table = LobbyDriver("ann", "bob")
        table.vanish("bob")
        for _ in 0..<3 { table.say("ann", .hello(.token(try table.token(of: "ann")))) }
        table.say("ann", .ping)
        let ann = TokenDigest(try table.token(of: "ann"))
        #expect(
            table.lobby.compactedHeader == [.counted(lastMatch: 0, lastRecord: 0), .named(try PlayerName("ann"), ann)])
        #expect(!table.entries.contains { $0.match.map(table.lobby.isLive) ?? false })
    }

    @Test(arguments: [false, true])
    func `a token is valid after every restart, and any other is not`(isCompacted: Bool) throws {
        let table = LobbyDriver.playing()
        let token = try table.token(of: "ann")
        for _ in 0..<4 {
            table.vanish("ann")
            #expect(table.say("ann", .hello(.token(token))).welcomes.map(\.token) == [token])
            try table.restart(isCompacted: isCompacted)
        }
        #expect(table.say("ann", .hello(.token(token))).kinds == ["welcome", "match", "state"])
        let other = String(token.text.reversed())
        #expect(table.write("thief", "resume \(other)").kinds == ["error bad_token"])
    }

    @Test func `a name that its owner spells anew keeps its token over a restart`() throws {
        let table = LobbyDriver("ann", "bob")
        let token = try table.token(of: "ann")
        table.hello("ann", as: "ANN")
        try table.restart()
        #expect(table.say("ann", .hello(.token(token))).welcomes.map(\.name) == ["ANN"])
    }
}

extension LobbyDriver {
    /// Kills the host, and starts it again from what the journal holds; or from the journal made smaller.
    func restart(isCompacted: Bool = false) throws {
        let held = entries.filter { $0.match.map(lobby.isLive) ?? $0.isPause }
        let entries = isCompacted ? lobby.compactedHeader + held : entries
        restart(try JournalSamples.replay(entries).lobby, entries: entries)
    }

    /// The lobby that a journal leads to under the same settings: the one that there is, unless the test names another.
    func replayed(_ journal: [Entry]? = nil) throws -> Lobby {
        try JournalSamples.replay(journal ?? entries, into: Lobby(settings: lobby.settings)).lobby
    }

    @Test(arguments: [false, true])
    func `after a restart a match for two at one client goes on, and the second name is kept`(isCompacted: Bool) throws
    {
        let table = LobbyDriver("ann", "cid")
        table.write("ann", #"{"type":"open","beside":"Bob","rules":{"rows":2,"columns":4}}"#)
        try table.takePair("ann")
        try table.restart(isCompacted: isCompacted)
        #expect(table.hello("cid", as: "Bob").kinds == ["error name_taken"])
        #expect(try table.comeBack("ann").seatings.first?.beside == 1)
        try table.takePair("ann")
        #expect(try table.match().scores == [1, 1])
    }
}
