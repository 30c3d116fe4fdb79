import Foundation

/// Figures about a process, from the files under /proc; nil where there are none.
public struct ProcessFigures: Sendable {
    private let folder: String

    /// A process, by its number.
    public init(_ number: Int32) { folder = "/proc/\(number)" }

    private init(folder: String) { self.folder = folder }

    /// This process.
    public static let own = ProcessFigures(folder: "/proc/self")

    /// True if there is a /proc. A test that needs it is `.enabled(if: ProcessFigures.areThere, …)`.
    public static var areThere: Bool { own.memory != nil }

    /// Memory in KiB: all of it, shared libraries included, and the part that belongs to the process alone.
    public struct Memory: Sendable {
        public let resident, anonymous: Int
    }

    /// Processor time: all of it in nanoseconds, and the parts of the process and of the kernel in hundredths of a
    /// second.
    public struct Processor: Equatable, Sendable {
        public let nanoseconds, user, system: Int
    }

    /// The memory held.
    public var memory: Memory? {
        guard let resident = status("VmRSS:"), let anonymous = status("RssAnon:") else { return nil }
        return Memory(resident: resident, anonymous: anonymous)
    }

    /// The processor time used. Of a process with several threads it is known in hundredths of a second.
    public var processor: Processor? {
        // Behind the name, which may hold anything, the first field is the third.
        guard let stat = text("stat"), let name = stat.lastIndex(of: ")") else { return nil }
        let numbers = stat[name...].split(separator: " ").dropFirst().map { Int($0) ?? 0 }
        guard numbers.count > 17 else { return nil }
        let exact = numbers[17] == 1 ? text("schedstat")?.split(separator: " ").first.flatMap { Int($0) } : nil
        return Processor(
            nanoseconds: exact ?? (numbers[11] + numbers[12]) * 10_000_000, user: numbers[11], system: numbers[12])
    }

    /// The number of context switches, voluntary or not.
    public var switches: Int? {
        guard let own = status("voluntary_ctxt_switches:"), let forced = status("nonvoluntary_ctxt_switches:") else {
            return nil
        }
        return own + forced
    }

    /// The numbers of the open files; none where there is no /proc.
    public var openFiles: Set<Int> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd"))?.compactMap { Int($0) } ?? [])
    }

    private func text(_ file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    private func status(_ name: String) -> Int? {
        let line = text("status")?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }
}
