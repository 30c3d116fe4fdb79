/// The kinds of pictures that browsers show, told by how their files begin. SVG is not among them: it may hold scripts.
enum PictureType: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, avif

    /// Finds the kind of a file; nil if it is none of them.
    init?(_ bytes: [UInt8]) {
        func holds(_ text: String, at start: Int) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if holds("GIF87a", at: 0) || holds("GIF89a", at: 0) {
            self = .gif
        } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
            self = .webp
        } else if Self.brands(bytes).contains(where: { ["avif", "avis"].contains($0) }) {
            self = .avif
        } else {
            return nil
        }
    }

    /// Its name for people.
    var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// The type in `Content-Type`.
    var mediaType: String { "image/\(rawValue)" }

    /// The usual ending of a file's name.
    var fileEnding: String { self == .jpeg ? "jpg" : rawValue }

    /// Returns true if a file is a picture as iPhones take them, which few browsers show.
    static func isHEIF(_ bytes: [UInt8]) -> Bool {
        brands(bytes).contains { ["heic", "heix", "heim", "heis", "mif1"].contains($0) }
    }

    /// The brands of a file of the ISO base media format (ISO/IEC 14496-12, section 4.3): its first box says what it is
    /// and what else it can be read as. None for any other file.
    private static func brands(_ bytes: [UInt8]) -> [String] {
        guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return [] }
        let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, bytes.count, 256)
        return ([8] + Array(stride(from: 16, to: end, by: 4))).filter { $0 + 4 <= end }
            .map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
    }
}
