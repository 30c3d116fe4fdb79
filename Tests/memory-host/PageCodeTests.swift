import Protocol
import Testing

@testable import memory_host

/// The page's address as a QR code on the host's terminal.
@Suite struct PageCodeTests {
    private func text(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = ["TERM": "xterm", "LANG": "C.UTF-8"]
    ) throws -> String? {
        PageCode.text(
            for: try #require(SocketAddress(host: "192.168.1.7", port: 6366)),
            in: Platform.WindowSize(columns: columns, rows: rows)
        ) { environment[$0] }
    }

    @Test func `a terminal that is large enough shows the address and its code, black on white`() throws {
        let text = try #require(try text())
        let lines = text.split(separator: "\n")
        #expect(lines[0].hasSuffix("http://192.168.1.7:6366/"))
        let code = try #require(QRCode("http://192.168.1.7:6366/"))
        #expect(
            lines.dropFirst().map { $0.dropFirst("\u{1B}[38;5;16;48;5;231m".count).dropLast(4) }
                == code.halfBlocks.map { $0[...] })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func `a terminal that is too small shows none`() throws {
        #expect(try text(columns: 33, rows: 19) != nil)
        #expect(try text(columns: 32) == nil && text(rows: 18) == nil)
        let address = try #require(SocketAddress(host: "192.168.1.7", port: 6366))
        #expect(PageCode.text(for: address, in: nil) { _ in "xterm" } == nil)
    }

    @Test(arguments: [[:], ["TERM": "xterm"], ["TERM": "dumb", "LANG": "C.UTF-8"], ["LANG": "C.UTF-8"]])
    func `a terminal without blocks or colours shows none`(_ environment: [String: String]) throws {
        #expect(try text(environment: environment) == nil)
    }
}
