extension Limits {
    /// Limits that the document does not name: how much a host does or keeps at a time, how large its lines may get,
    /// and how much a client keeps of what it is told.
    public enum Internal {
        // MARK: A match

        /// Tables of Set that a match remembers for ``Limits/lateMilliseconds``. Two players cannot change it more often
        /// in a whole match: there are 81 cards, which come and go by threes. A solo player can, and meets nobody.
        public static let recentTables = 54

        // MARK: A pass of the loop

        /// Connections that may wait in the system's queue to be accepted, fewer if the system allows fewer.
        public static let waitingConnections = 1024
        /// Bytes received from one client at once.
        public static let receivedBytes = 16 * 1024
        /// Connections accepted from one listening socket per loop iteration, so that players aren't kept waiting.
        public static let acceptedAtOnce = 64
        /// Lines processed per client and loop iteration, so that one busy client can't hold up the others.
        public static let linesAtOnce = 16
        /// Connections that are sent something per loop iteration, so that players aren't kept waiting while everybody is
        /// told something: some milliseconds' work.
        public static let flushedAtOnce = 256
        /// The first of those who are told the same, who are sent it before any others: its players are among them.
        public static let toldAtOnce = 8
        /// Blank lines skipped per client and loop iteration, for the same reason.
        public static let blankLinesAtOnce = 160
        /// Requests, as they are charged, that are answered per loop iteration, after all lines, so that players aren't
        /// kept waiting: a millisecond's work.
        public static let requestsAtOnce = 10
        /// Commands that a replay leaves to its client and to its address, so that those need not wait for it.
        public static let replayReserve = 10
        /// States of a replay that are made for a client at a time: what one that does not read costs.
        public static let statesAtOnce = 4
        /// States of a replay that a client keeps: more than any match has.
        public static let replayedStates = 3 * Limits.recordMoves + 2
        /// States of replays that are made per loop iteration, so that players aren't kept waiting: a millisecond's
        /// work.
        public static let replayedAtOnce = 64
        /// Bytes gathered for one client in a loop iteration before they are sent early.
        public static let turnBytes = 32 * 1024
        /// Bytes of queued lines gathered into one send.
        public static let gatheredBytes = 64 * 1024
        /// Milliseconds between checks of the wall clock, and the minimum by which it must be ahead to be followed.
        public static let clockMilliseconds = 1_000
        /// Milliseconds by which the last stored entry may be ahead of the machine's clock at a start: more than a time zone
        /// that was set wrong, and less than a host should wait to be right again.
        public static let clockErrorMilliseconds = 24 * 60 * 60 * 1_000

        // MARK: Sizes of what is sent

        /// Bytes of queued lines other than states and `match`, above which the client's next commands wait.
        public static let backlogBytes = 1024
        /// Maximum bytes in the reply to one command; less than ``Limits/eventBytes``.
        public static let replyBytes = 65_000
        /// Bytes of a record's moves in plain words after which the remaining ones are only counted; the rest of the
        /// record fits into a reply beside them.
        public static let movesBytes = 56_000
        /// Cards in the largest deck: ten rows of ten.
        public static let deckCards = 100
        /// Maximum bytes in a state, in either dialect: ten rows of ten cards, all open, with the longest names and the
        /// longest labels of pictures; at the end in plain words, the labels come once more, to check the seal.
        public static let stateBytes = 5120
        /// Maximum bytes in a `match`, which the paths of fifty pictures nearly fill.
        public static let seatingBytes = 6316
        /// Milliseconds after which a host with as many matches as it can have looks again for room for one of a
        /// contest.
        public static let seatingRetryMilliseconds = 1000
        /// Maximum bytes in a farewell, with the error that a stopping host sends before it.
        public static let farewellBytes = 416
        /// Bytes that may wait in a socket without having been sent: what the host holds can be superseded, what the
        /// system holds can't.
        public static let unsentBytes = 16 * 1024

        // MARK: Connections and browsers

        /// Milliseconds for which no connection is accepted after the process has run out of descriptors.
        public static let acceptPauseMilliseconds = 500
        /// Connections over a limit that are told so before being closed; the rest are closed at once.
        public static let turnedAwayAtOnce = 64
        /// Ports chosen by the system that a host rejects because one of its sockets can't have them.
        public static let rejectedPorts = 8
        /// Bytes that are read and discarded on a connection that is about to be closed.
        public static let lingeringBytes = 256 * 1024
        /// Fields in the head of an HTTP request.
        public static let requestFields = 100
        /// Thousandths of a request that each arrival of bytes is charged as, so that a head that comes byte by byte
        /// costs its sender what it costs the host.
        public static let arrivalThousandths = 50
        /// Bytes in the path of a browser's request: those of a picture, and some folders of a proxy before it.
        public static let webPathBytes = 512
        /// Characters of a name that a request gives the host, or its page, as far as an answer and the log show it.
        public static let shownNameCharacters = 100
        /// QR codes that are kept.
        public static let keptCodes = 16
        /// Players of ended matches that are remembered for ``Limits/seatedMilliseconds``, or twice as many: those of as
        /// many matches as a host has.
        public static let rememberedSeats = 2 * Limits.matches
        /// Addresses whose wrong guesses, openings, commands and requests are remembered; beyond that, those that have
        /// the least to wait for are forgotten.
        public static let rememberedAddresses = 4096

        /// Probes without an answer after which a peer counts as gone.
        public static let probes = 3
        /// Seconds between two probes.
        public static let probeSeconds = 5
        /// Seconds of silence before the first probe: the last one has had its time, and as much is left, when
        /// ``Limits/deadPeerMilliseconds`` are over.
        public static let quietSeconds = Limits.deadPeerMilliseconds / 1000 - (probes + 1) * probeSeconds

        // MARK: Typing

        /// Bytes of a paste that a client reads: enough for the longest line that can be typed, of 1,000 characters with
        /// four bytes each. What follows is dropped.
        public static let pasteBytes = 4096

        // MARK: Finding hosts

        /// Hosts that a client lists; further ones are ignored.
        public static let foundHosts = 100
        /// Addresses of a name that a client tries; further ones are ignored. Their bytes fit into one write to a pipe.
        public static let resolvedAddresses = 16
        /// Datagrams read per socket and loop iteration: more of the smallest than a system keeps for a socket.
        public static let datagramsAtOnce = 512
        /// Datagrams read at once from which on they count as a flood.
        public static let floodDatagrams = 32
        /// Milliseconds for which a host leaves its UDP sockets unread in a flood. A system keeps some 250 datagrams
        /// for a socket: with 10,000 a second, none is lost in so short a time.
        public static let floodPauseMilliseconds = 10
        /// Milliseconds for which the networks of this machine are remembered.
        public static let networksMilliseconds = 1_000

        // MARK: Metrics

        /// Bytes in a path that only operators ask for: those of the longest.
        public static let operatorPathBytes = 8
        /// Bytes for which there is room in the metrics from the beginning: more than they take with the largest numbers.
        public static let metricsBytes = 24 * 1024
        /// Passes of the loop whose moves are timed one by one while their states wait for the disk.
        public static let timedPasses = 1024

        // MARK: Text of others

        /// Bytes of an unknown word that a refusal quotes: more than any word has that is meant.
        public static let quotedBytes = 32
        /// Bytes of an unknown command's `type` that its error repeats, and characters of an unknown event's that a
        /// reader passes on.
        public static let typeLength = 64
        /// Bytes of the message why a name was not found, so that it fits into one write to a pipe.
        public static let lookupMessageBytes = 200

        // MARK: The service manager

        /// Sockets that a host takes over from the process that starts it: more than any machine has addresses to listen on.
        public static let inheritedSockets = 64
        /// Milliseconds between two changes of the status that the service manager is told.
        public static let statusMilliseconds = 1_000
        /// Bytes at the start of a folder's lock file that are read to tell who uses it: two numbers.
        public static let lockFileBytes = 32

        // MARK: Descriptors and memory

        /// Descriptors reserved for everything but clients: listeners, the poller, signals, files.
        public static let spareDescriptors = 32
        /// Bytes of address space below which a host refuses newcomers and new matches: enough for what those that are
        /// there may cause until it is looked at again, and for the longest replies.
        public static let spareMemoryBytes = 8 * 1024 * 1024
        /// Milliseconds between two looks at how much of it is left.
        public static let memoryMilliseconds = 100
        /// Alarms of removed matches that may accumulate before they are purged.
        public static let idleAlarms = 64

        // MARK: Disk

        /// State versions that may be sent without the journal's knowledge; a restart skips twice as many.
        public static let versionsPerCheckpoint = 64
        /// Numbers of matches and records that are reserved on disk at once. At the rate at which a machine can open
        /// matches, half of them last for much longer than a write takes.
        public static let reservedNumbers = 1000
        /// Bytes of the file that says so above which a start writes it anew.
        public static let numberFileBytes = 16 * 1024
        /// Bytes of disk space preallocated for the journal; a loop iteration seldom writes more.
        public static let reservedBytes = 64 * 1024
        /// Milliseconds from the start of one sync to that of the next with `--sync always`, so that many changes share
        /// one on a busy host: a sync costs more than a flip.
        public static let syncSpacingMilliseconds = 2
        /// Milliseconds after which `--sync second` syncs written data to disk.
        public static let syncMilliseconds = 1_000
        /// Milliseconds after which an unfinished sync counts as a disk failure: clocks stop, and players are told
        /// why. Records that take as long to read count as unreadable.
        public static let hangingMilliseconds = 10_000
        /// Milliseconds until a failed disk is retried.
        public static let diskMilliseconds = 1_000
        /// Bytes below which the journal isn't worth compacting.
        public static let smallJournalBytes = 256 * 1024
        /// Bytes of the journal that are looked through, or written, at once to compact it: some tenths of a
        /// millisecond.
        public static let compactionSliceBytes = 64 * 1024
        /// Milliseconds for which the journal keeps a match whose record is stored: longer than it usually takes to copy
        /// a data folder.
        public static let copyMilliseconds = 10_000
        /// Bytes of a log that are read at once, at the start: the longest line is far shorter.
        public static let logReadBytes = 1024 * 1024
        /// Bytes of a log that are copied at once, at the start.
        public static let logCopyBytes = 256 * 1024
        /// Milliseconds between checks whether a log still has its name in the folder.
        public static let nameCheckMilliseconds = 1_000
        /// Positions of matches and names that the commit gate remembers before it drops those that are visible.
        public static let positions = 4096
        /// Bytes at the start of a record's line that contain everything but the deck and the moves, even with the
        /// longest names and rules.
        public static let summaryBytes = 1536
        /// Texts of rules that a host remembers while it reads records: as many as it keeps best games of.
        public static let rulesTexts = Limits.soloBests
        /// The share of the kept records, as its denominator, by which there must be more before the oldest are
        /// dropped: with a tenth, a host that is restarted often seldom writes its file anew.
        public static let surplusRecordsShare = 10
        /// Records kept by a host that has no folder for them.
        public static let recordsInMemory = 1000
        /// Players whose results are counted; beyond that, those with the fewest matches are forgotten.
        public static let countedPlayers = 20_000
    }
}

extension Limits {
    /// Limits of an exam.
    public enum Exam {
        /// Milliseconds in which a client answers a question, unless `--patience` says otherwise.
        public static let answerMilliseconds = 5_000
        /// Milliseconds more for an answer that was refused: a client waits for some seconds if a disk failed.
        public static let repeatMilliseconds = 5_000
        /// Milliseconds in which a client is back after its connection broke: PROTOCOL.md has it wait 45 s at most.
        public static let returnMilliseconds = 60_000
        /// Milliseconds in which a match ends; PROTOCOL.md's example takes two seconds.
        public static let lessonMilliseconds = 120_000
        /// Milliseconds of a turn, at least, where none is meant to run out.
        public static let leastTurnMilliseconds = 10_000
        /// Milliseconds for a person, or a program, to offer a rematch.
        public static let rematchMilliseconds = 5_000
        /// Milliseconds of idleness after which the opponent offers a rematch, leaves, has the client connect again,
        /// and the exam is over.
        public static let patience = [2_000, 4_000, 10_000, 60_000]
        /// Milliseconds from the end of a match to the next one of a player in contests: a round trip.
        public static let restMilliseconds = 300
        /// Matches that may end before a lesson could begin in earnest.
        public static let attempts = 3
        /// Milliseconds between two copies of a state: 200 a second.
        public static let copyMilliseconds = 5
        /// Copies of one state, so that a person who thinks does not cause a flood of hours.
        public static let copies = 900
        /// Bytes that leave in a millisecond, each by itself.
        public static let bytesPerMillisecond = 4
        /// Milliseconds by which a slow host is slow.
        public static let slowMilliseconds = 1_500
        /// Milliseconds between the starts of two examined programs.
        public static let startMilliseconds = 200
        /// Starts of the examined program without a lesson that comes to its end.
        public static let idleStarts = 5
        /// Pieces that are on their way to a client, after which it gets no more: it asks for too much of a slow host.
        public static let deliveredItems = 500_000
        /// Lines of a client that wait while one is held; the others are lost.
        public static let heldLines = 256
        /// Milliseconds that a client has to take its report, after the end.
        public static let reportMilliseconds = 3_000
        /// Players who are examined at the same time: classes.
        public static let players = 200
    }
}
