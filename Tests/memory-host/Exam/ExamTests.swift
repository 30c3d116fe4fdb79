import Protocol
import Testing

@testable import Lobby
@testable import memory_host

/// The exam, taken in time that a test lets pass.
@Suite struct ExamTests {
    private static func lessons(_ names: String...) -> [Lesson] { names.flatMap { Lesson.named($0) ?? [] } }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a correct client passes every lesson that it plays`(seed: UInt64) {
        let pupil = Pupil(lessons: Self.lessons("must", "reconnect", "people"), seed: seed)
        let notPassed = pupil.results.filter { $0.verdict != .passed }
        #expect(notPassed.map(\.lesson) == ["rematch", "crossed"], "\(pupil.printed)")
        #expect(notPassed.allSatisfy { $0.verdict == .skipped })
    }

    @Test func `a client that stays for more passes every lesson without connecting anew for each`() {
        let pupil = Pupil(staysForMore: true, lessons: Self.lessons("must", "people"))
        #expect(pupil.results.allSatisfy { $0.verdict == .passed }, "\(pupil.printed)")
        #expect(pupil.results.count == Self.lessons("must", "people").count)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4], [true, false])
    func `states come in their order, but for the lesson that is about others`(seed: UInt64, staysForMore: Bool) {
        let lessons = Self.lessons("must", "reconnect", "people").filter { $0.name != "stray" }
        let pupil = Pupil(staysForMore: staysForMore, lessons: lessons, seed: seed)
        #expect(pupil.disorderly == [], "\(pupil.printed)")
    }

    @Test func `a client that plays Set passes the lessons of that game, and skips the others`() {
        let pupil = Pupil(game: .set, lessons: Self.lessons("set", "match"))
        #expect(pupil.results.map(\.verdict) == [.passed, .passed, .passed, .skipped], "\(pupil.printed)")
    }

    @Test func `a claim that names no version is noticed when somebody else was faster`() {
        let pupil = Pupil(.claimsWithoutVersion, game: .set, lessons: Self.lessons("race"))
        #expect(pupil.verdict("race") == .failed, "\(pupil.printed)")
    }

    /// What a client does wrong, and the lessons that notice.
    private static let faults: [(Pupil.Fault, [String])] = [
        (.takesEachPacketForALine, ["bytes", "packets"]), (.hasRoomFor4096Bytes, ["longest"]),
        (.endsAtTheUnknown, ["unknown"]), (.wantsTheTypeFirst, ["order"]),
        (.answersStatesOfOtherMatches, ["stray"]), (.answersOldStates, ["stray"]), (.wantsEachVersion, ["jumps"]),
        (.repeatsNothing, ["refused"]), (.repeatsWhenDelayed, ["delayed"]), (.namesNoPly, ["late"]),
        (.answersEveryState, ["flood"]), (.waitsOneSecond, ["slow"]), (.takesAPauseForAnAnswer, ["pause"]),
        (.endsInAPause, ["pause"]), (.flipsOnceATurn, ["match"]), (.staysAway, ["lost", "unseen", "seen", "asked"]),
        (.comesBackByName, ["lost", "unseen"]), (.triesOnce, ["gone"]), (.flipsIntoItsOldMatch, ["over", "forgotten"]),
        (.neverSitsDownAgain, ["unseated"]), (.staysAwayAfterRetry, ["retry"]), (.comesBackAfterAll, ["replaced"]),
        (.flipsAfterTheEnd, ["leaves"]), (.takesSeatZeroForNone, ["first"]),
        (.flipsOutOfTurn, ["match"]),
    ]

    @Test(arguments: faults) func `a fault is noticed by the lessons about it`(fault: Pupil.Fault, names: [String]) {
        for name in names {
            let pupil = Pupil(fault, lessons: Self.lessons(name))
            #expect(pupil.verdict(name) == .failed, "\(fault), \(name): \(pupil.printed)")
        }
    }

    @Test(arguments: [
        (Pupil.Fault.endsInAPause, ["pause"]), (.comesBackAfterAll, ["replaced"]), (.answersOldStates, ["stray"]),
        (.takesAPauseForAnAnswer, ["pause"]), (.wantsEachVersion, ["jumps"]),
    ])
    func `a client that fails one lesson is examined in all the others`(fault: Pupil.Fault, failed: [String]) {
        let pupil = Pupil(fault, lessons: Self.lessons("must", "reconnect", "people"))
        let names = pupil.results.filter { $0.verdict == .failed }.map(\.lesson)
        #expect(names.contains(failed[0]) && names.count <= 3, "\(pupil.printed)")
        #expect(pupil.results.count { $0.verdict == .skipped } <= 3, "\(pupil.printed)")
    }

    @Test func `a line behind one that is held is carried out after it, before another comes`() {
        let pupil = Pupil(.waitsForPongs, lessons: Self.lessons("delayed", "flood", "late", "refused"))
        #expect(pupil.results.map(\.verdict) == [.passed, .passed, .passed, .passed], "\(pupil.printed)")
    }

    @Test func `a leave that a rematch has crossed is nobody's fault`() {
        let pupil = Pupil(
            .leavesTooLate, staysForMore: true, lessons: Self.lessons("match", "bytes", "stray", "refused"))
        #expect(pupil.results.map(\.verdict) == [.passed, .passed, .passed, .passed], "\(pupil.printed)")
        #expect(pupil.staleLeaves > 0)
    }

    @Test func `an offer that a rematch has crossed is nobody's fault`() {
        let pupil = Pupil(.offersTwice, staysForMore: true, lessons: Self.lessons("must", "people"))
        #expect(pupil.results.allSatisfy { $0.verdict == .passed }, "\(pupil.printed)")
    }

    @Test func `a client that gives up every match passes nothing`() {
        let pupil = Pupil(.resigns, lessons: Self.lessons("must"))
        #expect(pupil.results.allSatisfy { $0.verdict != .passed }, "\(pupil.printed)")
        #expect(pupil.examiner.theOne?.isPassed == false)
    }

    @Test func `a client without plies fails fairly`() throws {
        let pupil = Pupil(.namesNoPly, lessons: Self.lessons("late"))
        let result = try #require(pupil.results.first)
        #expect(result.needs == "ply")
        #expect(pupil.printed.contains("see PROTOCOL.md, section 6; needs `ply`"))
    }

    @Test func `a flip that nothing asked for is said to be one`() {
        let pupil = Pupil(.flipsOutOfTurn, .namesNoPly, lessons: Self.lessons("match"))
        #expect(pupil.printed.contains("a flip that nothing asked for"), "\(pupil.printed)")
    }

    @Test func `the same seed is the same exam`() {
        let (one, other) = (
            Pupil(lessons: Self.lessons("match"), seed: 9), Pupil(lessons: Self.lessons("match"), seed: 9)
        )
        #expect(one.now == other.now && one.printed == other.printed)
    }

    @Test func `a client that says nothing is let go after a bounded time`() {
        let plan = Examiner.Plan(
            lessons: Self.lessons("must"), player: try? PlayerName("Ann"), seed: 1,
            settings: Lobby.Settings(hello: Hello(host: "exam")))
        var (examiner, now) = (Examiner(plan), Instant(milliseconds: 0))
        let client = ClientID(slot: 1, serial: 1)
        examiner.connect(client, .jsonLines, from: ExamRoom.host("192.168.1.5"), at: now)
        let line = Array(#"{"type":"hello","name":"Ann"}"#.utf8)
        examiner.receive(CommandReader.read(line, in: line.indices), from: client, at: now)
        while let due = examiner.due, !(examiner.theOne?.isOver ?? false), now.milliseconds < 600_000 {
            now = max(now, due)
            examiner.advance(to: now)
        }
        #expect(examiner.theOne?.isOver == true && now.milliseconds <= 61_000)
        let verdicts = examiner.theOne?.results.map(\.verdict) ?? []
        #expect(verdicts.first == .failed && verdicts.dropFirst().allSatisfy { $0 == .skipped })
    }

    @Test func `the last event is the report, and the last word that the exam is over`() {
        let pupil = Pupil(lessons: Self.lessons("match", "slow"))
        guard case .object(let fields)? = pupil.report else {
            Issue.record("no report")
            return
        }
        #expect(fields.map(\.key) == ["type", "passed", "failed", "skipped", "lessons"])
        #expect(fields[1].value == .literal("2"))
        #expect(pupil.report?.json.utf8.count ?? 0 < Limits.eventBytes)
    }

    @Test func `every lesson has a name of its own and a section of the document`() throws {
        let names = Lesson.all.map(\.name) + Lesson.Level.allCases.map(\.rawValue) + ["all"]
        #expect(Set(names).count == names.count)
        #expect(Lesson.all.allSatisfy { !$0.script.isEmpty && $0.section.first?.isNumber == true })
    }
}

/// What a lesson changes in a line.
@Suite struct LineEditorTests {
    private static let line = Array(#"{"type":"state","n":[1,{"kind":"flip","b":true}],"s":"a\"b","v":-7}"#.utf8) + [10]

    @Test func `fields are added to every object, and no value is lost`() {
        let text = String(decoding: LineEditor.withUnknownFields(Self.line), as: UTF8.self)
        #expect(
            text
                == #"{"aura":[7,{},"{\"type\":"],"type":"state","n":[1,{"aura":[7,{},"{\"type\":"],"kind":"eclipse","b":true,"zenith":null}],"s":"a\"b","v":-7,"zenith":null}"#
                + "\n")
    }

    @Test func `fields are reversed in every object`() {
        let text = String(decoding: LineEditor.reversed(Self.line), as: UTF8.self)
        #expect(text == #"{"v":-7,"s":"a\"b","n":[1,{"b":true,"kind":"flip"}],"type":"state"}"# + "\n")
    }

    @Test func `a field of the outermost object is replaced`() {
        let text = String(decoding: LineEditor.replacing(["v": "12"], in: Self.line), as: UTF8.self)
        #expect(text.hasSuffix(#""v":12}"# + "\n"))
    }

    @Test func `what is no JSON stays as it is`() {
        #expect(LineEditor.reversed(Array("plain\n".utf8)) == Array("plain\n".utf8))
    }
}
