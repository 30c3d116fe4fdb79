import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// What an address may do only so often a minute, in both framings.
@Suite struct `Host: guesses and openings` {
    /// Ann's private match, and a way to try codes.
    private final class Stage {
        let table: HostDriver
        let code: String
        private let ann: HostDriver.Guest

        init(rate: Int = 0, guesses: Int = Limits.guesses) throws {
            table = try HostDriver(rate: rate, guesses: guesses)
            ann = try table.connect(as: "Ann")
            let seating = try table.answer(#"{"type":"open","private":true}"#, from: ann, with: "\"code\":")
            let words: [Substring] = seating.split(separator: Character("\""))
            code = String(try #require(words.last { $0.count == 6 }))
        }

        var wrong: String { code == "AAAAAA" ? "BBBBBB" : "AAAAAA" }

        func join(_ code: String, _ guest: HostDriver.Guest) throws -> String {
            try table.answer(#"{"type":"join","code":"\#(code)","id":"g"}"#, from: guest, with: "\"re\":\"g\"")
        }

        func resume(_ guest: HostDriver.Guest) throws -> String {
            let token = String(repeating: "0", count: 32)
            return try table.answer(
                #"{"type":"hello","token":"\#(token)","id":"g"}"#, from: guest, with: "\"re\":\"g\"")
        }
    }

    @Test func `after three hundred wrong codes even the right one must wait, for a moment`() throws {
        let stage = try Stage()
        let bob = try stage.table.connect(as: "Bob")
        for _ in 0..<Limits.guesses {
            #expect(try stage.join("nonsense", bob).contains("bad_code"), "this is no guess")
            #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        }
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
        try stage.table.turn(after: 60_000 / Limits.guesses)
        #expect(try stage.join(stage.code, bob).contains("\"seat\":1"))
    }

    @Test func `wrong tokens use up no guesses, and are never refused themselves`() throws {
        let stage = try Stage(guesses: 1)
        let bob = try stage.table.connect(as: "Bob")
        let eve = try stage.table.connect()
        for _ in 0..<100 { #expect(try stage.resume(eve).contains("bad_token")) }
        #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
        #expect(try stage.resume(eve).contains("bad_token"))
    }

    @Test func `a wrong token or code delays its sender like five commands`() throws {
        let stage = try Stage(rate: 10)
        let (bob, eve) = (try stage.table.connect(as: "Bob"), try stage.table.connect())
        for _ in 0..<4 { #expect(try stage.join(stage.wrong, bob).contains("bad_code")) }
        for _ in 0..<4 { #expect(try stage.resume(eve).contains("bad_token")) }
        for guest in [bob, eve] {
            try stage.table.send(#"{"type":"ping","id":"last"}"#, from: guest)
            #expect(try stage.table.line(to: guest, with: "too_fast").contains("\"command\":null"))
        }
        try stage.table.turn(after: 200)
        for guest in [bob, eve] {
            #expect(try stage.table.line(to: guest, with: "last").contains("pong"))
        }
    }

    @Test func `browsers have the same budget, and spend it the same way`() throws {
        let stage = try Stage(guesses: 2)
        let (bob, page) = (try stage.table.connect(as: "Bob"), try stage.table.connectBrowser(as: "Page"))
        func ask(_ line: String) throws -> String {
            try stage.table.say(line, from: page)
            return try stage.table.message(to: page, with: "\"re\":\"p\"")
        }
        let join = #"{"type":"join","code":"\#(stage.wrong)","id":"p"}"#
        #expect(try ask(join).contains("bad_code"))
        #expect(try stage.join(stage.wrong, bob).contains("bad_code"))
        #expect(try ask(join).contains("too_fast"))
        #expect(try stage.join(stage.code, bob).contains("too_fast"))
    }

    @Test func `whoever has just had a seat joins with a code that the others may not try`() throws {
        let stage = try Stage(guesses: 1)
        let (bob, cid) = (try stage.table.connect(as: "Bob"), try stage.table.connect(as: "Cid"))
        try stage.table.answer(#"{"type":"open","rules":{"seats":1},"id":"o"}"#, from: bob, with: "\"re\":\"o\"")
        try stage.table.answer(#"{"type":"leave","id":"l"}"#, from: bob, with: "\"re\":\"l\"")
        #expect(try stage.join(stage.wrong, cid).contains("bad_code"))
        #expect(try stage.join(stage.code, cid).contains("too_fast"))
        #expect(try stage.join(stage.code, bob).contains("\"seat\":1"))
    }

    @Test func `openings have a budget even without a rate, ten times as large for this machine`() throws {
        let table = try HostDriver(rate: 0, openings: 6)
        let ann = try table.connect(as: "Ann")
        func open() throws -> String {
            try table.answer(#"{"type":"open","rules":{"seats":1},"id":"o"}"#, from: ann, with: "\"re\":\"o\"")
        }
        for _ in 0..<60 {
            #expect(try open().contains("\"match\""))
            try table.answer(#"{"type":"leave","id":"l"}"#, from: ann, with: "\"re\":\"l\"")
        }
        #expect(try open().contains("too_fast"))
        try table.turn(after: 1000)
        #expect(try open().contains("\"match\""))
    }
}
