import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// The lines of the log, as people and programs read them.
@Suite struct LogEntryTests {
    private let time = 1_800_000_000_123

    private func line(_ entry: LogEntry, _ format: Log.Format = .logfmt, isForJournal: Bool = false) -> String {
        String(decoding: entry.line(as: format, isForJournal: isForJournal, at: time), as: UTF8.self)
    }

    /// Reads a line of logfmt as strictly as its readers: keys and values in order; nil if it is none.
    private func pairs(_ line: String) -> [(key: String, value: String)]? {
        var (pairs, rest) = ([(key: String, value: String)](), line[...])
        guard rest.popLast() == "\n" else { return nil }
        while !rest.isEmpty {
            let key = rest.prefix { $0 != "=" }
            rest = rest.dropFirst(key.count + 1)
            guard !key.isEmpty, key.allSatisfy({ $0.isLowercase }) else { return nil }
            if rest.first == "\"" {
                // A quoted value is a string of JSON.
                guard let end = endOfString(rest), case .string(let text)? = try? JSONNode(rest[..<end].utf8) else {
                    return nil
                }
                pairs.append((String(key), text))
                rest = rest[end...]
            } else {
                let value = rest.prefix { $0 != " " }
                guard !value.contains(where: { "\"=\\".contains($0) }), !value.isEmpty else { return nil }
                pairs.append((String(key), String(value)))
                rest = rest.dropFirst(value.count)
            }
            guard rest.isEmpty || rest.first == " " else { return nil }
            rest = rest.dropFirst()
        }
        return pairs
    }

    private func endOfString(_ text: Substring) -> Substring.Index? {
        var (index, isEscaped) = (text.index(after: text.startIndex), false)
        while index < text.endIndex {
            if text[index] == "\"", !isEscaped { return text.index(after: index) }
            isEscaped = text[index] == "\\" && !isEscaped
            index = text.index(after: index)
        }
        return nil
    }

    @Test func `a line for programs has the time, the level, the message and the parts`() {
        let entry = LogEntry(
            level: .warning, introduction: "memory-host: warning: ", message: "out of descriptors",
            parts: [("event", "full"), ("match", "m3")])
        #expect(
            line(entry)
                == "time=2027-01-15T08:00:00.123Z level=warning msg=\"out of descriptors\" event=full match=m3\n")
        #expect(line(entry, .text) == "memory-host: warning: out of descriptors\n")
    }

    @Test func `what was written is read again, whatever it is`() throws {
        var random = SeededRandom(#function)
        let alphabet: [Character] = [
            "a", "é", " ", "\"", "=", "\\", "\n", "\r", "\t", "\u{1B}", "\u{7F}", "🐧", "\u{202E}", ",",
        ]
        for _ in 0..<2_000 {
            let texts = (0..<3).map { _ in
                String(
                    (0..<Int.random(in: 0...9, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a"
                    })
            }
            let line = line(LogEntry(level: .info, message: texts[0], parts: [("one", texts[1]), ("two", texts[2])]))
            let pairs = try #require(pairs(line), "\(line) seed \(random.seed)")
            #expect(pairs.map(\.key) == ["time", "level", "msg", "one", "two"], "seed \(random.seed)")
            #expect(pairs.suffix(3).map(\.value) == texts, "seed \(random.seed)")
            #expect(line.unicodeScalars.dropLast().allSatisfy { !$0.breaksText }, "seed \(random.seed)")
        }
    }

    @Test(arguments: Log.Level.allCases)
    func `systemd's journal gets the priority of each line, in both forms`(_ level: Log.Level) {
        let priorities: [Log.Level: Int] = [.debug: 7, .info: 6, .notice: 5, .warning: 4, .error: 3]
        let entry = LogEntry(level: level, introduction: "memory-host: ", message: "two\nlines")
        for format in Log.Format.allCases {
            let text = line(entry, format, isForJournal: true)
            #expect(text == "<\(priorities[level] ?? 0)>" + line(entry, format))
            #expect(text.hasSuffix("\n") && text.count { $0.isNewline } == 1)
        }
        #expect(line(entry, .text) == "memory-host: two\\nlines\n")
    }

    @Test func `a line that is too long is cut, and stays one that can be read`() throws {
        for piece in ["a", "\"", "\n", "🐧", "\u{1B}"] {
            let text = String(repeating: piece, count: 5_000)
            let entry = LogEntry(level: .error, message: text, parts: [("path", text), ("match", "m3")])
            for format in Log.Format.allCases {
                let bytes = entry.line(as: format, isForJournal: true, at: time)
                #expect(bytes.count <= LogEntry.lineBytes && bytes.count > LogEntry.lineBytes - 16)
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            }
            let pairs = try #require(pairs(line(entry)))
            #expect(pairs.last?.value == "m3" && pairs.map(\.key) == ["time", "level", "msg", "path", "match"])
            #expect(pairs[2].value.allSatisfy { String($0) == piece })
        }
    }

    @Test func `a notice has its parts as keys`() throws {
        let match = MatchID(number: 3)
        let rules = Rules.preset(.classic)
        func text(_ notice: Notice) -> String {
            let line = line(LogEntry(level: .notice, message: Log.sentence(notice), parts: Log.parts(notice)))
            return String(line.drop { $0 != "=" }.dropFirst().drop { $0 != " " }.dropFirst())
        }
        #expect(
            text(.connected(try PlayerName("Ann B.")))
                == "level=notice msg=\"Ann B. connected\" event=connected player=\"Ann B.\"\n")
        #expect(
            text(.began(match, players: ["A,b", "C=d"], rules)).hasSuffix(
                " event=started match=m3 game=memory players=\"A\\\\,b,C=d\"\n"))
        #expect(
            text(.ended(match, players: ["Ann", "Bob"], scores: [4, -1], Ending(winner: 0, reason: .cleared), rules))
                == "level=notice msg=\"m3 ended: Ann 4, Bob -1 (cleared)\" event=ended match=m3 game=memory "
                + "players=Ann,Bob scores=4,-1 winner=Ann reason=cleared\n")
        #expect(
            text(.ended(match, players: ["Ann", "Bob"], scores: [1, 1], Ending(winner: nil, reason: .turns), rules))
                .contains(" winner=\"\" reason=turns"))
    }
}
