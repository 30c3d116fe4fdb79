import Protocol
import Testing

@testable import memory_host

@Suite struct JoinInstructionsTests {
    private func addresses(_ texts: String..., port: UInt16) throws -> [SocketAddress] {
        try texts.map { try #require(SocketAddress(host: $0, port: port)) }
    }

    @Test func `a host on every interface prints how to join from here and from the network`() throws {
        let ways = JoinInstructions(
            bound: try addresses("::", port: 6366), own: try addresses("192.0.2.7", "2001:db8::7", port: 6366),
            program: "/usr/bin/memory-host")
        #expect(
            ways.text == """
                On this machine:  memory-join
                  with netcat:    nc localhost 6366
                  in a browser:   http://localhost:6366/
                On the network:   memory-join 192.0.2.7
                  with netcat:    nc 192.0.2.7 6366
                  in a browser:   http://192.0.2.7:6366/
                On the network:   memory-join [2001:db8::7]
                  with netcat:    nc 2001:db8::7 6366
                  in a browser:   http://[2001:db8::7]:6366/

                """)
    }

    @Test func `a host without a web page prints no address for browsers`() throws {
        let bound = try addresses("::", port: 6366)
        #expect(!JoinInstructions(bound: bound, own: [], program: "memory-host", isWeb: false).text.contains("http"))
    }

    @Test func `a port that is not the default is part of the lines to copy`() throws {
        let ways = JoinInstructions(
            bound: try addresses("0.0.0.0", port: 7000), own: try addresses("192.0.2.7", "2001:db8::7", port: 7000),
            program: "memory-host")
        #expect(ways.text.contains("memory-join localhost:7000\n"))
        #expect(ways.text.contains("memory-join 192.0.2.7:7000\n"))
        #expect(ways.text.contains("memory-join [2001:db8::7]:7000\n"))
        #expect(ways.text.contains("nc 2001:db8::7 7000\n"))
    }

    @Test func `a host on this machine alone prints no other way in`() throws {
        let ways = JoinInstructions(
            bound: try addresses("127.0.0.1", port: 6366), own: try addresses("192.0.2.7", port: 6366),
            program: "memory-host")
        #expect(ways.addresses.isEmpty)
        #expect(ways.isLocal)
        #expect(!ways.text.contains("network"))
    }

    @Test func `a host on one address prints that address alone`() throws {
        let ways = JoinInstructions(
            bound: try addresses("192.0.2.7", port: 6366), own: try addresses("192.0.2.7", "192.0.2.8", port: 6366),
            program: "memory-host")
        #expect(!ways.isLocal)
        #expect(ways.addresses == (try addresses("192.0.2.7", port: 6366)))
    }

    @Test func `a host that was built here suggests building the client the same way`() throws {
        let bound = try addresses("::", port: 6366)
        for folder in ["/home/ann/memory/.build/debug", ".build/x86_64-unknown-linux-gnu/debug"] {
            let built = JoinInstructions(bound: bound, own: [], program: "\(folder)/memory-host")
            #expect(built.client == "swift run memory-join")
        }
        #expect(JoinInstructions(bound: bound, own: [], program: "/opt/memory-host").client == "memory-join")
    }
}
