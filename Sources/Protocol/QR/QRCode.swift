/// A QR code (ISO/IEC 18004) of a short text such as an address: versions 1 to 10, bytes, error correction level M.
public struct QRCode: Equatable, Sendable {
    /// The number of modules per side, 21 to 57.
    public let size: Int
    private let rows: [UInt64]

    /// Light modules that must surround the code on each side.
    package static let quietZone = 4

    /// The most bytes in a text.
    public static let longestText = 213

    /// Encodes a text; returns nil if it has more than ``longestText`` bytes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
        let codewords = version.interleaved(Self.codewords(bytes, version))
        let grid = QRGrid(version, codewords)
        let grids = (0..<8).map { mask in Self.weighed(grid.masked(mask)) }
        guard let best = grids.min(by: { $0.penalty < $1.penalty }) else { return nil }
        (size, rows) = (version.size, best.grid.rows)
    }

    private static func weighed(_ grid: QRGrid) -> (grid: QRGrid, penalty: Int) { (grid, grid.penalty) }

    /// True for a dark module.
    public subscript(row: Int, column: Int) -> Bool { rows[row] >> UInt64(column) & 1 == 1 }

    /// The code's columns with its quiet zone, which are as many as its rows.
    public var columns: Int { size + 2 * Self.quietZone }

    /// The code with its quiet zone for a terminal, two stacked modules per character: dark ink for light paper.
    public var halfBlocks: [String] {
        func ink(_ row: Int, _ column: Int) -> Bool {
            0..<size ~= row && 0..<size ~= column && self[row, column]
        }
        let modules = -Self.quietZone..<size + Self.quietZone
        return stride(from: modules.lowerBound, to: modules.upperBound, by: 2).map { row in
            modules.map { column in
                switch (ink(row, column), ink(row + 1, column)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }.joined()
        }
    }

    /// Returns the data codewords: the mode, the length, the bytes, and padding.
    static func codewords(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        // The mode takes half a byte, so everything after it is shifted by four bits.
        var halves: [UInt8] = [4]
        let length = UInt16(bytes.count)
        for shift in stride(from: version.lengthBits - 4, through: 0, by: -4) {
            halves.append(UInt8(length >> UInt16(shift) & 15))
        }
        for byte in bytes {
            halves.append(byte >> 4)
            halves.append(byte & 15)
        }
        halves.append(0)
        var codewords = stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
        let padding: [UInt8] = [0xEC, 0x11]
        let missing = version.dataCount - codewords.count
        codewords += (0..<max(0, missing)).map { padding[$0 % 2] }
        return codewords
    }
}
