import Protocol

// The load itself. One thread, one poller: wait, read every connection that has something, and for each match whose
// members have all got what was due, send the next flips. What is read is compared first (`Feed`), and only what is new
// in a match is looked at more closely (`Table`).
//
// With a rate, flips come due one after the other at equal distances, each in the next match, and the loop never
// sleeps. A flip that cannot be sent when it is due, because the match is not ready, waits, and its waiting counts.

/// Plays all matches.
struct Play: ~Copyable {
    /// Nanoseconds without a line after which the host has failed.
    static let patience: UInt64 = 20_000_000_000
    /// Flips of one match that may be overdue before the rate is given up.
    static let mostOverdue = 4096

    let options: Options
    let host: ProcessUsage?
    var poller: Poller
    var members: [Member]
    var matches: [Match] = []
    var tally = Tally()
    var now = Platform.monotonicNanoseconds
    /// One state as it is seen, used for all.
    var state = SeenState()
    var input = [UInt8](repeating: 0, count: 256 * 1024)
    var ready: [Readiness] = []
    var scratch: [UInt8] = []
    /// The line that flips a card, for each card.
    let flipLines: [[UInt8]]
    let rematchLine: [UInt8]
    /// Nothing more is sent.
    var isEnding = false
    /// New states since the last that was read twice.
    var unsampled = 0
    /// The time of the next flip, the interval between flips, and the match of the next one.
    var nextDue: UInt64 = 0
    var step: UInt64 = 0
    var nextMatch = 0

    /// One match that is played.
    struct Match {
        var table: Table
        var player: Player
        var feed: Feed
        /// Its members, the seats first.
        var members: [Int]
        /// Flips that are chosen and not yet sent, from `planned` on.
        var plan: [Int] = []
        var planned = 0
        /// Flips that were sent and not yet seen by all, the oldest first, and how many of them some have seen.
        var flights: [Flight] = []
        var shown = 0
        /// Flips that are due and not yet sent, and since when the oldest of them is. Without a rate, one always is.
        var overdue = 0
        var dueSince: UInt64 = 0
        /// Both seats have offered a rematch.
        var hasOffered = false
    }

    /// A flip on its way.
    struct Flight {
        let card: Int
        /// The time when it was due, or was sent.
        let since: UInt64
    }

    /// The matches of a load that has come together.
    init(_ gathering: consuming Gathering, host: ProcessUsage?) {
        let options = gathering.options
        (self.options, self.host) = (options, host)
        (poller, members) = (gathering.poller, gathering.members)
        var writer = ByteWriter()
        var flips: [[UInt8]] = []
        for card in 0..<options.rows * options.columns {
            JSONCommands.write(.move(.flip(.card(card))), into: &writer)
            flips.append(writer.take())
        }
        flipLines = flips
        JSONCommands.write(.rematch, into: &writer)
        rematchLine = writer.take()
        for (number, begun) in gathering.matches.enumerated() {
            matches.append(
                Match(
                    table: Table(match: begun.id.number, version: begun.version, options: options),
                    player: Player(options: options, number: number + 1), feed: Feed(depth: options.depth),
                    members: []))
        }
        for (index, member) in members.enumerated() {
            if let match = member.match, !member.role.isStalled { matches[match].members.append(index) }
        }
    }

    /// Plays for the time that was asked for.
    ///
    /// - Returns: the readings at the beginning and at the end of what was measured.
    mutating func run() throws(Failure) -> (Reading, Reading) {
        var progress = Progress(options)
        let begin = Platform.monotonicNanoseconds + UInt64(options.warmup) * 1_000_000_000
        let end = begin + UInt64(options.seconds) * 1_000_000_000
        var before: Reading?
        try start()
        var heard = now
        while now < end {
            try wait(milliseconds: options.rate > 0 ? 0 : 100)
            now = Platform.monotonicNanoseconds
            if before == nil, now >= begin {
                tally = Tally()
                before = Reading(host: host)
            }
            try releaseDue()
            for event in ready { try read(Int(event.token)) }
            if !ready.isEmpty { heard = now }
            guard now - heard < Self.patience else { throw Failure("The host has been silent for 20 s.", .unavailable) }
            progress.show(now, tally, isMeasured: before != nil)
        }
        progress.clear()
        let after = Reading(host: host)
        let measured = tally
        try finish()
        tally = measured
        return (before ?? after, after)
    }

    /// Sends nothing more, and waits until every match has had all that must come of what was sent.
    ///
    /// So an answer that is missing in one match is found, however busy the others were.
    private mutating func finish() throws(Failure) {
        isEnding = true
        let end = now + Self.patience
        while let owed = matches.first(where: \.isOwedAnswer) {
            guard now < end else {
                throw Failure("The host owes match m\(owed.table.match) an answer after version \(owed.table.version).")
            }
            try wait(milliseconds: 100)
            now = Platform.monotonicNanoseconds
            for event in ready { try read(Int(event.token)) }
        }
    }

    private mutating func wait(milliseconds: Int) throws(Failure) {
        do throws(SystemError) {
            try poller.wait(milliseconds: milliseconds, into: &ready)
        } catch {
            throw Failure(error)
        }
    }
}
