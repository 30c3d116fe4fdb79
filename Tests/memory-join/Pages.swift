import Protocol
import TestSupport

@testable import memory_join

// The pages, and what stands on them where it matters.

extension Page {
    /// One of each kind.
    static var samples: [Page] {
        [
            .hosts, .menu, .lobby(watching: false), .lobby(watching: true), .opening(OpeningForm(seats: 2)), .table,
            .records,
            .replay(ReplayPlayer(Say.replay)), .scores, .statistics, .opponents,
        ]
    }
}

extension Say {
    /// The moment at which the records of these tests end: 2026-11-21, 13:05 UTC.
    static let endOfRecords = 1_795_266_311_042

    static let record = Say.record(17)
    /// A match of Ann and Bob on four cards, move by move.
    static let report = MatchRecord.of(
        "ABBA", (0, "a1", 1_000), (0, "b1", 2_000), (1, "a1", 4_000), (1, "b2", 5_000), (0, "b1", 7_000))
    static let replay = Replay(report)

    /// A record of a match of Ann against another player.
    static func record(_ number: Int, against other: String = "Bob", scores: [Int] = [3, 2]) -> RecordSummary {
        RecordSummary(
            id: RecordID(number: number), match: m3, startedAt: endOfRecords - 60_000,
            endedAt: endOfRecords - (17 - number) * 3_600_000, rules: .preset(.quick), players: ["Ann", other],
            scores: scores, winner: scores[0] > scores[1] ? 0 : scores[0] < scores[1] ? 1 : nil, reason: .cleared,
            turns: [5, 5])
    }

    /// The newest of many records.
    static let records = RecordList(
        records: [Say.record, Say.record(16, against: "Zoë", scores: [1, 4]), Say.record(15, scores: [2, 2])], total: 5)

    /// A match that waits, and two that run.
    static let lobby = LobbyList(
        matches: [
            LobbyList.Entry(
                match: m3, phase: .waiting, seats: ["Bob"], scores: [0], watchers: 0, rules: .preset(.classic)),
            LobbyList.Entry(
                match: m4, phase: .playing, seats: ["Cat", "A very long name indeed"], scores: [3, 2],
                watchers: 2, rules: .preset(.duel)),
            LobbyList.Entry(
                match: MatchID(number: 12), phase: .showing, seats: ["漢字"], scores: [-100], watchers: 0,
                rules: .preset(.tiles, solo: true)),
        ], players: ["Ann", "Bob", "Cat"], playerCount: 5, total: 3)

    static let scores = ScoreList(
        best: [
            ScoreList.Game(rules: .preset(.classic, solo: true), name: "Zoë", score: 12, turns: 30, endedAt: 0),
            ScoreList.Game(rules: .preset(.classic, solo: true), name: "Ann", score: 9, turns: 30, endedAt: 0),
            ScoreList.Game(rules: .preset(.tiles, solo: true), name: "漢字", score: 1_100, turns: 13, endedAt: 0),
        ],
        players: [
            ScoreList.Player(name: "Ann", won: 12, drawn: 1, lost: 3),
            ScoreList.Player(name: "A very long name indeed", won: 2, drawn: 0, lost: 100),
        ])
}

extension Say {
    /// The scores, with the results of Ann.
    static let ownScores: ScoreList = {
        var ann = PlayerStatistics(name: "Ann")
        (ann.games, ann.solo, ann.cleared, ann.streak, ann.longestStreak) = (57, 14, 9, 2, 6)
        ann.people = PlayerStatistics.Results(won: 21, drawn: 2, lost: 13)
        ann.house = [
            .init(level: .perfect, results: .init(won: 0, drawn: 1, lost: 4)),
            .init(level: .steady, results: .init(won: 2, drawn: 0, lost: 0)),
        ]
        ann.recall = Recall(span: [
            .init(found: 30), .init(found: 18, missed: 2), .init(found: 41, missed: 19), .init(missed: 3),
        ])
        ann.best = [Say.scores.best[1], Say.scores.best[2]]
        ann.opponents = [
            ScoreList.Player(name: "Bob", won: 19, drawn: 2, lost: 11),
            ScoreList.Player(name: "A very long name indeed", won: 2, drawn: 0, lost: 2),
        ]
        return ScoreList(best: Say.scores.best, players: Say.scores.players, player: ann)
    }()
}

extension Model {
    /// A client with the lobby on its screen, some matches in it.
    static func choosingMatch(watching: Bool = false) -> Model {
        var model = Model.inLobby()
        model.type(watching ? "w" : "m")
        model.answer(.lobby(Say.lobby))
        model.screen.lastPress = nil
        return model
    }

    /// A client with the records on its screen.
    static func choosingRecord(_ list: RecordList = Say.records) -> Model {
        var model = Model.inLobby()
        model.type("r")
        model.answer(.records(list))
        model.screen.lastPress = nil
        return model
    }

    /// A client that sees a match again, from its beginning.
    static func replaying(_ report: MatchRecord = Say.report, look: Look = still) -> Model {
        var model = Model.inLobby(look: look)
        model.type("r")
        model.answer(.records(Say.records))
        model.press(.enter)
        model.answerReplay(of: report)
        model.screen.lastPress = nil
        return model
    }

    /// The match that is played again.
    var player: ReplayPlayer? {
        if case .replay(let player) = screen.page { return player }
        return nil
    }

    /// The line that is being typed.
    var prompt: Prompt? {
        if case .prompt(let prompt) = screen.overlay { return prompt }
        return nil
    }
}

extension Button {
    /// Those of all pages and questions.
    static let allCases: [Button] = {
        let models = [Model.inLobby(), .inMatch(), .choosingMatch(), .choosingRecord()]
        return models.flatMap { model in Page.samples.flatMap { $0.content(model).buttons } } + [.yes, .no]
    }()
}

extension Replay {
    /// A replay all of whose states have come.
    init(_ report: MatchRecord) {
        var states = MatchReplay(report)
        self.init(ReplayHeader(states), first: unwrapped(states.next()))
        while let state = states.next() { append(state) }
    }
}

extension Model {
    /// The host plays a match back, as the client has asked; all that the client then asks for.
    @discardableResult
    mutating func answerReplay(of report: MatchRecord, at now: Instant = start) -> [Effect] {
        var states = MatchReplay(report)
        var effects = answer(.replay(ReplayHeader(states)), at: now)
        while let state = states.next() { effects += done(received(.replayed(state)), at: now) }
        return effects
    }
}

extension Model {
    /// A client on each page, and at a table of each game in every phase: a player, and somebody who watches.
    static let everywhere: [Model] = pages + tables

    private static var pages: [Model] {
        let samples = Page.samples.map { page in
            var model = Model.choosingRecord()
            model.screen.page = page
            return model
        }
        return samples + [.choosingMatch(), .choosingMatch(watching: true), .choosingRecord(), .replaying()]
    }

    private static var tables: [Model] {
        let phases: [MatchState.Phase] = [.waiting, .playing, .showing, .paused, .over]
        return phases.flatMap { phase in
            [0, nil].flatMap { seat in
                [
                    inMatch(Say.state.with { $0.phase = phase }, seat: seat),
                    inSet(Say.setState(81).with { $0.phase = phase }, seat: seat),
                ]
            }
        }
    }
}
