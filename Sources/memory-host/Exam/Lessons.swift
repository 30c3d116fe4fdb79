import Protocol

// The exam. Each row is one lesson; a lesson needs nothing elsewhere unless it does what none has done before (`Habit`,
// `LessonStep`). `PROTOCOL.md`, section 11.6, is for those who take it.
extension Lesson {
    /// All lessons, in their order.
    static let all = must + reconnect + people + ofSet

    /// Returns the lessons of a level, the one with this name, or all; nil if there is nothing called that.
    static func named(_ name: String) -> [Lesson]? {
        let lessons = all.filter { name == "all" || $0.level.rawValue == name || $0.name == name }
        return lessons.isEmpty ? nil : lessons
    }

    /// The codes of a flip that comes when its turn, or even its match, is over.
    private static let late: Set<String> = ["stale", "not_your_turn", "not_playing"]

    private static let must = [
        Lesson(
            name: "match", level: .must, checks: "plays a match to its end", section: "6", script: [.over]),
        Lesson(
            name: "first", level: .must, checks: "plays from seat 0, which it has if no match waits for it",
            section: "4.2",
            clientOpens: true, script: [.plays(4)]),
        Lesson(
            name: "bytes", level: .must, checks: "reads lines that come a byte at a time", section: "3",
            rules: .sized(2, 2), habits: [.singleBytes], script: [.plays(2)]),
        Lesson(
            name: "packets", level: .must, checks: "reads ten lines that come in one packet", section: "3",
            habits: [.packets], script: [.plays(4)]),
        Lesson(
            name: "longest", level: .must, checks: "reads a line of 65,536 bytes", section: "3",
            script: [.asked(1), .send(Omen.longest), .plays(4)]),
        Lesson(
            name: "unknown", level: .must,
            checks: "ignores types, fields, codes and kinds of change that it does not know", section: "3",
            habits: [.unknown], script: [.plays(4)]),
        Lesson(
            name: "order", level: .must, checks: "reads fields in any order", section: "14.1", habits: [.reversed],
            script: [.plays(4)]),
        Lesson(
            name: "stray", level: .must, checks: "ignores states of other matches, and of versions that are past",
            section: "3", habits: [.strayStates], script: [.plays(4)]),
        Lesson(
            name: "jumps", level: .must, checks: "plays on when versions are skipped", section: "5", habits: [.jumps],
            script: [.plays(4)]),
        Lesson(
            name: "again", level: .must, checks: "flips again after a pair, if the rules say so", section: "6",
            rules: .sized(2, 4, again: true), script: [.over]),
        Lesson(
            name: "refused", level: .must, checks: "repeats a flip that was refused because the disk failed",
            section: "3",
            script: [.flip(2), .refuse(.diskFailed("No space left on device")), .plays(3)]),
        Lesson(
            name: "delayed", level: .must, checks: "repeats nothing when it is told that its commands are delayed",
            section: "3",
            script: [.flip(2), .complain(.tooFast), .pass(1500), .carryOut(isSeen: true), .plays(3)]),
        Lesson(
            name: "late", level: .must,
            checks: "goes by the newest state when its flip comes after the end of its turn",
            section: "6", rules: .sized(2, 4, turnMilliseconds: 2000), forgives: late,
            needs: "ply", script: [.flip(1), .asked(1), .carryOut(isSeen: true), .plays(3)]),
        Lesson(
            name: "timeout", level: .must, checks: "plays on when its opponent's turns run out", section: "6",
            rules: .sized(2, 4, turnMilliseconds: 2000), opponentPlays: false, forgives: late,
            needs: "ply", script: [.plays(4)]),
        Lesson(
            name: "pause", level: .must, checks: "waits while the match is paused, and then answers the same ply",
            section: "6", forgives: ["not_playing"],
            script: [.asked(2), .opponentBreaks, .pass(1500), .opponentReturns, .plays(3)]),
        Lesson(
            name: "flood", level: .must, checks: "answers each ply once, however often it is sent", section: "6",
            habits: [.flood], script: [.flip(2), .pass(500), .carryOut(isSeen: true), .plays(3)]),
        Lesson(
            name: "slow", level: .must, checks: "waits for a slow host", section: "3", habits: [.slow],
            script: [.plays(3)]),
    ]

    private static let reconnect = [
        Lesson(
            name: "lost", level: .reconnect, checks: "comes back, and flips again if its flip was lost", section: "7",
            forgives: ["stale"], needs: "ply", script: [.flip(2), .lose, .cut, .back, .plays(3)]),
        Lesson(
            name: "unseen", level: .reconnect,
            checks: "comes back, and goes by the state if its flip was carried out but not answered", section: "7",
            forgives: ["stale"], needs: "ply", script: [.flip(1), .carryOut(isSeen: false), .cut, .back, .plays(3)]),
        Lesson(
            name: "seen", level: .reconnect, checks: "comes back after its flip was answered", section: "7",
            forgives: ["stale"], needs: "ply", script: [.flip(2), .carryOut(isSeen: true), .cut, .back, .plays(3)]),
        Lesson(
            name: "asked", level: .reconnect, checks: "comes back when the connection breaks before it could answer",
            section: "7", forgives: ["stale"], needs: "ply", script: [.asked(2), .cut, .back, .plays(3)]),
        Lesson(
            name: "gone", level: .reconnect, checks: "tries again until a host that was gone for 3 s is back",
            section: "7",
            script: [.asked(2), .goAway(3000), .back, .plays(3)]),
        Lesson(
            name: "unseated", level: .reconnect, checks: "sits down again if its join was lost", section: "7",
            script: [.command([.join, .open]), .lose, .cut, .returns([.join, .open])]),
        Lesson(
            name: "over", level: .reconnect, checks: "sends no flip after a match that ended while it was away",
            section: "7", script: [.flip(2), .lose, .cut, .giveUpOnAbsent, .backAnew, .pass(2000)]),
        Lesson(
            name: "forgotten", level: .reconnect, checks: "takes its name again on a host that has lost all data",
            section: "7", script: [.flip(2), .lose, .cut, .forget, .backAnew, .pass(2000)]),
        Lesson(
            name: "retry", level: .reconnect, checks: "comes back after a goodbye with `retry` true", section: "7",
            script: [.asked(2), .close(Farewell(after: .shuttingDown)), .back, .plays(3)]),
        Lesson(
            name: "replaced", level: .reconnect, checks: "stays away after a goodbye with `retry` false", section: "7",
            script: [.asked(2), .close(.replaced), .away(6000)]),
    ]

    private static let people = [
        Lesson(
            name: "names", level: .people, checks: "shows names and chat of any script, and plays on", section: "9.3",
            opponentName: "Zoë 猫 دانا",
            script: [.asked(1), .opponentSays(Omen.talk), .plays(3)]),
        Lesson(
            name: "leaves", level: .people, checks: "sends no flip after its opponent has left", section: "5",
            forgives: ["not_playing"], script: [.asked(2), .opponentLeaves, .over, .pass(500), .quiet(1500)]),
        Lesson(
            name: "offered", level: .people, checks: "is not confused by an offer to play again, or its end",
            section: "9.4",
            forgives: ["not_playing", "stale"],
            script: [.asked(1), .opponentResigns, .over, .opponentOffers, .pass(1500), .opponentLeaves, .pass(500)]),
        Lesson(
            name: "rematch", level: .people, checks: "plays again when both want to", section: "9.4",
            forgives: ["not_playing", "stale"],
            script: [
                .asked(1), .opponentResigns, .over, .rematch, .opponentOffers,
                .carryOut(isSeen: true), .plays(2),
            ]),
        Lesson(
            name: "crossed", level: .people, checks: "copes when its opponent leaves while it offers a rematch",
            section: "9.4", forgives: ["not_playing", "stale"],
            script: [
                .asked(1), .opponentResigns, .over, .rematch, .opponentLeaves,
                .carryOut(isSeen: true), .pass(1000),
            ]),
    ]
}

/// Lines of JSON that no version of the protocol knows, and texts that a terminal must not obey.
enum Omen {
    /// An event of an unknown type.
    static func line(number: Int) -> [UInt8] {
        Array("{\"type\":\"omen\",\"number\":\(number),\"signs\":[{\"type\":\"state\"}]}\n".utf8)
    }

    /// An event of an unknown type, and an error with an unknown code.
    static let lines = [
        line(number: 0),
        Array(
            "{\"type\":\"error\",\"code\":\"eclipse\",\"message\":\"The moon is in the way.\",\"command\":null,\"fatal\":false}\n"
                .utf8),
    ]

    /// The longest line that a host sends, without its LF.
    static let longest: String = {
        let (head, tail) = ("{\"type\":\"omen\",\"text\":\"", "\"}")
        let rest = Limits.eventBytes - 1 - head.utf8.count - tail.utf8.count
        return head + String(repeating: "o", count: rest) + tail
    }()

    /// Chat with wide, combining and right-to-left characters, and what looks like commands to a terminal.
    static let talk = [
        "猫と犬 👩‍👩‍👧‍👦", "e\u{301}a\u{308}o\u{302}\u{323}", "שלום עולם، مرحبا", "[2J[31m<b>{\"type\":\"bye\"}",
        String(repeating: "ш", count: 200),
    ]
}
