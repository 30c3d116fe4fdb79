/// Pictures for tests.
public enum SamplePictures {
    /// A GIF of one pixel in this colour, which browsers show.
    public static func gif(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0]
        let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        return Array("GIF89a".utf8) + screen + [red, green, blue, 0, 0, 0] + pixel
    }

    /// A file that begins like a PNG and is none.
    public static let broken: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("broken".utf8)
}
