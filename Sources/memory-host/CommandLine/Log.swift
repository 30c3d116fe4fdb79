import Lobby
import Protocol

/// The host's output for its operator: events on standard output, problems on standard error.
///
/// A line that would block, on a pipe that nobody reads or a stopped terminal, is dropped: one thread does
/// everything, and no player waits for a log.
struct Log: Sendable {
    /// The severity of a line on standard error.
    enum Level: Int, CaseIterable, Comparable, Sendable {
        case debug, info, notice, warning, error

        init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        var name: String { "\(self)" }

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    let level: Level

    /// The characters of a path that a browser has asked for, as far as a line shows them.
    static let pathCharacters = 128
    /// The most bytes in a line: so many are written at once to a pipe that has room at all (POSIX, `PIPE_BUF` on Linux).
    private static let lineBytes = 4096

    /// Writes a line to standard error if it is severe enough.
    func write(_ level: Level, _ sentence: @autoclosure () -> String) {
        guard level >= self.level else { return }
        Self.put("memory-host: \(level.name): \(sentence())\n", on: .standardError)
    }

    /// Writes a notice for the operator to standard output.
    func write(_ notice: Notice) { Self.put(Self.sentence(notice) + "\n", on: .standardOutput) }

    /// Writes text that must not be lost, such as the first line; blocks if it has to.
    static func print(_ text: String) {
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(Array(text.utf8))
        } catch {
            put("memory-host: warning: \(error)\n", on: .standardError)
        }
    }

    /// Writes a problem to standard error, whatever the level.
    static func complain(_ sentence: String) { put("memory-host: \(sentence)\n", on: .standardError) }

    /// Writes the reason to standard error and exits.
    static func fail(_ sentence: String, _ status: ExitStatus) -> Never {
        complain(sentence)
        Platform.exitProcess(status)
    }

    private static func put(_ line: String, on descriptor: FileDescriptor) {
        do throws(SystemError) {
            guard try descriptor.wait(for: .writable, milliseconds: 0) else { return }
            let bytes = Array(line.utf8)
            _ = try descriptor.write(bytes.count > lineBytes ? bytes.prefix(lineBytes - 1) + [10] : bytes)
        } catch {
            return  // The log's reader is gone; the players are not.
        }
    }

    /// Returns a notice as a line, without its LF.
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
        }
    }
}
