import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// The client's ways to find a host when no address is given.
@Suite(.waits) struct TerminalAddressTests {
    @Test(.enabled(if: PrivateNetwork.canBeMade, LinkedMachines.needsNamespaces))
    func `without an address the client tries this machine, then lists hosts, and later tries what worked`() throws {
        let network = try PrivateNetwork()
        let folder = try TemporaryFolder()
        let place = "127.0.0.1:\(network.host.address.port)"
        let first = try TerminalProcess(["--name", "Ann"], folder: folder, starter: network.starter)
        try first.wait(for: "how to start a host") { $0.shows("No hosts found") && $0.shows("memory-host") }
        try first.type("a127.0.0.1:x\r")
        try first.wait(forText: "must be a number from 1 to 65535")
        try first.type("\u{15}\(place)\r")
        try first.wait(forText: "Ann on ")
        try first.type("q")
        #expect(try first.waitForReturn() == .exited(0))
        #expect(
            try String(contentsOfFile: folder.path + "/state/memory-join/last-host", encoding: .utf8) == "\(place)\n")
        let second = try TerminalProcess(["--name", "Ann"], folder: folder, starter: network.starter)
        try second.wait(forText: "Ann on ")
        #expect(second.screen.shows(place))
        let usual = try network.startHost(port: 6366)
        let third = try TerminalProcess(["--name", "Bob"], folder: folder, starter: network.starter)
        try third.wait(for: "the host of this machine") { $0.shows("Bob on ") && $0.shows("localhost:6366") }
        #expect(usual.process.isRunning)
        #expect(first.flaws + second.flaws + third.flaws == [])
    }
}
