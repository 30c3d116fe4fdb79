import Protocol

extension Limits {
    /// Limits of an exam.
    enum Exam {
        /// Milliseconds in which a client answers a question, unless `--patience` says otherwise.
        static let answerMilliseconds = 5_000
        /// Milliseconds more for an answer that was refused: a client waits for some seconds if a disk failed.
        static let repeatMilliseconds = 5_000
        /// Milliseconds in which a client is back after its connection broke: PROTOCOL.md has it wait 45 s at most.
        static let returnMilliseconds = 60_000
        /// Milliseconds in which a match ends; PROTOCOL.md's example takes two seconds.
        static let lessonMilliseconds = 120_000
        /// Milliseconds of a turn, at least, where none is meant to run out.
        static let leastTurnMilliseconds = 10_000
        /// Milliseconds for a person, or a program, to offer a rematch.
        static let rematchMilliseconds = 5_000
        /// Milliseconds of idleness after which the opponent offers a rematch, leaves, has the client connect again,
        /// and the exam is over.
        static let patience = [2_000, 4_000, 10_000, 60_000]
        /// Milliseconds from the end of a match to the next one of a player in contests: a round trip.
        static let restMilliseconds = 300
        /// Matches that may end before a lesson could begin in earnest.
        static let attempts = 3
        /// Milliseconds between two copies of a state: 200 a second.
        static let copyMilliseconds = 5
        /// Copies of one state, so that a person who thinks does not cause a flood of hours.
        static let copies = 900
        /// Bytes that leave in a millisecond, each by itself.
        static let bytesPerMillisecond = 4
        /// Milliseconds by which a slow host is slow.
        static let slowMilliseconds = 1_500
        /// Milliseconds between the starts of two examined programs.
        static let startMilliseconds = 200
        /// Starts of the examined program without a lesson that comes to its end.
        static let idleStarts = 5
        /// Pieces that are on their way to a client, after which it gets no more: it asks for too much of a slow host.
        static let deliveredItems = 500_000
        /// Lines of a client that wait while one is held; the others are lost.
        static let heldLines = 256
        /// Milliseconds that a client has to take its report, after the end.
        static let reportMilliseconds = 3_000
        /// Players who are examined at the same time: classes.
        static let players = 200
    }
}
