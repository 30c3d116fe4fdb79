/// The host's first line, in which it introduces itself.
public struct Hello: Equatable, Sendable {
    /// The protocol version that this code speaks.
    public static let protocolVersion = 1
    /// The version of this program.
    public static let programVersion = "0.1.0"
    /// All optional features that this program supports; the games but for the usual one are among them.
    public static let allFeatures =
        ([
            "beside", "change", "find", "follow", "house", "plain", "ply", "private", "recall", "records", "rematch",
            "replay", "resume", "rules", "say", "seal", "solo", "watch", "web",
        ] + GameKind.others.map(\.rawValue)).sorted()

    /// The feature of a host with a contest.
    public static let contestFeature = "contest"

    /// The protocol version.
    public var protocolVersion = Hello.protocolVersion
    /// The host's name, 1 to 24 characters.
    public var host: String
    /// The version of the host's program.
    public var programVersion = Hello.programVersion
    /// The optional features that the host supports.
    public var features = Hello.allFeatures
    /// The names of the host's face sets.
    public var faces = FaceSet.builtIn.map(\.rawValue)
    /// The preset for rules that name none.
    public var preset = Preset.classic.rawValue
    /// The addresses at which other machines reach the host, with its port: `192.168.1.5:6366`, `[2001:db8::5]:6366`;
    /// at most ``Limits/helloAddresses``.
    public var addresses: [String] = []
    /// True if the host ends after the matches in play.
    public var isDraining = false
    /// The limits in force.
    public var limits = PublishedLimits()
    /// A hint for people at a terminal.
    public var hint = "Type help for plain-text commands."

    /// Creates the introduction of a host with this name.
    public init(host: String) { self.host = host }
}

/// The limits in force on a host, as published in `hello`.
public struct PublishedLimits: Equatable, Sendable {
    /// Bytes in a line; see ``Limits`` for all of these.
    public var lineBytes = Limits.lineBytes
    /// Characters in a name.
    public var nameCharacters = Limits.nameCharacters
    /// Characters in a chat message.
    public var textCharacters = Limits.textCharacters
    /// Levels of JSON nesting.
    public var nesting = Limits.nesting
    /// Commands in a burst.
    public var burst = Limits.burst
    /// Commands per second after that; 0 for no limit.
    public var commandsPerSecond = Limits.commandsPerSecond
    /// Connections in total.
    public var connections = Limits.connections
    /// Connections per address.
    public var connectionsPerAddress = Limits.connectionsPerAddress
    /// Commands in a burst of all connections of one address.
    public var addressBurst = Limits.addressBurst
    /// Commands per second of these after that; 0 for no limit.
    public var addressCommandsPerSecond = Limits.addressCommandsPerSecond
    /// Lines that a `say` counts as.
    public var sayWeight = Limits.sayWeight
    /// Lines that a command which opens a match counts as.
    public var openWeight = Limits.openWeight

    /// Creates the default limits.
    public init() {}

    /// The limits by their names in `hello`.
    static let fields: [(name: StaticString, field: any WritableKeyPath<Self, Int> & Sendable)] = [
        ("lineBytes", \.lineBytes), ("nameCharacters", \.nameCharacters), ("textCharacters", \.textCharacters),
        ("nesting", \.nesting), ("burst", \.burst), ("commandsPerSecond", \.commandsPerSecond),
        ("connections", \.connections), ("connectionsPerAddress", \.connectionsPerAddress),
        ("addressBurst", \.addressBurst),
        ("addressCommandsPerSecond", \.addressCommandsPerSecond), ("sayWeight", \.sayWeight),
        ("openWeight", \.openWeight),
    ]
}
