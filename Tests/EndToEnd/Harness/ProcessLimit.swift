import Foundation
import TestSupport

/// Limits another process' number of open files, their size, and its memory.
enum ProcessLimit {
    /// Changes another process' limits; part of util-linux.
    private static let tool = "/usr/bin/prlimit"

    /// True if this is possible here, which takes Linux.
    static var canBeChanged: Bool {
        FileManager.default.isExecutableFile(atPath: tool) && ProcessFigures.areThere
    }

    /// Lets a host open this many more files than it has open now.
    static func leave(_ more: Int, files host: HostProcess) throws {
        let open = ProcessFigures(host.process.number).openFiles
        guard !open.isEmpty else { throw Unmet("no /proc") }
        // The limit is one of numbers, and the system gives away the lowest that is free.
        var limit = 0
        var free = 0
        while free < more || open.contains(limit) {
            if !open.contains(limit) { free += 1 }
            limit += 1
        }
        try set("nofile=\(limit):", host)
    }

    /// Lets the files of a host grow to this many bytes; nil for as many as they like.
    static func letFilesGrow(to bytes: Int?, of host: HostProcess) throws {
        try set("fsize=\(bytes.map(String.init) ?? "unlimited"):", host)
    }

    /// Lets a host map this many more bytes than it has mapped now.
    static func leave(_ more: Int, bytes host: HostProcess) throws {
        let figures = try String(contentsOfFile: "/proc/\(host.process.number)/statm", encoding: .utf8)
        guard let pages = figures.split(separator: " ").first.flatMap({ Int($0) }) else { throw Unmet("no statm") }
        try set("as=\(pages * Int(sysconf(Int32(_SC_PAGESIZE))) + more):", host)
    }

    private static func set(_ limit: String, _ host: HostProcess) throws {
        let process = try RunningProcess(tool, ["--pid", String(host.process.number), "--\(limit)"])
        guard try process.waitForEnd() == .exited(0) else { throw Unmet("prlimit: \(try process.restOfErrors())") }
    }
}
