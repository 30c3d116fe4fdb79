import Lobby
import Protocol

/// A program that is examined, and started again for as many lessons as there are.
struct ExaminedProgram: Sendable {
    private let words: [String]
    private var child: Platform.Child?
    /// The time of the next start.
    private(set) var due: Instant?
    /// Starts since a lesson came to its end, and how many lessons had ended then.
    private var starts = 0
    private var lessons = 0

    /// - Parameter words: its name and its arguments.
    init(_ words: [String]) { self.words = words }

    var name: String { words[0] }

    /// Starts the program if it does not run, and the exam goes on.
    ///
    /// - Parameters:
    ///   - lessons: the number of lessons that are over.
    ///   - mayStart: false if it must not be started now.
    /// - Returns: false if it has ended often, and no lesson has come to its end meanwhile.
    mutating func keepRunning(lessons: Int, mayStart: Bool, at now: Instant) throws(SystemError) -> Bool {
        if lessons > self.lessons { (self.lessons, starts) = (lessons, 0) }
        if let child, child.hasEnded() {
            self.child = nil
            due = now + Limits.Exam.startMilliseconds
        }
        if !mayStart { due = due.map { max($0, now + Limits.Exam.startMilliseconds) } }
        guard child == nil, mayStart, due.map({ $0 <= now }) ?? true else { return true }
        due = nil
        guard starts < Limits.Exam.idleStarts else { return false }
        starts += 1
        child = try Platform.Child(words)
        return true
    }

    /// Ends it.
    mutating func stop() {
        child?.stop()
        child = nil
    }
}
