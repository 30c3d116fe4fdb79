extension Limits {
    /// Limits that the document does not name. What only one module limits stands in that module.
    public enum Internal {
        // MARK: A match

        /// Tables of Set that a match remembers for ``Limits/lateMilliseconds``. Two players cannot change it more often
        /// in a whole match: there are 81 cards, which come and go by threes. A solo player can, and meets nobody.
        public static let recentTables = 54

        // MARK: A pass of the loop

        /// Connections that may wait in the system's queue to be accepted, fewer if the system allows fewer.
        public static let waitingConnections = 1024
        /// Bytes gathered for one client in a loop iteration before they are sent early.
        public static let turnBytes = 32 * 1024
        /// Bytes of queued lines gathered into one send.
        public static let gatheredBytes = 64 * 1024

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
        /// Maximum bytes in a farewell, with the error that a stopping host sends before it.
        public static let farewellBytes = 416
        /// Bytes that may wait in a socket without having been sent: what the host holds can be superseded, what the
        /// system holds can't.
        public static let unsentBytes = 16 * 1024

        // MARK: Connections

        /// Probes without an answer after which a peer counts as gone.
        public static let probes = 3
        /// Seconds between two probes.
        public static let probeSeconds = 5
        /// Seconds of silence before the first probe: the last one has had its time, and as much is left, when
        /// ``Limits/deadPeerMilliseconds`` are over.
        public static let quietSeconds = Limits.deadPeerMilliseconds / 1000 - (probes + 1) * probeSeconds

        // MARK: Finding hosts

        /// Addresses of a name that a client tries; further ones are ignored. Their bytes fit into one write to a pipe.
        public static let resolvedAddresses = 16
        /// Datagrams read per socket and loop iteration: more of the smallest than a system keeps for a socket.
        public static let datagramsAtOnce = 512

        // MARK: Text of others

        /// Bytes of an unknown word that a refusal quotes: more than any word has that is meant.
        public static let quotedBytes = 32
        /// Bytes of an unknown command's `type` that its error repeats, and characters of an unknown event's that a
        /// reader passes on.
        public static let typeLength = 64
        /// Bytes of the message why a name was not found, so that it fits into one write to a pipe.
        public static let lookupMessageBytes = 200

        // MARK: Disk

        /// Bytes at the start of a record's line that contain everything but the deck and the moves, even with the
        /// longest names and rules.
        public static let summaryBytes = 1536
        /// Texts of rules that a host remembers while it reads records: as many as it keeps best games of.
        public static let rulesTexts = Limits.soloBests
    }
}
