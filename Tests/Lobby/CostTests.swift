import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

/// The cost of each command, which the lobby states and the host charges, and what a client may not do for now.
@Suite struct `Lobby: the cost of commands` {
    private var table = LobbyDriver("ann", "bob")

    private func cost(_ line: String, from who: String) -> Cost {
        table.write(who, line)
        return table.outcome.cost
    }

    @Test func `most commands cost one and a say costs five, even if refused`() {
        for line in ["ping", "watch", "flip a1", "what?", "hello", "{", "{\"type\":\"dance\"}", "help", "rules"] {
            #expect(cost(line, from: "ann") == Cost(), "\(line)")
        }
        var said = Cost()
        said.commands = Limits.sayWeight
        #expect(cost("say hello", from: "ann") == said)
        #expect(cost("say hello", from: "guest") == said, "though nobody hears it")
    }

    @Test(arguments: [
        ("say", Limits.sayWeight), ("{\"type\":\"say\"}", Limits.sayWeight), ("open 4x5x6", 1),
        ("{\"type\":\"open\",\"rules\":7}", 1), ("records before x", 2),
        ("{\"type\":\"records\",\"limit\":\"x\"}", 2), ("record x", Limits.recordWeight),
        ("{\"type\":\"record\"}", Limits.recordWeight), ("{\"type\":\"scores\",\"player\":1}", Limits.scoresWeight),
        ("{\"type\":\"list\",\"follow\":1}", Limits.listWeight), ("follow me", Limits.listWeight), ("flip", 1),
        ("{\"type\":\"flip\"}", 1), ("join !", 1), ("{\"type\":\"join\",\"match\":1}", 1),
    ])
    func `a malformed command is charged as the one that it names`(_ line: String, _ commands: Int) {
        var expected = Cost()
        expected.commands = commands
        #expect(table.write("ann", line).kinds.last?.hasPrefix("error") == true)
        #expect(table.outcome.cost == expected)
    }

    @Test(arguments: [
        ("records", Limits.recordsAtFirst / Limits.recordsPerCommand), ("records 100", 10), ("records 9", 1),
        ("{\"type\":\"records\",\"limit\":39}", 3), ("record r1", Limits.recordWeight),
        ("records Ann 20", 2 + Limits.filterWeight), ("records solo 9", 1 + Limits.filterWeight),
        ("scores", Limits.scoresWeight), ("scores Ann", Limits.scoresWeight), ("list", Limits.listWeight),
        ("follow", Limits.listWeight),
    ])
    func `a command that costs the host more is charged as more`(_ line: String, _ commands: Int) {
        var expected = Cost()
        expected.commands = commands
        #expect(cost(line, from: "ann") == expected)
    }

    @Test func `what is refused is charged as much as what is carried out`() {
        for (line, code, commands) in [
            (#"{"type":"say","text":"hm","match":"m9"}"#, "stale", Limits.sayWeight),
            (#"{"type":"record","record":"r9"}"#, "no_such_record", Limits.recordWeight),
            (#"{"type":"open","house":"steady","rules":{"seats":1}}"#, "bad_field", 1),
        ] {
            #expect(table.write("ann", line).kinds == ["error \(code)"], "\(line)")
            #expect(table.outcome.cost.commands == commands, "\(line)")
        }
    }

    @Test func `opening a match by any command costs ten, joining one costs one`() {
        var opened = Cost()
        (opened.commands, opened.opensMatch) = (Limits.openWeight, true)
        #expect(cost("open", from: "ann") == opened)
        #expect(cost("open", from: "ann") == Cost(), "ann has a seat already")
        #expect(cost("join", from: "bob") == Cost())
        table.say("bob", .leave)
        #expect(cost("join", from: "bob") == opened)
    }

    @Test func `a wrong code costs five commands and counts as a wrong guess, an unknown match ID does neither`() throws
    {
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        let code = try #require(try table.match().code).text
        let other = code == "KQ7XM4" ? "KQ7XM5" : "KQ7XM4"
        var wrong = Cost()
        (wrong.commands, wrong.isWrongGuess) = (Limits.wrongSecretWeight, true)
        for line in ["join \(other)", "watch \(other)"] { #expect(cost(line, from: "bob") == wrong, "\(line)") }
        #expect(cost("join m1", from: "bob") == Cost())
        #expect(cost("join \(code)", from: "bob") == Cost())
    }

    @Test func `a wrong token costs five commands and is no guess, and a right one costs one`() throws {
        var wrong = Cost()
        wrong.commands = Limits.wrongSecretWeight
        #expect(cost("resume " + String(repeating: "0", count: 32), from: "bob") == wrong)
        let token = try table.token(of: "bob")
        table.say("bob", .hello(.token(token)))
        #expect(table.outcome.cost == Cost())
    }

    @Test func `an address that has opened too many matches can do anything but open another`() {
        let allowance = Allowance(mayOpen: false)
        #expect(table.tell("ann", .open(RulesRequest(), isPrivate: false), allowance) == ["error too_fast"])
        #expect(table.tell("ann", .join(nil), allowance) == ["error too_fast"])
        #expect(table.tell("ann", .list, allowance) == ["lobby"])
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        #expect(table.tell("ann", .join(nil), allowance) == ["match", "state"])
        table.say("bob", .resign)
        #expect(table.tell("ann", .rematch, allowance) == ["error too_fast"])
    }

    @Test func `where memory is short, nobody opens another match, and all else goes on`() {
        let allowance = Allowance(hasMemory: false)
        #expect(table.tell("ann", .open(RulesRequest(), isPrivate: false), allowance) == ["error too_many_matches"])
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        #expect(table.tell("ann", .join(nil), allowance) == ["match", "state"])
        #expect(table.tell("bob", .move(.flip(.card(0))), allowance) == ["state"])
        #expect(table.tell("ann", .list, allowance) == ["lobby"])
    }

    @Test func `a rematch counts as an opening once everyone has agreed to it`() {
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .join(nil))
        table.say("ann", .resign)
        var opened = Cost()
        opened.opensMatch = true
        #expect(cost("rematch", from: "ann") == Cost())
        #expect(cost("rematch", from: "bob") == opened)
    }

    @Test func `an address with too many wrong guesses learns nothing about codes, and pays for trying`() throws {
        let allowance = Allowance(mayGuess: false)
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        let code = try #require(try table.match().code)
        #expect(table.tell("bob", .join(.code(code)), allowance) == ["error too_fast"])
        #expect(table.tell("bob", .watch(.code(code)), allowance) == ["error too_fast"])
        var refused = Cost()
        refused.commands = Limits.wrongSecretWeight
        #expect(table.outcome.cost == refused)
        #expect(table.tell("bob", .join(.id(MatchID(number: 1))), allowance) == ["error bad_code"])
    }

    @Test func `an address with too many wrong guesses may show any token`() throws {
        let allowance = Allowance(mayGuess: false)
        table.say("ann", .open(RulesRequest(), isPrivate: true))
        let token = try table.token(of: "bob")
        table.vanish("ann")
        #expect(table.tell("cid", .hello(.token(try table.token(of: "ann"))), allowance).first == "welcome")
        #expect(table.tell("bob", .hello(.token(token)), allowance) == ["welcome"])
        let unknown = try #require(Token(String(repeating: "0", count: 32)))
        #expect(table.tell("dee", .hello(.token(unknown)), allowance) == ["error bad_token"])
    }

    @Test func `while the disk fails, changes that must be kept are refused, and all else works`() throws {
        let allowance = Allowance(diskFailure: "No space left on device")
        let playing = LobbyDriver.playing()
        for command in [Command.move(.flip(.card(0))), .resign, .leave] {
            #expect(playing.tell("ann", command, allowance) == ["error disk_failed"], "\(command.kind)")
        }
        #expect(playing.tell("ann", .say(try SpokenText("hm")), allowance) == ["said"])
        #expect(table.tell("ann", .open(RulesRequest(), isPrivate: false), allowance) == ["error disk_failed"])
        #expect(table.tell("ann", .list, allowance) == ["lobby"])
        #expect(playing.tell("ann", .bye, allowance).last == "bye bye")
        #expect(try playing.match().isInProgress, "a goodbye gives nothing up that could not be kept")
    }

    @Test func `a command that is refused anyway is refused for that reason, not for a limit`() {
        let nothing = Allowance(mayOpen: false, mayGuess: false, diskFailure: "it burns")
        #expect(table.tell("guest", .open(RulesRequest(), isPrivate: false), nothing) == ["error name_needed"])
        #expect(table.tell("ann", .move(.flip(.card(0))), nothing) == ["error not_seated"])
        #expect(table.tell("ann", .join(nil), nothing) == ["error too_fast"])
        #expect(table.tell("ann", .join(.id(MatchID(number: 9))), nothing) == ["error disk_failed"])
    }
}

extension LobbyDriver {
    /// A client sends a command and may not do everything; the kinds of what it is sent.
    fileprivate func tell(_ who: String, _ command: Command, _ allowance: Allowance) -> [String] {
        say(who, command, allowing: allowance).kinds
    }
}
