import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

/// Who may try a code although their address has used up its guesses: whoever has just had a seat, and nobody else.
@Suite struct `Lobby: the players of the last minute` {
    private let none = Allowance(mayGuess: false)
    private let table = LobbyDriver("ann", "bob", "cid", "dee")

    /// A code that no match has.
    private func wrong() throws -> MatchCode {
        let all = try ["ZZZZZZ", "YYYYYY"].map { try #require(MatchCode($0)) }
        return try #require(all.first { table.lobby.matches[$0] == nil })
    }

    /// Cid opens a private match; its code.
    private func openPrivately() throws -> MatchCode {
        table.say("cid", .open(RulesRequest(), isPrivate: true))
        return try #require(table.lobby.matches.all.compactMap(\.code).last)
    }

    /// Ann and Bob begin a match.
    private func begin() {
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .join(nil))
    }

    private func tell(_ who: String, _ command: Command) -> [String] {
        table.say(who, command, allowing: none).kinds
    }

    @Test func `a player whose match has just ended may join with a code, and nobody else`() throws {
        let code = try openPrivately()
        begin()
        table.say("bob", .resign)
        table.say("ann", .leave)
        #expect(tell("dee", .join(.code(code))) == ["error too_fast"])
        #expect(tell("ann", .watch(.code(code))).first == "match")
        #expect(tell("bob", .join(.code(code))) == ["match", "state"])
        #expect(table.outcome.cost == Cost())
    }

    @Test func `a minute after the match this is over`() throws {
        let code = try openPrivately()
        begin()
        table.say("bob", .resign)
        table.pass(Limits.seatedMilliseconds - 1)
        #expect(tell("ann", .watch(.code(code))).first == "match")
        table.pass(1)
        #expect(tell("bob", .join(.code(code))) == ["error too_fast"])
    }

    @Test func `whoever lost the seat with the connection may come back under the name, and join with a code`() throws {
        let code = try openPrivately()
        begin()
        table.vanish("bob")
        let token = try table.token(of: "bob")
        table.say("ann", .resign)
        table.pass(10 * 60_000)
        #expect(tell("bob", .hello(.token(token))) == ["error bad_token"])
        table.hello("bob", as: "bob")
        #expect(tell("bob", .join(.code(code))) == ["error too_fast"], "that was long ago")
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        table.vanish("bob")
        table.pass(try table.match().rules.graceMilliseconds)
        #expect(table.hello("bob", as: "bob").kinds.last == "welcome", "the name is free once the seat is")
        #expect(tell("bob", .join(.code(code))) == ["match", "state"])
    }

    @Test func `a wrong code ends this until the next seat`() throws {
        let code = try openPrivately()
        begin()
        table.say("bob", .resign)
        #expect(tell("bob", .join(.code(try wrong()))) == ["error bad_code"])
        #expect(table.outcome.cost.isWrongGuess, "so the address waits longer")
        #expect(tell("bob", .join(.code(code))) == ["error too_fast"])
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .leave)
        #expect(tell("bob", .join(.code(code))) == ["match", "state"])
    }

    @Test func `an address that owes as many guesses as it had has no more, whoever tries`() throws {
        let code = try openPrivately()
        begin()
        table.say("bob", .resign)
        let broke = Allowance(mayGuess: false, mayOweGuess: false)
        #expect(table.say("bob", .join(.code(code)), allowing: broke).kinds == ["error too_fast"])
        #expect(tell("bob", .join(.code(code))) == ["match", "state"])
    }

    @Test func `a wrong code that the address had left ends nothing`() throws {
        let code = try openPrivately()
        begin()
        table.say("bob", .resign)
        #expect(table.say("bob", .join(.code(try wrong()))).kinds == ["error bad_code"])
        #expect(tell("bob", .join(.code(code))) == ["match", "state"])
    }

    @Test func `who only watched, plays beside another or takes another name has had no seat`() throws {
        let code = try openPrivately()
        table.say("ann", .open(RulesRequest(), isPrivate: false, against: .beside(try PlayerName("Eve"))))
        table.say("dee", .watch(nil))
        table.say("ann", .resign)
        #expect(tell("dee", .join(.code(code))) == ["error too_fast"])
        table.say("ann", .leave)
        table.hello("ann", as: "Eve")
        #expect(tell("ann", .join(.code(code))) == ["error too_fast"])
    }

    @Test func `the number of players remembered is bounded, and the old ones make room`() throws {
        var seats = LastSeats()
        let names = try (0...Limits.Internal.rememberedSeats).map { try PlayerName("P\($0)") }
        let now = Instant(milliseconds: 5_000_000)
        seats.add(names, at: now)
        #expect(names.count { seats.contains($0, at: now) } == Limits.Internal.rememberedSeats)
        seats.add([names[0]], at: now + Limits.seatedMilliseconds)
        #expect(names.count { seats.contains($0, at: now + Limits.seatedMilliseconds) } == 1)
    }
}
