import Foundation
import Testing

/// The documents of the package, as a person reads them in an editor or a terminal.
@Suite struct DocumentTests {
    private func lines(of path: String) throws -> [String] {
        try ProtocolDocument.text(of: path).components(separatedBy: "\n")
    }

    /// The commands of README's first example, without their comments.
    private func firstCommands() throws -> [String] {
        let lines = try lines(of: "README.md")
        let fence = try #require(lines.firstIndex { $0.hasPrefix("```") })
        #expect(fence < 20 && !lines[..<fence].contains { $0.hasPrefix("![") }, "it is on the first screen")
        return lines[(fence + 1)...].prefix { !$0.hasPrefix("```") }.map { line in
            line.components(separatedBy: "#")[0].trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func `README's first screen shows the two commands that do all the set-up`() throws {
        #expect(try firstCommands() == ["swift run memory-host", "swift test"])
    }

    @Test func `the gate runs the tests by the command that README shows`() throws {
        let command = try #require(try firstCommands().last)
        #expect(try lines(of: ".ci/run").contains(command))
    }

    @Test(arguments: ["README.md", "PROTOCOL.md", "CONTRIBUTING.md"])
    func `prose is at most 100 columns wide`(document: String) throws {
        let others = ["|", "#", "![", "<"]  // Tables, headings, pictures and HTML.
        var isFenced = false
        for line in try lines(of: document) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced, !others.contains(where: { text.hasPrefix($0) }) else { continue }
            #expect(line.count <= 100, "\(line)")
        }
    }
}
