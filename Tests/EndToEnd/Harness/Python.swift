import Foundation
import Testing

/// Programs of Python.
enum Python {
    /// The path of Python; nil if it is not installed.
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs Python with these arguments.
    static func run(_ arguments: [String]) throws -> RunningProcess {
        try RunningProcess(try #require(path), arguments)
    }

    /// Runs a program of the folder `Clients` with these arguments.
    static func run(client name: String, _ arguments: String...) throws -> RunningProcess {
        let file = ProtocolDocument.root.appending(path: "Tests/EndToEnd/Clients/\(name).py")
        return try run([file.path] + arguments)
    }
}

extension Trait where Self == ConditionTrait {
    /// The test is skipped where Python is not installed.
    static var needsPython: Self { .enabled(if: Python.path != nil, "python3 is not installed") }
}
