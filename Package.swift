// swift-tools-version: 6.2
import PackageDescription

/// Whether the gate builds: warnings are errors, and modules are compiled whole, which takes a fifth less time from a fresh
/// clone, and more after a change.
let isStrict = Context.environment["MEMORY_STRICT"] != nil

/// Whether the gate builds what it runs with the address sanitizer: a release build with assertions.
let isSanitized = Context.environment["MEMORY_SANITIZED"] != nil

/// The language that every target is written in.
let language: [SwiftSetting] =
    (isStrict ? [.treatAllWarnings(as: .error)] : []) + [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .strictMemorySafety(),
    ]

/// Compiles a module whole, on two cores, and its interface with it.
let whole = [
    "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo", "-disable-batch-mode",
]

/// The settings that most targets share.
let house =
    language + (isStrict ? [.unsafeFlags(whole)] : []) + (isSanitized ? [.unsafeFlags(["-enable-testing"])] : [])

/// The settings of tests. To optimize them takes more time than that saves.
let tests = house + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The settings of what takes the tests' time: optimized in a debug build, too, which halves that time. Assertions are
/// checked all the same.
let optimized = house + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// The settings of the programs and of the modules that they are made of, which the address sanitizer watches.
let watched =
    optimized + (isSanitized ? [.unsafeFlags(["-sanitize=address", "-assert-config", "Debug"])] : [])

/// Targets that are left out where `MEMORY_SANITIZED` is set: Protocol's tests and the fuzzer are run with the address
/// sanitizer, and the host is, by end-to-end tests that are built without it.
let unwatched: Set<String> =
    isSanitized
    ? [
        "memory-join", "memory-load", "Simulation", "GamesTests", "LobbyTests", "HostTests", "JoinTests",
        "EndToEndTests", "TestDrivers", "TerminalEmulator",
    ] : []

let package = Package(
    name: "memory",
    platforms: [.macOS(.v15)],
    targets: [
        // epoll(7), accept4(2) and fallocate(2) are missing from Swift's module of the C library; this header-only module has them.
        .systemLibrary(name: "CEpoll", path: "Sources/Protocol/System/CEpoll"),
        .target(
            name: "Protocol",
            dependencies: [.target(name: "CEpoll", condition: .when(platforms: [.linux]))],
            exclude: ["System/CEpoll", "Messages/Names/unicode-tables.py"],
            swiftSettings: watched, linkerSettings: isSanitized ? [.unsafeFlags(["-sanitize=address"])] : []),
        .target(name: "Lobby", dependencies: ["Protocol"], swiftSettings: watched),
        // The parsers of what browsers send: a module of their own, so that the fuzzer has them.
        .target(name: "HTTP", dependencies: ["Protocol"], path: "Sources/memory-host/Web/HTTP", swiftSettings: watched),
        .executableTarget(
            name: "memory-host", dependencies: ["HTTP", "Lobby", "Protocol"],
            exclude: ["Web/Embed", "Web/HTTP", "Web/Page", "Web/Plugin"],
            resources: [.embedInCode("memory-host.1")], swiftSettings: watched, plugins: ["EmbedPage"]),
        // Puts the web page into memory-host.
        .plugin(
            name: "EmbedPage", capability: .buildTool, dependencies: ["embed-page"],
            path: "Sources/memory-host/Web/Plugin"),
        // Compiled whole, it would be compiled anew by each command.
        .executableTarget(name: "embed-page", path: "Sources/memory-host/Web/Embed", swiftSettings: language),
        .executableTarget(
            name: "memory-join", dependencies: ["Protocol"], resources: [.embedInCode("memory-join.1")],
            swiftSettings: watched),

        // A terminal for tests to look into; no part of a program.
        .target(name: "TerminalEmulator", path: "Tests/Emulator", swiftSettings: optimized),
        // What tests share; no part of a program.
        .target(name: "TestSupport", dependencies: ["Protocol"], path: "Tests/Support", swiftSettings: optimized),
        // The drivers of a lobby and of a host. They look into both, as only tests can.
        .testTarget(
            name: "TestDrivers", dependencies: ["memory-host", "Lobby", "Protocol", "TestSupport"],
            path: "Tests/Drivers", swiftSettings: optimized),
        // A crowd of clients at a host that is killed, and what judges all that they are told.
        .testTarget(
            name: "Simulation",
            dependencies: ["memory-host", "HTTP", "Lobby", "Protocol", "TestDrivers", "TestSupport"],
            path: "Tests/Simulation", swiftSettings: optimized),
        .testTarget(
            name: "ProtocolTests", dependencies: ["Protocol", "TestSupport"], path: "Tests/Protocol",
            exclude: ["protocol.schema.json"], swiftSettings: tests),
        .testTarget(
            name: "HTTPTests", dependencies: ["HTTP", "Protocol", "TestSupport"], path: "Tests/HTTP",
            swiftSettings: tests),
        .testTarget(
            name: "GamesTests", dependencies: ["Protocol", "TestSupport"], path: "Tests/Games",
            swiftSettings: tests),
        .testTarget(
            name: "LobbyTests",
            dependencies: ["memory-host", "Lobby", "Protocol", "Simulation", "TestDrivers", "TestSupport"],
            path: "Tests/Lobby", exclude: ["ratings.py"], swiftSettings: tests),
        .testTarget(
            name: "HostTests",
            dependencies: ["memory-host", "HTTP", "Lobby", "Protocol", "TestDrivers", "TestSupport"],
            path: "Tests/memory-host", exclude: ["Transcript"], swiftSettings: tests),
        .testTarget(
            // The host's rules are there for the replays of the client to be held to.
            name: "JoinTests",
            dependencies: ["memory-join", "Lobby", "Protocol", "TerminalEmulator", "TestSupport"],
            path: "Tests/memory-join", exclude: ["Screens"], swiftSettings: tests),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "embed-page", "memory-host", "HTTP", "memory-join", "Protocol", "TerminalEmulator", "TestSupport",
            ],
            path: "Tests/EndToEnd", exclude: ["Clients", "Examples"], swiftSettings: tests),
        .executableTarget(
            name: "memory-load", dependencies: ["Protocol", "TestSupport"], path: "Tests/Load",
            exclude: [
                "attack.py", "bench.sh", "compare.sh", "disk.sh", "crowds.sh", "instructions.py", "stalled.py",
            ],
            swiftSettings: house),
        .executableTarget(
            name: "memory-fuzz", dependencies: ["HTTP", "Lobby", "Protocol", "TestSupport"], path: "Tests/Fuzz",
            exclude: ["fuzz.sh", "Corpus"], swiftSettings: watched),
    ].filter { !unwatched.contains($0.name) }
)
