import Foundation
import Protocol
import TerminalEmulator
import Testing

/// The harness itself, so that a failure elsewhere is the host's.
@Suite struct HarnessTests {
    @Test func `a host can be found, started, greeted and stopped`() throws {
        let host = try HostProcess()
        let client = try LineClient(host)
        #expect(try client.next().event.type == "hello")
        try client.introduce("Ann")
        try client.ping()
        #expect(try host.stop() == .exited(0))
    }

    @Test func `a host ends with the test that started it`() throws {
        var host: HostProcess? = try HostProcess()
        let number = try #require(host?.process.number)
        host = nil
        #expect(kill(number, 0) == -1)
    }

    @Test(.enabled(if: Netcat.isInstalled, Netcat.isNeeded))
    func `netcat can be found, and shows the host's lines`() throws {
        let host = try HostProcess()
        let netcat = try Netcat(host)
        #expect(try netcat.nextLine().hasPrefix("{\"type\":\"hello\""))
        try netcat.type("name Ann")
        try netcat.until("Welcome, Ann")
        try netcat.type("bye")
        try netcat.until("Goodbye.")
        netcat.process.closeInput()
        #expect(try netcat.process.waitForEnd() == .exited(0))
    }

    @Test func `a program in a terminal ends with the test that started it`() throws {
        let host = try HostProcess()
        var client: TerminalProcess? = try TerminalProcess([host.address.description, "--name", "Ann"])
        try client?.wait(for: "a screen") { $0.isAlternate }
        let number = try #require(client?.program)
        client = nil
        #expect(kill(number, 0) == -1)
    }

    @Test func `a failed wait for a program's screen reports a picture of it`() throws {
        let host = try HostProcess()
        let client = try TerminalProcess([host.address.description, "--name", "Ann"])
        try client.wait(for: "a screen") { $0.isAlternate }
        let error = #expect(throws: Unmet.self) {
            try client.wait(for: "a miracle", Deadline(seconds: 0)) { _ in false }
        }
        #expect(error?.description.hasPrefix("waited in vain for a miracle; this is shown:\n+---") == true)
        try client.type("\u{3}")
        let end = #expect(throws: Unmet.self) { try client.wait(for: "a miracle") { _ in false } }
        #expect(end?.description.hasPrefix("the program has returned") == true)
    }
}
