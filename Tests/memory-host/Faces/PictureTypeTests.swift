import TestSupport
import Testing

@testable import memory_host

@Suite struct PictureTypeTests {
    private static let media = [UInt8](repeating: 0, count: 20)

    private static func box(_ major: String, _ others: String...) -> [UInt8] {
        let brands = Array(major.utf8) + [0, 0, 0, 0] + others.flatMap { Array($0.utf8) }
        return [0, 0, 0, UInt8(8 + brands.count)] + Array("ftyp".utf8) + brands + media
    }

    @Test(arguments: [
        (PictureType.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + media, "image/png", "png"),
        (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0] + media, "image/jpeg", "jpg"),
        (.gif, Array("GIF87a".utf8) + media, "image/gif", "gif"),
        (.gif, SamplePictures.gif(1, 2, 3), "image/gif", "gif"),
        (.webp, Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), "image/webp", "webp"),
        (.avif, box("avif"), "image/avif", "avif"), (.avif, box("mif1", "miaf", "avif"), "image/avif", "avif"),
    ])
    func `a picture is known by its first bytes`(type: PictureType, bytes: [UInt8], media: String, ending: String) {
        #expect(PictureType(bytes) == type && type.mediaType == media && type.fileEnding == ending)
        #expect(PictureType(Array(bytes.dropFirst())) == nil, "anywhere else, they mean nothing")
        for count in 0..<3 { #expect(PictureType(Array(bytes.prefix(count))) == nil) }
    }

    @Test(arguments: [
        Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), Array("<!doctype html>".utf8), box("heic", "mif1"),
        box("isom", "mp41"), Array("RIFF1234WAVEfmt ".utf8), [0, 0, 0, 12] + Array("ftypavifavif".utf8).prefix(8), [],
        [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array("avif".utf8),
    ])
    func `what browsers must not run, or cannot show, is no picture`(bytes: [UInt8]) {
        #expect(PictureType(bytes) == nil)
    }

    @Test func `a photo of an iPhone is told from other files`() {
        #expect(PictureType.isHEIF(Self.box("heic", "mif1")) && PictureType.isHEIF(Self.box("mif1", "heic")))
        #expect(!PictureType.isHEIF(Self.box("isom")) && !PictureType.isHEIF([]))
    }

    @Test func `what is left of any file, whatever was changed in it, is of its kind or of none`() {
        var random = SeededRandom("the kinds of pictures")
        for _ in 0..<20_000 {
            var bytes = Self.box("mif1", "miaf", "heic")
            for _ in 0..<random.number(0...3) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            let cut = Array(bytes.prefix(random.number(0...bytes.count)))
            let isRead = PictureType(cut) == nil || PictureType(cut) == PictureType(bytes)
            if !isRead || PictureType.isHEIF(cut) && !PictureType.isHEIF(bytes) {
                Issue.record("\(cut.count) bytes of \(bytes)")
            }
        }
    }
}
