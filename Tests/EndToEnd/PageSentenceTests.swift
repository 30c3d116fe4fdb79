import Foundation
import Protocol
import TestSupport
import Testing

/// The page says what plain text and the terminal say: its sentences are made from the enums of `Protocol`.
@Suite struct PageSentenceTests {
    /// The module that has the sentences of an enum.
    private func module<Texts: Sentence>(_: Texts.Type) -> String {
        for sentence in Texts.allCases {
            #expect(!sentence.rawValue.contains { "\"\\\n".contains($0) }, "\(sentence) would have to be escaped")
        }
        let lines = Texts.allCases.map { "export const \($0)Sentence = \"\($0.rawValue)\";\n" }
        return """
            // Made from `\(Texts.self)`, which is the one to change:
            // `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

            \(lines.joined())
            """
    }

    /// The figures of Set that no rule changes; times are in milliseconds.
    private static let figures = [
        ("deck", SetCard.count), ("dealt", SetGame.tableCount), ("moves", Limits.matchTurns),
        ("cost", SetGame.penaltyPoints), ("block", SetGame.blockMilliseconds), ("wish", SetGame.askingMilliseconds),
    ]

    /// Expects that a file of the page has this text.
    private func expect(_ text: String, in file: String) throws {
        let difference = try ExpectedFile.difference(
            URL(filePath: PageModules.folder).appending(path: file), from: text)
        #expect(difference == nil)
    }

    @Test func `the page has the figures of the host`() throws {
        try expect(
            """
            // The figures of Set that no rule changes, made from `SetGame`, which is the one to change:
            // `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

            \(Self.figures.map { "export const \($0)Figure = \($1);\n" }.joined())
            """, in: "games/set/figures.js")
    }

    @Test func `the page has the sentences of host and terminal`() throws {
        let modules = [
            ("games", module(MatchSentence.self)), ("games/memory", module(MemorySentence.self)),
            ("games/set", module(SetSentence.self)),
        ]
        #expect(modules.count == 1 + GameKind.allCases.count, "every game has sentences")
        for (folder, text) in modules { try expect(text, in: "\(folder)/sentences.js") }
    }
}
