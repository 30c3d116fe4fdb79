import Protocol

/// The real memory-join in plain text, as a script or somebody with a screen reader has it: lines go in, lines come out.
final class PlainClient {
    /// The process, for its end.
    let process: RunningProcess
    /// All lines that came so far.
    private(set) var lines: [String] = []

    /// Goes to a host, with these arguments besides.
    init(_ host: HostProcess, _ arguments: String...) throws {
        let program = try HostProcess.builtProduct("memory-join")
        let address = "\(host.address.hostText):\(host.address.port)"
        process = try RunningProcess(program, ["--plain", address] + arguments, takesInput: true)
    }

    /// Types a line.
    func type(_ line: String) throws { try process.write(line + "\n") }

    /// Goes over lines until one that contains the text, and returns it.
    @discardableResult
    func until(_ text: String) throws -> String {
        while true {
            guard let line = try process.nextLine() else {
                throw Unmet("memory-join has ended before '\(text)': \(lines.suffix(5)), \(try process.restOfErrors())")
            }
            lines.append(line)
            if line.contains(text) { return line }
        }
    }

    /// The lines so far that report turned cards.
    var turnings: [String] { lines.filter { $0.contains(" turns ") && !$0.hasPrefix(" ") } }

    /// Says that nothing more will be typed, and waits for its end.
    func finish() throws -> RunningProcess.Ending {
        process.closeInput()
        return try process.waitForEnd()
    }
}
