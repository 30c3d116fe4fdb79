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

    /// The words that each document may have: as many as somebody reads before the first try.
    @Test(arguments: [("PROTOCOL.md", 9_200), ("README.md", 2_500), ("CONTRIBUTING.md", 1_200)])
    func `no document has more words than it may`(document: String, words: Int) throws {
        #expect(try Self.words(lines(of: document)) <= words)
    }

    @Test func `all that a player's client needs is in the first 2500 words of the protocol`() throws {
        let document = try lines(of: "PROTOCOL.md")
        let rest = try #require(document.firstIndex(of: "## 8. Rules and presets"))
        #expect(Self.words(document[..<rest]) <= 2_500)
        #expect(document[..<10].joined(separator: " ").contains("A player's client needs sections 1 to 7;"))
    }

    /// Words as `wc -w` counts them.
    private static func words(_ lines: some Sequence<String>) -> Int {
        lines.map { $0.split(whereSeparator: \.isWhitespace).count }.reduce(0, +)
    }

    @Test func `every section of the protocol that the code or a document cites exists`() throws {
        let sections = try ProtocolDocument().sections
        #expect(sections.count > 40 && sections.contains("11.6"))
        let files = ["README.md", "CONTRIBUTING.md"] + ["Sources", "Tests"].flatMap(ProtocolSource.swiftFiles)
        let patterns = [
            #"section: "([0-9.]+)""#, #"`PROTOCOL\.md`, section ([0-9]+(?:\.[0-9]+)?)"#,
            #"[Ss]ection ([0-9]+(?:\.[0-9]+)?) of `PROTOCOL\.md`"#,
        ]
        var cited: [String] = []
        for file in files where !file.hasSuffix("/DocumentTests.swift") {
            for pattern in patterns {
                for section in try ProtocolSource.findings(pattern, in: file) {
                    cited.append(section)
                    #expect(sections.contains(section), "\(file) cites section \(section)")
                }
            }
        }
        #expect(cited.count > 30)
    }

    @Test func `every link within the package leads somewhere`() throws {
        let documents =
            try ProtocolDocument.withExamples() + ["README.md", "CONTRIBUTING.md"].map { try ProtocolDocument($0) }
        let anchors = Dictionary(uniqueKeysWithValues: documents.map { ($0.path, $0.anchors) })
        var count = 0
        for document in documents {
            let folder = URL(fileURLWithPath: "/" + document.path).deletingLastPathComponent()
            for link in document.text.matches(of: #/\]\(([^)\s]+)\)|^\[\w+\]: (\S+)$/#.anchorsMatchLineEndings()) {
                let target = String(link.1 ?? link.2 ?? "")
                if target.contains("://") { continue }
                count += 1
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                let file =
                    parts[0].isEmpty
                    ? document.path : String(folder.appendingPathComponent(parts[0]).standardized.path.dropFirst())
                let isThere = FileManager.default.fileExists(
                    atPath: ProtocolDocument.root.appendingPathComponent(file).path)
                #expect(isThere, "\(document.path) links to \(target)")
                if parts.count > 1, let known = anchors[file] {
                    #expect(known.contains(parts[1]), "\(document.path) links to \(target)")
                }
            }
        }
        #expect(count > 60)
    }
}
