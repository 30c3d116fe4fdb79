/// Every limit that a client can meet, in one place, each with its unit and its reason.
///
/// The first line of a connection, `hello`, publishes those that a client needs to know.
public enum Limits {
    /// Bytes in one line from a client, its LF included. The longest sensible command is a `say` of 500
    /// characters, all of them escaped.
    public static let lineBytes = 4096
    /// Characters, as a person counts them, in a player's name.
    public static let nameCharacters = 24
    /// Bytes of UTF-8 in a player's name: four for each character, and no tower of combining marks.
    public static let nameBytes = 96
    /// Characters in what is said.
    public static let textCharacters = 500
    /// Bytes of UTF-8 in what is said.
    public static let textBytes = 2000
    /// Bytes of UTF-8 in a command's `id`.
    public static let requestIDBytes = 64
    /// Levels of arrays and objects inside one another in a line of JSON.
    public static let nesting = 64
    /// Commands that a client may send at once before the rate counts.
    public static let burst = 20
    /// Commands a second that a client may send on and on.
    public static let commandsPerSecond = 10
    /// Connections that a host holds, unless it is started with another number.
    public static let connections = 4096
    /// Connections from one address, unless the host is started with another number.
    public static let connectionsPerAddress = 64
    /// Connections from this machine itself: ssh users and load tests share one address.
    public static let connectionsPerLoopbackAddress = 1024
    /// Matches in one `lobby` line.
    public static let lobbyMatches = 50
    /// Names in one `lobby` line: with the matches it stays under `outgoingBytes`.
    public static let lobbyPlayers = 100
    /// Matches that a host keeps at once, so that nobody fills its memory by opening them.
    public static let matches = 8192
    /// Turns of both seats in a match that sets no limit: what is kept of a match must not fill the disk.
    public static let matchTurns = 10_000
    /// Matches that may be opened from one address in a minute, so that nobody takes all the places.
    public static let openings = 60
    /// Sets of rules under which a host keeps the best solo games, so that odd rules fill no memory. When there are more,
    /// those by which the fewest were played are forgotten.
    public static let soloBests = 4096
    /// Records in one `records` line, unless it is asked for another number.
    public static let recordsAtFirst = 20
    /// Records in one `records` line at the most.
    public static let recordsAtOnce = 100
    /// Bytes in one `records` line: it holds fewer records than were asked for rather than more bytes.
    public static let recordsBytes = 40_000
    /// Solo games in one `scores` line: with the players it stays under `recordsBytes`.
    public static let bestGames = 50
    /// Solo games in one `scores` line that were played by the same rules.
    public static let bestGamesAlike = 10
    /// Players in one `scores` line.
    public static let bestPlayers = 100
    /// Moves that the record of a match keeps, so that the line that shows it stays under 60,000 bytes.
    public static let recordMoves = 1400
    /// Bytes that may wait for one client in all, the line that is being sent whole among them: what a slow reader costs.
    public static let outgoingBytes = 64 * 1024
    /// Milliseconds between two lobby lines, or two states that differ in the number of watchers only.
    public static let pushMilliseconds = 500
    /// Milliseconds for which what is sent to a client may not move at all; then it is a slow reader, and goes.
    public static let stalledMilliseconds = 30_000
    /// Milliseconds after which a silent peer that answers no probe counts as gone: after a slow reader was told.
    public static let deadPeerMilliseconds = 35_000
    /// Milliseconds after which who says nothing and sits in no match gives way, when somebody else needs the place.
    public static let silentMilliseconds = 60_000
    /// Milliseconds for which a name without a seat is kept for its token when the host has been started again.
    public static let absentMilliseconds = 120_000
    /// Milliseconds that the last lines to a closing connection may take to leave.
    public static let closingMilliseconds = 10_000
    /// Milliseconds that a client may take to close after its last line, and a stopping host to say goodbye.
    public static let lingerMilliseconds = 1_500
    /// Bytes that may wait for a slow reader with what somebody else says; else it does not hear that.
    public static let chatterBytes = 32 * 1024
    /// Bytes that may wait for a slow reader with a lobby that it has not asked for; else it gets that when all has left.
    public static let lobbyBytes = 60_000
    /// Commands that a `say` counts as: everybody in the lobby may have to read it.
    public static let sayWeight = 5
    /// Commands that an `open` or `join` counts as which opens a match: it deals a deck, fills memory and is news for the whole lobby.
    public static let openWeight = 10
    /// Wrong codes and tokens in a minute after which an address must wait for its end: four signs are soon guessed.
    public static let wrongGuesses = 20
    /// Milliseconds in which they are counted, from the first of them on.
    public static let guessingMilliseconds = 60_000
    /// Milliseconds for which a match that waits is kept at most while its opener is gone.
    public static let desertedMilliseconds = 30 * 60_000
    /// Bytes of a telnet subnegotiation that are passed over before it counts as text.
    public static let telnetSubnegotiationBytes = 64

    /// Limits that no client meets: how much a host does at once.
    public enum House {
        /// Connections taken in from one listening socket in one turn of the loop, so that players are not kept waiting.
        public static let acceptedAtOnce = 64
        /// Milliseconds for which nobody is let in when the process has run out of descriptors.
        public static let doorMilliseconds = 500
        /// Connections over a limit that are told so before they are closed; the others are closed at once.
        public static let turnedAwayAtOnce = 64
        /// Descriptors kept for everything but clients: listeners, the poller, signals, files.
        public static let spareDescriptors = 32
        /// Lines of one client that are taken in one turn of the loop, so that nobody's haste keeps others waiting.
        public static let linesAtOnce = 16
        /// Bytes for one client that one turn of the loop gathers before it sends them early.
        public static let turnBytes = 32 * 1024
        /// Bytes of lines that no newer one replaces, such as replies, after which one turn takes no more commands.
        public static let backlogBytes = 1024
        /// Bytes in the reply to one command at most. A backlog, a reply, a state that is being sent, the newest state,
        /// its `match` and a farewell are all that can wait for a slow reader, and just fill `outgoingBytes`.
        public static let replyBytes = 60_000
        /// Bytes in a state at most, in either dialect: ten rows of ten cards, all open, between the longest names.
        public static let stateBytes = 1792
        /// Bytes in a `match` at most.
        public static let placementBytes = 512
        /// Bytes in a farewell at most.
        public static let farewellBytes = 416
        /// Addresses of which wrong guesses are remembered; then the one that began first is forgotten.
        public static let guessingAddresses = 4096
        /// Bytes of waiting lines that are gathered for one send.
        public static let gatheredBytes = 64 * 1024
        /// States of a match that the journal need not know of; a restart counts on from above twice as many.
        public static let uncountedStates = 64
        /// Bytes that the disk sets aside for the journal in advance: a turn of the loop seldom accepts more.
        public static let reservedBytes = 64 * 1024
        /// Milliseconds after which `--sync second` has what was written reach the disk.
        public static let syncMilliseconds = 1_000
        /// Milliseconds between two looks at the machine's clock, and by which it must be ahead to be followed.
        public static let clockMilliseconds = 1_000
        /// Milliseconds after which a sync that has not ended counts as a failing disk: clocks stand still, and people are
        /// told why they hear nothing.
        public static let hangingMilliseconds = 10_000
        /// Milliseconds until the disk is tried again when it has failed.
        public static let diskMilliseconds = 1_000
        /// Bytes below which the journal is not worth making smaller.
        public static let smallJournalBytes = 256 * 1024
        /// Records that a host keeps which has no folder for them.
        public static let recordsInMemory = 1000
        /// Records of which a host knows by their match that they are there: more than a journal tells of once more.
        public static let recentMatches = 10_000
        /// Players whose matches are counted. When there are more, those with the fewest are forgotten.
        public static let countedPlayers = 20_000
        /// Alarms of matches that are gone that may lie about before they are swept out.
        public static let idleAlarms = 64
    }
}
