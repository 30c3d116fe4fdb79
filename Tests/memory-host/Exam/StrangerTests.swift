import Lobby
import Protocol
import Testing

@testable import memory_host

/// An exam, and others who connect meanwhile.
@Suite struct StrangerTests {
    private static let (home, elsewhere) = ("192.168.1.5", "192.168.1.9")
    private static let join = #"{"type":"join"}"#

    /// Plays until the match has asked Ann for as many cards.
    private static func play(_ room: inout ExamRoom, _ ann: ClientID, questions: Int) {
        var answered: Set<Int> = []
        for _ in 0..<600 where answered.count < questions && !room.closed.contains(ann) {
            guard let state = room.last("state", ann), let match = room.last("match", ann) else { return }
            if state["turn"] == match["seat"], let ply = state["ply"]?.number, answered.insert(ply).inserted,
                answered.count < questions, let card = state["cards"]?.list.firstIndex(where: { $0.string == "" })
            {
                let (id, flip) = (match["match"]?.string ?? "", #""type":"flip","card":\#(card),"ply":\#(ply)"#)
                room.say("{\(flip),\"match\":\"\(id)\"}", ann)
            } else {
                room.pass(100)
            }
        }
    }

    // MARK: Tokens

    @Test func `tokens and codes do not follow from the seed, but the cards do`() throws {
        var (tokens, codes, seals): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for _ in 0..<2 {
            var room = ExamRoom("match", seed: 7)
            let ann = room.connect(from: Self.home, as: "Ann")
            tokens.insert(try #require(room.token(ann)))
            room.say(Self.join, ann)
            seals.insert(try #require(room.last("match", ann)?["seal"]?.string))
            let bob = room.connect(from: Self.home, as: "Bob")
            room.say(#"{"type":"open","private":true}"#, bob)
            codes.insert(try #require(room.last("match", bob)?["code"]?.string))
        }
        #expect(tokens.count == 2)
        #expect(codes.count == 2)
        #expect(seals.count == 1)
    }

    // MARK: Names

    @Test func `a name belongs to the address that began its exam, and the report says so`() throws {
        var room = ExamRoom("match")
        let ann = room.connect(from: Self.home, as: "Ann")
        room.end(ann)  // She comes back for each lesson.
        let stranger = room.connect(from: Self.elsewhere, as: "Ann")
        #expect(room.error(stranger) == "name_taken")
        #expect(room.token(stranger) == nil && !room.closed.contains(stranger))
        room.say(#"{"type":"hello","name":"Zoe"}"#, stranger)
        #expect(room.token(stranger) != nil)
        let again = room.connect(from: Self.home, as: "Ann")
        #expect(room.token(again) != nil)
        #expect(room.printed.contains("Ann: at \(Self.home)\n"), "\(room.printed)")
        #expect(room.printed.contains("from \(Self.elsewhere)\n"), "\(room.printed)")
        room.say(Self.join, again)
        room.pass(200_000)
        #expect(room.recorded.contains(#""address":"\#(Self.home)""#), "\(room.recorded)")
        #expect(room.recorded.contains(#""refused":1"#), "\(room.recorded)")
    }

    @Test(arguments: [false, true])
    func `somebody elsewhere who says hello with the name all the time changes nothing`(staysForMore: Bool) {
        let lessons = ["must", "people"].flatMap { Lesson.named($0) ?? [] }
        let pupil = Pupil(staysForMore: staysForMore, stranger: Self.elsewhere, lessons: lessons)
        let alone = Pupil(staysForMore: staysForMore, lessons: lessons)
        #expect(pupil.results.map(\.verdict) == alone.results.map(\.verdict), "\(pupil.printed)")
    }

    @Test(arguments: ["lost", "unseen", "seen", "asked", "gone", "unseated", "over", "forgotten", "retry", "replaced"])
    func `somebody elsewhere changes nothing while the client is away`(lesson: String) {
        let pupil = Pupil(stranger: Self.elsewhere, lessons: Lesson.named(lesson) ?? [])
        #expect(pupil.verdict(lesson) == .passed, "\(pupil.printed)")
    }

    @Test func `somebody at the address of a client that stays connected changes nothing`() {
        let lessons = ["must", "people"].flatMap { Lesson.named($0) ?? [] }
        let pupil = Pupil(staysForMore: true, stranger: "192.168.1.5", lessons: lessons)
        #expect(pupil.results.allSatisfy { $0.verdict == .passed }, "\(pupil.printed)")
    }

    @Test func `whoever says hello a thousand times is mentioned once in a lesson`() {
        var room = ExamRoom("match")
        _ = room.connect(from: Self.home, as: "Ann")
        let printed = room.printed
        for _ in 0..<1000 { _ = room.connect(from: Self.elsewhere, as: "Ann") }
        #expect(room.printed.dropFirst(printed.count).split(separator: "\n").count == 1, "\(room.printed)")
    }

    @Test func `whoever is not examined is mentioned a bounded number of times`() {
        var room = ExamRoom("match", player: "Ann")
        for number in 0..<1000 { _ = room.connect(from: Self.elsewhere, as: "Zoe\(number)") }
        #expect(room.printed.split(separator: "\n").count <= 200)
    }

    @Test func `a token is good at every address, and takes the name there`() throws {
        var room = ExamRoom("match")
        let ann = room.connect(from: Self.home, as: "Ann")
        let token = try #require(room.token(ann))
        let other = room.connect(from: Self.elsewhere)
        room.say(#"{"type":"hello","token":"\#(token)"}"#, other)
        #expect(room.token(other) != nil && room.closed.contains(ann))
        room.end(other)
        let other1 = room.connect(from: Self.home, as: "Ann")
        #expect(room.error(other1) == "name_taken")
    }

    @Test func `the addresses of the host's own machine are one`() {
        var room = ExamRoom("match")
        room.end(room.connect(from: "127.0.0.1", as: "Ann"))
        let other2 = room.connect(from: "::1", as: "Ann")
        #expect(room.token(other2) != nil)
    }

    @Test func `a second connection of an address is no part of the first one's exam`() throws {
        var room = ExamRoom("match")
        let ann = room.connect(from: Self.home, as: "Ann")
        let second = room.connect(from: Self.home, as: "Ann")
        #expect(room.error(second) == "name_taken")
        room.say(#"{"type":"hello","name":"Bob"}"#, second)
        room.say(#"{"type":"enter"}"#, second)
        room.say(Self.join, second)
        #expect(room.last("match", second) != nil)
        room.say(#"{"type":"list"}"#, ann)
        #expect(room.last("lobby", ann)?["players"]?.list.compactMap(\.string) == ["Ann", "Examiner"])
        room.say(Self.join, ann)
        room.pass(1000)
        #expect(room.last("state", ann)?["seats"]?.list.compactMap { $0["name"]?.string }.contains("Ann") == true)
        #expect(room.examination("Ann")?.run?.isJudged == true, "\(room.printed)")
    }

    @Test func `whoever shows an old token without a name takes no part in the exam`() throws {
        var room = ExamRoom("match")
        let first = room.connect(from: Self.home, as: "Ann")
        let old = try #require(room.token(first))
        room.say(#"{"type":"bye"}"#, first)
        let ann = room.connect(from: Self.home, as: "Ann")
        #expect(room.token(ann) != nil)
        let stranger = room.connect(from: Self.elsewhere)
        room.say(#"{"type":"hello","token":"\#(old)"}"#, stranger)
        #expect(room.error(stranger) == "bad_token")
        for line in [#"{"type":"enter"}"#, Self.join, #"{"type":"hello","name":"Mia"}"#, Self.join] {
            room.say(line, stranger)
        }
        room.pass(1000)
        #expect(room.last("match", ann) == nil, "an entrant is seated unasked")
        #expect(room.examination("Ann")?.current == ann)
    }

    @Test(arguments: ["over", "forgotten", "unseated"])
    func `while a lesson waits for a client with its token, its name is not enough`(lesson: String) throws {
        var room = ExamRoom(lesson)
        let ann = room.connect(from: Self.home, as: "Ann")
        let token = try #require(room.token(ann))
        room.say(Self.join, ann)
        Self.play(&room, ann, questions: 20)
        try #require(room.closed.contains(ann), "\(room.printed)")
        let stranger = room.connect(from: Self.home, as: "Ann")
        #expect(room.error(stranger) == "name_taken")
        let back = room.connect(from: Self.home)
        room.say(#"{"type":"hello","token":"\#(token)"}"#, back)
        if room.token(back) == nil { room.say(#"{"type":"hello","name":"Ann"}"#, back) }
        #expect(room.token(back) != nil)
        room.say(Self.join, back)
        room.pass(3000)
        #expect(room.printed.contains("Ann: passed"), "\(room.printed)")
    }

    @Test func `a connection of its own may follow an expired token`() throws {
        var room = ExamRoom("forgotten")
        let ann = room.connect(from: Self.home, as: "Ann")
        let token = try #require(room.token(ann))
        room.say(Self.join, ann)
        Self.play(&room, ann, questions: 20)
        let back = room.connect(from: Self.home)
        room.say(#"{"type":"hello","token":"\#(token)"}"#, back)
        #expect(room.error(back) == "bad_token")
        room.end(back)
        let other3 = room.connect(from: Self.home, as: "Ann")
        #expect(room.token(other3) != nil)
    }

    // MARK: Absence

    @Test func `the host is gone for the client whose lesson it is, and for nobody else at its address`() throws {
        var room = ExamRoom("gone")
        let (ann, bob) = (room.connect(from: Self.home, as: "Ann"), room.connect(from: Self.home, as: "Bob"))
        let token = try #require(room.token(ann))
        room.say(Self.join, ann)
        Self.play(&room, ann, questions: 20)
        try #require(room.closed.contains(ann) && !room.closed.contains(bob), "\(room.printed)")
        let early = room.connect(from: Self.home)
        room.say(#"{"type":"hello","token":"\#(token)"}"#, early)
        #expect(room.closed.contains(early))
        let other4 = room.connect(from: Self.home, as: "Cem")
        #expect(room.token(other4) != nil)
        room.pass(3000)
        let back = room.connect(from: Self.home)
        room.say(#"{"type":"hello","token":"\#(token)"}"#, back)
        #expect(room.last("welcome", back)?["resumed"] == .literal("true"))
    }

    @Test func `a crowd of names ends nobody's exam`() throws {
        var room = ExamRoom("match", "first")
        let ann = room.connect(from: Self.home, as: "Ann")
        room.say(Self.join, ann)
        room.pass(7000)  // She answers nothing, so that a lesson is over.
        room.end(ann)
        try #require(room.examination("Ann")?.results.count == 1)
        for number in 0..<300 { _ = room.connect(from: Self.elsewhere, as: "Zoe\(number)") }
        #expect(room.examination("Ann")?.results.count == 1)
    }
}
