import Foundation

/// How many files another process may have open.
enum FileLimit {
    /// Changes another process' limits; part of util-linux.
    private static let tool = "/usr/bin/prlimit"

    /// Whether this can be done here, which takes Linux.
    static var canBeChanged: Bool {
        FileManager.default.isExecutableFile(atPath: tool) && ProcessFigures.areThere
    }

    /// Lets a host open so many more files than it has open now.
    static func leave(_ more: Int, files host: HostProcess) throws {
        let open = ProcessFigures.openFiles(of: host.process.number)
        guard !open.isEmpty else { throw Unmet("no /proc") }
        // The limit is one of numbers, and the system gives away the lowest that is free.
        var limit = 0
        var free = 0
        while free < more || open.contains(limit) {
            if !open.contains(limit) { free += 1 }
            limit += 1
        }
        let flags = ["--pid", String(host.process.number), "--nofile=\(limit):"]
        let process = try RunningProcess(tool, flags)
        guard try process.waitForEnd() == .exited(0) else { throw Unmet("prlimit: \(try process.restOfErrors())") }
    }
}
