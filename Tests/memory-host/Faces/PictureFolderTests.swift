import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct PictureFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `pictures are read in the order of their names, each under its label and the hash of its bytes`() throws
    {
        let files = ["Blue.gif": SamplePictures.gif(0, 0, 255), "Abbey Road.gif": SamplePictures.gif(255, 0, 0)]
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        try folder.write(Array("x".utf8), to: ".DS_Store")
        let read = try PictureFolder(folder.path)
        #expect(read.complaints == [] && read.set.files.map(\.picture.label) == ["Abbey", "Blue"])
        #expect(read.set.files.map(\.type) == [.gif, .gif] && read.set.files[1].bytes == SamplePictures.gif(0, 0, 255))
        let path = read.set.files[1].picture.path
        let digest = SHA256.bytes(of: SamplePictures.gif(0, 0, 255)).map { String(format: "%02x", $0) }.joined()
        #expect(path == "/faces/\(digest)")
    }

    @Test func `each file that cannot be used is named, with the reason, and the others are kept`() throws {
        try folder.write(SamplePictures.gif(1, 1, 1), to: "a.gif")
        try folder.write(SamplePictures.gif(1, 1, 1), to: "b.gif")
        try folder.write(Array("text".utf8), to: "c.jpg")
        try folder.write([], to: "d.png")
        try folder.write(SamplePictures.broken + Array(repeating: 0, count: PictureLimits.bytes), to: "e.png")
        try folder.write([0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "f.heic")
        try FileManager.default.createDirectory(atPath: folder.path(of: "g"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "h\u{1B}[31m.gif"), withDestinationPath: "/nowhere/at/all")
        #expect(unsafe mkfifo(folder.path(of: "i.gif"), 0o600) == 0)
        try folder.write(SamplePictures.gif(2, 2, 2), to: "j.gif")
        let read = try PictureFolder(folder.path)
        #expect(read.set.files.map(\.picture.label) == ["a", "j"])
        #expect(
            read.complaints == [
                "b.gif is left out: it is the same picture as a",
                "c.jpg is left out: it is not a PNG, JPEG, GIF, WebP or AVIF picture",
                "d.png is left out: it is empty", "e.png is left out: it is larger than 1 MB",
                "f.heic is left out: it is a HEIF picture, which few browsers show",
                "g is left out: it is not a plain file",
                "h?[31m.gif is left out: it cannot be read (No such file or directory)",
                "i.gif is left out: it is not a plain file",
            ])
    }

    @Test func `a set has at most fifty pictures, and sixteen megabytes`() throws {
        for number in 10..<65 { try folder.write(SamplePictures.gif(UInt8(number), 0, 0), to: "\(number).gif") }
        let many = try PictureFolder(folder.path)
        #expect(many.set.count == 50 && many.set.isFull && many.set.shortage == nil)
        #expect(many.complaints == ["5 more files are left out: a set has at most 50 pictures"])
        var large = PictureSet()
        let filler = [UInt8](repeating: 0, count: PictureLimits.bytes - 60)
        for number in 1...16 { try large.add(SamplePictures.gif(UInt8(number), 0, 0) + filler, named: "\(number)") }
        #expect(throws: PictureSet.Flaw(reason: "does not fit: a set has at most 16 MB")) {
            try large.add(SamplePictures.gif(17, 0, 0) + filler, named: "17")
        }
        #expect(large.count == 16)
    }

    @Test func `too few pictures are said to be so`() throws {
        var set = PictureSet()
        for number in 0..<15 {
            let said = set.shortage ?? ""
            #expect(number < 2 ? said.contains("at least 2") : said.contains("fewer than 15"))
            try set.add(SamplePictures.gif(UInt8(number), 0, 0), named: "\(number)")
        }
        #expect(set.shortage == nil)
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: SystemError.self) { try PictureFolder(folder.path(of: "none")) }
    }
}
