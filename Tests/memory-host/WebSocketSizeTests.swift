import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// The longest message of WebSocket, and what a client hears that closes.
@Suite struct WebSocketSizeTests {
    /// A command of this many bytes, without an LF.
    private func ping(_ bytes: Int) -> String {
        let frame = #"{"type":"ping","x":""}"#
        return frame.replacing("\"\"", with: "\"\(String(repeating: "x", count: bytes - frame.utf8.count))\"")
    }

    @Test func `a message has room for a line without its LF, and for no byte more`() throws {
        let table = try HostDriver()
        let guest = try table.connectBrowser()
        try table.say(ping(Limits.lineBytes - 1), from: guest)
        #expect(try table.message(to: guest) == #"{"type":"pong"}"#)
        try table.say(ping(Limits.lineBytes), from: guest)
        #expect(try table.message(to: guest).contains("line_too_long"))
    }

    @Test(arguments: [1000, 1001, 4000]) func `a client that closes is not told to retry, whatever it closes for`(
        _ code: Int
    ) throws {
        let table = try HostDriver()
        let guest = try table.connectBrowser(as: "Ann")
        try table.send(bytes: ClientFrame.close(code), from: guest)
        let frames = try table.framesUntilEnd(to: guest)
        let farewell = try #require(frames.last { $0.opcode == 1 }).text
        #expect(farewell.contains(#""reason":"closed""#) && farewell.contains(#""retry":false"#))
        #expect(frames.last?.code == code)
    }
}
