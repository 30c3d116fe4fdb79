import TestSupport
import Testing

@testable import Protocol

/// The decoder's output: lines, or `nil` for one that was too long.
private typealias Lines = [[UInt8]?]

private func text(_ line: LineDecoder.Line, of decoder: LineDecoder) -> [UInt8]? {
    if case .text(let range) = line { Array(decoder.bytes[range]) } else { nil }
}

/// Takes all lines that are complete.
private func drained(_ decoder: inout LineDecoder) -> Lines {
    var lines: Lines = []
    while let line = decoder.next() { lines.append(text(line, of: decoder)) }
    return lines
}

/// Gives `input` to a new decoder in pieces of this many bytes, drained after each.
private func lines(of input: [UInt8], piece: Int = .max, finishing: Bool = false) -> Lines {
    var decoder = LineDecoder()
    var lines: Lines = []
    var next = 0
    while next < input.count {
        let end = piece >= input.count - next ? input.count : next + piece
        decoder.receive(Array(input[next..<end]), count: end - next)
        lines += drained(&decoder)
        next = end
    }
    if finishing {
        decoder.finish()
        lines += drained(&decoder)
        #expect(decoder.heldBytes == 0)
    }
    return lines
}

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private let fitting = [UInt8](repeating: 97, count: Limits.lineBytes - 1)

private let samples: [(name: String, input: [UInt8], output: Lines)] = [
    ("a line", bytes("flip b4\n"), [bytes("flip b4")]),
    ("two lines", bytes("a\nb\n"), [bytes("a"), bytes("b")]),
    ("CRLF", bytes("a\r\nb\r\n"), [bytes("a"), bytes("b")]),
    ("a carriage return elsewhere stays", bytes("a\rb\r\r\n"), [bytes("a\rb\r")]),
    ("blank lines", bytes("\n\r\n  \t\n \r\na\n\n"), [bytes("a")]),
    ("blanks around stay", bytes("  a \n"), [bytes("  a ")]),
    ("a byte-order mark", [0xef, 0xbb, 0xbf] + bytes("a\n"), [bytes("a")]),
    ("a byte-order mark alone", [0xef, 0xbb, 0xbf, 13, 10], []),
    ("a byte-order mark within", bytes("a\u{feff}\n"), [bytes("a\u{feff}")]),
    ("4096 bytes", fitting + [10] + bytes("a\n"), [fitting, bytes("a")]),
    ("4097 bytes", fitting + [97, 10] + bytes("a\n"), [nil, bytes("a")]),
    ("4097 bytes with CRLF", fitting + [13, 10] + bytes("a\n"), [nil, bytes("a")]),
    ("two long lines", fitting + fitting + [10] + fitting + fitting + bytes("\na\n"), [nil, nil, bytes("a")]),
    ("zero bytes", [0, 0, 10], [[0, 0]]),
    ("telnet negotiation", [255, 253, 3, 255, 251, 24] + bytes("hi\n"), [bytes("hi")]),
    ("telnet options 0 and 239", [255, 251, 0, 255, 254, 239] + bytes("hi\n"), [bytes("hi")]),
    ("telnet commands of two bytes", bytes("a") + [255, 240, 255, 249] + bytes("b\n"), [bytes("ab")]),
    ("a telnet subnegotiation", [255, 250, 31, 0, 80, 0, 10, 255, 240] + bytes("hi\n"), [bytes("hi")]),
    ("255 within a subnegotiation", [255, 250, 31, 255, 255, 0, 255, 240] + bytes("hi\n"), [bytes("hi")]),
    (
        "an endless subnegotiation",
        [255, 250] + [UInt8](repeating: 1, count: Limits.telnetSubnegotiationBytes) + bytes("hi\n"), [bytes("hi")]
    ),
    ("255 254 and an LF stay", [255, 254, 10], [[255, 254]]),
    ("255 and an LF stay", [255, 10, 97, 10], [[255], [97]]),
    ("255 twice stays", [255, 255, 97, 10], [[255, 255, 97]]),
    ("an option of 240 is none", [255, 253, 240, 97, 10], [[255, 253, 240, 97]]),
    ("a sequence after half of one", [255, 253, 255, 253, 3, 97, 10], [[255, 253, 97]]),
]

@Suite("Transport: LineDecoder") struct TransportLineDecoderTests {
    @Test func `a line decodes the same whole, in pieces and with a tail`() {
        for (name, input, output) in samples {
            for piece in [Int.max, 1, 2, 3, 7, 4095, 4096, 4097] {
                #expect(lines(of: input, piece: piece) == output, "\(name) in pieces of \(piece)")
            }
            #expect(lines(of: input + bytes("tail")) == output, "\(name)")
            #expect(lines(of: input + bytes("tail"), finishing: true) == output + [bytes("tail")], "\(name)")
        }
    }

    @Test func `telnet sequences may be split anywhere`() {
        let input = bytes("a") + [255, 253, 3, 255, 250, 31, 255, 255, 255, 240, 255, 241] + bytes("b\n")
        for cut in 0...input.count {
            var decoder = LineDecoder()
            decoder.receive(input, count: cut)
            var found = drained(&decoder)
            decoder.receive(Array(input[cut...]), count: input.count - cut)
            found += drained(&decoder)
            #expect(found == [bytes("ab")], "cut at \(cut)")
        }
    }

    @Test(
        arguments: [
            (bytes("a\nb"), [bytes("a"), bytes("b")]), (bytes("b\r"), [bytes("b")]), (bytes("  "), []), ([], []),
            (fitting, [fitting]), (fitting + [97], [nil]), (fitting + fitting, [nil]), ([97, 255], [[97, 255]]),
            ([97, 255, 253], [[97, 255, 253]]), ([97, 255, 250, 1], [[97]]),
        ] as [([UInt8], Lines)])
    private func `an unterminated last line counts once the client has closed`(input: [UInt8], output: Lines) {
        #expect(lines(of: input, finishing: true) == output)
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
        #expect(drained(&decoder) == [nil, bytes("ping")])
    }

    @Test func `an undrained decoder drops a line that is too long, too`() {
        var decoder = LineDecoder()
        decoder.receive(bytes("a\n"), count: 2)
        for _ in 0..<10 { decoder.receive(fitting, count: fitting.count) }
        #expect(decoder.heldBytes == 2 + Limits.lineBytes)
        decoder.receive(bytes("\nb\n"), count: 3)
        #expect(drained(&decoder) == [bytes("a"), nil, bytes("b")])
    }

    @Test func `decoded lines wait until they are taken`() {
        var decoder = LineDecoder()
        for number in 0..<1000 {
            let line = bytes("line \(number)\n")
            decoder.receive(line, count: line.count)
        }
        #expect(decoder.hasWholeLine)
        #expect(decoder.heldBytes > Limits.lineBytes)
        #expect(drained(&decoder) == (0..<1000).map { bytes("line \($0)") })
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
        for number in 100..<1100 {
            let line = bytes("line \(number % 900 + 100)\n")
            decoder.receive(line, count: line.count)
            #expect(decoder.bytes.count == line.count)
            #expect(drained(&decoder) == [line.dropLast()])
        }
        #expect(decoder.bytes.capacity <= 64)
    }

    @Test func `only the given count of input bytes is decoded`() {
        var decoder = LineDecoder()
        decoder.receive(bytes("a\nb\n"), count: 2)
        #expect(drained(&decoder) == [bytes("a")])
    }

    @Test func `the decoder of an idle connection takes little memory`() {
        #expect(MemoryLayout<LineDecoder>.size <= 40)
        var decoder = LineDecoder()
        #expect(decoder.bytes.capacity == 0)
        decoder.receive(fitting + [10], count: Limits.lineBytes)
        #expect(drained(&decoder) == [fitting] && decoder.bytes.capacity == 0)
        decoder.receive(bytes("{\"type\":\"flip\",\"card\":4}\n"), count: 25)
        #expect(drained(&decoder).count == 1)
        #expect(decoder.bytes.capacity <= 64)
    }

    @Test func `random bytes decode the same whole and in random pieces`() {
        var random = SeededRandom("bytes in pieces")
        let alphabet: [UInt8] = [10, 10, 13, 32, 97, 98, 255, 255, 250, 240, 251, 3, 0xef, 0xbb, 0xbf]
        for _ in 0..<300 {
            let input = (0..<random.number(0...400)).flatMap { _ in
                (random.chance(oneIn: 200) ? fitting : []) + [random.one(of: alphabet)]
            }
            var decoder = LineDecoder()
            var found: Lines = []
            var rest = input[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(random.number(1...50)))
                rest = rest.dropFirst(piece.count)
                decoder.receive(piece, count: piece.count)
                if random.chance(oneIn: 2) {
                    found += drained(&decoder)
                } else if let line = decoder.next() {
                    found.append(text(line, of: decoder))
                }
            }
            decoder.finish()
            #expect(found + drained(&decoder) == lines(of: input, finishing: true))
        }
    }
}
