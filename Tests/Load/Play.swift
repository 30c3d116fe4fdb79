import Protocol
import TestSupport

/// Plays all matches. One thread, one poller: wait, read every connection that has something, and for each match whose
/// members have all received what was due, send the next flip.
///
/// With a rate, flips come due one after the other at equal distances, each in the next match, and the loop never
/// sleeps. A flip that cannot be sent when it is due, because the match is not ready, waits, and its waiting counts.
struct Play {
    /// Nanoseconds without a line after which the host has failed.
    private static let patience: UInt64 = 20_000_000_000
    /// Flips of one match that may be overdue before the rate is given up.
    private static let mostOverdue = 4096
    /// One state in this many is read whole.
    private static let sample = 256

    private static let stateWord = Array(#"{"type":"state","#.utf8)
    private static let matchWord = Array(#"{"type":"match","#.utf8)
    private static let lobbyWord = Array(#"{"type":"lobby","#.utf8)

    private let options: Options
    private let host: ProcessFigures?
    private var poller: Poller
    private var members: [Member]
    private var matches: [Match]
    private(set) var tally = Tally()
    private var now = Platform.monotonicNanoseconds
    private var input = [UInt8](repeating: 0, count: 256 * 1024)
    private var ready: [Readiness] = []
    /// The line that flips a card, for each card, and the one that offers a rematch.
    private let flipLines: [[UInt8]]
    private let rematchLine: [UInt8]
    /// Nothing more is sent.
    private var isEnding = false
    private var statesRead = 0
    /// The time of the next flip, the interval between flips, and the match of the next one.
    private var nextDue: UInt64 = 0
    private var interval: UInt64 = 0
    private var nextMatch = 0

    /// Begins where a load has come together.
    init(_ gathering: Gathering, host: ProcessFigures?) {
        func line(_ command: Command) -> [UInt8] {
            var writer = ByteWriter()
            JSONCommands.write(command, into: &writer)
            return writer.drain()
        }
        (options, self.host, poller, members) = (gathering.options, host, gathering.poller, gathering.members)
        flipLines = (0..<Options.cardCount).map { line(.move(.flip(.card($0)))) }
        rematchLine = line(.rematch)
        matches = gathering.matches.map { Match($0.id, version: $0.version) }
        for (index, member) in members.enumerated() {
            if let match = member.match, !member.isStalled { matches[match].members.append(index) }
        }
    }

    /// Plays for the time that was asked for.
    ///
    /// - Returns: the readings at the beginning and at the end of what was measured.
    mutating func run() throws -> (Reading, Reading) {
        let begin = Platform.monotonicNanoseconds + UInt64(options.warmup) * 1_000_000_000
        let end = begin + UInt64(options.seconds) * 1_000_000_000
        var before: Reading?
        try start()
        var heard = now
        while now < end {
            try poller.wait(milliseconds: options.rate > 0 ? 0 : 100, into: &ready)
            now = Platform.monotonicNanoseconds
            if before == nil, now >= begin {
                tally = Tally()
                before = Reading(host)
            }
            try releaseDue()
            for event in ready { try read(Int(event.token)) }
            if !ready.isEmpty { heard = now }
            guard now - heard < Self.patience else { throw Failure("The host has been silent for 20 s.", .unavailable) }
        }
        let after = Reading(host)
        let measured = tally
        try finish()
        tally = measured
        return (before ?? after, after)
    }

    /// Sends nothing more, and waits until every match has received everything due: so an answer that is missing in one
    /// match is found, however busy the others were.
    private mutating func finish() throws {
        isEnding = true
        let end = now + Self.patience
        while let owed = matches.first(where: \.isOwedAnswer) {
            guard now < end else {
                throw Failure("The host owes match m\(owed.id) an answer after version \(owed.version).")
            }
            try poller.wait(milliseconds: 100, into: &ready)
            now = Platform.monotonicNanoseconds
            for event in ready { try read(Int(event.token)) }
        }
    }

    // MARK: Sending

    /// Sends the first flips, or sets the clock for them.
    private mutating func start() throws {
        now = Platform.monotonicNanoseconds
        guard options.rate > 0 else {
            for match in matches.indices { try goOn(match) }
            return
        }
        interval = UInt64(1_000_000_000 / options.rate)
        nextDue = now + 1_000_000
        for match in matches.indices { matches[match].dueSince = nextDue + UInt64(match) * interval }
    }

    /// Lets flips be sent whose time has come, a few at once so that what comes is read in time.
    private mutating func releaseDue() throws {
        guard options.rate > 0 else { return }
        var released = 0
        while nextDue <= now, released < 64 {
            let match = nextMatch
            nextMatch = match + 1 == matches.count ? 0 : match + 1
            nextDue += interval
            released += 1
            matches[match].overdue += 1
            guard matches[match].overdue <= Self.mostOverdue else {
                throw Failure("The host is too slow for \(options.rate) flips a second.", .unavailable)
            }
            try goOn(match)
        }
    }

    /// Sends what may be sent in a match: the next flip, or the offers to play again.
    private mutating func goOn(_ number: Int) throws {
        guard !isEnding, matches[number].isQuiet else { return }
        if matches[number].offers() {
            for seat in 0..<2 { try members[matches[number].members[seat]].send(rematchLine) }
        }
        guard options.rate == 0 || matches[number].overdue > 0, let card = matches[number].nextCard() else { return }
        let since = options.rate > 0 ? matches[number].dueSince : Platform.monotonicNanoseconds
        if options.rate > 0 {
            matches[number].overdue -= 1
            matches[number].dueSince += interval * UInt64(matches.count)
        }
        matches[number].flight = (card, since, isShown: false)
        try members[matches[number].members[matches[number].turn]].send(flipLines[card])
    }

    // MARK: Receiving

    /// Takes what has come for a member.
    private mutating func read(_ index: Int) throws {
        guard let (bytes, count) = try members[index].receive(into: &input) else { return }
        let match = members[index].match
        var position = 0
        while position < count {
            let seen = members[index].seen
            if let match, let length = matches[match].feed.length(of: seen, ifIn: bytes, at: position, count: count) {
                position += length
                deliver(seen, match, to: index, length)
            } else if let end = bytes.lineEnd(from: position, count: count) {
                try take(index, bytes, position..<end)
                position = end + 1
            } else {
                break
            }
        }
        members[index].keep(bytes, position..<count)
        if let match { try goOn(match) }
    }

    /// Takes a line that nobody else in the match had, or that differs from theirs.
    private mutating func take(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>) throws {
        func begins(with word: [UInt8]) -> Bool { bytes[range].starts(with: word) }
        guard let match = members[index].match else {
            guard begins(with: Self.lobbyWord) else {
                throw Failure("The host sent an unexpected line", line: bytes[range])
            }
            tally.lobbyLines += 1
            return
        }
        if begins(with: Self.matchWord) { return try takeSeating(index, match, bytes, range) }
        guard begins(with: Self.stateWord) else {
            throw Failure("The host sent an unexpected line", line: bytes[range])
        }
        guard members[index].seen == matches[match].feed.end else {
            throw Failure("Members of a match got different states, one of them", line: bytes[range])
        }
        let isFlip = try matches[match].take(bytes, range)
        statesRead += 1
        if statesRead.isMultiple(of: Self.sample) { try readWhole(bytes, range) }
        let line = bytes[range.lowerBound...range.upperBound]
        try matches[match].feed.append(line, isFlip: isFlip, missing: matches[match].members.count)
        deliver(members[index].seen, match, to: index, line.count)
    }

    private func readWhole(_ bytes: [UInt8], _ range: Range<Int>) throws {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range),
            case .state(let state) = message.event
        else { throw Failure("A state cannot be read", line: bytes[range]) }
        if let problem = Match.problem(in: state, watchers: options.watchers + options.stalled) {
            throw Failure("A state \(problem)", line: bytes[range])
        }
    }

    /// Checks a member's place in the next match.
    private mutating func takeSeating(_ index: Int, _ match: Int, _ bytes: [UInt8], _ range: Range<Int>) throws {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range),
            case .match(let seating) = message.event, seating.seat == members[index].seat
        else { throw Failure("A rematch changed the seats", line: bytes[range]) }
        guard seating.match.number != matches[match].id else { return }
        try matches[match].goOn(as: seating.match.number)
        tally.rematches += 1
    }

    /// Counts a state that a member got.
    private mutating func deliver(_ line: Int, _ match: Int, to index: Int, _ length: Int) {
        members[index].seen += 1
        tally.states += 1
        tally.stateBytes += length
        let isFlip = matches[match].feed.isFlip(line)
        if isFlip { tally.deliveries += 1 }
        guard matches[match].feed.deliver(line), isFlip, let flight = matches[match].flight else { return }
        matches[match].flight = nil
        tally.flips += 1
        let now = Platform.monotonicNanoseconds
        tally.latency.record(now - min(flight.since, now))
    }
}
