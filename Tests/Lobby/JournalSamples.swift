import Protocol
import TestSupport
import Testing

@testable import Lobby

/// One entry of each kind, with the line that it must be, up to its sum.
enum JournalSamples {
    static func all() throws -> [(entry: Entry, body: String)] {
        try names() + contest() + openings() + changes()
    }

    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    private static func names() throws -> [(entry: Entry, body: String)] {
        let digest = try #require(TokenDigest(digits))
        return [
            (.counted(lastMatch: 7, lastRecord: 5), #""type":"counted","lastMatch":7,"lastRecord":5"#),
            (.reserved(lastMatch: 1000, lastRecord: 1000), #""type":"reserved","lastMatch":1000,"lastRecord":1000"#),
            (.stopped(matches: 2, lastRecord: 5), #""type":"stopped","matches":2,"lastRecord":5"#),
            (.named(try PlayerName("Ann"), digest), #""type":"named","name":"Ann","token":"\#(digits)""#),
            (
                .named(try PlayerName("\"Zoë\" \\🦊"), digest),
                #""type":"named","name":"\"Zoë\" \\🦊","token":"\#(digits)""#
            ),
            (.forgot(try PlayerName("Bob")), #""type":"forgot","name":"Bob""#),
            (
                .clocksPaused(milliseconds: 60_000, at: Instant(milliseconds: 1_795_268_401_234)),
                #""type":"paused","at":1795268401234,"ms":60000"#
            ),
            (
                .restarted(
                    at: Instant(milliseconds: 1_795_268_401_234), stoppedAt: Instant(milliseconds: 1_795_268_400_000)),
                #""type":"restarted","at":1795268401234,"stoppedAt":1795268400000"#
            ),
        ]
    }

    private static func contest() throws -> [(entry: Entry, body: String)] {
        let (ann, bob) = (try PlayerName("Ann"), try PlayerName("Bob"))
        let seed = try #require(ContestSeed(digits))
        var meeting = Meeting()
        (meeting.over, meeting.won, meeting.drawn, meeting.forfeits) = (7, [4, 1], 1, [0, 1])
        (meeting.pairs, meeting.difference, meeting.squares) = (2, -3, 29)
        var more = meeting
        (more.voids, more.half) = (1, -2)
        more.recall = [Recall.Turns(found: 5, missed: 2), Recall.Turns()]
        more.isPossible = true
        let former = Standings.Former(count: 3, .init(won: 4, drawn: 1, lost: 7, forfeits: 2))
        var past = meeting
        (past.over, past.won) = (70_000, [60_000, 1])
        let events: [(Contest.Event, String)] = [
            (
                .began(pairs: 12, .ofContest(.quick), seed, afterMatch: 7),
                #""event":"began","pairs":12,"afterMatch":7,"rules":{"rows":2,"columns":5,"seats":2,"turns":15,"revealMs":0,"#
                    + #""turnMs":2000,"graceMs":30000,"houseMs":900,"scoring":"pairs","matched":"stay","again":false,"#
                    + #""faces":"animals"},"seed":"\#(digits)""#
            ), (.ended, #""event":"ended""#), (.seeded(seed), #""event":"seeded","seed":"\#(digits)""#),
            (.entered(ann), #""event":"entered","name":"Ann""#), (.withdrew(ann), #""event":"withdrew","name":"Ann""#),
            (.forfeited([ann, bob]), #""event":"forfeited","names":["Ann","Bob"]"#),
            (
                .met(ann, bob, meeting),
                #""event":"met","names":["Ann","Bob"],"over":7,"won":[4,1],"drawn":1,"forfeits":[0,1],"voids":0,"#
                    + #""pairs":2,"difference":-3,"squares":29,"half":null"#
            ),
            (
                .met(ann, bob, more),
                #""event":"met","names":["Ann","Bob"],"over":7,"won":[4,1],"drawn":1,"forfeits":[0,1],"voids":1,"#
                    + #""pairs":2,"difference":-3,"squares":29,"half":-2,"possible":true,"found":[5,0],"missed":[2,0]"#
            ),
            (
                .met(ann, nil, past),
                #""event":"met","names":["Ann"],"over":70000,"won":[60000,1],"drawn":1,"forfeits":[0,1],"voids":0,"#
                    + #""pairs":2,"difference":-3,"squares":29,"half":null"#
            ), (.closed, #""event":"closed""#), (.dealt, #""event":"dealt""#),
            (.published(next: seed), #""event":"published","seed":"\#(digits)""#),
            (.removed(ann), #""event":"removed","name":"Ann""#), (.retired(ann), #""event":"retired","name":"Ann""#),
            (.gathered([ann, bob]), #""event":"gathered","names":["Ann","Bob"]"#),
            (.awaited(ann, milliseconds: 1_500), #""event":"awaited","name":"Ann","ms":1500"#),
            (
                .former([ann, bob], former),
                #""event":"former","names":["Ann","Bob"],"count":3,"won":4,"drawn":1,"lost":7,"forfeits":2"#
            ),
        ]
        return events.map { (.contest($0), #""type":"contest",\#($1)"#) }
    }

    private static func openings() throws -> [(entry: Entry, body: String)] {
        var request = RulesRequest(preset: .tiles)
        (request.rows, request.columns, request.seats, request.faces) = (2, 2, 1, .letters)
        let small = try Rules(request)
        let rules =
            #"{"rows":2,"columns":2,"seats":1,"turns":0,"revealMs":1000,"turnMs":60000,"graceMs":120000,"houseMs":900,"#
            + #""scoring":"points","matched":"vanish","again":false,"faces":"letters"}"#
        let deck = try #require(Deck(["D", "B", "B", "D"], for: small))
        let code = try #require(MatchCode("kq7xm4"))
        let at = Instant(milliseconds: 1_795_268_401_234)
        let (match, next) = (MatchID(number: 8), MatchID(number: 9))
        return [
            (
                .opened(Entry.Opening(match: match, rules: small, code: nil, deck: deck, starting: 0, at: at)),
                #""type":"opened","match":"m8","at":1795268401234,"rules":\#(rules),"starting":0,"deck":["D","B","B","D"]"#
            ),
            (
                .opened(
                    Entry.Opening(
                        match: next, rules: small, code: code, deck: deck, salt: SealSamples.salt, starting: 0, at: at)),
                #""type":"opened","match":"m9","at":1795268401234,"rules":\#(rules),"code":"KQ7XM4","starting":0,"#
                    + #""deck":["D","B","B","D"],"salt":"\#(SealSamples.salt.text)""#
            ),
            (
                .opened(
                    Entry.Opening(
                        match: match, rules: small, code: nil, deck: deck, starting: 0, at: at,
                        contest: ContestPlace(after: 3))),
                #""type":"opened","match":"m8","at":1795268401234,"rules":\#(rules),"starting":0,"#
                    + #""contest":{"round":2,"leg":2},"deck":["D","B","B","D"]"#
            ),
        ]
    }

    private static func changes() throws -> [(entry: Entry, body: String)] {
        let cards = ["2gto", "1rsd", "3pus"].compactMap { SetCard($0) }
        let claim = try #require(SetPlaces([0, 80, 7]).flatMap { SetClaim($0, cards: cards) })
        let kinds: [(Entry.Event, type: String, tail: String)] = [
            (.seated(.person(try PlayerName("Ann"))), "seated", #","name":"Ann""#),
            (
                .seated(.house(House(level: .steady, seed: 271_828))), "seated",
                #","house":"steady","seed":271828"#
            ), (.seated(.beside(try PlayerName("Bob"))), "seated", #","beside":"Bob""#),
            (.moved(.flip(card: 14), seat: 1), "flip", #","seat":1,"card":14"#),
            (
                .moved(.set(.wrong(claim)), seat: 0), "wrong",
                #","seat":0,"cards":[0,80,7],"faces":["2gto","1rsd","3pus"]"#
            ),
            (
                .moved(.set(.set(claim)), seat: 0), "set",
                #","seat":0,"cards":[0,80,7],"faces":["2gto","1rsd","3pus"]"#
            ), (.moved(.set(.more), seat: 1), "more", #","seat":1"#),
            (.moved(.set(.asked), seat: 1), "wish", #","seat":1"#),
            (.moved(.set(.shuffle), seat: 0), "shuffle", #","seat":0"#),
            (.deadlinePassed, "deadline", ""),
            (.away(seat: 0), "away", #","seat":0"#),
            (.back(seat: 1), "back", #","seat":1"#),
            (.forfeited(seat: 1, .resigned), "resigned", #","seat":1"#),
            (.forfeited(seat: 0, .abandoned), "abandoned", #","seat":0"#),
            (.forfeited(seat: nil, .abandoned), "abandoned", #","seat":null"#),
            (.versionCheckpoint, "checkpoint", ""),
        ]
        let stamp = Entry.Stamp(step: 5, version: 6, at: Instant(milliseconds: 1_795_268_401_234))
        return kinds.map { change, type, tail in
            (
                .changed(MatchID(number: 3), change, stamp),
                #""type":"\#(type)","match":"m3","step":5,"version":6,"at":1795268401234"# + tail
            )
        }
    }

    /// The bytes written for an entry, including the LF.
    static func line(_ entry: Entry) -> [UInt8] {
        var writer = ByteWriter()
        EntryLine.write(entry, into: &writer)
        writer.endLogLine()
        return writer.drain()
    }

    /// A line that is sound, whatever stands in it: the checksum is made here once more, bit by bit.
    static func sound(_ body: String) -> [UInt8] {
        let start = Array("{\(body)".utf8)
        var crc = ~UInt32(0)
        for byte in start {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
        }
        let digits = String(~crc, radix: 16)
        return start + Array(",\"crc\":\"\(String(repeating: "0", count: 8 - digits.count) + digits)\"}".utf8)
    }

    /// The entry on a line without its LF; nil if the line was changed, or holds no entry.
    static func read(_ line: [UInt8]) -> Entry? {
        LogLine(line, in: line.indices) == nil ? nil : EntryLine.read(line, in: line.indices)
    }

    /// Replays entries into a lobby; throws where and why if it does not accept them all.
    static func replay(
        _ entries: [Entry], into lobby: Lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "table")))
    ) throws(Refused) -> (lobby: Lobby, records: [MatchRecord]) {
        var (lobby, records) = (lobby, [MatchRecord]())
        for (index, entry) in entries.enumerated() {
            do throws(EntryFlaw) {
                if let record = try lobby.replay(entry) { records.append(record) }
            } catch {
                throw Refused(index: index, entry: entry, flaw: error)
            }
        }
        return (lobby, records)
    }

    /// An entry that was not taken.
    struct Refused: Error {
        let index: Int
        let entry: Entry
        let flaw: EntryFlaw
    }
}
