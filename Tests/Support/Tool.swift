import Foundation

/// A program of this machine that checks what the product has made. A test that needs one is
/// `.enabled(if: Tool.mandoc.isThere, …)`.
public struct Tool: Sendable {
    /// Formats manuals, and checks them.
    public static let mandoc = Tool("mandoc")
    /// A shell.
    public static let bash = Tool("bash")
    /// A shell.
    public static let zsh = Tool("zsh")
    /// A shell.
    public static let fish = Tool("fish")
    /// Checks the units of systemd.
    public static let systemdAnalyze = Tool("systemd-analyze")

    private let path: String?

    private init(_ name: String) {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// True if this machine has it.
    public var isThere: Bool { path != nil }

    /// Runs it on a file with this text, whose path follows the arguments.
    ///
    /// - Returns: its exit status, and all that it has said.
    public func run(_ arguments: [String], on text: String, named name: String) throws -> (
        status: Int32, output: String
    ) {
        let folder = try TemporaryFolder()
        let file = folder.path + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path ?? "/nonexistent")
        process.arguments = arguments + [file]
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self).replacing(file, with: name))
    }

    /// Returns what mandoc complains of in a page of the manual. The pages that it names need not be installed.
    public static func complaints(about page: String, named name: String) throws -> [Substring] {
        try mandoc.run(["-Tlint"], on: page, named: name).output.split(separator: "\n").filter {
            $0.contains("\(name):") && !$0.contains("referenced manual not found")
        }
    }

    /// Returns what bash offers where a line is completed at its end.
    ///
    /// - Parameters:
    ///   - script: the script with the completions.
    ///   - words: the line's words as bash separates them; the last is the one to complete.
    ///   - setup: run first, in an empty folder.
    public static func completions(_ script: String, of words: [String], line: String, setup: String = "") throws
        -> [String]
    {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let function =
            script.split(separator: "\n").last { $0.hasPrefix("complete -F") }?.split(separator: " ")[2] ?? ""
        let run = """
            set -eu
            \(script)
            cd "$(mktemp -d)"
            trap 'rm -r "$PWD"' EXIT
            \(setup)
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
            set +e
            \(function)
            ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
            """
        let (status, output) = try bash.run([], on: run, named: "completing")
        guard status == 0 else { throw PageModules.Failure(description: output) }
        return output.split(separator: "\n").map(String.init)
    }
}
