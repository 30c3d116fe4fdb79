import Foundation
import Protocol
import TestSupport

/// The counts since measuring began.
struct Tally {
    /// Flips that everybody has seen, and flips seen by one member, summed up over all.
    var flips = 0
    var deliveries = 0
    /// States that members got, and their bytes, the LF included.
    var states = 0
    var stateBytes = 0
    var rematches = 0
    var lobbyLines = 0
    var latency = Histogram()
}

/// Counts durations in buckets whose width grows with the duration: each is less than 0.8 % wide.
struct Histogram {
    private static let bucketsPerDoubling = 256

    private var counts = [UInt64](repeating: 0, count: 64 * bucketsPerDoubling)
    private var count: UInt64 = 0
    /// The longest of them, in nanoseconds.
    private(set) var longest: UInt64 = 0

    /// Counts one duration, in nanoseconds.
    mutating func record(_ nanoseconds: UInt64) {
        longest = max(longest, nanoseconds)
        // Shifted so, a value of 256 or more is in 128..<256.
        let shift = nanoseconds < 256 ? 0 : 56 - nanoseconds.leadingZeroBitCount
        counts[shift * Self.bucketsPerDoubling + Int(nanoseconds >> UInt64(shift))] += 1
        count += 1
    }

    /// The duration, in microseconds, that this part of all do not exceed by more than a bucket; 0 when there are none.
    func quantile(_ part: Double) -> Double {
        let wanted = UInt64(part * Double(count))
        var passed: UInt64 = 0
        for (index, counted) in counts.enumerated() {
            passed += counted
            guard passed > wanted else { continue }
            let (shift, value) = index.quotientAndRemainder(dividingBy: Self.bucketsPerDoubling)
            return Double(value << shift) / 1000
        }
        return Double(longest) / 1000
    }
}

/// The clock and the processor time of host and load, at one moment.
struct Reading {
    let clock = Platform.monotonicNanoseconds
    let host: ProcessFigures.Processor?
    let own = ProcessFigures.own.processor

    init(_ host: ProcessFigures?) { self.host = host?.processor }

    func seconds(since before: Reading) -> Double { Double(clock - before.clock) / 1e9 }
}

/// The results of a run: lines of a name, which says the unit, and a number.
struct Figures {
    private(set) var text = ""

    /// Adds a number; one that could not be had is left out.
    private mutating func add(_ name: String, _ value: Double?, _ digits: Int = 0) {
        guard let value, value.isFinite else { return }
        text += name + " " + String(format: "%.\(digits)f", value) + "\n"
    }

    /// Adds what was played between two readings.
    mutating func addPlay(_ tally: Tally, _ before: Reading, _ after: Reading) {
        let seconds = after.seconds(since: before)
        let (flips, deliveries) = (Double(tally.flips), Double(tally.deliveries))
        add("seconds", seconds, 2)
        add("flips", flips)
        add("flipsPerSecond", flips / seconds)
        add("deliveriesPerSecond", deliveries / seconds)
        add("rematches", Double(tally.rematches))
        add("lobbyLines", Double(tally.lobbyLines))
        add("bytesPerState", Double(tally.stateBytes) / Double(tally.states))
        add("bytesPerDelivery", Double(tally.stateBytes) / deliveries)
        for (name, part) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)] {
            add("\(name)Microseconds", tally.latency.quantile(part), 1)
        }
        add("maxMicroseconds", Double(tally.latency.longest) / 1000, 1)
        if let old = before.host, let new = after.host {
            let used = Double(new.nanoseconds - old.nanoseconds)
            let (user, system) = (Double(new.user - old.user), Double(new.system - old.system))
            add("hostMicrosecondsPerFlip", used / 1000 / flips, 3)
            add("hostMicrosecondsPerDelivery", used / 1000 / deliveries, 3)
            add("hostKernelPart", system / (user + system), 2)
            add("hostUtilisation", used / 1e9 / seconds, 2)
        }
        if let old = before.own, let new = after.own {
            add("ownUtilisation", Double(new.nanoseconds - old.nanoseconds) / 1e9 / seconds, 2)
        }
    }

    /// Adds the processor time of a host of which nothing was asked.
    mutating func addRest(_ before: Reading, _ after: Reading) {
        guard let old = before.host, let new = after.host else { return }
        let used = Double(new.nanoseconds - old.nanoseconds)
        add("idleMillisecondsPerSecond", used / 1e6 / after.seconds(since: before), 3)
    }

    /// Adds the host's memory as it is.
    mutating func addMemory(of host: ProcessFigures?) {
        guard let memory = host?.memory else { return }
        add("hostResidentKiB", Double(memory.resident))
        add("hostAnonymousKiB", Double(memory.anonymous))
    }

    /// Adds the part of one of several in the growth of the host's memory.
    mutating func addGrowth(
        _ kind: String, _ count: Int, from before: ProcessFigures.Memory?, to after: ProcessFigures.Memory?
    ) {
        guard let before, let after else { return }
        add("residentKiBPer\(kind)", Double(after.resident - before.resident) / Double(count), 2)
        add("anonymousKiBPer\(kind)", Double(after.anonymous - before.anonymous) / Double(count), 2)
    }
}
