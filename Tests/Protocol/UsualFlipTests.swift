import Testing

@testable import Protocol

/// The short way by which most flips are read, held against the long one.
struct UsualFlipTests {
    /// Lines with the card that the short way finds in them; nil where it leaves the line to the long way.
    static let spellings: [(line: String, card: Int?)] = [
        ("{\"type\":\"flip\",\"card\":0}", 0), ("{\"type\":\"flip\",\"card\":7}", 7),
        ("{\"type\":\"flip\",\"card\":14}", 14),
        ("{\"type\":\"flip\",\"card\":99}", 99), ("{\"type\": \"flip\", \"card\": 3}", 3),
        ("{\"type\": \"flip\", \"card\": 29}", 29),
        // More digits, fewer, other numbers, and none.
        ("{\"type\":\"flip\",\"card\":100}", nil), ("{\"type\":\"flip\",\"card\":07}", nil),
        ("{\"type\":\"flip\",\"card\":00}", nil), ("{\"type\":\"flip\",\"card\":007}", nil),
        ("{\"type\":\"flip\",\"card\":-1}", nil), ("{\"type\":\"flip\",\"card\":1.0}", nil),
        ("{\"type\":\"flip\",\"card\":1e1}", nil), ("{\"type\":\"flip\",\"card\":}", nil),
        ("{\"type\":\"flip\",\"card\":+7}", nil), ("{\"type\":\"flip\",\"card\":\"7\"}", nil),
        ("{\"type\":\"flip\",\"card\":null}", nil), ("{\"type\": \"flip\", \"card\": }", nil),
        ("{\"type\": \"flip\", \"card\": 100}", nil), ("{\"type\": \"flip\", \"card\": 07}", nil),
        // Blanks elsewhere.
        ("{\"type\":\"flip\",\"card\": 7}", nil), ("{\"type\": \"flip\", \"card\":7}", nil),
        ("{\"type\":\"flip\",\"card\":7 }", nil), (" {\"type\":\"flip\",\"card\":7}", nil),
        ("{\"type\":\"flip\",\"card\":7} ", nil), ("{ \"type\":\"flip\",\"card\":7}", nil),
        ("{\"type\":\"flip\",\t\"card\":7}", nil),
        // Text behind it, and other forms of the same.
        ("{\"type\":\"flip\",\"card\":7}}", nil), ("{\"type\":\"flip\",\"card\":7}7", nil),
        ("{\"type\":\"flip\",\"card\":7}{\"type\":\"flip\",\"card\":8}", nil), ("{\"type\":\"flip\",\"card\":7", nil),
        ("{\"type\":\"flip\",\"card\":7]", nil), ("[{\"type\":\"flip\",\"card\":7}]", nil),
        ("{\"card\":7,\"type\":\"flip\"}", nil), ("{\"type\":\"flip\",\"card\":7,\"id\":\"a\"}", nil),
        ("{\"type\":\"flip\",\"card\":7,\"card\":8}", nil), ("{\"type\":\"flip\",\"card\":7,\"x\":1}", nil),
        ("{\"type\":\"flop\",\"card\":7}", nil), ("{\"type\":\"FLIP\",\"card\":7}", nil), ("{\"type\":\"flip\"}", nil),
        ("b4", nil), ("flip b4", nil),
    ]

    @Test(arguments: spellings.indices)
    func `a flip is read the short way only if it is as most programs write it`(_ index: Int) {
        let (line, card) = Self.spellings[index]
        #expect(read(line + "\n") == card, "\(line)")
        #expect(read(line + "\r\n") == card, "\(line)")
        var decoder = LineDecoder()
        let bytes = Array((line + "\n").utf8)
        #expect(decoder.loneFlip(bytes, count: bytes.count) == card, "\(line)")
    }

    @Test func `the short way never finds a card that the long way does not find`() {
        var found = 0
        for (line, _) in Self.spellings {
            var bytes = Array(line.utf8)
            for index in bytes.indices {
                let old = bytes[index]
                for byte in UInt8.min...UInt8.max {
                    bytes[index] = byte
                    guard let card = CommandReader.usualFlip(bytes, in: 0..<bytes.count) else { continue }
                    found += 1
                    let long = CommandReader.read(bytes, in: 0..<bytes.count)
                    #expect(long == Request(.command(.flip(.index(card))), dialect: .json), "\(bytes)")
                }
                bytes[index] = old
            }
        }
        #expect(found > 0)
    }

    @Test func `what stands before and behind a line is not read with it`() {
        let line = Array("{\"type\":\"flip\",\"card\":12}".utf8)
        let bytes = Array("7".utf8) + line + Array("}".utf8)
        #expect(CommandReader.usualFlip(bytes, in: 1..<line.count + 1) == 12)
        #expect(CommandReader.usualFlip(bytes, in: 0..<line.count + 1) == nil)
        #expect(CommandReader.usualFlip(bytes, in: 1..<line.count + 2) == nil)
        #expect(CommandReader.usualFlip(bytes, in: 1..<line.count) == nil)
    }

    @Test func `a flip comes by itself only if nothing waits before it and it is whole`() {
        let flip = Array("{\"type\":\"flip\",\"card\":5}\n".utf8)
        func card(after earlier: [UInt8], _ input: [UInt8]? = nil, finished: Bool = false) -> Int? {
            var decoder = LineDecoder()
            decoder.receive(earlier, count: earlier.count)
            if finished { decoder.finish() }
            return decoder.loneFlip(input ?? flip, count: (input ?? flip).count)
        }
        #expect(card(after: []) == 5)
        #expect(card(after: Array("{".utf8)) == nil)
        #expect(card(after: Array("ping\n".utf8)) == nil)
        #expect(card(after: [UInt8](repeating: 65, count: Limits.lineBytes + 1)) == nil)
        #expect(card(after: [255]) == nil)
        #expect(card(after: [255, 253]) == nil)
        #expect(card(after: [], finished: true) == nil)
        #expect(card(after: [], flip.dropLast()) == nil)
        #expect(card(after: [], flip + flip) == nil)
        #expect(card(after: [], []) == nil)
        #expect(card(after: [], Array("\n".utf8)) == nil)
    }

    @Test func `bytes of an earlier line behind what has come are not read`() {
        var decoder = LineDecoder()
        let input = Array("{\"type\":\"flip\",\"card\":5}\n{\"type\":\"flip\",\"card\":6}\n".utf8)
        #expect(decoder.loneFlip(input, count: 25) == 5)
        #expect(decoder.loneFlip(input, count: 24) == nil)
        #expect(decoder.loneFlip(input, count: 50) == nil)
    }

    /// The card of the line that is this text, as the decoder gives it out.
    private func read(_ text: String) -> Int? {
        var decoder = LineDecoder()
        decoder.receive(Array(text.utf8), count: text.utf8.count)
        guard let line = decoder.next() else { return nil }
        return decoder.usualFlip(line)
    }
}
