import Games
import Protocol
import Testing

@testable import Lobby

@Suite struct `Journal: lines` {
    @Test func `no entry is called what a command is but a move, which is read as that`() throws {
        let types = try JournalSamples.all().compactMap { entry, body -> String? in
            if case .changed(_, .moved, _) = entry { return nil }
            return body.split(separator: "\"").dropFirst(2).first.map { String($0) }
        }
        #expect(types.count > 10)
        #expect(Set(types).isDisjoint(with: Command.Kind.allCases.map(\.rawValue)), "\(types)")
    }

    @Test func `an entry is one line, exact to the byte, and the line is that entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            #expect(
                String(decoding: line, as: UTF8.self)
                    == String(decoding: JournalSamples.sound(body) + [10], as: UTF8.self))
            #expect(JournalSamples.read(line.dropLast()) == .success(entry))
        }
    }

    @Test func `a line that follows a sync says so in front of its sum, and is the same entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            var line: [UInt8] = []
            var writer = ByteWriter()
            EntryLine.write(entry, afterSync: true, to: &line, using: &writer)
            #expect(line == JournalSamples.sound(body + #","synced":true"#) + [10])
            #expect(JournalSamples.read(line.dropLast()) == .success(entry))
            #expect(EntryLine.isAfterSync(line, in: 0..<line.count - 1))
            let plain = JournalSamples.line(entry)
            #expect(!EntryLine.isAfterSync(plain, in: 0..<plain.count - 1))
            for position in 0..<line.count - 1 {
                var changed = line
                changed[position] ^= 1
                if EntryLine.isAfterSync(changed, in: 0..<line.count - 1) { Issue.record("\(body): \(position)") }
            }
        }
    }

    @Test func `nobody's name can say that it follows a sync`() throws {
        for name in [#""synced":true"#, #","synced":true"#, #"\","synced":true"#] {
            let line = JournalSamples.line(.confirmed(try PlayerName(name)))
            #expect(JournalSamples.read(line.dropLast()) == .success(.confirmed(try PlayerName(name))))
            #expect(!EntryLine.isAfterSync(line, in: 0..<line.count - 1))
        }
    }

    @Test func `the sum is the one that others would work out`() throws {
        let entry = Entry.changed(
            MatchID(number: 3), .moved(.flip(.card(14)), seat: 1),
            Entry.Stamp(step: 5, version: 6, at: Instant(milliseconds: 1_795_268_401_234)))
        let line = #"{"type":"flip","match":"m3","step":5,"version":6,"at":1795268401234,"seat":1,"card":14,"#
        #expect(JournalSamples.line(entry) == Array((line + "\"sum\":1878974693}\n").utf8))
    }

    @Test func `a line is read where it lies among others`() throws {
        for (entry, _) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            let bytes = line + line + line
            let range = line.count..<2 * line.count - 1
            #expect(try EntryLine.read(bytes, in: range) == entry)
        }
    }

    @Test func `no part of a line is an entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = JournalSamples.line(entry)
            for end in 0..<line.count - 1 {
                #expect(JournalSamples.read(Array(line[..<end])) == .failure(.damaged), "\(body), \(end) bytes")
            }
            #expect(JournalSamples.read(line) == .failure(.damaged), "with its LF")
        }
    }

    @Test func `a line with one bit changed is damaged, and never another entry`() throws {
        for (entry, body) in try JournalSamples.all() {
            let line = Array(JournalSamples.line(entry).dropLast())
            for (position, bit) in line.indices.flatMap({ position in (0..<8).map { (position, $0) } }) {
                var changed = line
                changed[position] ^= 1 << UInt8(bit)
                if JournalSamples.read(changed) != .failure(.damaged) {
                    Issue.record("\(body): \(position), bit \(bit)")
                }
            }
        }
    }

    @Test func `a line with any one byte in another's place is damaged`() throws {
        let samples = try JournalSamples.all()
        for (entry, body) in [samples[0], samples[3], samples[7]] {
            let line = Array(JournalSamples.line(entry).dropLast())
            for position in line.indices {
                for byte in UInt8.min...UInt8.max where byte != line[position] {
                    var changed = line
                    changed[position] = byte
                    if JournalSamples.read(changed) != .failure(.damaged) {
                        Issue.record("\(body): \(position), \(byte)")
                    }
                }
            }
        }
    }

    @Test func `a later form is told apart from damage, and an earlier one is read`() {
        let line = JournalSamples.sound(#""type":"journal","form":3,"lastMatch":7,"lastRecord":5"#)
        #expect(JournalSamples.read(line) == .failure(.otherForm(3)))
        let other = JournalSamples.sound(#""type":"journal","form":9,"more":{}"#)
        #expect(JournalSamples.read(other) == .failure(.otherForm(9)))
        #expect(JournalSamples.read(Array(line.dropLast())) == .failure(.damaged))
    }

    /// Each is a sound line: only what it says is wrong.
    @Test(arguments: [
        #""type":"journal","form":0,"lastMatch":7,"lastRecord":5"#,
        #""type":"journal","form":2,"lastMatch":-1,"lastRecord":5"#,
        #""type":"journal","form":2,"lastMatch":7"#,
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
        #""type":"paused","match":"m3","step":5,"version":6,"at":1,"ms":-5"#,
        #""type":"opened","match":"m8","at":1,"rules":"classic","starting":0,"deck":[0,0,1,1]"#,
    ])
    func `a sound line that says what cannot be is damaged`(body: String) {
        #expect(JournalSamples.read(JournalSamples.sound(body)) == .failure(.damaged))
    }

    @Test func `a match is opened with the deck of its rules, a seat of its own and a code that is one`() throws {
        let good = try #require(try JournalSamples.all().first { $0.body.contains("KQ7X") }).body
        #expect(throws: Never.self) { try JournalSamples.read(JournalSamples.sound(good)).get() }
        for (part, other) in [
            (#"["D","B","B","D"]"#, #"["D","B","B"]"#), (#"["D","B","B","D"]"#, #"["D","B","B","D","B","B"]"#),
            (#"["D","B","B","D"]"#, #"["D","B","B","B"]"#), (#"["D","B","B","D"]"#, #"["","B","B",""]"#),
            (#"["D","B","B","D"]"#, "[3,1,1,3]"), (#"["D","B","B","D"]"#, #"["D",1,1,"D"]"#),
            ("\"starting\":0", "\"starting\":1"), ("\"starting\":0", "\"starting\":-1"), ("KQ7X", "KQ7"),
            ("\"KQ7X\"", "7"), ("\"rows\":2", "\"rows\":3"),
        ] {
            let bad = JournalSamples.sound(good.replacing(part, with: other))
            #expect(JournalSamples.read(bad) == .failure(.damaged), "\(other)")
        }
    }
}
