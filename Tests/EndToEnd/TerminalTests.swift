import Foundation
import Protocol
import TerminalEmulator
import Testing

/// The client's handling of the terminal, from entering to leaving it, whatever its screens show.
@Suite(.waits) struct TerminalTests {
    private let host: HostProcess

    init() throws { host = try HostProcess() }

    /// The text on its screen once it has joined and has nothing more to draw.
    private static let shownAtRest = "No solo scores yet."
    /// The key that quits, when nothing else is going on.
    private static let quit = "q"
    private static let controlC = "\u{3}"
    private static let controlZ = "\u{1A}"

    /// A client that has come to a host and draws no more.
    private func atRest(columns: Int = 80, rows: Int = 24) throws -> TerminalProcess {
        let client = try TerminalProcess([host.address.description, "--name", "Ann"], columns: columns, rows: rows)
        try client.wait(forText: Self.shownAtRest)
        #expect(client.screen.isAlternate)
        #expect(try !client.terminal.settings.isCooked)
        return client
    }

    /// Expects the terminal to be as the program found it, and no sequence sent that is not universally known.
    private func expectGivenBack(
        _ client: TerminalProcess, after end: TerminalProcess.Return = .exited(0),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try client.waitForReturn() == end, sourceLocation: sourceLocation)
        let screen = client.screen
        #expect(try client.terminal.settings == client.settingsBefore, sourceLocation: sourceLocation)
        #expect(screen.modes == [7, 25], sourceLocation: sourceLocation)
        #expect(screen.style == .standard, sourceLocation: sourceLocation)
        #expect(screen.lines.first == "shell 0$ memory-join", sourceLocation: sourceLocation)
        #expect(screen.lines[screen.cursor.row].hasPrefix("shell "), sourceLocation: sourceLocation)
        expectKnown(client, sourceLocation: sourceLocation)
    }

    private func expectKnown(_ client: TerminalProcess, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(client.screen.unknown == [], sourceLocation: sourceLocation)
        #expect(client.screen.faults == [], sourceLocation: sourceLocation)
    }

    @Test(arguments: [controlC, quit])
    func `the keys to quit end the client with status 0`(_ keys: String) throws {
        let client = try atRest()
        try client.type(keys)
        try expectGivenBack(client)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func `a signal ends the client as usual, after the terminal was restored`(
        _ signal: Int32
    ) throws {
        let client = try atRest()
        try client.send(signal: signal)
        try expectGivenBack(client, after: .signal(signal))
    }

    @Test func `after a host's refusal the client exits with the reason on the main screen`() throws {
        let host = try HostProcess("--max-connections", "1")
        let first = try LineClient.named("Bob", at: host)
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        try expectGivenBack(client, after: .exited(69))
        #expect(client.screen.lines[1] == "memory-join: \(Refusal.hostFull.message)")
        first.close()
    }

    @Test func `the client asks for another name if one is taken`() throws {
        let first = try LineClient.named("Ann", at: host)
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        try client.wait(for: "the question") {
            $0.shows(Refusal.nameTaken("Ann").message) && $0.shows("Your name: Ann")
        }
        try client.type("e\r")
        try client.wait(forText: "Anne on ")
        try client.type(Self.quit)
        try expectGivenBack(client)
        first.close()
    }

    @Test func `the client can be quit while its host does not answer`() throws {
        let client = try atRest()
        host.process.send(signal: SIGSTOP)
        defer { host.process.send(signal: SIGCONT) }
        try client.type(Self.controlC)
        try expectGivenBack(client)
    }

    @Test func `a client whose terminal is closed exits`() throws {
        let client = try atRest()
        // The shell does not pass SIGHUP on: that there is nothing to read any more must do.
        client.hangUp()
        try client.waitForEnd()
    }

    @Test(arguments: [nil, SIGTSTP])
    func `Control-Z restores the terminal, and the resumed client redraws everything`(
        _ signal: Int32?
    ) throws {
        let client = try atRest()
        let before = client.screen.lines
        for _ in 0..<2 {
            if let signal { try client.send(signal: signal) } else { try client.type(Self.controlZ) }
            try expectGivenBack(client, after: .signal(SIGTSTP))
            try client.continueInForeground()
            try client.wait(for: "the screen as it was") { $0.isAlternate && $0.lines == before }
            #expect(try !client.terminal.settings.isCooked)
        }
        try client.type(Self.controlC)
        try expectGivenBack(client)
    }

    @Test func `a client resumed in a terminal of another size draws for that size`() throws {
        let other = try atRest(columns: 60, rows: 16)
        let expected = other.screen.lines
        try other.type(Self.controlC)
        #expect(try other.waitForReturn() == .exited(0))
        let client = try atRest()
        try client.type(Self.controlZ)
        #expect(try client.waitForReturn() == .signal(SIGTSTP))
        client.resize(columns: 60, rows: 16)
        try client.continueInForeground()
        try client.wait(for: "the screen of that size") { $0.isAlternate && $0.lines == expected }
        expectKnown(client)
    }

    @Test func `a client stopped by SIGSTOP sets up the terminal again when it continues`() throws {
        let client = try atRest()
        let before = client.screen.lines
        try client.send(signal: SIGSTOP)
        #expect(try client.waitForReturn() == .signal(SIGSTOP))
        // As a shell does for its own line.
        try client.terminal.change {
            $0.c_lflag |= tcflag_t(ICANON | ISIG | ECHO)
            $0.c_oflag |= tcflag_t(OPOST)
        }
        client.scribble()
        try client.continueInForeground()
        try client.wait(for: "the screen as it was") { $0.lines == before }
        // The shell had written where the client's cursor was.
        client.forgetFaults()
        #expect(try !client.terminal.settings.isCooked)
        try client.type(Self.controlC)
        try expectGivenBack(client)
    }

    @Test func `a resized terminal is redrawn, however small`() throws {
        let client = try atRest()
        let before = client.screen.lines
        for (columns, rows) in [(120, 40), (60, 50), (40, 14), (20, 5), (2, 2), (1, 1), (300, 100), (80, 24)] {
            client.resize(columns: columns, rows: rows)
            client.scribble()
            try client.wait(for: "a screen of \(columns)x\(rows)") { !$0.lines.contains { $0.contains("#") } }
            #expect(client.screen.unknown == [])
        }
        try client.wait(for: "the screen as it was") { $0.lines == before }
        try client.type(Self.controlC)
        #expect(try client.waitForReturn() == .exited(0))
        // The main screen was cut with the other: what stood on it is gone.
        #expect(try client.terminal.settings == client.settingsBefore)
        #expect(client.screen.modes == [7, 25] && client.screen.unknown == [])
    }
}
