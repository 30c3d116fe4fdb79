import TestSupport
import Testing

@testable import Protocol

/// The decoder's output: lines, or `nil` for one that was too long.
private typealias Lines = [[UInt8]?]

private func drain(_ decoder: inout LineDecoder, into lines: inout Lines) {
    while let line = decoder.next() {
        switch line {
        case .text(let range): lines.append(Array(decoder.bytes[range]))
        case .tooLong: lines.append(nil)
        }
    }
}

/// Gives `input` to a new decoder in pieces of so many bytes, drained after each.
private func lines(of input: [UInt8], piece: Int = .max, finishing: Bool = false) -> Lines {
    var decoder = LineDecoder()
    var lines: Lines = []
    var next = 0
    while next < input.count {
        let end = piece >= input.count - next ? input.count : next + piece
        decoder.receive(Array(input[next..<end]), count: end - next)
        drain(&decoder, into: &lines)
        next = end
    }
    if finishing {
        decoder.finish()
        drain(&decoder, into: &lines)
        #expect(decoder.heldBytes == 0)
    }
    return lines
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: [UInt8]
    let output: [[UInt8]?]

    init(_ name: String, _ input: [UInt8], _ output: [[UInt8]?]) {
        testDescription = name
        self.input = input
        self.output = output
    }
}

private let fitting = [UInt8](repeating: 97, count: Limits.lineBytes - 1)

private let samples: [Sample] = [
    Sample("a line", bytes("flip b4\n"), [bytes("flip b4")]),
    Sample("two lines", bytes("a\nb\n"), [bytes("a"), bytes("b")]),
    Sample("CRLF", bytes("a\r\nb\r\n"), [bytes("a"), bytes("b")]),
    Sample("a carriage return elsewhere stays", bytes("a\rb\r\r\n"), [bytes("a\rb\r")]),
    Sample("blank lines", bytes("\n\r\n  \t\n \r\na\n\n"), [bytes("a")]),
    Sample("blanks around stay", bytes("  a \n"), [bytes("  a ")]),
    Sample("a byte-order mark", [0xef, 0xbb, 0xbf] + bytes("a\n"), [bytes("a")]),
    Sample("a byte-order mark alone", [0xef, 0xbb, 0xbf, 13, 10], []),
    Sample("a byte-order mark within", bytes("a\u{feff}\n"), [bytes("a\u{feff}")]),
    Sample("4096 bytes", fitting + [10] + bytes("a\n"), [fitting, bytes("a")]),
    Sample("4097 bytes", fitting + [97, 10] + bytes("a\n"), [nil, bytes("a")]),
    Sample("4097 bytes with CRLF", fitting + [13, 10] + bytes("a\n"), [nil, bytes("a")]),
    Sample("two long lines", fitting + fitting + [10] + fitting + fitting + bytes("\na\n"), [nil, nil, bytes("a")]),
    Sample("zero bytes", [0, 0, 10], [[0, 0]]),
    Sample("telnet negotiation", [255, 253, 3, 255, 251, 24] + bytes("hi\n"), [bytes("hi")]),
    Sample("telnet options 0 and 239", [255, 251, 0, 255, 254, 239] + bytes("hi\n"), [bytes("hi")]),
    Sample("telnet commands of two bytes", bytes("a") + [255, 240, 255, 249] + bytes("b\n"), [bytes("ab")]),
    Sample("a telnet subnegotiation", [255, 250, 31, 0, 80, 0, 10, 255, 240] + bytes("hi\n"), [bytes("hi")]),
    Sample("255 within a subnegotiation", [255, 250, 31, 255, 255, 0, 255, 240] + bytes("hi\n"), [bytes("hi")]),
    Sample(
        "an endless subnegotiation",
        [255, 250] + [UInt8](repeating: 1, count: Limits.telnetSubnegotiationBytes) + bytes("hi\n"), [bytes("hi")]),
    Sample("255 254 and an LF stay", [255, 254, 10], [[255, 254]]),
    Sample("255 and an LF stay", [255, 10, 97, 10], [[255], [97]]),
    Sample("255 twice stays", [255, 255, 97, 10], [[255, 255, 97]]),
    Sample("an option of 240 is none", [255, 253, 240, 97, 10], [[255, 253, 240, 97]]),
    Sample("a sequence after half of one", [255, 253, 255, 253, 3, 97, 10], [[255, 253, 97]]),
]

@Suite("Transport: LineDecoder") struct TransportLineDecoderTests {
    @Test(arguments: samples) private func `a sample decodes the same whole, in pieces and with a tail`(sample: Sample)
    {
        for piece in [Int.max, 1, 2, 3, 7, 4095, 4096, 4097] {
            #expect(lines(of: sample.input, piece: piece) == sample.output, "pieces of \(piece)")
        }
        #expect(lines(of: sample.input + bytes("tail")) == sample.output)
        #expect(lines(of: sample.input + bytes("tail"), finishing: true) == sample.output + [bytes("tail")])
    }

    @Test func `telnet sequences may be split anywhere`() {
        let input = bytes("a") + [255, 253, 3, 255, 250, 31, 255, 255, 255, 240, 255, 241] + bytes("b\n")
        for cut in 0...input.count {
            var decoder = LineDecoder()
            var found: Lines = []
            decoder.receive(input, count: cut)
            drain(&decoder, into: &found)
            decoder.receive(Array(input[cut...]), count: input.count - cut)
            drain(&decoder, into: &found)
            #expect(found == [bytes("ab")], "cut at \(cut)")
        }
    }

    @Test func `an unterminated last line counts once the client has closed`() {
        #expect(lines(of: bytes("a\nb"), finishing: true) == [bytes("a"), bytes("b")])
        #expect(lines(of: bytes("b\r"), finishing: true) == [bytes("b")])
        #expect(lines(of: bytes("  "), finishing: true) == [])
        #expect(lines(of: [], finishing: true) == [])
        #expect(lines(of: fitting, finishing: true) == [fitting])
        #expect(lines(of: fitting + [97], finishing: true) == [nil])
        #expect(lines(of: fitting + fitting, finishing: true) == [nil])
        #expect(lines(of: [97, 255], finishing: true) == [[97, 255]])
        #expect(lines(of: [97, 255, 253], finishing: true) == [[97, 255, 253]])
        #expect(lines(of: [97, 255, 250, 1], finishing: true) == [[97]])
    }

    @Test func `nothing is decoded after the end`() {
        var decoder = LineDecoder()
        decoder.finish()
        decoder.receive(bytes("a\n"), count: 2)
        #expect(decoder.next() == nil)
    }

    @Test func `ten million bytes without an LF take bounded memory and are reported once`() {
        var decoder = LineDecoder()
        let piece = [UInt8](repeating: 120, count: 10_000)
        for _ in 0..<1000 {
            decoder.receive(piece, count: piece.count)
            #expect(decoder.heldBytes <= Limits.lineBytes)
            #expect(decoder.next() == nil)
            #expect(decoder.bytes.capacity <= 3 * Limits.lineBytes)
        }
        decoder.receive(bytes("\nping\n"), count: 6)
        var found: Lines = []
        drain(&decoder, into: &found)
        #expect(found == [nil, bytes("ping")])
    }

    @Test func `an undrained decoder drops a line that is too long, too`() {
        var decoder = LineDecoder()
        decoder.receive(bytes("a\n"), count: 2)
        for _ in 0..<10 { decoder.receive(fitting, count: fitting.count) }
        #expect(decoder.heldBytes == 2 + Limits.lineBytes)
        decoder.receive(bytes("\nb\n"), count: 3)
        var found: Lines = []
        drain(&decoder, into: &found)
        #expect(found == [bytes("a"), nil, bytes("b")])
    }

    @Test func `decoded lines wait until they are taken`() {
        var decoder = LineDecoder()
        for number in 0..<1000 {
            let line = bytes("line \(number)\n")
            decoder.receive(line, count: line.count)
        }
        #expect(decoder.hasWholeLine)
        #expect(decoder.heldBytes > Limits.lineBytes)
        var found: Lines = []
        drain(&decoder, into: &found)
        #expect(found == (0..<1000).map { bytes("line \($0)") })
        #expect(!decoder.hasWholeLine)
    }

    @Test func `lines taken one at a time while more come do not pile up`() {
        var decoder = LineDecoder()
        let line = bytes("a line that is neither long nor short\n")
        decoder.receive(line, count: line.count)
        for _ in 0..<10_000 {
            decoder.receive(line, count: line.count)
            #expect(decoder.next() != nil)
            #expect(decoder.heldBytes == line.count)
            #expect(decoder.bytes.count < 1024)
        }
    }

    @Test func `a client that sends one line at a time needs memory for one`() {
        var decoder = LineDecoder()
        var found: Lines = []
        for number in 100..<1100 {
            let line = bytes("line \(number % 900 + 100)\n")
            decoder.receive(line, count: line.count)
            #expect(decoder.bytes.count == line.count)
            drain(&decoder, into: &found)
        }
        #expect(found == (100..<1100).map { bytes("line \($0 % 900 + 100)") })
        #expect(decoder.bytes.capacity <= 64)
    }

    @Test func `only the given count of input bytes is decoded`() {
        var decoder = LineDecoder()
        decoder.receive(bytes("a\nb\n"), count: 2)
        var found: Lines = []
        drain(&decoder, into: &found)
        #expect(found == [bytes("a")])
    }

    @Test func `the decoder of an idle connection takes little memory`() {
        #expect(MemoryLayout<LineDecoder>.size <= 40)
        var decoder = LineDecoder()
        #expect(decoder.bytes.capacity == 0)
        var found: Lines = []
        decoder.receive(fitting + [10], count: Limits.lineBytes)
        drain(&decoder, into: &found)
        #expect(decoder.bytes.capacity == 0)
        decoder.receive(bytes("{\"type\":\"flip\",\"card\":4}\n"), count: 25)
        drain(&decoder, into: &found)
        #expect(decoder.bytes.capacity <= 64)
    }

    @Test func `random bytes decode the same whole and in random pieces`() {
        var random = SeededRandom(#function)
        let alphabet: [UInt8] = [10, 10, 13, 32, 97, 98, 255, 255, 250, 240, 251, 3, 0xef, 0xbb, 0xbf]
        for _ in 0..<300 {
            var input: [UInt8] = []
            for _ in 0..<Int.random(in: 0...400, using: &random) {
                if Int.random(in: 0..<200, using: &random) == 0 { input += fitting }
                input.append(alphabet.randomElement(using: &random) ?? 0)
            }
            var decoder = LineDecoder()
            var found: Lines = []
            var rest = input[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1...50, using: &random)))
                rest = rest.dropFirst(piece.count)
                decoder.receive(piece, count: piece.count)
                if Bool.random(using: &random) {
                    drain(&decoder, into: &found)
                } else if let line = decoder.next() {
                    if case .text(let range) = line {
                        found.append(Array(decoder.bytes[range]))
                    } else {
                        found.append(nil)
                    }
                }
            }
            decoder.finish()
            drain(&decoder, into: &found)
            #expect(found == lines(of: input, finishing: true), "seed \(random.seed)")
        }
    }
}
