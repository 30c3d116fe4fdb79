import Foundation
import Protocol
import TestSupport
import Testing

/// A real program that lines go into and come out of, as a person or a script uses it.
final class LineProgram {
    /// The process, for its end and for killing it.
    let process: RunningProcess
    /// All lines that came so far.
    private(set) var lines: [String] = []

    /// The path of netcat; nil if it is not installed.
    private static let netcat = ["/usr/bin/nc", "/bin/nc", "/usr/local/bin/nc", "/opt/homebrew/bin/nc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True if netcat is installed. A test that needs it is
    /// `.enabled(if: LineProgram.hasNetcat, LineProgram.needsNetcat)`.
    static var hasNetcat: Bool { netcat != nil }
    static let needsNetcat: Comment = "netcat (nc) is not installed"

    /// Connects to a host with `nc ADDRESS PORT`, with flags before that.
    init(netcat host: HostProcess, flags: [String] = []) throws {
        guard let path = Self.netcat else { throw Unmet("there is no nc") }
        let address = [host.address.hostText, String(host.address.port)]
        process = try RunningProcess(path, flags + address, takesInput: true)
    }

    /// Goes to a host with memory-join, which has no terminal here and so shows plain text.
    init(plain host: HostProcess, _ arguments: String...) throws {
        let program = try HostProcess.builtProduct("memory-join")
        process = try RunningProcess(program, [host.address.description] + arguments, takesInput: true)
    }

    /// Types a line.
    func type(_ line: String) throws { try process.write(line + "\n") }

    /// Goes over lines until one that contains the text, and returns it.
    @discardableResult
    func until(_ text: String) throws -> String {
        while let line = try process.nextLine() {
            lines.append(line)
            if line.contains(text) { return line }
        }
        throw Unmet("ended before '\(text)', after \(lines.suffix(5)), with \(try process.restOfErrors())")
    }

    /// Says that nothing more will be typed, and waits for its end.
    func finish() throws -> RunningProcess.Ending {
        process.closeInput()
        return try process.waitForEnd()
    }
}

extension SeededRandom {
    /// The seed, for the message of a failure.
    var comment: Comment { "seed \(seed)" }
}

/// Figures of a process that a test has started.
extension ProcessFigures {
    /// Hundredths of a second that a host has used of the processor.
    static func ticks(of host: HostProcess) throws -> Int {
        let used = try #require(ProcessFigures(host.process.number).processor)
        return used.user + used.system
    }

    /// KiB of memory that a host holds.
    static func memory(of host: HostProcess) throws -> Int {
        try #require(ProcessFigures(host.process.number).memory).resident
    }
}
