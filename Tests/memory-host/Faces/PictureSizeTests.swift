import TestSupport
import Testing

@testable import memory_host

@Suite struct PictureSizeTests {
    private static let box = [UInt8](repeating: 0, count: 4)
    private static let webp = Array("RIFF".utf8) + box + Array("WEBP".utf8)
    /// A box of the ISO base media format.
    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + Array(kind.utf8) + content
    }

    /// The property of a picture that says its extent.
    private static func ispe(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = [width, height].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
        return box("ispe", [0, 0, 0, 0] + sides)
    }

    private static func avif(_ properties: [UInt8]) -> [UInt8] {
        box("ftyp", Array("avif".utf8) + box) + box("meta", box + box("iprp", box("ipco", properties)))
    }

    /// The numbers are 300 by 200 in the form that each standard has them in.
    @Test(arguments: [
        SamplePictures.brokenPNG(width: 300, height: 200), SamplePictures.brokenPNG(width: 200, height: 300),
        Array("GIF89a".utf8) + [44, 1, 200, 0],
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 44, 3],
        webp + Array("VP8 ".utf8) + box + [0, 0, 0, 0x9D, 1, 0x2A, 44, 0x41, 200, 0x40],
        webp + Array("VP8L".utf8) + box + [0x2F, 43, 0xC1, 0x31, 0] + box + box,
        webp + Array("VP8X".utf8) + box + box + [43, 1, 0, 199, 0, 0],
        avif(ispe(300, 200)),
    ])
    func `the longer side is read from the head of each kind of picture`(bytes: [UInt8]) throws {
        let type = try #require(PictureType(bytes))
        #expect(PictureSize.longerSide(bytes, type) == 300, "\(type)")
        let shorter = (0..<bytes.count).map { PictureSize.longerSide(Array(bytes.prefix($0)), type) }
        #expect(shorter.allSatisfy { $0 == nil || $0 == 300 } && shorter.first == .some(nil))
    }

    @Test func `an AVIF is as large as the largest picture in it, wherever that stands`() {
        for properties in [[(8, 8), (65535, 16)], [(65535, 16), (8, 8)], [(100, 90), (16, 65535), (300, 200)]] {
            let bytes = Self.avif(properties.flatMap { Self.ispe($0.0, $0.1) })
            #expect(PictureSize.longerSide(bytes, .avif) == 65535, "\(properties)")
        }
        let frames = Self.box("av01", [UInt8](repeating: 0, count: 24) + [0xFF, 0xFF, 0, 16])
        let table = Self.box("stbl", Self.box("stsd", Self.box + Self.box + frames))
        let track = Self.box("moov", Self.box("trak", Self.box("mdia", Self.box("minf", table))))
        #expect(PictureSize.longerSide(Self.avif(Self.ispe(8, 8)) + track, .avif) == 65535, "a sequence of frames")
        let outside = Self.avif([]) + Self.box("mdat", Self.ispe(300, 200))
        #expect(PictureSize.longerSide(outside, .avif) == nil, "only properties count")
    }

    @Test func `what is left of any file, whatever was changed in it, says no more than the whole`() {
        var random = SeededRandom("the sizes of pictures")
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 200, 1, 44]
        let avif = Self.avif(Self.ispe(8, 8))
        for _ in 0..<20_000 {
            var bytes = random.one(of: [jpeg, avif])
            for _ in 0..<random.number(0...4) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            let cut = Array(bytes.prefix(random.number(0...bytes.count)))
            for type in PictureType.allCases {
                let (part, all) = (PictureSize.longerSide(cut, type) ?? 0, PictureSize.longerSide(bytes, type) ?? 0)
                if part > all { Issue.record("\(type): \(cut.count) bytes of \(bytes) say \(part)") }
            }
        }
    }
}
