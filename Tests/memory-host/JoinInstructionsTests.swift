import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct JoinInstructionsTests {
    /// The ways to join a host that is bound to an address, on a machine with these addresses of its own.
    private func ways(
        _ bound: String, own: String..., port: UInt16 = 6366, program: String = "memory-host", isWeb: Bool = true
    ) -> JoinInstructions {
        let addresses = ([bound] + own).map { unwrapped(SocketAddress(host: $0, port: port)) }
        return JoinInstructions(
            bound: [addresses[0]], own: Array(addresses.dropFirst()), program: program, isWeb: isWeb)
    }

    @Test func `a host on every interface prints how to join from here and from the network`() {
        let ways = ways("::", own: "192.0.2.7", "2001:db8::7", program: "/usr/bin/memory-host")
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

    @Test func `a host without a web page prints no address for browsers`() {
        #expect(!ways("::", isWeb: false).text.contains("http"))
    }

    @Test func `a port that is not the default is part of the lines to copy`() {
        let ways = ways("0.0.0.0", own: "192.0.2.7", "2001:db8::7", port: 7000)
        #expect(ways.text.contains("memory-join localhost:7000\n"))
        #expect(ways.text.contains("memory-join 192.0.2.7:7000\n"))
        #expect(ways.text.contains("memory-join [2001:db8::7]:7000\n"))
        #expect(ways.text.contains("nc 2001:db8::7 7000\n"))
    }

    @Test func `a host on this machine alone prints no other way in`() {
        let ways = ways("127.0.0.1", own: "192.0.2.7")
        #expect(ways.addresses.isEmpty)
        #expect(ways.isLocal)
        #expect(!ways.text.contains("network"))
    }

    @Test func `a host on one address prints that address alone`() {
        let ways = ways("192.0.2.7", own: "192.0.2.7", "192.0.2.8")
        #expect(!ways.isLocal)
        #expect(ways.addresses == [SocketAddress(host: "192.0.2.7", port: 6366)])
    }

    @Test func `a host that was built here suggests building the client the same way`() {
        for folder in ["/home/ann/memory/.build/debug", ".build/x86_64-unknown-linux-gnu/debug"] {
            #expect(ways("::", program: "\(folder)/memory-host").client == "swift run memory-join")
        }
        #expect(ways("::", program: "/opt/memory-host").client == "memory-join")
    }
}
