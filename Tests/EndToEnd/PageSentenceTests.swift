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

    @Test func `the page has the sentences of host and terminal`() throws {
        let modules = [
            ("games", module(MatchSentence.self)), ("games/memory", module(MemorySentence.self)),
            ("games/set", module(SetSentence.self)),
        ]
        #expect(modules.count == 1 + GameKind.allCases.count, "every game has sentences")
        for (folder, text) in modules {
            let path = URL(filePath: PageModules.folder).appending(path: "\(folder)/sentences.js")
            if ProcessInfo.processInfo.environment["MEMORY_WRITE"] != nil {
                try Data(text.utf8).write(to: path)
            }
            #expect(try String(contentsOf: path, encoding: .utf8) == text, "\(folder)")
        }
    }
}
