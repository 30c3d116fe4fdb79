import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// Clients that come back in a real terminal: to their seat after they were killed, and to their name.
@Suite(.waits) struct TerminalReturnTests {
    private func files(_ folder: TemporaryFolder) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/memory-join/tokens")) ?? []
    }

    /// Ann at a terminal, who was killed in a match against Bob.
    private func killed(at host: HostProcess, _ folder: TemporaryFolder) throws -> LineClient {
        let ann = try TerminalProcess.named("Ann", at: host, folder: folder)
        let bob = try LineClient.named("Bob", at: host)
        _ = try bob.open("{\"preset\":\"quick\",\"turnMs\":0}")
        try ann.type(":join\r")
        try bob.state(.playing)
        try ann.send(signal: SIGKILL)
        #expect(try ann.waitForReturn() == .signal(SIGKILL))
        try bob.state(.paused)
        return bob
    }

    @Test func `a client that was killed comes back to its seat, and its token is gone when it has left`() throws {
        let (host, folder) = (try HostProcess("--rate", "0"), try TemporaryFolder())
        let bob = try killed(at: host, folder)
        #expect(files(folder).count == 1)
        let ann = try TerminalProcess([host.address.description], folder: folder)
        try bob.state(.playing)
        try ann.wait(for: "the table") { $0.shows("turn.") }
        try ann.press(.interrupt, .interrupt)
        #expect(try ann.waitForReturn() == .exited(0))
        #expect(files(folder) == [])
        let token = try #require(bob.lines.first { $0.contains("\"token\"") }?.firstMatch(of: #/[0-9a-f]{32}/#)?.output)
        #expect(!String(decoding: ann.received, as: UTF8.self).contains(token))
        #expect(ann.flaws == [])
    }

    @Test func `a client that was killed may leave its seat`() throws {
        let (host, folder) = (try HostProcess("--rate", "0"), try TemporaryFolder())
        let bob = try killed(at: host, folder)
        let ann = try TerminalProcess([host.address.description], folder: folder)
        try ann.wait(for: "the table") { $0.shows("turn.") }
        try ann.type("qy")
        #expect(try bob.state(.over).result?.reason == .resigned)
        try ann.wait(forText: "Ann on ")
    }

    @Test func `a second client on the same machine asks for a name, and leaves the first one alone`() throws {
        let (host, folder) = (try HostProcess("--rate", "0"), try TemporaryFolder())
        let first = try TerminalProcess([host.address.description], folder: folder)
        try first.wait(forText: "Your name: ann")
        try first.type("\u{15}Zoe\r")
        try first.wait(forText: "You are Zoe on ")
        let second = try TerminalProcess([host.address.description], folder: folder)
        try second.wait(forText: "another name.")
        try second.type("Max\r")
        try second.wait(forText: "You are Max on ")
        try second.type("q")
        #expect(try second.waitForReturn() == .exited(0))
        #expect(files(folder).count == 1)
        try first.type("n\u{15}Zora\r")
        try first.wait(forText: "You are Zora on ")
        try first.type("q")
        #expect(try first.waitForReturn() == .exited(0))
        let third = try TerminalProcess([host.address.description], folder: folder)
        try third.wait(forText: "You are Zora on ")
        #expect(first.flaws + second.flaws + third.flaws == [])
    }

    @Test func `without a home folder the client asks for a name, and plays`() throws {
        let host = try HostProcess()
        let client = try TerminalProcess(
            [host.address.description], environment: ["HOME": "", "XDG_STATE_HOME": ""])
        try client.wait(forText: "Your name: ann")
        try client.press(.enter)
        try client.wait(forText: "You are ann on ")
    }
}
