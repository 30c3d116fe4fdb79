import Protocol

extension Limits.Internal {
    // MARK: A pass of the loop

    /// Bytes received from one client at once.
    static let receivedBytes = 16 * 1024
    /// Connections accepted from one listening socket per loop iteration, so that players aren't kept waiting.
    static let acceptedAtOnce = 64
    /// Lines processed per client and loop iteration, so that one busy client can't hold up the others.
    static let linesAtOnce = 16
    /// Connections that are sent something per loop iteration, so that players aren't kept waiting while everybody is
    /// told something: some milliseconds' work.
    static let flushedAtOnce = 256
    /// The first of those who are told the same, who are sent it before any others: its players are among them.
    static let toldAtOnce = 8
    /// Blank lines skipped per client and loop iteration, so that they can't hold up the others either.
    static let blankLinesAtOnce = 160
    /// Requests, as they are charged, that are answered per loop iteration, after all lines, so that players aren't
    /// kept waiting: a millisecond's work.
    static let requestsAtOnce = 10
    /// Commands that a replay leaves to its client and to its address, so that those need not wait for it.
    static let replayReserve = 10
    /// States of a replay that are made for a client at a time: what one that does not read costs.
    static let statesAtOnce = 4
    /// States of replays that are made per loop iteration, so that players aren't kept waiting: a millisecond's
    /// work.
    static let replayedAtOnce = 64
    /// Milliseconds between checks of the wall clock, and the minimum by which it must be ahead to be followed.
    static let clockMilliseconds = 1_000
    /// Milliseconds by which the last stored entry may be ahead of the machine's clock at a start: more than a time zone
    /// that was set wrong, and less than a host should wait to be right again.
    static let clockErrorMilliseconds = 24 * 60 * 60 * 1_000

    // MARK: Connections and browsers

    /// Milliseconds for which no connection is accepted after the process has run out of descriptors.
    static let acceptPauseMilliseconds = 500
    /// Connections over a limit that are told so before being closed; the rest are closed at once.
    static let turnedAwayAtOnce = 64
    /// Ports chosen by the system that a host rejects because one of its sockets can't have them.
    static let rejectedPorts = 8
    /// Bytes that are read and discarded on a connection that is about to be closed.
    static let lingeringBytes = 256 * 1024
    /// Thousandths of a request that each arrival of bytes is charged as, so that a head that comes byte by byte
    /// costs its sender what it costs the host.
    static let arrivalThousandths = 50
    /// Bytes in the path of a browser's request: those of a picture, and some folders of a proxy before it.
    static let webPathBytes = 512
    /// Characters of a name that a request gives the host, or its page, as far as an answer and the log show it.
    static let shownNameCharacters = 100
    /// QR codes that are kept.
    static let keptCodes = 16
    /// Addresses whose wrong guesses, openings, commands and requests are remembered; beyond that, those that have
    /// the least to wait for are forgotten.
    static let rememberedAddresses = 4096

    // MARK: Finding hosts

    /// Datagrams read at once from which on they count as a flood.
    static let floodDatagrams = 32
    /// Milliseconds for which a host leaves its UDP sockets unread in a flood. A system keeps some 250 datagrams
    /// for a socket: with 10,000 a second, none is lost in so short a time.
    static let floodPauseMilliseconds = 10
    /// Milliseconds for which the networks of this machine are remembered.
    static let networksMilliseconds = 1_000

    // MARK: Metrics

    /// Bytes in a path that only operators ask for: those of the longest.
    static let operatorPathBytes = 8
    /// Bytes for which there is room in the metrics from the beginning: more than they take with the largest numbers.
    static let metricsBytes = 24 * 1024
    /// Passes of the loop whose moves are timed one by one while their states wait for the disk.
    static let timedPasses = 1024

    // MARK: The service manager

    /// Sockets that a host takes over from the process that starts it: more than any machine has addresses to listen on.
    static let inheritedSockets = 64
    /// Milliseconds between two changes of the status that the service manager is told.
    static let statusMilliseconds = 1_000

    // MARK: Descriptors and memory

    /// Descriptors reserved for everything but clients: listeners, the poller, signals, files.
    static let spareDescriptors = 32
    /// Bytes of address space below which a host refuses newcomers and new matches: enough for what those that are
    /// there may cause until it is looked at again, and for the longest replies.
    static let spareMemoryBytes = 8 * 1024 * 1024
    /// Milliseconds between two looks at how much of it is left.
    static let memoryMilliseconds = 100
}
