import TestSupport
import Testing

@testable import Protocol

/// The longest lines that there can be, against the room that `Limits` keeps for them.
@Suite struct LongestLineTests {
    /// As many bytes as a name may have.
    private let name = String(repeating: "𝕏", count: Limits.nameCharacters)
    private let mark = RequestID(String(repeating: "\u{1}", count: Limits.requestIDBytes))

    /// As many pictures as a host may have, with the longest labels.
    private let pictures = (0..<50).map { number in
        let label = String(repeating: "Ж", count: 7) + String(UnicodeScalar(0x410 + UInt32(number)) ?? "Ж")
        return Picture(label: label, path: "/faces/" + String(repeating: "f", count: 64))
    }

    private func longest(_ faces: FaceSet) -> String {
        let faces = faces == .pictures ? pictures.map(\.label) : faces.faces
        return faces.max { $0.utf8.count < $1.utf8.count } ?? ""
    }

    private func rules(_ faces: FaceSet) throws -> Rules {
        var request = RulesRequest(preset: .duel)
        (request.rows, request.columns, request.turns, request.faces) = (10, 10, 500, faces)
        (request.revealMilliseconds, request.turnMilliseconds) = (10_000, 3_600_000)
        (request.graceMilliseconds, request.scoring, request.matched) = (3_600_000, .points, .vanish)
        return try Rules(request, default: .classic)
    }

    /// More turns than a match has, in each bucket.
    private var recall: Recall {
        Recall(span: Array(repeating: .init(found: 10_000, missed: 10_000), count: Recall.buckets))
    }

    private var match: MatchID { MatchID(number: 999_999_999_999) }

    /// A state as long as it can be after a change; the first player to go away is the only one who is gone.
    private func state(
        _ faces: FaceSet, _ phase: MatchState.Phase, isUp: Bool, after change: Change?, _ matched: Rules.Matched
    ) -> MatchState {
        let result = MatchState.Result(
            winner: 0, reason: .abandoned, rematch: phase == .over ? nil : match, best: false,
            record: RecordID(number: 999_999_999), recall: [recall, recall],
            salt: phase == .over ? SealSamples.salt : nil)
        let longest = longest(faces)
        let isFirstToGo = change == .away(seat: 1)  // Else the board is not drawn.
        let seats = [(Array(0..<50), isFirstToGo), (Array(50..<100), false)].map { taken, isPresent in
            MatchState.Seat(
                name: name, present: isPresent, score: -100_000, turnsLeft: 500, taken: isUp ? taken : [],
                rematch: false)
        }
        return MatchState(
            match: match, version: 999_999_999_999, phase: phase, rows: 10, columns: 10,
            cards: CardFaces(Array(repeating: isUp ? longest : nil, count: 100)), turned: isUp ? [98, 99] : [], turn: 1,
            turnEndsInMilliseconds: 3_600_000, active: 1, turnNumber: 10_000, ply: 20_100,
            phaseEndsInMilliseconds: 3_600_000,
            seats: seats, watchers: 1_000_000, result: result, change: change,
            matched: matched)
    }

    @Test(arguments: FaceSet.allCases)
    func `every state fits its limit of bytes`(_ faces: FaceSet) {
        let changes: [Change?] = [
            nil, .deal, .memory(.flip(seat: 1, card: 99)), .memory(.pair(seat: 1, first: 98, second: 99)),
            .memory(.miss(seat: 1, first: 98, second: 99)), .memory(.cover(seat: 1, first: 98, second: 99)),
            .memory(.timeout(seat: 1, card: 99)),
            .resign(seat: 1), .abandon(seat: 1), .away(seat: 1), .back(seat: 1), .left(seat: 1), .offer(seat: 1),
            .rematch, .watchers,
        ]
        for phase in [MatchState.Phase.waiting, .playing, .showing, .paused, .over] {
            for change in changes {
                for (matched, isUp) in [(Rules.Matched.stay, false), (.stay, true), (.vanish, false), (.vanish, true)] {
                    let count = length(.state(state(faces, phase, isUp: isUp, after: change, matched)))
                    #expect(count <= Limits.Internal.stateBytes, "\(phase) \(String(describing: change))")
                }
            }
        }
    }

    @Test(arguments: FaceSet.allCases)
    func `the placement in any match fits its limit of bytes`(_ faces: FaceSet) throws {
        let code = try #require(MatchCode("KQ7XM4"))
        let seating = Event.match(
            Seating(
                match: match, seat: nil, rules: try rules(faces), seal: SealSamples.seal([]), code: code,
                contest: ContestPlace(round: 1_000, leg: 2), pictures: faces == .pictures ? pictures : []))
        #expect(length(seating) <= Limits.Internal.seatingBytes)
    }

    @Test func `every reply, even the fullest lobby, fits its limit of bytes`() throws {
        let entry = LobbyList.Entry(
            match: match, phase: .playing, seats: [name, name], scores: [-100_000, -100_000], watchers: 1_000_000,
            rules: try rules(.animals))
        let lobby = LobbyList(
            matches: Array(repeating: entry, count: Limits.lobbyMatches),
            players: Array(repeating: name, count: Limits.lobbyPlayers), playerCount: 1_000_000, total: 1_000_000)
        #expect(length(.lobby(lobby), re: mark) <= Limits.Internal.replyBytes)
        #expect(length(.lobby(lobby)) <= Limits.lobbyBytes)
        let said = Said(match: match, from: name, role: .watcher, text: String(repeating: "𝕏", count: 500))
        for event in [
            Event.help, .hello(Hello(host: name)), .said(said), .rules(RuleBook(preset: .classic, pictures: pictures)),
        ] {
            #expect(length(event, re: mark) <= Limits.Internal.replyBytes)
        }
        #expect(length(.said(said)) <= Limits.chatterBytes)
    }

    @Test func `the standings of a full contest fit the limit of a reply, and that of what is sent unasked`() {
        let player = Standings.Player(
            name: name, isPresent: false, hasWithdrawn: true,
            .init(won: 126_000, drawn: 126_000, lost: 126_000, forfeits: 126_000), mean: -20_000_000,
            standardError: 20_000_000, rating: -10_000, interval: 10_000,
            recall: .init(found: 100_000_000, missed: 100_000_000))
        let digest = String(repeating: "0", count: 64)
        let standings = Standings(
            players: Array(repeating: player, count: Limits.entrants),
            former: .init(count: 16_384, .init(won: 1 << 40, drawn: 1 << 40, lost: 1 << 40, forfeits: 1 << 40)),
            remaining: 4_032_000, pairs: 1_000, isClosed: true, seal: digest, seed: digest, nextSeal: digest,
            seeds: Array(repeating: digest, count: Limits.contestSeeds))
        #expect(length(.standings(standings), re: mark) <= Limits.Internal.replyBytes)
        #expect(length(.standings(standings)) <= Limits.lobbyBytes)
    }

    @Test(arguments: FaceSet.allCases)
    func `the longest record fits the limit of a reply`(_ faces: FaceSet) throws {
        let longest = longest(faces)
        let moves = (0..<Limits.recordMoves).map { index in
            MatchRecord.Move(seat: 1, .flip(card: 98 + index % 2), atMilliseconds: Int(UInt32.max))
        }
        let record = MatchRecord(
            summary: RecordSummary(
                id: RecordID(number: match.number), match: match, startedAt: 0, endedAt: Int(UInt32.max),
                rules: try rules(faces), players: [name, name], scores: [-100_000, -100_000], winner: 1,
                reason: .abandoned, turns: [10_000, 10_000], opponent: .house(.perfect), recall: [recall, recall],
                contest: ContestPlace(round: 1_000, leg: 2)),
            deck: CardFaces(Array(repeating: longest, count: 100)), moves: moves, seal: SealSamples.seal([]),
            salt: SealSamples.salt)
        let event = Event.record(record, pictures: faces == .pictures ? pictures : [])
        #expect(length(event, re: mark) <= Limits.Internal.replyBytes)
        // Plain words tell only moves that can be made: here, the same two cards over and over.
        var played = record
        played.deck = CardFaces(Array(repeating: longest, count: 99) + ["?"])
        for index in played.moves.indices {
            let move = played.moves[index]
            played.moves[index] = MatchRecord.Move(
                seat: index / 2 % 2, move.made, atMilliseconds: move.atMilliseconds)
        }
        #expect(plain(.record(played)).contains(" more moves.\n"))
        #expect(length(.record(played), re: mark) <= Limits.Internal.replyBytes)
        #expect(Limits.Internal.replyBytes < Limits.eventBytes)
        let line = written { RecordLine.write(record, into: &$0) }
        let deck = try #require(line.firstRange(of: ",\"deck\""))
        #expect(line[..<deck.lowerBound].utf8.count <= Limits.Internal.summaryBytes)
    }

    @Test func `every unasked farewell fits its limit of bytes`() {
        for farewell in [Farewell.closed, .replaced, .slowReader, .idle, Farewell(after: .shuttingDown)] {
            #expect(length(.bye(farewell)) <= Limits.Internal.farewellBytes)
        }
        let error = Event.error(ErrorReport(.shuttingDown, command: nil))
        let both = length(error) + length(.bye(Farewell(after: .shuttingDown)))
        #expect(both <= Limits.Internal.farewellBytes)
    }
}
