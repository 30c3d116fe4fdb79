import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

@testable import memory_host

/// The exam on real sockets: programs that the project has pass it, and broken ones do not.
@Suite(.waits) struct ExamTests {
    /// The lessons of an exam, in as many parts, so that they are taken beside each other.
    private static func parts(_ names: [String], of count: Int) -> [String] {
        (0..<count).map { part in
            names.enumerated().filter { $0.offset % count == part }.map(\.element).joined(separator: ",")
        }
    }

    private static let must = [
        "match", "first", "bytes", "packets", "longest", "unknown", "order", "stray", "jumps", "again", "refused",
        "delayed",
        "late", "timeout", "pause", "flood", "slow",
    ]
    private static let reconnect = [
        "lost", "unseen", "seen", "asked", "gone", "unseated", "over", "forgotten", "retry", "replaced",
    ]

    /// Examines a program of Python.
    ///
    /// - Returns: what the host prints, and how it ends.
    private static func examine(
        _ text: String, _ more: [String] = [], in lessons: String, patience: Int = 5
    ) throws -> (said: String, ending: RunningProcess.Ending) {
        let exam = try HostProcess.start(
            [
                "--exam", "Ann", "--bind", "127.0.0.1", "--port", "0", "--level", lessons, "--seed", "1",
                "--patience", String(patience), "--",
                try #require(Python.path), "-c", text, "127.0.0.1", "{port}", "Ann",
            ] + more)
        let said = try exam.restOfOutput()
        return (said, try exam.waitForEnd())
    }

    private static func documentsProgram() throws -> String {
        try ProtocolDocument().program().joined(separator: "\n")
    }

    @Test(.needsPython, arguments: parts(must, of: 3))
    func `the document's client passes what every client must`(lessons: String) throws {
        let (said, ending) = try Self.examine(Self.documentsProgram(), in: lessons, patience: 10)
        #expect(ending == .exited(0), "\(said)")
        #expect(said.contains(" passed, 0 failed, 0 skipped"), "\(said)")
    }

    @Test(.needsPython, arguments: parts(must + reconnect, of: 4))
    func `the contest's bot passes, too, and comes back`(lessons: String) throws {
        let bot = try ProtocolDocument.text(of: "Tests/EndToEnd/Clients/contest_bot.py")
        let (said, ending) = try Self.examine(bot, ["9"], in: lessons, patience: 10)
        #expect(ending == .exited(0), "\(said)")
        #expect(said.contains(" 0 failed,"), "\(said)")
    }

    /// A change to the document's client, and the lesson that notices it.
    private static let faults = [
        (#" or event["match"] != match"#, "", "stray"), (#" or event["version"] < version"#, "", "stray"),
        (#"and state["ply"] != answered"#, "", "flood"),
        (
            #"match=match, ply=(answered := state["ply"]), id=str(answered)"#, #"id=str(answered := state["ply"])"#,
            "late"
        ),
        (#"event, answered = state,"#, "event, _ = state,", "refused"),
        (#"me = {"token": event["token"]}"#, "pass", "lost"),
    ]

    @Test(.needsPython, arguments: faults)
    func `a document's client with a fault fails`(place: String, other: String, lesson: String) throws {
        var program = try Self.documentsProgram()
        try #require(program.contains(place), "the program has no \(place)")
        program = program.replacingOccurrences(of: place, with: other)
        let (said, ending) = try Self.examine(program, in: lesson)
        #expect(ending == .exited(1), "\(said)")
        #expect(said.contains("failed  ") && said.contains("/\(lesson):"), "\(said)")
    }

    @Test func `the host is gone for one client, and takes another at the same address`() throws {
        let exam = try HostProcess("--exam", "--level", "gone", "--seed", "1")
        let ann = try LineClient.named("Ann", at: exam)
        try ann.send(#"{"type":"join"}"#)
        let seat = try ann.seating().seat
        let question = try ann.state("a question") { $0.phase == .playing && $0.turn == seat }
        try ann.flip(try #require(question.cards.firstIndex { $0 == nil }))
        _ = try ann.linesUntilEnd()
        let bob = try LineClient.named("Bob", at: exam)
        bob.close()
        #expect(try exam.stop() == .exited(0))
    }

    @Test func `the errors that fail a lesson are those that the document calls the client's`() throws {
        let rows = try ProtocolDocument().section("## 12. Errors and reasons").rows(of: "code")
        let clients = rows.filter { $0[1].hasPrefix("client") }.map { $0[0] }
        #expect(LessonRun.codesOfClients == Set(clients))
    }

    /// The lessons that `memory-join` with a person before it can show, in parts that are taken beside each other.
    private static let terminals = [
        "bytes,unknown,stray,refused", "delayed,pause,flood,lost,unseen", "match,first,packets,longest",
        "order,jumps,again,late,timeout", "slow,names,leaves,offered", "seen,asked,gone", "unseated,over",
        "forgotten,retry,replaced", "rematch,crossed",
    ]

    @Test(arguments: terminals)
    func `somebody at a terminal who presses keys all the time passes what can be shown there`(lessons: String) throws {
        var presses = 0
        try Self.takeExam(lessons) { ann in
            if ann.screen.shows("Your turn.") {
                try ann.type(Coordinate(card: presses * 5 % 8, columns: 4).text.lowercased())
            }
            presses += 1
        }
    }

    @Test func `somebody at a terminal passes the lessons of Set`() throws {
        var asked: [SetCard] = []
        try Self.takeExam("table,race,wish", opens: "open set", columns: 40, ["--ascii"]) { ann in
            let cards = SetOnScreen.cards(ann.screen)
            if let places = cards.map(\.card).aSet {
                // What is selected already would be selected no longer.
                let wrong = cards.indices.filter { cards[$0].isSelected && !places.contains($0) }
                let missing = places.filter { !cards[$0].isSelected }
                try ann.type(String((wrong + missing).map { cards[$0].key }))
            } else if asked != cards.map(\.card) {
                asked = cards.map(\.card)
                try ann.type("+")
            }
        }
    }

    /// Takes an exam at a terminal, with somebody who looks at the screen and presses keys, and expects each lesson to be
    /// passed.
    ///
    /// - Parameters:
    ///   - command: what is typed in the lobby.
    ///   - play: presses keys at the table, if there are any to press.
    private static func takeExam(
        _ lessons: String, opens command: String = "join", columns: Int = 80, _ more: [String] = [],
        play: (TerminalProcess) throws -> Void
    ) throws {
        let exam = try HostProcess("--exam", "Ann", "--seed", "1", "--level", lessons, "--patience", "300")
        let ann = try TerminalProcess(
            [exam.address.description, "--name", "Ann", "--no-animation"] + more, columns: columns)
        try ann.wait(forText: "Ann on ")
        let (over, lobby) = ("The exam is over.", ["Online:", "You are Ann on "])
        let dialogs = [(text: "Esc goes back.", key: "\u{1B}"), (text: "n No", key: "n")]
        let deadline = Deadline(seconds: 300)
        while !ann.screen.shows(over), !ann.hasReturned {
            let before = ann.screen.lines
            try #require(deadline.remaining > 0, "\(before)")
            if let dialog = dialogs.first(where: { ann.screen.shows($0.text) }) {
                // It was opened by a key that was meant for the page before.
                try ann.type(dialog.key)
            } else if ann.screen.shows("Play again") {
                try ann.type("r")
            } else if ann.screen.shows("Q Quit") {
                try ann.type("q")
            } else if lobby.contains(where: ann.screen.shows) {
                try ann.type(":\(command)\r")
                // A second one would be refused.
                try ann.wait(atMost: 10) { !lobby.contains(where: $0.shows) || $0.shows(over) }
            } else {
                try play(ann)
            }
            // Nothing may come of a key, such as of one right after the end of a match.
            try ann.wait(atMost: 1) { $0.lines != before || $0.shows(over) }
        }
        let said = try exam.process.restOfOutput()
        #expect(try exam.process.waitForEnd() == .exited(0), "\(said)")
        #expect(said.contains("Ann: \(lessons.split(separator: ",").count) passed, 0 failed, 0 skipped"), "\(said)")
    }
}
