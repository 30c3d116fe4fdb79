/// Every limit that a client can reach, in one place, by subject as in the appendix of PROTOCOL.md, with its unit and its
/// reason.
///
/// The first line of a connection, `hello`, publishes those that clients need to know.
public enum Limits {
    // MARK: Values

    /// Bytes in a line from a client, including its LF. The longest sensible command is an all-escaped `say` of 500
    /// characters.
    public static let lineBytes = 4096
    /// Nesting depth of arrays and objects in a line of JSON: far more than any command has, and no more than the reader
    /// has bits for (``JSONScanner/allLevelsFit``).
    public static let nesting = 64
    /// Bytes of UTF-8 in a command's `id`, which a reply must have room for: a UUID takes 36.
    public static let requestIDBytes = 64
    /// Characters (grapheme clusters) in a player's name.
    public static let nameCharacters = 24
    /// Bytes of UTF-8 in a player's name: four per character, as an emoji or a letter with a mark takes.
    public static let nameBytes = 96
    /// Marks above, below or around a letter, and invisible characters, that follow each other in a name or a chat
    /// message. UTS 39 suggests four nonspacing marks: living languages use up to three, and more reach into other lines.
    public static let marksInARow = 4
    /// Characters in a chat message.
    public static let textCharacters = 500
    /// Bytes of UTF-8 in a chat message.
    public static let textBytes = 2000
    /// Bytes in a line from the host, including its LF. The longest is that of a record with pictures.
    public static let eventBytes = 64 * 1024

    // MARK: Rates and costs

    /// Commands a client may send in a burst before the rate limit applies.
    public static let burst = 20
    /// Commands per second that a client may send continuously.
    public static let commandsPerSecond = 10
    /// Commands that all connections of an address together may send in a burst, so that reconnecting gains nothing.
    public static let addressBurst = 200
    /// Commands per second that all connections of an address together may send continuously.
    public static let addressCommandsPerSecond = 100
    /// The factor by which the host's own machine may send more commands than another address.
    public static let loopbackFactor = 10
    /// Commands a `say` is charged as, because everybody in the lobby may have to read it.
    public static let sayWeight = 5
    /// Commands a `list` is charged as, because every match is looked at.
    public static let listWeight = 2
    /// Records for which a `records` is charged as one command, because each must be found and read.
    public static let recordsPerCommand = 10
    /// Commands by which a `records` with a filter is charged more, because every record is looked at.
    public static let filterWeight = 4
    /// Commands a `record` is charged as, because every move of a match must be read and written.
    public static let recordWeight = 5
    /// Commands a `scores` is charged as, because its reply is one of the longest.
    public static let scoresWeight = 5
    /// Commands charged for opening a match, which deals a deck, uses memory and is news for the whole lobby.
    public static let openWeight = 10
    /// Blank lines, or WebSocket frames that end no message with text, for which one command is charged.
    public static let idlePerCommand = 10
    /// Bytes that are read and discarded, such as the rest of a line that is too long, for which one command is charged.
    public static let discardedBytesPerCommand = 256 * 1024

    // MARK: Guesses

    /// Wrong codes and tokens per period that block an address until it ends, so that nobody tries one after another.
    public static let wrongGuesses = 20
    /// Milliseconds in such a period, which begins with the first wrong guess.
    public static let guessingMilliseconds = 60_000

    // MARK: Matches

    /// Matches on a host at a time, so that opening them can't fill its memory.
    public static let matches = 8192
    /// Milliseconds for which a match in which nobody is present is kept on a full host, also after a restart, so that a
    /// short break of the network ends no match.
    public static let evictionMilliseconds = 60_000
    /// Matches opened per minute from one address, so that nobody uses up all the matches.
    public static let openings = 60
    /// Turns of both seats in a match without a turn limit, or moves in one of Set, so that storing a match can't fill
    /// the disk.
    public static let matchTurns = 10_000
    /// Grace periods that a player may be absent for in all over a match in play, so that nobody stops its clock for
    /// good by breaking off again and again.
    public static let gracePeriods = 3
    /// Maximum milliseconds for which a waiting match is kept while its opener is gone.
    public static let desertedMilliseconds = 30 * 60_000
    /// Milliseconds for which a name without a seat is kept for its token after the host was restarted.
    public static let absentMilliseconds = 120_000

    // MARK: Lobby, following, chat

    /// Addresses of a host in `hello`.
    public static let helloAddresses = 8
    /// Matches in one `lobby` line.
    public static let lobbyMatches = 50
    /// Names in one `lobby` line; together with the matches, it stays under `outgoingBytes`.
    public static let lobbyPlayers = 100
    /// Milliseconds between two `lobby` lines, or two states that differ only in the number of watchers.
    public static let pushMilliseconds = 500
    /// Milliseconds after the end of a match until those that follow are moved on to another.
    public static let moveOnMilliseconds = 5_000
    /// Lines of a match's chat that are kept for those who come later.
    public static let pastLines = 20
    /// Bytes of UTF-8 in the texts and names of these lines.
    public static let pastBytes = 4096

    // MARK: Records

    /// Default number of records in one `records` line.
    public static let recordsAtFirst = 20
    /// Maximum number of records in one `records` line.
    public static let recordsAtOnce = 100
    /// Bytes in one `records` line, which holds fewer records than requested rather than exceed this.
    public static let recordsBytes = 40_000
    /// Moves stored in a match's record, so that the line showing it, without pictures, stays under 60,000 bytes.
    public static let recordMoves = 1400
    /// Moves stored in the record of a match of Set, each of which takes up to 97 bytes, for the same reason.
    public static let setRecordMoves = 560
    /// Solo games in one `scores` line; together with the players, it stays under `recordsBytes`.
    public static let bestGames = 50
    /// Solo games under the same rules in one `scores` line.
    public static let bestGamesAlike = 10
    /// Players in one `scores` line.
    public static let bestPlayers = 100
    /// Players for each level of the house player in one `scores` line.
    public static let bestAgainstHouse = 10
    /// Sets of rules in a player's own results, whose best solo games one `scores` line holds.
    public static let ownBoards = 10
    /// Opponents in a player's own results in one `scores` line.
    public static let opponents = 20
    /// Sets of rules whose best solo games a host keeps, so that unusual rules can't fill its memory. Beyond that,
    /// those with the fewest games are forgotten, but never presets.
    public static let soloBests = 4096
    /// Records that a host keeps unless it is asked for another number: a busy club's year, in some 100 MB. Beyond that,
    /// the oldest are dropped when it starts.
    public static let keptRecords = 100_000

    // MARK: Slow readers

    /// Bytes queued for a slow reader above which other people's chat is dropped.
    public static let chatterBytes = 32 * 1024
    /// Bytes queued for a slow reader above which an unsolicited `lobby` is withheld until the queue is empty.
    public static let lobbyBytes = 60_000
    /// Total bytes queued for one client, including all of the line being sent: the cost of a slow reader. A backlog, a
    /// reply, a `match` being sent, the newest `match`, its state and a farewell are all that can be: 80 KiB. A response for
    /// a browser comes on top, however long: all connections that get the same one share its bytes.
    public static let outgoingBytes =
        Internal.backlogBytes + Internal.replyBytes + 2 * Internal.seatingBytes + Internal.stateBytes
        + Internal.farewellBytes
    /// Milliseconds without any progress in sending after which a client is disconnected as a slow reader. The system
    /// takes up to 64 KiB at a time, which are progress only once they have left: 16 s over a line of 4,000 bytes a second.
    public static let stalledMilliseconds = 30_000

    // MARK: Connections

    /// Connections to a host, unless it is started with another number.
    public static let connections = 4096
    /// Connections per address, unless the host is started with another number.
    public static let connectionsPerAddress = 64
    /// Connections from the host's own machine, where ssh users and load tests share one address.
    public static let connectionsPerLoopbackAddress = 1024
    /// Milliseconds of silence after which a new connection is greeted. A client that speaks first is greeted then.
    public static let greetingMilliseconds = 150
    /// Milliseconds of silence after which a client without a seat is disconnected if another one needs its place.
    public static let silentMilliseconds = 60_000
    /// Milliseconds until a peer that answers no probe counts as gone; a slow reader gets a `bye` before that.
    public static let deadPeerMilliseconds = 35_000
    /// Milliseconds for a closing connection to send its last lines, however few.
    public static let closingMilliseconds = 10_000
    /// Bytes for which a closing connection gets a second more: a slow line sends as many, and nobody stays for good by
    /// reading a byte now and then.
    public static let closingBytesPerSecond = 4_000
    /// Milliseconds for a client to close its side after its last line, and for a stopping host to say goodbye.
    public static let lingerMilliseconds = 1_500
    /// Bytes of a telnet subnegotiation that are skipped; after that it counts as text.
    public static let telnetSubnegotiationBytes = 64

    // MARK: Browsers

    /// Bytes in the head of an HTTP request: a browser sends fewer than a thousand.
    public static let requestBytes = 8 * 1024
    /// The same from the host's own machine, where cookies of `localhost` are sent to all of its ports.
    public static let requestBytesFromLoopback = 32 * 1024
    /// HTTP requests that all connections of an address together may send in a burst: its 64 connections are those of some
    /// ten browsers, each of which loads a page and fifty pictures of up to 100,000 bytes, and that counts as some 180.
    public static let requestBurst = 2_000
    /// HTTP requests per second that all connections of an address together may send continuously. What counts as one takes
    /// the host less than a tenth of a millisecond, so an address takes up less than a hundredth of its time.
    public static let requestsPerSecond = 100
    /// Bytes received over HTTP that count as one request, because each of them is looked at.
    public static let bytesPerRequest = 1024
    /// Bytes in the body of a response that count as one request more, because the system copies them.
    public static let bodyBytesPerRequest = 64 * 1024
    /// Requests that one for a QR code is charged as, because the code must be drawn.
    public static let codeWeight = 4
    /// Requests that one to speak WebSocket is charged as, because a client is greeted.
    public static let handshakeWeight = 2
    /// Milliseconds for a request of HTTP to arrive, and for which a connection is kept for the next one.
    public static let requestMilliseconds = 10_000
    /// Milliseconds after a request of HTTP in which a silent connection from its address may be a browser's spare, on
    /// which the browser would take a greeting for a response.
    public static let browsingMilliseconds = 2_000
    /// Milliseconds of silence after which a connection that may be a browser's spare is greeted.
    public static let spareMilliseconds = 3_000

    // MARK: Finding hosts

    /// Bytes in a datagram that looks for hosts: at least as many as in the answer, which a forged sender would get.
    public static let findQuestionBytes = 200...4096
    /// Bytes in the answer.
    public static let findAnswerBytes = 200
    /// Players or matches in an answer; an answer with more is ignored.
    public static let findCounts = 0...1_000_000
    /// Answers per second, all clients: of a flood of questions from forged addresses, so many that a client that asks
    /// three times is answered nevertheless.
    public static let findAnswersPerSecond = 100
    /// Answers at once, all clients; those of the rest of a second come one after another.
    public static let findBurst = 20
    /// Answers that a host gives in any second to one address.
    public static let findAnswersPerAddress = 5

    /// Internal limits, which clients don't notice: how much a host does at a time.
    public enum Internal {
        // MARK: A pass of the loop

        /// Connections accepted from one listening socket per loop iteration, so that players aren't kept waiting.
        public static let acceptedAtOnce = 64
        /// Lines processed per client and loop iteration, so that one busy client can't hold up the others.
        public static let linesAtOnce = 16
        /// Blank lines skipped per client and loop iteration, for the same reason.
        public static let blankLinesAtOnce = 160
        /// Requests, as they are charged, that are answered per loop iteration, after all lines, so that players aren't kept
        /// waiting: a millisecond's work.
        public static let requestsAtOnce = 10
        /// Bytes gathered for one client in a loop iteration before they are sent early.
        public static let turnBytes = 32 * 1024
        /// Bytes of queued lines gathered into one send.
        public static let gatheredBytes = 64 * 1024
        /// Milliseconds between checks of the wall clock, and the minimum by which it must be ahead to be followed.
        public static let clockMilliseconds = 1_000

        // MARK: Sizes of what is sent

        /// Bytes of queued lines other than states and `match`, above which the client's next commands wait.
        public static let backlogBytes = 1024
        /// Maximum bytes in the reply to one command; less than ``Limits/eventBytes``.
        public static let replyBytes = 65_000
        /// Bytes of a record's moves in plain words after which the remaining ones are only counted; the rest of the
        /// record fits into a reply beside them.
        public static let movesBytes = 56_000
        /// Maximum bytes in a state, in either dialect: ten rows of ten cards, all open, with the longest names and the
        /// longest labels of pictures.
        public static let stateBytes = 3072
        /// Maximum bytes in a `match`, which the paths of fifty pictures nearly fill.
        public static let seatingBytes = 6204
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
        /// Bytes that are read and discarded on a connection that is about to be closed.
        public static let lingeringBytes = 256 * 1024
        /// Fields in the head of an HTTP request.
        public static let requestFields = 100
        /// Thousandths of a request that each arrival of bytes is charged as, so that a head that comes byte by byte costs
        /// its sender what it costs the host.
        public static let arrivalThousandths = 50
        /// QR codes that are kept.
        public static let keptCodes = 16
        /// Addresses whose wrong guesses, openings, commands and requests are remembered; beyond that, those that have the least
        /// to wait for are forgotten.
        public static let rememberedAddresses = 4096

        // MARK: Finding hosts

        /// Hosts that a client lists; further ones are ignored.
        public static let foundHosts = 100
        /// Addresses of a name that a client tries; further ones are ignored. Their bytes fit into one write to a pipe.
        public static let resolvedAddresses = 16
        /// Datagrams read per socket and loop iteration: more of the smallest than a system keeps for a socket.
        public static let datagramsAtOnce = 512
        /// Datagrams read at once from which on they count as a flood.
        public static let floodDatagrams = 32
        /// Milliseconds for which a host leaves its UDP sockets unread in a flood. A system keeps some 250 datagrams for a
        /// socket: with 10,000 a second, none is lost in so short a time.
        public static let floodPauseMilliseconds = 10
        /// Milliseconds for which the networks of this machine are remembered.
        public static let networksMilliseconds = 1_000

        // MARK: Descriptors and memory

        /// Descriptors reserved for everything but clients: listeners, the poller, signals, files.
        public static let spareDescriptors = 32
        /// Bytes of address space below which a host refuses newcomers and new matches: enough for what those that are there
        /// may cause until it is looked at again, and for the longest replies.
        public static let spareMemoryBytes = 8 * 1024 * 1024
        /// Milliseconds between two looks at how much of it is left.
        public static let memoryMilliseconds = 100
        /// Alarms of removed matches that may accumulate before they are purged.
        public static let idleAlarms = 64

        // MARK: Disk

        /// State versions that may be sent without the journal's knowledge; a restart skips twice as many.
        public static let versionsPerCheckpoint = 64
        /// Bytes of disk space preallocated for the journal; a loop iteration seldom writes more.
        public static let reservedBytes = 64 * 1024
        /// Milliseconds from the start of one sync to that of the next with `--sync always`, so that many changes share
        /// one on a busy host: a sync costs more than a flip.
        public static let syncSpacingMilliseconds = 2
        /// Milliseconds after which `--sync second` syncs written data to disk.
        public static let syncMilliseconds = 1_000
        /// Milliseconds after which an unfinished sync counts as a disk failure: clocks stop, and players are told
        /// why.
        public static let hangingMilliseconds = 10_000
        /// Milliseconds until a failed disk is retried.
        public static let diskMilliseconds = 1_000
        /// Bytes below which the journal isn't worth compacting.
        public static let smallJournalBytes = 256 * 1024
        /// Bytes of the journal that are looked through, or written, at once to compact it: some tenths of a millisecond.
        public static let compactionSliceBytes = 64 * 1024
        /// Milliseconds between checks whether a log still has its name in the folder.
        public static let nameCheckMilliseconds = 1_000
        /// Positions of matches and names that the commit gate remembers before it drops those that are visible.
        public static let positions = 4096
        /// The share of the kept records, as its denominator, by which there must be more before the oldest are dropped:
        /// with a tenth, a host that is restarted often seldom writes its file anew.
        public static let surplusRecordsShare = 10
        /// Records kept by a host that has no folder for them.
        public static let recordsInMemory = 1000
        /// Players whose results are counted; beyond that, those with the fewest matches are forgotten.
        public static let countedPlayers = 20_000
    }
}
