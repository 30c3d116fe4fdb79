import Protocol
import Testing

/// A flip is the line that nearly every other line is, and there is one reader for all of its spellings.
@Suite struct `JSON: spellings of a flip` {
    @Test(arguments: [
        ("{\"type\":\"flip\",\"card\":0}", 0), ("{\"type\":\"flip\",\"card\":7}", 7),
        ("{\"type\":\"flip\",\"card\":14}", 14), ("{\"type\":\"flip\",\"card\":99}", 99),
        ("{\"type\": \"flip\", \"card\": 3}", 3), ("{\"type\": \"flip\", \"card\": 29}", 29),
        // Numbers that no board has.
        ("{\"type\":\"flip\",\"card\":100}", 100), ("{\"type\": \"flip\", \"card\": 100}", 100),
        ("{\"type\":\"flip\",\"card\":-1}", -1),
        // Blanks elsewhere.
        ("{\"type\":\"flip\",\"card\": 7}", 7), ("{\"type\": \"flip\", \"card\":7}", 7),
        ("{\"type\":\"flip\",\"card\":7 }", 7), (" {\"type\":\"flip\",\"card\":7}", 7),
        ("{\"type\":\"flip\",\"card\":7} ", 7), ("{ \"type\":\"flip\",\"card\":7}", 7),
        ("{\"type\":\"flip\",\t\"card\":7}", 7),
        // The fields in another order, and one that a flip does not have.
        ("{\"card\":7,\"type\":\"flip\"}", 7), ("{\"type\":\"flip\",\"card\":7,\"x\":1}", 7),
    ])
    func `a flip is recognized in any valid spelling`(line: String, card: Int) {
        let flip = Request(.command(.move(.flip(.card(card)))), dialect: .json)
        for end in ["\n", "\r\n"] { #expect(read(line + end) == flip, "\(line)") }
    }

    @Test(arguments: [
        // Numbers that are none, and other values.
        "{\"type\":\"flip\",\"card\":07}", "{\"type\":\"flip\",\"card\":00}", "{\"type\":\"flip\",\"card\":007}",
        "{\"type\": \"flip\", \"card\": 07}", "{\"type\":\"flip\",\"card\":1.0}", "{\"type\":\"flip\",\"card\":1e1}",
        "{\"type\":\"flip\",\"card\":}", "{\"type\": \"flip\", \"card\": }", "{\"type\":\"flip\",\"card\":+7}",
        "{\"type\":\"flip\",\"card\":\"7\"}", "{\"type\":\"flip\",\"card\":null}",
        // Text behind it, and text that is missing.
        "{\"type\":\"flip\",\"card\":7}}", "{\"type\":\"flip\",\"card\":7}7",
        "{\"type\":\"flip\",\"card\":7}{\"type\":\"flip\",\"card\":8}", "{\"type\":\"flip\",\"card\":7",
        "{\"type\":\"flip\",\"card\":7]", "[{\"type\":\"flip\",\"card\":7}]",
        "{\"type\":\"flip\",\"card\":7,\"card\":8}",
        "{\"type\":\"flop\",\"card\":7}", "{\"type\":\"FLIP\",\"card\":7}", "{\"type\":\"flip\"}",
    ])
    func `a misspelled flip is not a command`(line: String) {
        for end in ["\n", "\r\n"] { #expect(read(line + end).map { $0.command == nil } == true, "\(line)") }
    }

    @Test func `a flip in JSON may have an id, and one in plain words names its place`() {
        let flip = Command.move(.flip(.card(7)))
        let request = Request(.command(flip), id: RequestID("a"), dialect: .json)
        #expect(read("{\"type\":\"flip\",\"card\":7,\"id\":\"a\"}\n") == request)
        for line in ["b4\n", "flip b4\n"] {
            let place = Command.move(.flip(.coordinate(Coordinate(column: 1, row: 3))))
            #expect(read(line) == Request(.command(place), dialect: .plain))
        }
    }

    @Test func `bytes before and after a line are not read with it`() {
        let line = Array("{\"type\":\"flip\",\"card\":12}".utf8)
        let bytes = Array("7".utf8) + line + Array("}".utf8)
        let flip = Command.move(.flip(.card(12)))
        #expect(CommandReader.read(bytes, in: 1..<line.count + 1).command == flip)
        #expect(CommandReader.read(bytes, in: 0..<line.count + 1).command == nil)
        #expect(CommandReader.read(bytes, in: 1..<line.count + 2).command == nil)
        #expect(CommandReader.read(bytes, in: 1..<line.count).command == nil)
    }

    @Test func `stale bytes beyond the received count are not read`() {
        let input = Array("{\"type\":\"flip\",\"card\":5}\n{\"type\":\"flip\",\"card\":6}\n".utf8)
        func cards(of count: Int) -> [Command?] {
            var decoder = LineDecoder()
            decoder.receive(input, count: count)
            var commands: [Command?] = []
            while let line = decoder.next() { commands.append(decoder.request(line).command) }
            return commands
        }
        #expect(cards(of: 24) == [])
        #expect(cards(of: 25) == [.move(.flip(.card(5)))])
        #expect(cards(of: 50) == [.move(.flip(.card(5))), .move(.flip(.card(6)))])
    }

    /// Reads a line as the decoder delivers it.
    private func read(_ text: String) -> Request? {
        var decoder = LineDecoder()
        decoder.receive(Array(text.utf8), count: text.utf8.count)
        return decoder.next().map { decoder.request($0) }
    }
}
