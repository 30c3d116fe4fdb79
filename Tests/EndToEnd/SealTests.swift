import Foundation
import Protocol
import Testing

/// Seals as people check them: with netcat, a shell and `sha256sum`.
@Suite(.waits, .enabled(if: Tools.areThere, Tools.needed)) struct SealTests {
    /// The output of a shell, up to the first space.
    private func word(of command: String) throws -> String {
        String(try RunningProcess("/bin/sh", ["-c", command]).expectSuccess().prefix { $0 != " " })
    }

    @Test(arguments: ["symbols", "letters", "animals", "shapes 10x10", "set"])
    func `netcat shows the seal when a match begins, and the command that checks it at the end`(rules: String) throws {
        let host = try HostProcess()
        let person = try LineProgram(netcat: host)
        try person.type("name Ann")
        try person.type("open solo \(rules)")
        let seal = try #require(try person.until("Sealed: ").wholeMatch(of: /Sealed: ([0-9a-f]{64})\. .*/)?.1)
        try person.type("resign")
        let check = try person.until("To check the seal: ")
        let command = try #require(check.wholeMatch(of: /To check the seal: (printf .* \| sha256sum)/)?.1)
        #expect(try word(of: String(command)) == String(seal))
        // Anybody who moves a card is found out.
        let words = command.split(separator: " ").map(String.init)
        let (first, last) = (5, words.count - 3)
        var moved = words
        moved.swapAt(first, try #require((first...last).last { words[$0] != words[first] }))
        #expect(try word(of: moved.joined(separator: " ")) != String(seal))
    }

    @Test func `the document's line for a shell prints the seal of its record`() throws {
        let document = try ProtocolDocument()
        let block = try #require(try document.section("### 11.4 Sealed cards").blocks("sh").first)
        let seal = try word(of: block.content.joined(separator: "\n"))
        let record = try ProtocolDocument("Tests/EndToEnd/Examples/records.md").blocks("json").map {
            $0.content.joined(separator: "\n")
        }
        #expect(record.contains { $0.contains("\"type\":\"record\"") && $0.contains("\"seal\":\"\(seal)\"") })
    }
}

private enum Tools {
    static let areThere =
        LineProgram.hasNetcat
        && ["/usr/bin/sha256sum", "/sbin/sha256sum"].contains { FileManager.default.isExecutableFile(atPath: $0) }
    static let needed: Comment = "netcat (nc) or sha256sum is not installed"
}
