import Protocol

/// What a service manager such as systemd tells the process it starts, by environment variables: sd_notify(3),
/// sd_watchdog_enabled(3) and sd_listen_fds(3) say which.
struct ServiceEnvironment: Equatable, Sendable {
    /// The address of the socket that the manager reads notifications from; nil if it wants none.
    var notifySocket: String?
    /// The milliseconds after which the manager restarts a process that it has not heard of; nil for no such limit.
    var watchdogMilliseconds: Int?
    /// The open descriptors that the process was given.
    var descriptors: [Given] = []
    /// The reason those can't be told, in a sentence.
    var flaw: String?

    /// An open descriptor, and the name that the manager has for it.
    struct Given: Equatable, Sendable, CustomStringConvertible {
        let descriptor: FileDescriptor
        let name: String?

        /// The number, and the name if there is one.
        var description: String { "descriptor \(descriptor.number)" + (name.map { " (\($0))" } ?? "") }
    }

    /// The number of the first descriptor that is given.
    static let firstDescriptor: Int32 = 3

    private enum Variable: String, CaseIterable {
        case notifySocket = "NOTIFY_SOCKET"
        case watchdogMicroseconds = "WATCHDOG_USEC"
        case watchdogProcess = "WATCHDOG_PID"
        case descriptorCount = "LISTEN_FDS"
        case descriptorNames = "LISTEN_FDNAMES"
        case descriptorProcess = "LISTEN_PID"
    }

    /// Reads the environment of this process, and removes from it what is meant for this process alone.
    static func take() -> ServiceEnvironment {
        let taken = ServiceEnvironment(process: Platform.processNumber, Platform.environmentValue)
        for variable in Variable.allCases { Platform.removeEnvironmentValue(variable.rawValue) }
        return taken
    }

    /// Reads an environment.
    ///
    /// - Parameters:
    ///   - process: the process's ID: what names another one's is for that one.
    ///   - environment: returns the value of a variable.
    init(process: Int32, _ environment: (String) -> String?) {
        func value(_ variable: Variable) -> String? { environment(variable.rawValue) }
        notifySocket = value(.notifySocket)
        let isWatched = value(.watchdogProcess).map { $0 == "\(process)" } ?? true
        if isWatched, let text = value(.watchdogMicroseconds), let limit = Int(text), limit >= 1000 {
            watchdogMilliseconds = limit / 1000
        }
        guard value(.descriptorProcess) == "\(process)", let text = value(.descriptorCount) else { return }
        let range = 1...Limits.Internal.inheritedSockets
        guard let count = Int(text), range.contains(count) else {
            let shown = text.prefix(Limits.Internal.quotedBytes)
            flaw = "LISTEN_FDS must be a number from \(range.lowerBound) to \(range.upperBound), not \(shown)"
            return
        }
        let names = (value(.descriptorNames) ?? "").split(separator: ":", omittingEmptySubsequences: false)
        descriptors = (0..<count).map { index in
            let name = names.indices.contains(index) ? names[index] : ""
            return Given(
                descriptor: FileDescriptor(number: Self.firstDescriptor + Int32(index)),
                name: Self.isValid(name) ? String(name) : nil)
        }
    }

    /// Returns true for a name as systemd.socket(5) allows it.
    private static func isValid(_ name: Substring) -> Bool {
        (1...255).contains(name.utf8.count) && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}
