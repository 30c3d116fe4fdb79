/// Every limit that PROTOCOL.md names, by subject as in its section 13, with its unit and its reason; all others are
/// ``Internal``.
///
/// The first line of a connection, `hello`, publishes those that clients need to know.
public enum Limits {
    // MARK: Values

    /// Bytes in a line from a client, including its LF. The longest sensible command is an all-escaped `say` of 500
    /// characters.
    public static let lineBytes = 4096
    /// Nesting depth of arrays and objects in a line of JSON: far more than any command has, and no more than the
    /// reader has bits for (``JSONScanner/allLevelsFit``).
    public static let nesting = 64
    /// Bytes of UTF-8 in a command's `id`, which a reply must have room for: a UUID takes 36.
    public static let requestIDBytes = 64
    /// Characters (grapheme clusters) in a player's name, so that two names and their scores fit side by side on a
    /// screen of 80 columns.
    public static let nameCharacters = 24
    /// Bytes of UTF-8 in a player's name: four per character, as an emoji or a letter with a mark takes.
    public static let nameBytes = 96
    /// Marks above, below or around a letter, and invisible characters, that follow each other in a name or a chat
    /// message. UTS 39 suggests four nonspacing marks: living languages use up to three, and more reach into other
    /// lines.
    public static let marksInARow = 4
    /// Characters in a chat message: some seven lines on a screen of 80 columns.
    public static let textCharacters = 500
    /// Bytes of UTF-8 in a chat message: four per character.
    public static let textBytes = 2000
    /// Bytes in a line from the host, including its LF. The longest is that of a record with pictures.
    public static let eventBytes = 64 * 1024

    // MARK: Rates and costs

    /// Commands a client may send in a burst before the rate limit applies, so that one that starts may ask at once for
    /// all that it shows.
    public static let burst = 20
    /// Commands per second that a client may send continuously: more than anybody types or clicks.
    public static let commandsPerSecond = 10
    /// Commands that all connections of an address together may send in a burst, so that reconnecting gains nothing.
    public static let addressBurst = 200
    /// Commands per second that all connections of an address together may send continuously.
    public static let addressCommandsPerSecond = 100
    /// The factor by which the host's own machine may send more commands and open more matches than another address,
    /// because all users of ssh, and load tests, share it.
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
    /// Commands that an `open` or a `join` is charged as if it opens a match, instead of one: that deals a deck, uses
    /// memory and is news for the whole lobby.
    public static let openWeight = 10
    /// Blank lines, or WebSocket frames that end no message with text, for which one command is charged.
    public static let idlePerCommand = 10
    /// Bytes that are read and discarded, such as the rest of a line that is too long, for which one command is
    /// charged.
    public static let discardedBytesPerCommand = 256 * 1024

    // MARK: Guesses

    /// Wrong codes from one address at once, and a minute from then on, unless the host is started with another number:
    /// a class may mistype five each, and a code has six of 34 letters. With a thousand private matches open, the first
    /// hit is expected after 3.6 days.
    public static let guesses = 300
    /// Milliseconds after the end of a match for which whoever had a seat in it may try a code whatever the address has
    /// guessed: time to learn of the next match.
    public static let seatedMilliseconds = 60_000
    /// Commands that a wrong code or token is charged as, so that no client uses up the guesses of its address by
    /// itself. A wrong token costs nothing else: nobody guesses 128 bits.
    public static let wrongSecretWeight = 5

    // MARK: Matches

    /// Matches on a host at a time, so that opening them can't fill its memory.
    public static let matches = 8192
    /// Milliseconds for which a match that has begun, and in which nobody is present, is kept on a full host, also after
    /// a restart, so that a short break of the network ends no match.
    public static let evictionMilliseconds = 60_000
    /// Matches opened from one address at once, and a minute from then on, unless the host is started with another
    /// number, so that nobody uses up all the matches.
    public static let openings = 60
    /// Turns of both seats in a match without a turn limit, or moves in one of Set, so that storing a match can't fill
    /// the disk.
    public static let matchTurns = 10_000
    /// Milliseconds for which a command without guards may be meant for what stood before: a claim for cards that are
    /// gone, or a `leave` for the match before the rematch. People see, decide and type in less.
    public static let lateMilliseconds = 2_000
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
    /// Lines of a match's chat that are kept for those who come later: a screenful.
    public static let pastLines = 20
    /// Bytes of UTF-8 in the texts and names of these lines.
    public static let pastBytes = 4096

    // MARK: The contest

    /// Players in a contest: a large class. Standings with the longest names fit into a reply, and finding the next two
    /// who play takes some microseconds.
    public static let entrants = 64
    /// Entrants of one address, once half of the places are taken, so that nobody takes them all.
    public static let entrantsPerAddress = 8
    /// Former entrants whose names are remembered, since the decks that they saw must not be dealt to them again: a
    /// megabyte and a half with the longest names. Entering counts as opening a match, so that one address needs more
    /// than four hours to use them up.
    public static let formerEntrants = 16_384
    /// Seeds that a contest draws, half of them where a loss makes it necessary. They fit into the standings, and a
    /// contest of people who come and go all day does not need so many.
    public static let contestSeeds = 64
    /// Pairs of matches that each two entrants play: with a thousand, the standard error of a mean is a thirtieth of
    /// the deviation of one pair. Memory and the journal do not grow with it, since only sums are kept.
    public static let contestPairs = 1...1_000
    /// Commands a `standings` is charged as, because its reply is one of the longest.
    public static let standingsWeight = 5

    // MARK: Records

    /// Default number of records in one `records` line.
    public static let recordsAtFirst = 20
    /// Maximum number of records in one `records` line, each of which must be found and read.
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
    /// Records that a host keeps unless it is asked for another number: a busy club's year, in some 100 MB. Beyond
    /// that, the oldest are dropped when it starts.
    public static let keptRecords = 100_000

    // MARK: Replays

    /// States of a replay that are charged as one command, as they are made.
    public static let statesPerCommand = 4
    /// Maximum milliseconds for which a replay in plain words shows a state, so that nobody waits for a player to
    /// think.
    public static let replayPauseMilliseconds = 2_000
    /// Clients that may watch a replay at a time: for each a record is kept in memory, which may be long.
    public static let replays = 256
    /// The same at one address that is not this machine's, so that nobody has them all.
    public static let replaysPerAddress = 32

    // MARK: Slow readers

    /// Bytes queued for a slow reader above which other people's chat is dropped.
    public static let chatterBytes = 32 * 1024
    /// Bytes queued for a slow reader above which an unsolicited `lobby` is withheld until the queue is empty.
    public static let lobbyBytes = 60_000
    /// Total bytes queued for one client, including all of the line being sent: the cost of a slow reader. A backlog, a
    /// reply, a `match` being sent, the newest `match`, its state and a farewell are all that can be: 82 KiB. A
    /// response for a browser comes on top, however long: all connections that get the same one share its bytes.
    public static let outgoingBytes =
        Internal.backlogBytes + Internal.replyBytes + 2 * Internal.seatingBytes + Internal.stateBytes
        + Internal.farewellBytes
    /// Milliseconds without any progress in sending after which a client is disconnected as a slow reader. The system
    /// takes up to 64 KiB at a time, which are progress only once they have left: 16 s over a line of 4,000 bytes a
    /// second.
    public static let stalledMilliseconds = 30_000

    // MARK: Connections

    /// Connections to a host, unless it is started with another number: if all of them read slowly, some 345 MB are
    /// queued.
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
    /// HTTP requests that all connections of an address together may send in a burst: its 64 connections are those of
    /// some ten browsers, each of which loads a page and fifty pictures of up to 100,000 bytes, and that counts as some
    /// 180.
    public static let requestBurst = 2_000
    /// HTTP requests per second that all connections of an address together may send continuously. What counts as one
    /// takes the host less than a tenth of a millisecond, so an address takes up less than a hundredth of its time.
    public static let requestsPerSecond = 100
    /// Bytes received over HTTP that count as one request, because each of them is looked at.
    public static let bytesPerRequest = 1024
    /// Bytes in the body of a response that count as one request more, because the system copies them.
    public static let bodyBytesPerRequest = 64 * 1024
    /// Requests that one for a QR code is charged as, because the code must be drawn.
    public static let codeWeight = 4
    /// Requests that one to speak WebSocket is charged as, because a client is greeted.
    public static let handshakeWeight = 2
    /// Requests that one for the metrics is charged as, because every connection is looked at.
    public static let metricsWeight = 10
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
}
