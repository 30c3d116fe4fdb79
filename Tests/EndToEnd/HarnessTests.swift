import Foundation
import Protocol
import Testing

/// The harness itself, so that a failure elsewhere is the host's.
@Suite struct HarnessTests {
    @Test func `a host is found, started, greeted and stopped`() throws {
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
    func `netcat is found, and reads what the host says`() throws {
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
}
