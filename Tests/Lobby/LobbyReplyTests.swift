import Lobby
import Protocol
import Testing

@testable import TestDrivers

@Suite struct `Lobby: replies and refusals` {
    @Test func `a command with an id gets one reply with that id, before the events it causes`() throws {
        let table = LobbyDriver("ann", "bob")
        #expect(table.say("ann", .list, id: "1").kinds == ["lobby @1"])
        #expect(table.say("ann", .open(RulesRequest(), isPrivate: false), id: "2").kinds == ["match @2", "state"])
        #expect(table.say("bob", .join(nil), id: "3").kinds == ["match @3", "state"])
        #expect(table.flip("ann", 0, id: "4").kinds == ["ok @4", "state"])
        #expect(table.write("bob", #"{"type":"say","text":"oh","id":"5"}"#).kinds == ["said @5"])
        #expect(table.say("bob", .resign, id: "6").kinds == ["ok @6", "state"])
        #expect(table.say("bob", .rematch, id: "7").kinds == ["ok @7", "state"])
        #expect(table.say("ann", .rematch, id: "8").kinds == ["ok @8", "state", "match", "state"])
        #expect(table.say("ann", .leave, id: "9").kinds == ["ok @9", "state"])
        #expect(table.say("ann", .watch(nil), id: "10").kinds == ["match @10", "state"])
        #expect(table.say("ann", .ping, id: "11").kinds == ["pong @11"])
        #expect(table.say("ann", .ping, id: "").kinds == ["pong @"])
        #expect(table.say("ann", .bye, id: "12").kinds == ["bye bye @12"])
    }

    @Test func `a hello with an id is answered by a welcome with that id`() throws {
        let table = LobbyDriver.playing()
        table.vanish("bob")
        let heard = table.say("bob", .hello(.token(try table.token(of: "bob"))), id: "x")
        #expect(heard.kinds == ["welcome @x", "match", "state"])
    }

    @Test func `without an id, a command with no reply of its own is answered only if it fails`() {
        let table = LobbyDriver.playing()
        #expect(table.flip("ann", 0).kinds == ["state"])
        #expect(table.flip("ann", 0).kinds == ["error card_face_up"])
        #expect(table.say("ann", .resign).kinds == ["state"])
        #expect(table.say("ann", .rematch).kinds == ["state"])
        #expect(table.say("ann", .leave).kinds == [])
    }

    @Test func `an offer made twice is answered twice and shown once`() {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        #expect(table.say("ann", .rematch, id: "1").kinds == ["ok @1", "state"])
        #expect(table.say("ann", .rematch, id: "2").kinds == ["ok @2"])
    }

    @Test func `a refusal carries the id and the command, and goes to nobody else`() throws {
        let table = LobbyDriver.playing()
        let heard = table.flip("bob", 0, id: "q")
        #expect(heard.kinds == ["error not_your_turn @q"])
        let report = try #require(heard.errors.first)
        #expect(report.command == "flip")
        #expect(!report.isFatal)
        #expect(table.heard("ann").isEmpty)
    }

    @Test(
        arguments: [
            (#"{"type":"ping""#, "error bad_json", nil), (#"["ping"]"#, "error bad_json", nil),
            (#"{"type":"dance","id":"1"}"#, "error unknown_type @1", "dance"),
            (#"{"id":"1"}"#, "error bad_field @1", nil), ("dance", "error unknown_type", "dance"),
            (#"{"type":"ping","id":7}"#, "error bad_field", "ping"),
            (#"{"type":"flip","card":1.5,"id":"2"}"#, "error bad_field @2", "flip"),
            (#"{"type":"open","rules":{"rows":11},"id":"3"}"#, "error bad_rules @3", "open"),
            (#"{"type":"join","match":"m99"}"#, "error no_such_match", "join"),
            (#"{"type":"watch","code":"ZZZZ"}"#, "error bad_code", "watch"),
            (#"{"type":"say","text":""}"#, "error bad_field", "say"),
        ] as [(String, String, String?)])
    func `each kind of invalid line is refused with its own code`(
        line: String, kind: String, command: String?
    ) {
        let table = LobbyDriver("ann", "bob")
        if line.contains("flip") {
            table.say("ann", .open(RulesRequest(), isPrivate: false))
            table.say("bob", .join(nil))
        }
        let heard = table.write("ann", line)
        #expect(heard.kinds == [kind])
        #expect(heard.errors.map(\.command) == [command])
        #expect(table.say("ann", .ping).kinds == ["pong"])
    }

    @Test func `a line that is too long or not UTF-8 is refused, and the connection stays open`() {
        let table = LobbyDriver("ann")
        #expect(table.receive(CommandReader.tooLong, from: "ann").kinds == ["error line_too_long"])
        let request = CommandReader.read([0xFF, 0x41], in: 0..<2)
        #expect(table.receive(request, from: "ann").kinds == ["error bad_json"])
        #expect(table.hurry("ann").kinds == ["error too_fast"])
        #expect(table.say("ann", .ping).kinds == ["pong"])
    }

    @Test func `a line that does not count leaves the dialect unchanged`() {
        let table = LobbyDriver.playing()
        #expect(table.write("ann", "ping").kinds == ["pong"])
        table.receive(CommandReader.tooLong, from: "ann")
        // In plain words a command that has no reply of its own is answered by `ok` even without an id.
        table.receive(Request(.command(.resign), dialect: nil), from: "ann")
        #expect(table.receive(Request(.command(.leave), dialect: nil), from: "ann").kinds.first == "ok")
    }

    @Test func `the first line in a dialect is answered in that dialect`() {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        #expect(table.write("ann", "rematch").kinds == ["ok", "state"])
        #expect(table.say("ann", .rematch).isEmpty)
    }

    @Test func `in plain words every command is answered by at least one line`() {
        let table = LobbyDriver()
        let lines = [
            "list", "name Ann", "say hello", "open quick solo", "a1", "a1", "flip a2", "resign", "rematch", "resign",
            "leave", "leave", "watch", "watch m77", "join", "leave", "help", "ping", "dance", "resume x", "bye",
        ]
        for line in lines {
            #expect(table.type("ann", line).hasSuffix("\n"), "\(line) is answered by nothing")
        }
        #expect(!table.isOpen("ann"))
    }

    @Test func `after bye a client's lines are ignored, even those already sent`() {
        let table = LobbyDriver.playing()
        table.say("ann", .bye)
        #expect(table.say("ann", .ping).isEmpty)
        #expect(table.hurry("ann").isEmpty)
        #expect(table.finish("ann").isEmpty)
    }

    @Test func `a client that closes its side gets a bye, and its seat is kept`() throws {
        let table = LobbyDriver.playing()
        #expect(table.finish("ann").kinds == ["bye closed"])
        #expect(table.heard("bob").states.map(\.phase) == [.paused])
        #expect(try table.comeBack("ann").welcomes.map(\.resumed) == [true])
    }

    @Test func `bye leaves a running match and so resigns it`() {
        let table = LobbyDriver.playing()
        #expect(table.say("ann", .bye).kinds == ["bye bye"])
        let states = table.heard("bob").states
        #expect(states.first?.result?.reason == .resigned)
        #expect(states.first?.result?.winner == 1)
        #expect(table.hello("other", as: "ann").kinds == ["welcome"])
    }

    @Test func `a stopping host tells everyone, and then ignores all input`() throws {
        let table = LobbyDriver.playing()
        try table.miss("ann")
        table.connect("other")
        for who in ["ann", "bob"] { _ = table.heard(who) }
        table.stop()
        for who in ["ann", "bob", "other"] {
            #expect(table.heard(who).kinds == ["error shutting_down", "bye shutting_down"])
            #expect(!table.isOpen(who))
        }
        #expect(table.nextDue == nil)
        table.vanish("ann")
        table.pass(3_600_000)
    }
}
