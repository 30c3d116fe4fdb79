/// CRC-32C (Castagnoli) as in RFC 3720. It detects accidental damage, such as any single changed byte, but doesn't
/// prevent forgery.
package enum CRC32C {
    /// Returns the checksum of a range of bytes.
    package static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        return unsafe bytes.withUnsafeBytes { unsafe of(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Returns the checksum of the bytes, processing eight at a time.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { table in
            var (crc, position) = (~UInt32(0), 0)
            while position + 8 <= bytes.count {
                let eight = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let word = UInt64(littleEndian: eight) ^ UInt64(crc)
                crc = 0
                for index in 0..<8 {
                    unsafe crc ^= table[(7 - index) * 256 + Int(word >> UInt64(8 * index) & 0xFF)]
                }
                position += 8
            }
            while position < bytes.count {
                unsafe crc = table[Int((crc ^ UInt32(bytes[position])) & 0xFF)] ^ crc >> 8
                position += 1
            }
            return ~crc
        }
    }

    /// Eight tables of 256 entries: the effect of a byte on the checksum with zero to seven bytes after it.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { byte in
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
            return crc
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
        }
        return tables
    }()
}
