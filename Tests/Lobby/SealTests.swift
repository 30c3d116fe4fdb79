import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

/// Sealed cards, from the deal to the record. That no salt is told too early, the simulation says of every line.
@Suite struct `Lobby: sealed cards` {
    /// A table, and all that everybody at it has heard since.
    private final class Heard {
        let table: LobbyDriver
        private(set) var messages: [String: [Message]] = [:]

        init(_ table: LobbyDriver) {
            self.table = table
            table.watch = { [unowned self] sight in
                if case .sent(let message, let who) = sight { messages[who, default: []].append(message) }
            }
        }

        func seals(_ who: String) -> [Seal?] { messages[who, default: []].seatings.map(\.seal) }

        func result(_ who: String) -> MatchState.Result? { messages[who, default: []].states.last?.result }

        /// The verdict of a client on the seal of its last match; nil if that is not over, or has none.
        func verdict(_ who: String) -> SealVerdict? {
            var (check, last): (SealCheck?, MatchID?)
            for message in messages[who, default: []] {
                switch message.event {
                case .match(let seating):
                    if seating.match != last { check = seating.seal.map { SealCheck($0) } }
                    #expect(check?.seal == seating.seal, "another seal for \(seating.match.text)")
                    last = seating.match
                case .state(let state) where state.match == last:
                    #expect((state.result?.salt != nil) == (state.phase == .over && check != nil))
                    check?.see(state)
                default: break
                }
            }
            return check?.verdict
        }
    }

    /// Ann and Bob in a match.
    private func playing(_ rules: String = #""quick""#, isPrivate: Bool = false) throws -> Heard {
        let heard = Heard(LobbyDriver("ann", "bob", "wim"))
        heard.table.write("ann", #"{"type":"open","rules":\#(rules),"private":\#(isPrivate)}"#)
        heard.table.say("bob", .join(try reference(heard.table)))
        return heard
    }

    private func reference(_ table: LobbyDriver) throws -> MatchReference {
        try table.match().code.map { .code($0) } ?? .id(try table.match().id)
    }

    @Test(arguments: [#""quick""#, #"{"game":"set"}"#], [false, true])
    func `every match has a seal, which fits at the end, for who came late, too`(rules: String, isPrivate: Bool) throws
    {
        let heard = try playing(rules, isPrivate: isPrivate)
        if rules == #""quick""# { try heard.table.miss("ann") }
        heard.table.say("wim", .watch(try reference(heard.table)))
        #expect(heard.verdict("bob") == nil)
        if rules == #""quick""# { heard.table.pass(1_000) }
        heard.table.say("bob", .resign)
        for who in ["ann", "bob", "wim"] { #expect(heard.verdict(who) == .fits, "\(who)") }
        let record = try #require(heard.table.records.first)
        #expect(record.seal == heard.seals("ann")[0] && record.summary.isPrivate == isPrivate)
        #expect(Seal(of: record.deck.texts, try #require(record.salt)) == record.seal)
    }

    @Test func `the salt comes however a match ends, even if it never began`() throws {
        let rules = Rules.preset(.quick)
        let ends: [(String, (LobbyDriver) throws -> Void)] = [
            ("resigned", { $0.say("bob", .resign) }), ("left", { $0.say("bob", .leave) }),
            (
                "abandoned",
                { table in
                    table.vanish("bob")
                    table.pass(rules.graceMilliseconds)
                }
            ), ("timeout", { table in for _ in 0..<6 { table.pass(rules.turnMilliseconds) } }),
            ("cleared", { try $0.clear("ann", "bob") }),
        ]
        for (name, end) in ends {
            let heard = try playing()
            try end(heard.table)
            #expect(heard.verdict("ann") == .fits, "\(name)")
        }
        for rules in [#""quick""#, #"{"game":"set"}"#] {
            let heard = Heard(LobbyDriver("ann", "wim"))
            heard.table.write("ann", #"{"type":"open","rules":\#(rules)}"#)
            heard.table.say("wim", .watch(try reference(heard.table)))
            heard.table.say("ann", .leave)
            #expect(heard.verdict("wim") == .fits, "\(rules)")
        }
    }

    @Test(arguments: [
        #"{"type":"open","rules":{"preset":"quick","seats":1}}"#, #"{"type":"open","house":"perfect"}"#,
        #"{"type":"open","beside":"Zoe"}"#, #"{"type":"open","rules":{"game":"set","seats":1}}"#,
    ])
    func `solo games, matches against the house and those of two at one client are sealed`(line: String) {
        let heard = Heard(LobbyDriver("ann"))
        heard.table.write("ann", line)
        heard.table.say("ann", .resign)
        #expect(heard.verdict("ann") == .fits)
    }

    @Test func `a rematch is sealed anew`() throws {
        let heard = try playing()
        heard.table.say("ann", .resign)
        heard.table.say("ann", .rematch)
        heard.table.say("bob", .rematch)
        #expect(heard.verdict("bob") == nil && Set(heard.seals("bob")).count == 2)
        heard.table.say("bob", .resign)
        #expect(heard.verdict("bob") == .fits)
        #expect(Set(heard.table.records.map(\.salt)).count == 2)
    }

    @Test(arguments: [false, true])
    func `after a restart the seal is the same, and fits`(isCompacted: Bool) throws {
        let heard = try playing()
        try heard.table.miss("ann")
        try heard.table.restart(isCompacted: isCompacted)
        try heard.table.comeBack("ann")
        try heard.table.comeBack("bob")
        heard.table.say("ann", .resign)
        #expect(heard.seals("ann").count == 2 && heard.verdict("ann") == .fits)
    }

    @Test func `a match that was opened without a seal goes on without one`() throws {
        let heard = try playing()
        let old = heard.table.entries.map { entry -> Entry in
            guard case .opened(let opening) = entry else { return entry }
            return .opened(
                Entry.Opening(
                    match: opening.match, rules: opening.rules, code: opening.code, deck: opening.deck,
                    starting: opening.starting, at: opening.at))
        }
        heard.table.restart(try JournalSamples.replay(old).lobby, entries: old)
        try heard.table.comeBack("ann")
        try heard.table.comeBack("bob")
        heard.table.say("ann", .resign)
        let result = try #require(heard.result("ann"))
        #expect(heard.seals("ann").last == .some(nil) && result.salt == nil && result.deck == nil)
        #expect(heard.table.records.map(\.seal) == [nil] && heard.table.records.map(\.salt) == [nil])
    }

    @Test func `the deck of Set is told at the end; that of Memory stands in the cards`() throws {
        for (rules, count) in [(#""quick""#, nil), (#"{"game":"set"}"#, 81)] as [(String, Int?)] {
            let heard = try playing(rules)
            heard.table.say("bob", .resign)
            #expect(heard.result("ann")?.deck?.count == count)
        }
    }

    @Test func `nobody has a match played back that is not over, and so learns its salt`() throws {
        let heard = try playing()
        heard.table.say("wim", .watch(try reference(heard.table)))
        for who in ["ann", "bob", "wim"] {
            #expect(heard.table.write(who, #"{"type":"replay"}"#).kinds == ["error not_playing"])
        }
    }
}
