import Foundation

/// Figures about a process, from the files under /proc; nil if there is no /proc.
enum ProcessFigures {
    /// True if there is a /proc. A test that needs it is `.enabled(if: ProcessFigures.areThere, …)`.
    static var areThere: Bool { memory(of: ProcessInfo.processInfo.processIdentifier) != nil }

    /// True if the address sanitizer is on, here and so in the hosts started: it keeps freed memory, by default up to
    /// 256 MiB of it, with the origin of each block; so a process's memory says nothing about the host.
    static let areOfSanitizer = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: defaultHandle), "__asan_init") != nil

    #if canImport(Darwin)
        private static let defaultHandle = -2  // RTLD_DEFAULT, which is a macro with a cast.
    #else
        private static let defaultHandle = 0
    #endif

    /// KiB of memory that the process holds.
    static func memory(of process: Int32) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    /// Hundredths of a second that the process has used of the processor.
    static func ticks(of process: Int32) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return nil }
        // After the name come the state, field 3, and so on; fields 14 and 15 are what is wanted.
        let fields = text[name...].split(separator: " ").dropFirst()
        guard fields.count > 13 else { return nil }
        let times = fields.dropFirst(11).prefix(2).compactMap { Int($0) }
        return times.count == 2 ? times[0] + times[1] : nil
    }

    /// Returns the number of context switches of the process, voluntary or not.
    static func switches(of process: Int32) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n").filter { $0.contains("ctxt_switches:") }
        let numbers = lines.compactMap { $0.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } }
        return numbers.isEmpty ? nil : numbers.reduce(0, +)
    }

    /// The numbers of the files that the process has open; none where there is no /proc.
    static func openFiles(of process: Int32) -> Set<Int> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        return Set((names ?? []).compactMap { Int($0) })
    }
}
