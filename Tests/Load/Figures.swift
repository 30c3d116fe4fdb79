/// The results of a run, as names and numbers in the order in which they are printed.
struct Figures {
    /// One number.
    struct Figure {
        /// Its key in JSON, which says the unit.
        let key: String
        /// Its description.
        let label: String
        /// The number.
        let value: Double
        /// Digits after the point.
        let digits: Int
    }

    private(set) var all: [Figure] = []

    /// Adds a number; one that could not be had is left out.
    mutating func add(_ key: String, _ label: String, _ value: Double?, _ digits: Int = 0) {
        guard let value, value.isFinite else { return }
        all.append(Figure(key: key, label: label, value: value, digits: digits))
    }

    /// Adds a whole number.
    mutating func add(_ key: String, _ label: String, _ value: Int?) { add(key, label, value.map(Double.init)) }

    /// A table, one number a line.
    var table: String {
        let width = all.map(\.label.count).max() ?? 0
        return all.map { figure in
            let number = figure.value.text(figure.digits)
            let gap = String(repeating: " ", count: max(1, width + 14 - figure.label.count - number.count))
            return figure.label + gap + number + "\n"
        }.joined()
    }

    /// One line of JSON.
    var json: String {
        "{" + all.map { "\"\($0.key)\":\($0.value.text($0.digits))" }.joined(separator: ",") + "}\n"
    }
}

extension Figures {
    /// Adds what was asked for.
    mutating func addLoad(_ options: Options) {
        add("matches", "matches", options.matchCount)
        add("watchers", "watchers of each", options.watchers)
        if options.stalled > 0 { add("stalled", "watchers of each that read nothing", options.stalled) }
        add("depth", "flips in flight at most", options.depth)
        if options.rate > 0 { add("rate", "flips a second asked for", options.rate) }
        if options.idle > 0 { add("idle", "idle connections", options.idle) }
        if options.lobby > 0 { add("lobby", "clients in the lobby", options.lobby) }
    }

    /// Adds what was played between two readings.
    mutating func addPlay(_ tally: Tally, _ before: Reading, _ after: Reading) {
        let seconds = Double(after.clock - before.clock) / 1e9
        let (flips, deliveries) = (Double(tally.flips), Double(tally.deliveries))
        add("seconds", "seconds measured", seconds, 2)
        add("flips", "flips", tally.flips)
        add("flipsPerSecond", "flips a second", flips / seconds)
        add("deliveriesPerSecond", "deliveries a second", deliveries / seconds)
        add("rematches", "rematches", tally.rematches)
        if tally.lobbyLines > 0 { add("lobbyLines", "lobby lines", tally.lobbyLines) }
        add("statesReadTwice", "states read twice", tally.readTwice)
        add("bytesPerState", "bytes a state", Double(tally.stateBytes) / Double(tally.states))
        add("bytesPerDelivery", "bytes a delivery", Double(tally.stateBytes) / deliveries)
        for (key, label, part) in [
            ("p50", "p50", 0.5), ("p90", "p90", 0.9), ("p99", "p99", 0.99), ("p999", "p99.9", 0.999),
        ] { add("\(key)Microseconds", "latency \(label), µs", tally.latency.quantile(part), 1) }
        add("maxMicroseconds", "latency max, µs", Double(tally.latency.longest) / 1000, 1)
        if let (used, system) = Self.difference(before.host, after.host) {
            add("hostMicrosecondsPerFlip", "host's processor a flip, µs", used / 1000 / flips, 3)
            add("hostMicrosecondsPerDelivery", "host's processor a delivery, µs", used / 1000 / deliveries, 3)
            add("hostSystemPart", "of it in the kernel", system, 2)
            add("hostUtilisation", "host's use of a core", used / 1e9 / seconds, 2)
        }
        if let (used, _) = Self.difference(before.own, after.own) {
            add("ownUtilisation", "this program's use of a core", used / 1e9 / seconds, 2)
        }
    }

    /// Adds the processor time that the host used while nothing was asked of it.
    mutating func addIdling(_ before: Reading, _ after: Reading) {
        guard let (used, _) = Self.difference(before.host, after.host) else { return }
        let seconds = Double(after.clock - before.clock) / 1e9
        add("idleMillisecondsPerSecond", "host's processor while idle, ms a second", used / 1e6 / seconds, 3)
    }

    /// Adds the host's memory as it is.
    mutating func addMemory(_ memory: ProcessMemory?) {
        add("hostResidentKiB", "host's memory, KiB", memory?.resident)
        add("hostAnonymousKiB", "of it its own, KiB", memory?.anonymous)
    }

    /// Adds what one of several added to the host's memory.
    mutating func addGrowth(
        _ key: String, _ label: String, _ count: Int, from before: ProcessMemory?, to after: ProcessMemory?
    ) {
        guard let before, let after, count > 0 else { return }
        add(
            "residentKiBPer\(key)", "memory a \(label), KiB", Double(after.resident - before.resident) / Double(count),
            2)
        add(
            "anonymousKiBPer\(key)", "of it its own, KiB", Double(after.anonymous - before.anonymous) / Double(count), 2
        )
    }

    /// Nanoseconds between two readings, and the kernel's part of them.
    private static func difference(_ before: ProcessorTime?, _ after: ProcessorTime?) -> (Double, Double)? {
        guard let before, let after, after.nanoseconds >= before.nanoseconds else { return nil }
        let (user, system) = (after.userTicks - before.userTicks, after.systemTicks - before.systemTicks)
        let part = user + system == 0 ? .nan : Double(system) / Double(user + system)
        return (Double(after.nanoseconds - before.nanoseconds), part)
    }
}
