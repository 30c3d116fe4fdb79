import Testing

@testable import Protocol

@Suite struct `Log: the trailer of a line` {
    /// The examples of RFC 3720, B.4, and the one that every description of the checksum has.
    @Test func `the checksum is standard CRC-32C`() {
        let read: [UInt8] =
            [0x01, 0xC0] + [UInt8](repeating: 0, count: 14) + [
                0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0x14, 0, 0, 0, 0x18,
            ]
            + [0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0]
        let examples: [([UInt8], UInt32)] = [
            (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
            ((0..<32).reversed(), 0x113F_DB5C), (read, 0xD996_3A56), ([], 0),
        ]
        for (bytes, checksum) in examples {
            #expect(CRC32C.of(bytes, in: bytes.indices) == checksum)
            // Wherever it stands among others.
            for offset in 0..<9 {
                let more = [UInt8](repeating: 7, count: offset) + bytes + [1, 2, 3]
                #expect(CRC32C.of(more, in: offset..<offset + bytes.count) == checksum)
            }
        }
    }

    @Test func `a line ends with its checksum in eight digits, and may state the synced size`() {
        for (synced, end) in [(nil, ""), (0, ",\"synced\":0"), (18230, ",\"synced\":18230")] as [(Int?, String)] {
            for number in 0..<300 {
                var writer = ByteWriter()
                writer.put("{")
                writer.putField("n", number)
                writer.endLogLine(synced: synced)
                let line = writer.drain()
                let text = String(decoding: line, as: UTF8.self)
                #expect(text.hasPrefix("{\"n\":\(number)\(end),\"crc\":\"") && text.hasSuffix("\"}\n"))
                let found = LogLine(line, in: 0..<line.count - 1)
                #expect(found?.synced == synced)
                #expect(found?.body == 0..<5 + String(number).count)
                #expect(LogLine(line, in: line.indices) == nil, "with its LF")
                #expect(LogLine(line, in: 0..<line.count - 2) == nil)
            }
        }
    }

    @Test func `the names in an unreadable line are found`() {
        func names(_ text: String) -> [String] { LogLine.names(Array(text.utf8), in: 0..<text.utf8.count) }
        #expect(names(#"{"type":"flip","match":"m3","st"#) == ["m3"])
        #expect(names(#"xx{"record":"r17","match":"m5","pri"#) == ["r17", "m5"])
        #expect(names(#"{"record":"r1"#) == [])
        #expect(names(#"{"record":"r","match":"mm","#) == [])
        #expect(names(#"{"match":"m99999999999999999999999","#) == [])
        #expect(names("") == [])
    }
}
