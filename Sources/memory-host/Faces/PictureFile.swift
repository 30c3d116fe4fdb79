import Protocol

/// A picture as the host keeps it and sends it to browsers.
struct PictureFile: Equatable, Sendable {
    /// Its label and its path.
    let picture: Picture
    let type: PictureType
    let bytes: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameter digest: the SHA-256 of the bytes.
    init(label: String, type: PictureType, bytes: [UInt8], digest: [UInt8]) {
        let digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        picture = Picture(label: label, path: "/faces/\(digits.joined())")
        (self.type, self.bytes) = (type, bytes)
    }
}

/// The limits of a set of pictures.
enum PictureLimits {
    /// Pictures in a set: two make a game, and fifty are enough for the largest board.
    static let count = 2...50
    /// Pictures below which the boards of the usual size show some of them on more than one pair.
    static let usualCount = 15
    /// Pixels along the longer side, which browsers need memory for.
    static let side = 4096
    /// Bytes of one picture.
    static let bytes = 1024 * 1024
    /// Bytes of all pictures, which the host keeps in memory.
    static let totalBytes = 16 * 1024 * 1024
}
