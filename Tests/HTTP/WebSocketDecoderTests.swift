import TestSupport
import Testing

@testable import HTTP

/// Decoded input: whole messages, and the other events as they are.
private enum Heard: Equatable {
    case message(String)
    case other(WebSocketDecoder.Event)

    static func ping(_ text: String) -> Heard { .other(.ping(Array(text.utf8))) }
    static func violation(_ code: WebSocketCloseCode) -> Heard { .other(.violation(code)) }
}

private func decode(_ pieces: [[UInt8]]) -> [Heard] {
    var (decoder, heard, text) = (WebSocketDecoder(), [Heard](), [UInt8]())
    for var piece in pieces {
        var position = 0
        while let event = decoder.next(in: &piece, at: &position, end: piece.count) {
            switch event {
            case .text(let range): text += piece[range]
            case .messageEnd:
                heard.append(.message(String(decoding: text, as: UTF8.self)))
                text = []
            default: heard.append(.other(event))
            }
        }
        #expect(position == piece.count)
    }
    return heard
}

private func frame(
    _ opcode: UInt8, _ text: String = "", isFinal: Bool = true, reserved: UInt8 = 0, lengthBytes: Int? = nil
) -> [UInt8] {
    ClientFrame.frame(
        opcode: opcode, Array(text.utf8), isFinal: isFinal, reserved: reserved, lengthBytes: lengthBytes)
}

private func text(_ bytes: [UInt8], isFinal: Bool = true, opcode: UInt8 = 1) -> [UInt8] {
    ClientFrame.frame(opcode: opcode, bytes, isFinal: isFinal)
}

private let fox = Array("🦊".utf8)

private let samples: [(name: String, input: [UInt8], heard: [Heard])] = [
    // RFC 6455, section 5.7.
    ("a masked text", [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], [.message("Hello")]),
    ("a masked pong", [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58], []),
    ("an empty message", frame(1), [.message("")]),
    ("a ping", frame(9, "Hello"), [.ping("Hello")]),
    ("a ping of 125 bytes", frame(9, String(repeating: "x", count: 125)), [.ping(String(repeating: "x", count: 125))]),
    ("fragments", frame(1, "Hel", isFinal: false) + frame(0, "lo"), [.message("Hello")]),
    (
        "empty fragments",
        frame(1, isFinal: false) + frame(0, isFinal: false) + frame(0, "a", isFinal: false) + frame(0),
        [.message("a")]
    ),
    (
        "control frames between fragments",
        frame(1, "He", isFinal: false) + frame(9, "1") + frame(0, "l", isFinal: false) + frame(10) + frame(0, "lo"),
        [.ping("1"), .message("Hello")]
    ),
    (
        "a character across fragments",
        text(Array(fox[..<1]), isFinal: false) + frame(9) + text(Array(fox[1..<3]), isFinal: false, opcode: 0)
            + text(Array(fox[3...]), opcode: 0), [.ping(""), .message("🦊")]
    ),
    ("126 bytes", frame(1, String(repeating: "a", count: 126)), [.message(String(repeating: "a", count: 126))]),
    ("65535 bytes", frame(1, String(repeating: "a", count: 65535)), [.message(String(repeating: "a", count: 65535))]),
    ("65536 bytes", frame(1, String(repeating: "a", count: 65536)), [.message(String(repeating: "a", count: 65536))]),
    ("a zero byte", text([0]), [.message("\0")]),
    ("an end without a code", frame(8) + frame(1, "late"), [.other(.close(nil))]),
    ("an end with a code", ClientFrame.close(1000) + frame(9), [.other(.close(.normal))]),
    ("an end with a reason", text([3, 0xE9] + Array("🦊".utf8), opcode: 8), [.other(.close(.goingAway))]),
    (
        "an end within a message", frame(1, "He", isFinal: false) + ClientFrame.close(1001),
        [.other(.close(.goingAway))]
    ),
    ("nothing after a violation", frame(2) + frame(1, "ping") + frame(9), [.violation(.unsupportedData)]),
    ("what came before a violation", frame(1, "ping") + frame(3), [.message("ping"), .violation(.protocolError)]),
]

private let violations: [(name: String, input: [UInt8], code: WebSocketCloseCode)] = [
    ("no mask", ClientFrame.frame(opcode: 1, [97], mask: nil), .protocolError),
    ("no mask on an empty frame", [0x81, 0], .protocolError),
    ("no mask on a close frame", [0x88, 0], .protocolError),
    ("binary", frame(2, "a"), .unsupportedData),
    ("binary in fragments", frame(2, "a", isFinal: false), .unsupportedData),
    ("a continuation of nothing", frame(0), .protocolError),
    ("a continuation after the end", frame(1, isFinal: false) + frame(0) + frame(0), .protocolError),
    ("a message within another", frame(1, isFinal: false) + frame(1), .protocolError),
    ("a ping in fragments", frame(9, isFinal: false), .protocolError),
    ("a close in fragments", frame(8, isFinal: false), .protocolError),
    ("a ping of 126 bytes", frame(9, String(repeating: "x", count: 126)), .protocolError),
    ("a short ping with a long length", frame(9, "a", lengthBytes: 2), .protocolError),
    ("a length of two bytes that fits into one", frame(1, "a", lengthBytes: 2), .protocolError),
    ("125 in two bytes", frame(1, String(repeating: "a", count: 125), lengthBytes: 2), .protocolError),
    ("a length of eight bytes that fits into two", frame(1, "a", lengthBytes: 8), .protocolError),
    ("65535 in eight bytes", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .protocolError),
    ("a length with the top bit", [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
    ("a close of one byte", text([3], opcode: 8), .protocolError),
    ("a close with a reason that is not UTF-8", text([3, 0xE8, 0xFF], opcode: 8), .invalidText),
    ("a close with half a character", text([3, 0xE8, 0xF0, 0x9F], opcode: 8), .invalidText),
    ("half a character at the end", text(Array(fox[..<2])), .invalidText),
    ("half a character at the end of fragments", text(Array(fox[..<2]), isFinal: false) + frame(0), .invalidText),
]

@Suite("Transport: WebSocket input") struct WebSocketDecoderTests {
    @Test func `frames decode the same whole, in pieces and byte by byte`() {
        for (name, input, heard) in samples {
            for length in [Int.max, 1, 2, 3, 7, 4096] where length > 3 || input.count < 1000 {
                let pieces = stride(from: 0, to: input.count, by: min(length, input.count)).map { start in
                    Array(input[start..<min(input.count, start + min(length, input.count))])
                }
                #expect(decode(pieces) == heard, "\(name) in pieces of \(length)")
            }
        }
    }

    @Test func `whatever breaks the protocol ends the input with its code`() {
        for (name, input, code) in violations {
            for pieces in [[input], input.map { [$0] }] {
                let events = decode(pieces + [frame(1, "late")]).filter {
                    if case .message = $0 { false } else { true }
                }
                #expect(events == [.violation(code)], "\(name)")
            }
        }
    }

    @Test func `each reserved bit and opcode is a violation`() {
        for reserved in UInt8(1)...7 {
            for opcode: UInt8 in [0, 1, 8, 9, 10] {
                #expect(decode([frame(opcode, reserved: reserved)]) == [.violation(.protocolError)])
            }
        }
        for opcode: UInt8 in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
            #expect(decode([frame(opcode)]) == [.violation(.protocolError)])
        }
    }

    @Test func `only codes that a client may send close without a violation`() {
        let allowed = Set((1000...1003)).union(1007...1014).union(3000...4999)
        for code in [0, 1, 999] + Array(1000...1020) + [1100, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 65535] {
            let event = decode([ClientFrame.close(code)])
            if allowed.contains(code) {
                #expect(event == [.other(.close(WebSocketCloseCode(received: UInt16(code))))], "\(code)")
            } else {
                #expect(event == [.violation(.protocolError)], "\(code)")
            }
        }
    }

    @Test func `text that is not UTF-8 is found at its first wrong byte, before the frame ends`() {
        let wrong: [[UInt8]] = [
            [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xFF], [0xC3, 0x28], [0xE0, 0x9F], [0xED, 0xA0], [0xE2, 0x28],
            [0xE2, 0x82, 0x28], [0xF0, 0x8F], [0xF4, 0x90], [0xF0, 0x9F, 0x41], [0xF0, 0x9F, 0xA6, 0xC0],
        ]
        for bytes in wrong {
            // A frame of a gigabyte, of which only these bytes have come.
            var input: [UInt8] = [0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]
            input += Array("ok ".utf8) + bytes.dropLast()
            #expect(decode([input]) == [], "\(bytes)")
            #expect(decode([input, bytes.suffix(1)]) == [.violation(.invalidText)], "\(bytes)")
            let parts = text(Array("ok".utf8) + bytes.dropLast(), isFinal: false)
            #expect(decode([parts + text(bytes.suffix(1), opcode: 0)]) == [.violation(.invalidText)], "\(bytes)")
        }
    }

    @Test func `the decoder accepts the text that Swift does`() {
        var random = SeededRandom("UTF-8 in frames")
        let alphabet: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE2, 0xED, 0xF0, 0xF4]
        for _ in 0..<20_000 {
            let bytes = (0..<random.number(0...6)).map { _ in random.one(of: alphabet) }
            let isText = String(validating: bytes, as: UTF8.self) != nil
            let isMessage = decode([text(bytes)]) == [.message(String(decoding: bytes, as: UTF8.self))]
            #expect(isText == isMessage, "\(bytes)")
        }
    }

    @Test func `random frames under random masks decode the same, however they are split`() {
        var random = SeededRandom("frames in pieces")
        for _ in 0..<300 {
            var (input, sent) = ([UInt8](), [Heard]())
            for _ in 0..<random.number(1...6) {
                let message = String((0..<random.number(0...200)).map { _ in random.one(of: Array("a🦊é\n ")) })
                var rest = Array(message.utf8)[...]
                var opcode: UInt8 = 1
                repeat {
                    let part = rest.prefix(random.number(0...150))
                    rest = rest.dropFirst(part.count)
                    let mask = (0..<4).map { _ in UInt8(random.number(0...255)) }
                    input += ClientFrame.frame(opcode: opcode, Array(part), isFinal: rest.isEmpty, mask: mask)
                    opcode = 0
                    if rest.isEmpty { sent.append(.message(message)) }
                    if random.chance(oneIn: 4) {
                        sent.append(.ping("\(sent.count)"))
                        input += frame(9, "\(sent.count - 1)")
                    }
                } while !rest.isEmpty
            }
            var (pieces, rest) = ([[UInt8]](), input[...])
            while !rest.isEmpty {
                pieces.append(Array(rest.prefix(random.number(1...40))))
                rest = rest.dropFirst(pieces.last?.count ?? 0)
            }
            #expect(decode(pieces) == sent)
        }
    }

    @Test func `the decoder of an idle connection takes little memory`() {
        #expect(MemoryLayout<WebSocketDecoder>.size <= 40)
    }
}

@Suite("Transport: WebSocket output") struct WebSocketFrameTests {
    @Test func `frames are those of the standard's examples`() {
        #expect(WebSocketFrame.messages(Array("Hello\n".utf8)) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(WebSocketFrame.pong(Array("Hello".utf8)) == [0x8A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(WebSocketFrame.close(.goingAway) == [0x88, 0x02, 0x03, 0xE9])
    }

    @Test func `each line is a message without its LF, also a blank one`() throws {
        var frames = WebSocketFrame.messages(Array("\n   A   B\n\nAnn's turn.\n".utf8))
        var texts: [String] = []
        while let frame = try HostFrame.take(from: &frames) { texts.append(frame.text) }
        #expect(texts == ["", "   A   B", "", "Ann's turn."])
        #expect(frames == [])
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65535, 65536, 70000])
    func `a message has the shortest length`(_ count: Int) throws {
        let line = [UInt8](repeating: 97, count: count)
        var frames = WebSocketFrame.messages(line + [10])
        #expect(frames.count == count + (count < 126 ? 2 : count < 65536 ? 4 : 10))
        #expect(try HostFrame.take(from: &frames)?.payload == line)
    }
}
