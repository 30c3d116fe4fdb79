/// Pictures for tests.
public enum SamplePictures {
    /// A GIF of one pixel in this colour, which browsers show.
    public static func gif(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0]
        let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        return Array("GIF89a".utf8) + screen + [red, green, blue, 0, 0, 0] + pixel
    }

    /// A file that begins like a PNG of this size, and then holds nothing that can be shown.
    public static func brokenPNG(width: Int = 8, height: Int = 8) -> [UInt8] {
        let size = [width, height].flatMap { side in (0..<4).map { UInt8(side >> (24 - 8 * $0) & 0xFF) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
            + [8, 2, 0, 0, 0] + Array("broken".utf8)
    }
}
