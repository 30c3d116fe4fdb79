import Protocol
import TestSupport
import Testing

@testable import memory_host

/// The page's address as a QR code on the host's terminal, and a link's on the page.
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

    @Test func `an SVG document is the code with a quiet zone of four modules, and holds no text`() throws {
        for text in ["http://den:6366/", "</svg><script>alert(1)</script>"] {
            let code = try #require(QRCode(text))
            var rest = String(decoding: code.svg, as: UTF8.self)[...]
            let head = """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(code.columns) \(code.columns)" \
                shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(code.columns)v\(code.columns)H0z"/><path d="
                """
            #expect(rest.hasPrefix(head) && rest.hasSuffix("\"/></svg>\n"))
            rest = rest.dropFirst(head.count).dropLast("\"/></svg>\n".count)
            var dark: Set<[Int]> = []
            for rectangle in rest.split(separator: "M") {
                let match = try #require(rectangle.wholeMatch(of: /(\d+) (\d+)h(\d+)v1h-(\d+)z/))
                let numbers = [match.1, match.2, match.3, match.4].compactMap { Int($0) }
                #expect(numbers[2] == numbers[3])
                for column in numbers[0]..<numbers[0] + numbers[2] {
                    #expect(dark.insert([numbers[1] - 4, column - 4]).inserted)
                }
            }
            let reader = QRReader(size: code.size) { dark.contains([$0, $1]) }
            #expect(try reader.text() == text)
            #expect(dark.count == (0..<code.size * code.size).count { code[$0 / code.size, $0 % code.size] })
        }
    }
}
