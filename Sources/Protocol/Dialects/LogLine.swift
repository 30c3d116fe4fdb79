// A line of a log is one JSON object, whoever writes it; the log ends it:
//
//     {"type":"flip","match":"m3",…,"synced":18230,"crc":"1a2b3c4d"}
//
// `crc` is CRC-32C, in hexadecimal, over every byte before the comma in front of it. `synced` is only in a line that was
// the first after a sync: so many bytes of the file were on the disk.

/// The end of a line of a log, which says that all of the line is as it was written.
package struct LogLine {
    /// The object as it was written, without what the log has put behind it and without its last brace.
    package let body: Range<Int>
    /// Bytes of the file that were on the disk when the line was begun, if it says so.
    package let synced: Int?

    private static let mark: StaticString = ",\"synced\":"
    /// `,"crc":"` and eight digits, a quote and a brace.
    private static let endBytes = 18

    /// Looks at the end of a line, without its LF; nil if the line is not as it was written.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        let end = range.upperBound - Self.endBytes
        guard end > range.lowerBound else { return nil }
        var reader = RecordReader(bytes, in: end..<range.upperBound)
        guard reader.take(",\"crc\":\""), let crc = reader.takeHex(), reader.take("\"}"),
            crc == CRC32C.of(bytes, in: range.lowerBound..<end)
        else { return nil }
        // In a string of JSON no quote stands bare, so that nothing else can look like the mark.
        var digits = end
        while digits > range.lowerBound, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[digits - 1] { digits -= 1 }
        let start = digits - Self.mark.utf8CodeUnitCount
        reader = RecordReader(bytes, in: max(start, range.lowerBound)..<end)
        let isMarked = start > range.lowerBound && digits < end && reader.take(Self.mark)
        (body, synced) = (range.lowerBound..<(isMarked ? start : end), isMarked ? reader.takeNumber() : nil)
    }

    /// The record and the match that a line which cannot be read seems to be about, as far as their names are there whole.
    package static func names(_ bytes: [UInt8], in range: Range<Int>) -> [String] {
        ["\"record\":\"r", "\"match\":\"m"].compactMap { key in
            let key = Array(key.utf8)
            guard let start = bytes[range].firstRange(of: key)?.upperBound,
                let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\"")), start < end,
                end < start + 15,
                bytes[start..<end].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
            else { return nil }
            return String(decoding: bytes[start - 1..<end], as: UTF8.self)
        }
    }
}

extension ByteWriter {
    /// Ends a line of a log, of which all but the last brace was written.
    ///
    /// - Parameter synced: how much of the file is on the disk, if the line is to say so.
    package mutating func endLogLine(synced: Int? = nil) {
        if let synced { putField("synced", synced) }
        let crc = checksum
        put(",\"crc\":\"")
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            let digit = UInt8(crc >> shift & 0xF)
            put(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
        put("\"}\n")
    }

    /// Appends bytes of a line that was written before.
    package mutating func put(_ bytes: [UInt8], in range: Range<Int>) { for index in range { put(bytes[index]) } }
}
