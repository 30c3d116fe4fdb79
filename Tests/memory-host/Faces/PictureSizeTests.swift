import TestSupport
import Testing

@testable import memory_host

@Suite struct PictureSizeTests {
    private static let box = [UInt8](repeating: 0, count: 4)
    private static let webp = Array("RIFF".utf8) + box + Array("WEBP".utf8)
    private static let avif =
        [0, 0, 0, 16] + Array("ftypavif".utf8) + box + Array("meta".utf8) + [0, 0, 0, 20] + Array("ispe".utf8) + box

    /// The numbers are 300 by 200 in the form that each standard has them in.
    @Test(arguments: [
        SamplePictures.brokenPNG(width: 300, height: 200), SamplePictures.brokenPNG(width: 200, height: 300),
        Array("GIF89a".utf8) + [44, 1, 200, 0],
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 44, 3],
        webp + Array("VP8 ".utf8) + box + [0, 0, 0, 0x9D, 1, 0x2A, 44, 0x41, 200, 0x40],
        webp + Array("VP8L".utf8) + box + [0x2F, 43, 0xC1, 0x31, 0] + box + box,
        webp + Array("VP8X".utf8) + box + box + [43, 1, 0, 199, 0, 0],
        avif + [0, 0, 1, 44, 0, 0, 0, 200],
    ])
    func `the longer side is read from the head of each kind of picture`(bytes: [UInt8]) throws {
        let type = try #require(PictureType(bytes))
        #expect(PictureSize.longerSide(bytes, type) == 300, "\(type)")
        let shorter = (0..<bytes.count).map { PictureSize.longerSide(Array(bytes.prefix($0)), type) }
        #expect(shorter.allSatisfy { $0 == nil || $0 == 300 } && shorter.first == .some(nil))
    }

    @Test func `no file, however it is cut or changed, is read beyond its end`() {
        var random = SeededRandom("the sizes of pictures")
        for _ in 0..<20_000 {
            var bytes =
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 44]
                as [UInt8]
            for _ in 0..<random.number(0...4) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            let cut = Array(bytes.prefix(random.number(0...bytes.count)))
            for type in PictureType.allCases { _ = PictureSize.longerSide(cut, type) }
        }
    }
}
