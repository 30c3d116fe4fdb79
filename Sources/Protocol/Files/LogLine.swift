// Every line of a log is one JSON object; the log adds its end:
//
//     {"type":"flip","match":"m3",…,"synced":18230,"crc":"1a2b3c4d"}
//
// `crc` is the CRC-32C, in hexadecimal, of all bytes before its comma. `synced` appears only in the first line after a
// sync: the number of bytes of the file that were on disk.

/// The end of a log line, which proves that the whole line is as it was written.
package struct LogLine {
    /// The object as written, without the fields added by the log and without its last brace.
    package let body: Range<Int>
    /// Bytes of the file that were on disk when the line was begun; nil if the line doesn't say.
    package let synced: Int?

    private static let mark: StaticString = ",\"synced\":"
    /// Bytes in `,"crc":"`, eight digits, a quote and a brace.
    private static let endBytes = 18

    /// Checks the end of a line (without its LF); returns nil if the line isn't as it was written.
    package init?(_ bytes: [UInt8], in range: Range<Int>) {
        let end = range.upperBound - Self.endBytes
        guard end > range.lowerBound else { return nil }
        var reader = FieldReader(bytes, in: end..<range.upperBound)
        guard reader.skip(",\"crc\":\""), let crc = reader.readHex(), reader.skip("\"}"),
            crc == CRC32C.of(bytes, in: range.lowerBound..<end)
        else { return nil }
        // Strings in JSON contain no unescaped quote, so nothing else can look like the mark.
        var digits = end
        while digits > range.lowerBound, bytes[digits - 1].isDigit { digits -= 1 }
        let start = digits - Self.mark.utf8CodeUnitCount
        reader = FieldReader(bytes, in: max(start, range.lowerBound)..<end)
        let isMarked = start > range.lowerBound && digits < end && reader.skip(Self.mark)
        (body, synced) = (range.lowerBound..<(isMarked ? start : end), isMarked ? reader.readNumber() : nil)
    }

    /// Returns the IDs of the record and the match that a damaged line seems to be about, as far as they are intact.
    package static func names(_ bytes: [UInt8], in range: Range<Int>) -> [String] {
        ["\"record\":\"r", "\"match\":\"m"].compactMap { key in
            let key = Array(key.utf8)
            // Not `firstRange(of:)`, which is much slower.
            guard let found = range.first(where: { bytes[$0..<range.upperBound].starts(with: key) }) else { return nil }
            let start = found + key.count
            guard let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\"")), start < end,
                end < start + 15,
                bytes[start..<end].allSatisfy(\.isDigit)
            else { return nil }
            return String(decoding: bytes[start - 1..<end], as: UTF8.self)
        }
    }
}

extension ByteWriter {
    /// Ends a log line that is complete except for its last brace.
    ///
    /// - Parameter synced: the number of bytes of the file that are on disk, if the line is to record it.
    package mutating func endLogLine(synced: Int? = nil) {
        if let synced { putField("synced", synced) }
        let crc = checksum
        var pen = pen(room: 19)
        pen.put(",\"crc\":\"")
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            pen.put(.hexDigit(UInt8(truncatingIfNeeded: crc >> shift) & 15))
        }
        pen.put("\"}\n")
        end(pen)
    }

    /// Appends a part of an existing line.
    package mutating func put(_ bytes: [UInt8], in range: Range<Int>) { for index in range { put(bytes[index]) } }
}
