import Protocol

// What Linux tells of a process, from the files under /proc. Elsewhere there are none, and the figures are left out.

/// The processor time that a process has used.
struct ProcessorTime {
    /// All of it in nanoseconds, what the kernel did for the process included.
    var nanoseconds: UInt64
    /// The processor time of the process itself, in hundredths of a second.
    var userTicks: UInt64
    /// The processor time of the kernel on its behalf, in hundredths of a second.
    var systemTicks: UInt64
}

/// The memory that a process has, in KiB.
struct ProcessMemory {
    /// All that is in memory, shared libraries included.
    var resident: Int
    /// The memory that belongs to the process alone: heap and stacks.
    var anonymous: Int
}

/// A process that is looked at.
struct ProcessUsage {
    /// Its directory under /proc.
    private let directory: String

    /// The process with this number.
    init(number: Int) { directory = "/proc/\(number)" }

    private init(directory: String) { self.directory = directory }

    /// This process.
    static let own = ProcessUsage(directory: "/proc/self")

    /// The processor time; nil where there is no such process, or no /proc.
    ///
    /// The kernel counts nanoseconds a thread. Of a process with several the threads cannot be listed without C, so
    /// then its ticks, which are 10 ms, must do.
    var processorTime: ProcessorTime? {
        // After the command's name, which is in parentheses and may hold anything, come state, parent, and so on.
        guard let stat = Self.read(directory + "/stat"), let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[name...].split(separator: " ").dropFirst()
        guard fields.count > 17 else { return nil }
        let numbers = fields.prefix(18).map { UInt64($0) ?? 0 }
        let (user, system, threads) = (numbers[11], numbers[12], numbers[17])
        var nanoseconds = (user + system) * 10_000_000
        if threads == 1, let schedule = Self.read(directory + "/schedstat"),
            let exact = schedule.split(separator: " ").first.flatMap({ UInt64($0) })
        {
            nanoseconds = exact
        }
        return ProcessorTime(nanoseconds: nanoseconds, userTicks: user, systemTicks: system)
    }

    /// The memory; nil where there is no such process, no /proc, or it belongs to somebody else.
    var memory: ProcessMemory? {
        guard let rollup = Self.read(directory + "/smaps_rollup") else { return nil }
        func field(_ name: String) -> Int? {
            let line = rollup.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        guard let resident = field("Rss:"), let anonymous = field("Anonymous:") else { return nil }
        return ProcessMemory(resident: resident, anonymous: anonymous)
    }

    private static func read(_ path: String) -> String? {
        do throws(SystemError) {
            let file = try Platform.openFile(path, .read)
            defer { Platform.closeDescriptor(file) }
            var text: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = try Platform.readBytes(from: file, into: &buffer)
                if count == 0 { return String(decoding: text, as: UTF8.self) }
                text += buffer[..<count]
            }
        } catch {
            return nil
        }
    }
}
