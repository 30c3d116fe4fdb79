import Lobby
import Protocol
import Testing

@testable import TestDrivers

@Suite struct `Lobby: replies and refusals` {
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
