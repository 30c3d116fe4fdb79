import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

/// The pictures of the README are what the program draws: `MEMORY_WRITE=1 swift test --filter PictureTests` makes them
/// anew.
@Suite(.serialized) struct PictureTests {
    enum Subject: String, CaseIterable { case menu, table, set, shapes, end }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Pictures")

    @Test(arguments: Subject.allCases)
    func `every picture is what the program draws`(_ subject: Subject) throws {
        var model = subject.model
        model.take(.resized(subject.size))
        let svg = Picture(View(model: model, now: start + subject.moment).drawing.canvas).svg
        try Self.check(svg, "\(subject.rawValue).svg")
    }

    @Test func `the moving picture is what the program draws, from the deal to the result`() throws {
        let svg = Self.film()
        try Self.check(svg, "match.svg")
        #expect(svg.utf8.count < 350_000)
    }

    /// A small match: the deal, a pair, a miss, and the last pair with what follows.
    private static func film() -> String {
        var model = Model.inMatch(Say.stateOf(phase: .waiting, turn: nil), look: Look())
        model.take(.resized(Platform.WindowSize(columns: 80, rows: 24)))
        var (now, frames) = (start, [(canvas: Canvas, from: Int)]())
        /// Films what moves, and then waits.
        func film(_ milliseconds: Int) {
            let end = now + milliseconds
            while now < end {
                let canvas = model.drawing(at: now).canvas
                if frames.last?.canvas != canvas { frames.append((canvas, now - start)) }
                now = min(end, now + 66)
            }
        }
        let faces = ["🦊", "🐢", "🐧", "🐢", "🐌", "🦊", "🐳", "🐌", "🐸", "🐧", "🐳", "🐸"]
        model.show(.deal, at: now) { state in
            (state.rows, state.columns, state.phase, state.turn) = (3, 4, .playing, 0)
            state.cards = CardFaces(Array(repeating: nil, count: faces.count))
            state.seats = Say.state.seats
            for seat in state.seats.indices { (state.seats[seat].score, state.seats[seat].turnsLeft) = (0, 6) }
        }
        film(1_800)
        func flip(_ card: Int) {
            model.show(.memory(.flip(seat: 0, card: card)), at: now) {
                ($0.cards[card], $0.turned, $0.turnEndsInMilliseconds) = (faces[card], [card], 50_000)
            }
        }
        flip(4)
        film(900)
        model.show(.memory(.pair(seat: 0, first: 4, second: 7)), at: now) {
            ($0.cards[7], $0.turned, $0.seats[0].score) = (faces[7], [], 1)
            $0.seats[0].taken += [4, 7]
        }
        film(1_300)
        flip(6)
        film(900)
        model.show(.memory(.miss(seat: 0, first: 6, second: 1)), at: now) {
            ($0.cards[1], $0.turned, $0.phase, $0.turn) = (faces[1], [6, 1], .showing, nil)
        }
        film(1_500)
        model.show(.memory(.cover(seat: 0, first: 6, second: 1)), at: now) {
            ($0.cards[1], $0.cards[6], $0.turned, $0.phase, $0.turn) = (nil, nil, [], .playing, 0)
        }
        film(600)
        // What lies between is left out.
        model.show(nil, at: now) { state in
            for (seat, cards) in [[0, 5, 2, 9], [1, 3, 6, 10]].enumerated() {
                for card in cards { state.cards[card] = faces[card] }
                state.seats[seat].taken += cards
            }
            (state.seats[0].score, state.seats[1].score) = (3, 2)
        }
        film(1_000)
        flip(8)
        film(800)
        model.show(.memory(.pair(seat: 0, first: 8, second: 11)), at: now) {
            ($0.cards[11], $0.turned, $0.phase, $0.turn) = (faces[11], [], .over, nil)
            ($0.turnEndsInMilliseconds, $0.seats[0].score) = (nil, 4)
            $0.seats[0].taken += [8, 11]
            $0.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        }
        film(6_500)
        return Picture.svg(of: frames, milliseconds: now - start)
    }

    /// Holds a picture to the one that is kept, or keeps it.
    private static func check(_ svg: String, _ name: String) throws {
        let isStale = try ExpectedFile.difference(folder.appending(path: name), from: svg) != nil
        #expect(!isStale, "\(name): MEMORY_WRITE=1 swift test --filter PictureTests makes it anew")
    }

    @Test func `the readme shows every picture, and no other`() throws {
        let readme = try String(
            contentsOf: Self.folder.appending(path: "../../README.md").standardized, encoding: .utf8)
        let shown = readme.matches(of: /\(Tests\/Pictures\/([a-z]+\.[a-z]+)\)/).map { String($0.1) }
        // Those of the page are made by a browser, which draws them a little differently each time.
        let all = Subject.allCases.map { "\($0.rawValue).svg" } + ["match.svg", "browser.jpeg", "phone.jpeg"]
        #expect(shown.sorted() == all.sorted())
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(files == all.sorted())
    }
}

extension PictureTests.Subject {
    /// The time at which the picture is taken, in milliseconds.
    var moment: Int { self == .end ? 6_000 : 0 }

    var size: Platform.WindowSize {
        switch self {
        case .menu, .end: Platform.WindowSize(columns: 80, rows: 20)
        case .table: Platform.WindowSize(columns: 80, rows: 28)
        case .set: Platform.WindowSize(columns: 100, rows: 32)
        case .shapes: Platform.WindowSize(columns: 120, rows: 40)
        }
    }

    var model: Model {
        switch self {
        case .menu:
            var model = Model.inLobby()
            model.take(received(.scores(Say.scores)))
            return model
        case .table:
            var model = Model.inMatch(Self.inPlay)
            model.take(received(.said(Said(match: m3, from: "Zoë", role: .watcher, text: "that was close!"))))
            model.press(.down, .down, .right, .right)
            return model
        case .set:
            var model = Model.inSet(Self.setInPlay)
            model.show(.set(.set(seat: 1, Say.claim([1, 2, 4])))) { _ in }
            model.take(received(.said(Said(match: m3, from: "Zoë", role: .watcher, text: "there is another one!"))))
            model.press(.down, .right)
            model.type("gi")
            model.press(.right)
            return model
        case .shapes:
            var model = Model.inMatch(Self.drawnInPlay, faces: .shapes)
            model.take(received(.said(Said(match: m3, from: "Zoë", role: .watcher, text: "two stars to go"))))
            model.press(.down, .down, .right, .right)
            return model
        case .end:
            var model = Model.inMatch(Self.inPlay, look: Look())
            model.show(.memory(.pair(seat: 0, first: 13, second: 28))) {
                ($0.phase, $0.turned, $0.turn, $0.turnEndsInMilliseconds) = (.over, [], nil, nil)
                $0.cards = CardFaces((0..<30).map { FaceSet.animals.faces[$0 * 7 % 15] })
                ($0.seats[0].score, $0.seats[1].score) = (8, 7)
                $0.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
            }
            return model
        }
    }

    /// A match of Set in which Ann has a lead.
    private static var setInPlay: MatchState {
        let cards = ["2gto", "1rsd", "3pus", "1puo", "2rus", "3gsd", "1gus", "2pto", "3rsd", "3ptd", "1gto", "2gsd"]
        return Say.setState().with { state in
            state.cards = CardFaces(cards)
            (state.seats[0].score, state.seats[1].score, state.watchers) = (7, 5, 3)
        }.withSet(deckLeft: 33, sets: [7, 6])
    }

    /// A match with drawn cards of which most is played: Ann has turned a star.
    private static var drawnInPlay: MatchState {
        let pairs = [
            (0, 7, "moon"), (1, 16, "fish"), (3, 28, "love"), (5, 18, "key"), (10, 22, "ship"), (12, 25, "tree"),
            (14, 29, "eye"), (20, 26, "cat"),
        ]
        return Say.stateOf(version: 40, endsIn: 33_000).with { state in
            for (index, (one, other, face)) in pairs.enumerated() {
                (state.cards[one], state.cards[other]) = (face, face)
                state.seats[index % 3 == 0 ? 1 : 0].taken += [one, other]
            }
            (state.cards[8], state.turned, state.watchers) = ("star", [8], 3)
            (state.seats[0].score, state.seats[0].turnsLeft) = (5, 4)
            (state.seats[1].score, state.seats[1].turnsLeft) = (3, 4)
        }
    }

    /// A match of which a third is played: Ann has turned a card, and Bob waits.
    private static var inPlay: MatchState {
        var state = Say.stateOf(version: 20, endsIn: 41_000)
        for (card, face) in [(3, "🦊"), (16, "🦊"), (8, "🐙"), (27, "🐙"), (10, "🦉"), (24, "🦉"), (13, "🐢")] {
            state.cards[card] = face
        }
        state.turned = [13]
        (state.seats[0].taken, state.seats[0].score, state.seats[0].turnsLeft) = ([3, 16, 10, 24], 2, 9)
        (state.seats[1].taken, state.seats[1].score, state.seats[1].turnsLeft) = ([8, 27], 1, 9)
        state.watchers = 3
        return state
    }
}
