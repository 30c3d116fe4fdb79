import Foundation
import Protocol
import Testing

/// The real netcat, as a person uses it: words go in, text comes out.
final class Netcat {
    /// The process, for its end and for killing it.
    let process: RunningProcess
    /// All lines that came so far.
    private(set) var lines: [String] = []

    /// The path of netcat; nil if it is not installed.
    static let path = ["/usr/bin/nc", "/bin/nc", "/usr/local/bin/nc", "/opt/homebrew/bin/nc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True if netcat is installed. A test that needs it is `.enabled(if: Netcat.isInstalled, Netcat.isNeeded)`.
    static var isInstalled: Bool { path != nil }
    /// The reason for skipping a test.
    static let isNeeded: Comment = "netcat (nc) is not installed"

    /// Connects to a host with `nc ADDRESS PORT`, with flags before that.
    init(_ host: HostProcess, flags: [String] = []) throws {
        guard let path = Self.path else { throw Unmet("there is no nc") }
        let address = [host.address.hostText, String(host.address.port)]
        process = try RunningProcess(path, flags + address, takesInput: true)
    }

    /// Types a line.
    func type(_ line: String) throws { try process.write(line + "\n") }

    /// The next line that is shown.
    func nextLine() throws -> String {
        guard let line = try process.nextLine() else { throw Unmet("nc has ended after \(lines.suffix(5))") }
        lines.append(line)
        return line
    }

    /// Goes over lines until one that contains the text, and returns it.
    @discardableResult
    func until(_ text: String) throws -> String {
        while true {
            let line = try nextLine()
            if line.contains(text) { return line }
        }
    }
}
