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

    /// The largest extent in an AVIF. Besides the picture that is shown, a file may hold a thumbnail, the tiles of a
    /// grid and the frames of a sequence, in any order.
    private static func avif(_ bytes: [UInt8]) -> Int? { extent(in: bytes, 0..<bytes.count, depth: 0) }

    /// Boxes that hold others, and the bytes before the first of them (ISO/IEC 14496-12; for `iprp` and `ipco`, ISO/IEC
    /// 23008-12, section 9.3).
    private static let containers = [
        "meta": 4, "iprp": 0, "ipco": 0, "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "stsd": 8,
    ]

    /// Returns the largest extent that a box in this range states, in itself or in the boxes that it holds.
    private static func extent(in bytes: [UInt8], _ range: Range<Int>, depth: Int) -> Int? {
        var (position, extent): (Int, Int?) = (range.lowerBound, nil)
        while let size = bigEndian(bytes, at: position, 4), let kind = bigEndian(bytes, at: position + 4, 4) {
            // A size of 0 means up to the end; of 1, that eight bytes after the kind have the size.
            let header = size == 1 ? 16 : 8
            let wanted = size == 0 ? range.count : size == 1 ? bigEndian(bytes, at: position + 8, 8) ?? 0 : size
            guard position < range.upperBound, wanted >= header else { return extent }
            let end = wanted < range.upperBound - position ? position + wanted : range.upperBound
            let name = String(decoding: [24, 16, 8, 0].map { UInt8(kind >> $0 & 0xFF) }, as: UTF8.self)
            let first = position + header
            let found: Int? =
                switch name {
                case "ispe": largest(bigEndian(bytes, at: first + 4, 4), bigEndian(bytes, at: first + 8, 4))
                case "av01": largest(bigEndian(bytes, at: first + 24, 2), bigEndian(bytes, at: first + 26, 2))
                default:
                    if let skipped = containers[name], first + skipped < end, depth < containers.count {
                        Self.extent(in: bytes, first + skipped..<end, depth: depth + 1)
                    } else {
                        nil
                    }
                }
            if let found { extent = max(extent ?? 0, found) }
            position = end
        }
        return extent
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
