/// The size of a picture in pixels, as its file says. A small file may claim a size that no phone has the memory for.
enum PictureSize {
    /// Returns the longer side; nil if the file says none, because it is broken.
    static func longerSide(_ bytes: [UInt8], _ type: PictureType) -> Int? {
        switch type {
        case .png: largest(bigEndian(bytes, at: 16, 4), bigEndian(bytes, at: 20, 4))
        case .gif: largest(littleEndian(bytes, at: 6, 2), littleEndian(bytes, at: 8, 2))
        case .jpeg: jpeg(bytes)
        case .webp: webp(bytes)
        case .avif: avif(bytes)
        }
    }

    /// The frame header of a JPEG (ITU-T T.81, section B.2.2), which follows other segments.
    private static func jpeg(_ bytes: [UInt8]) -> Int? {
        var position = 2
        while let marker = bigEndian(bytes, at: position, 2), let length = bigEndian(bytes, at: position + 2, 2) {
            if marker == 0xFFFF {  // Bytes of 0xFF may fill the space before a marker.
                position += 1
                continue
            }
            guard marker > 0xFFBF, length >= 2 else { return nil }
            // All from 0xC0 to 0xCF, but for those of tables and of arithmetic coding.
            if 0xFFC0...0xFFCF ~= marker, ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
                return largest(bigEndian(bytes, at: position + 5, 2), bigEndian(bytes, at: position + 7, 2))
            }
            position += 2 + length
        }
        return nil
    }

    /// The three kinds of WebP (RFC 9649, section 2): a frame of VP8, one without losses, and the extended form.
    private static func webp(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            return largest(
                littleEndian(bytes, at: 26, 2).map { $0 & 0x3FFF }, littleEndian(bytes, at: 28, 2).map { $0 & 0x3FFF })
        case "VP8L":
            return littleEndian(bytes, at: 21, 4).map { max($0 & 0x3FFF, $0 >> 14 & 0x3FFF) + 1 }
        case "VP8X":
            return largest(littleEndian(bytes, at: 24, 3), littleEndian(bytes, at: 27, 3)).map { $0 + 1 }
        default: return nil
        }
    }

    /// The first property of an AVIF that says its extent (ISO/IEC 23008-12, section 6.5.3).
    private static func avif(_ bytes: [UInt8]) -> Int? {
        let name = Array("ispe".utf8)
        let start = bytes.indices.prefix(8192).first { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
        return start.flatMap { largest(bigEndian(bytes, at: $0 + 8, 4), bigEndian(bytes, at: $0 + 12, 4)) }
    }

    private static func largest(_ width: Int?, _ height: Int?) -> Int? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return max(width, height)
    }

    private static func bigEndian(_ bytes: [UInt8], at start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func littleEndian(_ bytes: [UInt8], at start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
