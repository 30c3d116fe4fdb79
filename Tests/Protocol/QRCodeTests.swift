import TestSupport
import Testing

@testable import Protocol

@Suite struct QRCodeTests {
    @Test func `each text is read by an independent reader, at every length and version`() throws {
        var random = SeededRandom("texts in QR codes")
        var sizes: Set<Int> = []
        for length in Array(0...70) + [84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 212, 213] {
            let text = String((0..<length).map { _ in random.one(of: Array("abcXYZ019:/#.-[]")) })
            let code = try #require(QRCode(text))
            sizes.insert(code.size)
            #expect(try QRReader(size: code.size) { code[$0, $1] }.text() == text)
        }
        #expect(sizes == Set(stride(from: 21, through: 57, by: 4)))
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    }

    @Test func `a text takes the smallest version that it fits into`() {
        for (bytes, size) in [(14, 21), (15, 25), (26, 25), (27, 29), (42, 29), (43, 33), (213, 57)] {
            #expect(QRCode(String(repeating: "a", count: bytes))?.size == size, "\(bytes)")
        }
        #expect(QRCode("http://192.168.100.200:6366/#KQ7XM4")?.size == 29)
    }

    @Test func `error correction is that of the standard's example`() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        #expect(
            ReedSolomon.correction(data, ReedSolomon.generator(10)) == [
                0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55,
            ])
    }

    @Test func `format and version are those of the standard's examples`() {
        #expect(QRVersion.format(mask: 0b101) == 0b100000011001110)
        #expect(QRVersion.all[6].information == 0b000111110010010100)
    }

    @Test func `a damaged code is not read`() throws {
        let code = try #require(QRCode("http://den:6366/"))
        for (row, column) in [(0, 0), (8, 0), (code.size - 1, code.size - 1), (6, 10), (12, 12)] {
            let reader = QRReader(size: code.size) { ($0, $1) == (row, column) ? !code[$0, $1] : code[$0, $1] }
            #expect(throws: (any Error).self) { try reader.text() }
        }
    }

    @Test func `half blocks are the code with a quiet zone of four modules`() throws {
        let code = try #require(QRCode("http://den:6366/"))
        let lines = code.halfBlocks
        #expect(lines.count == (code.size + 9) / 2 && lines.allSatisfy { $0.count == code.columns })
        #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == " " } })
        let reader = QRReader(size: code.size) { row, column in
            let mark = Array(lines[(row + 4) / 2])[column + 4]
            return mark == "█" || mark == (row % 2 == 0 ? "▀" : "▄")
        }
        #expect(try reader.text() == "http://den:6366/")
    }
}
