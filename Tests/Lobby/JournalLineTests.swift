import Protocol
import Testing

@testable import Lobby

@Suite struct `Journal: lines` {
    @Test func `no entry shares its name with a command except a move, which reads back as that command`() throws {
        let types = try JournalSamples.all().compactMap { entry, body -> String? in
            if case .changed(_, .moved, _) = entry { return nil }
            return body.split(separator: "\"").dropFirst(2).first.map { String($0) }
        }
        #expect(types.count > 10)
        #expect(Set(types).isDisjoint(with: Command.Kind.allCases.map(\.name)), "\(types)")
    }

    @Test func `every entry is written as the expected line, byte for byte, and reads back the same`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            #expect(
                String(decoding: line, as: UTF8.self)
                    == String(decoding: JournalSamples.sound(body) + [10], as: UTF8.self))
            #expect(JournalSamples.read(line.dropLast()) == entry)
        }
    }

    @Test func `a line after a sync states the synced size, and reads back as the same entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            var writer = ByteWriter()
            EntryLine.write(entry, into: &writer)
            writer.endLogLine(synced: 18230)
            let line = writer.drain()
            #expect(line == JournalSamples.sound(body + #","synced":18230"#) + [10])
            #expect(JournalSamples.read(line.dropLast()) == entry)
            #expect(LogLine(line, in: 0..<line.count - 1)?.synced == 18230)
            #expect(LogLine(line, in: 0..<line.count - 1)?.body.count == body.utf8.count + 1)
            let plain = JournalSamples.line(entry)
            #expect(LogLine(plain, in: 0..<plain.count - 1)?.synced == nil)
            #expect(LogLine(plain, in: 0..<plain.count - 1)?.body.count == body.utf8.count + 1)
        }
    }

    @Test func `no player name can fake a synced size`() throws {
        for name in [#""synced":5"#, #","synced":5"#, #"","synced":5"#] {
            let line = JournalSamples.line(.forgot(try PlayerName(name)))
            #expect(JournalSamples.read(line.dropLast()) == .forgot(try PlayerName(name)))
            #expect(LogLine(line, in: 0..<line.count - 1)?.synced == nil)
        }
    }

    @Test func `a line can be read in place among others`() throws {
        for (entry, _) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            let bytes = line + line + line
            let range = line.count..<2 * line.count - 1
            #expect(LogLine(bytes, in: range) != nil)
            #expect(EntryLine.read(bytes, in: range) == entry)
        }
    }

    @Test func `no fragment of a line reads as an entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            for end in 0..<line.count - 1 {
                #expect(JournalSamples.read(Array(line[..<end])) == nil, "\(body), \(end) bytes")
            }
            #expect(JournalSamples.read(line) == nil, "with its LF")
        }
    }

    @Test func `a line with one flipped bit is damaged, never another entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = Array(JournalSamples.line(entry).dropLast())
            for (position, bit) in line.indices.flatMap({ position in (0..<8).map { (position, $0) } }) {
                var changed = line
                changed[position] ^= 1 << UInt8(bit)
                if JournalSamples.read(changed) != nil {
                    Issue.record("\(body): \(position), bit \(bit)")
                }
            }
        }
    }

    @Test func `a line with any one byte replaced is damaged`() throws {
        let samples = try JournalSamples.all()
        for (entry, body) in [samples[0], samples[3], samples[7]] {
            let line = Array(JournalSamples.line(entry).dropLast())
            for position in line.indices {
                for byte in UInt8.min...UInt8.max where byte != line[position] {
                    var changed = line
                    changed[position] = byte
                    if JournalSamples.read(changed) != nil {
                        Issue.record("\(body): \(position), \(byte)")
                    }
                }
            }
        }
    }

    @Test func `a pause may be as long as a clock that began in 1970 was behind`() {
        let line = JournalSamples.sound(#""type":"paused","at":1,"ms":1795000000000"#)
        #expect(
            JournalSamples.read(line) == .clocksPaused(milliseconds: 1_795_000_000_000, at: Instant(milliseconds: 1)))
    }

    /// Each is a sound line: only what it says is wrong.
    @Test(arguments: [
        #""type":"counted","lastMatch":-1,"lastRecord":5"#,
        #""type":"counted","lastMatch":7"#,
        #""log":"journal","form":4"#,
        #""type":"named","name":"Ann","token":"0123"#,
        #""type":"named","name":"","token":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef""#,
        #""type":"forgot","name":"\u001b[2J""#,
        #""type":"flip","match":"m3","step":5,"version":6,"at":1,"seat":1"#,
        #""type":"flip","match":"m03","step":5,"version":6,"at":1,"seat":1,"card":2"#,
        #""type":"flip","match":"m3","step":5,"version":6,"at":-1,"seat":1,"card":2"#,
        #""type":"flip","match":"m3","step":5,"version":6,"at":1,"seat":1,"card":2.5"#,
        #""type":"flip","match":"m3","step":9223372036854775807,"version":6,"at":1,"seat":1,"card":2"#,
        #""type":"dance","match":"m3","step":5,"version":6,"at":1"#,
        #""match":"m3","step":5,"version":6,"at":1"#,
        #""type":"paused","at":1,"ms":-5"#,
        #""type":"restarted","at":1"#,
        #""type":"opened","match":"m8","at":1,"rules":"classic","starting":0,"deck":[0,0,1,1]"#,
    ])
    func `an intact line with impossible contents is not an entry`(body: String) {
        #expect(JournalSamples.read(JournalSamples.sound(body)) == nil)
    }

    @Test func `an entry about two entrants is refused if its sums, names or counts are wrong`() throws {
        let good = try #require(try JournalSamples.all().first { $0.body.contains("\"half\":-2") }).body
        #expect(JournalSamples.read(JournalSamples.sound(good)) != nil)
        let most = 2 * Limits.contestPairs.upperBound
        for (part, other) in [
            ("\"over\":7", "\"over\":-1"), ("\"over\":7", "\"over\":\(most + 1)"),
            ("[4,1]", "[4]"), ("[4,1]", "[4,1,0]"),
            ("[4,1]", "[-1,1]"), ("[4,1]", "[8,0]"), ("[4,1]", "[5,1]"), ("\"drawn\":1", "\"drawn\":2"),
            ("\"drawn\":1", "\"drawn\":-1"), ("[0,1]", "[0,8]"), ("[0,1]", "null"), ("\"voids\":1", "\"voids\":2"),
            ("\"voids\":1", "\"voids\":-1"), ("\"pairs\":2", "\"pairs\":4"), ("\"pairs\":2", "\"pairs\":-1"),
            ("\"difference\":-3", "\"difference\":1099511627777"), ("\"squares\":29", "\"squares\":-1"),
            ("\"half\":-2", "\"half\":-1099511627777"), ("\"half\":-2", "\"half\":\"2\""), ("[5,0]", "[5]"),
            ("[5,0]", "[5,-1]"), ("[2,0]", "[4294967297,0]"), (#","missed":[2,0]"#, ""), (#""found":[5,0],"#, ""),
            (#"["Ann","Bob"]"#, #"[]"#), (#"["Ann","Bob"]"#, #"["Ann","Bob","Cid"]"#),
            (#"["Ann","Bob"]"#, #"["Ann",""]"#),
        ] {
            #expect(good.contains(part), "\(part)")
            let bad = JournalSamples.sound(good.replacing(part, with: other))
            #expect(JournalSamples.read(bad) == nil, "\(other)")
        }
    }

    @Test func `an opening entry needs the deck of its rules, a valid seat and a valid code`() throws {
        let good = try #require(try JournalSamples.all().first { $0.body.contains("KQ7XM4") }).body
        #expect(JournalSamples.read(JournalSamples.sound(good)) != nil)
        for (part, other) in [
            (#"["D","B","B","D"]"#, #"["D","B","B"]"#), (#"["D","B","B","D"]"#, #"["D","B","B","D","B","B"]"#),
            (#"["D","B","B","D"]"#, #"["D","B","B","B"]"#), (#"["D","B","B","D"]"#, #"["","B","B",""]"#),
            (#"["D","B","B","D"]"#, #"["D","B\n","B\n","D"]"#),
            (#"["D","B","B","D"]"#, "[3,1,1,3]"), (#"["D","B","B","D"]"#, #"["D",1,1,"D"]"#),
            ("\"starting\":0", "\"starting\":1"), ("\"starting\":0", "\"starting\":-1"), ("KQ7XM4", "KQ7X"),
            ("\"KQ7XM4\"", "7"), ("\"rows\":2", "\"rows\":3"),
        ] {
            let bad = JournalSamples.sound(good.replacing(part, with: other))
            #expect(JournalSamples.read(bad) == nil, "\(other)")
        }
    }
}
