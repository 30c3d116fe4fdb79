import Protocol

/// The counts since measuring began.
struct Tally {
    /// Flips that everybody has seen.
    var flips = 0
    /// Flips seen by one member, summed up over all.
    var deliveries = 0
    /// States of matches that members got, and their bytes, the LF included.
    var states = 0
    var stateBytes = 0
    /// Matches that went on as another.
    var rematches = 0
    /// Lines that told of the lobby.
    var lobbyLines = 0
    /// States that were read a second time.
    var readTwice = 0
    /// The durations of flips.
    var latency = Histogram()
}

/// The readings of clocks and of the system, before and after.
struct Reading {
    /// By the clock that never goes back, in nanoseconds.
    let clock: UInt64
    /// Of the host.
    let host: ProcessorTime?
    /// Of this process.
    let own: ProcessorTime?

    /// Reads them now.
    init(host: ProcessUsage?) {
        self.host = host?.processorTime
        own = ProcessUsage.own.processorTime
        clock = Platform.monotonicNanoseconds
    }
}
