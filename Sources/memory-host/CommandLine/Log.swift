import Lobby
import Protocol
import Synchronization

/// The host's output for its operator: events on standard output, problems on standard error.
///
/// A line that would block, on a pipe that nobody reads or a stopped terminal, is dropped: one thread does
/// everything, and no player waits for a log.
struct Log: Sendable {
    /// The severity of a line.
    enum Level: Int, CaseIterable, Comparable, Sendable {
        case debug, info, notice, warning, error

        init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        var name: String { "\(self)" }

        /// The priority by which syslog and systemd's journal know it.
        var priority: Int {
            switch self {
            case .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            }
        }

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The form of the lines.
    enum Format: String, CaseIterable, Sendable {
        /// Sentences for people.
        case text
        /// Pairs of a key and a value, for programs.
        case logfmt
    }

    /// The lowest level that is written to standard error.
    let level: Level
    let format: Format
    /// Standard output, or standard error, is systemd's journal.
    private let isJournal: (output: Bool, errors: Bool)

    /// The characters of a path that a browser has asked for, as far as a line shows them.
    static let pathCharacters = 128

    /// Creates a log.
    ///
    /// - Parameter stream: the socket of systemd's journal, as `JOURNAL_STREAM` names it; nil for none.
    init(level: Level, format: Format = .text, journal stream: String? = nil) {
        (self.level, self.format) = (level, format)
        isJournal = (
            FileDescriptor.standardOutput.isJournal(stream), FileDescriptor.standardError.isJournal(stream)
        )
    }

    /// Writes a line to standard error if it is severe enough.
    func write(_ level: Level, _ sentence: @autoclosure () -> String) {
        guard level >= self.level else { return }
        put(LogEntry(level: level, introduction: "memory-host: \(level.name): ", message: sentence()))
    }

    /// Writes a notice for the operator to standard output.
    func write(_ notice: Notice) {
        let entry = LogEntry(level: .notice, message: Self.sentence(notice), parts: Self.parts(notice))
        Self.offer(line(entry, isForJournal: isJournal.output), to: .standardOutput)
    }

    private func put(_ entry: LogEntry) {
        Self.offer(line(entry, isForJournal: isJournal.errors), to: .standardError)
    }

    private func line(_ entry: LogEntry, isForJournal: Bool) -> [UInt8] {
        entry.line(as: format, isForJournal: isForJournal, at: Platform.wallMilliseconds)
    }

    /// Writes a line unless that would block.
    private static func offer(_ line: [UInt8], to descriptor: FileDescriptor) {
        do throws(SystemError) {
            guard try descriptor.wait(for: .writable, milliseconds: 0) else { return }
            _ = try descriptor.write(line)
        } catch {
            return  // The log's reader is gone; the players are not.
        }
    }

    // MARK: The program

    /// The log of the program, where no other is at hand.
    private static let program = Mutex(Log(level: .notice))

    /// Has what the program says where no log is at hand look like the lines of this one.
    static func use(_ log: Log) { program.withLock { $0 = log } }

    /// Writes the addresses that a host listens on to standard output: its first lines, which must not be lost. Blocks if it
    /// has to.
    func announce(_ addresses: [SocketAddress]) {
        let lines = addresses.flatMap { address in
            line(
                LogEntry(
                    level: .notice, message: "listening on \(address)",
                    parts: [("event", "listening"), ("address", "\(address)")]),
                isForJournal: isJournal.output)
        }
        Self.print(bytes: lines)
    }

    /// Writes text that must not be lost, such as a list that was asked for; blocks if it has to.
    static func print(_ text: String) { print(bytes: Array(text.utf8)) }

    private static func print(bytes: [UInt8]) {
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(bytes)
        } catch {
            program.withLock { $0 }.write(.warning, "\(error)")
        }
    }

    /// Writes a problem to standard error, whatever the level.
    static func complain(_ sentence: String) {
        program.withLock { $0 }.put(LogEntry(level: .error, introduction: "memory-host: ", message: sentence))
    }

    /// Writes the reason to standard error and exits.
    static func fail(_ sentence: String, _ status: ExitStatus) -> Never {
        complain(sentence)
        Platform.exitProcess(status)
    }

    // MARK: Notices

    static func sentence(_ notice: Notice) -> String {
        switch notice {
        case .connected(let name): "\(name.text) connected"
        case .disconnected(let name): "\(name.text) disconnected"
        case .began(let match, let players, let rules):
            "\(match.text) started: \(players.joined(separator: " and ")), \(PlainRules.board(rules))"
        case .ended(let match, let players, let scores, let ending, let rules):
            "\(match.text) ended: "
                + zip(players, scores).map { "\($0) \($1)" }.joined(separator: ", ")
                + " (\(ending.reason == .turns ? PlainRules.outOfTurns(rules) : ending.reason.text))"
        case .contestEnded: "the contest is over"
        }
    }

    /// Returns what a notice tells, for programs.
    static func parts(_ notice: Notice) -> [(key: String, value: String)] {
        switch notice {
        case .connected(let name): [("event", "connected"), ("player", name.text)]
        case .disconnected(let name): [("event", "disconnected"), ("player", name.text)]
        case .began(let match, let players, let rules):
            [
                ("event", "started"), ("match", match.text), ("game", rules.game.rawValue), ("players", list(players)),
            ]
        case .ended(let match, let players, let scores, let ending, let rules):
            [
                ("event", "ended"), ("match", match.text), ("game", rules.game.rawValue),
                ("players", list(players)), ("scores", scores.map { "\($0)" }.joined(separator: ",")),
                ("winner", ending.winner.map { players[$0] } ?? ""), ("reason", ending.reason.text),
            ]
        case .contestEnded: [("event", "contest_ended")]
        }
    }

    /// Returns names separated by commas; a comma of a name has a backslash in front of it.
    private static func list(_ names: [String]) -> String {
        names.map { $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,") }.joined(separator: ",")
    }
}
