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
        #expect(read.complaints == [] && read.pictures.files.map(\.picture.label) == ["Abbey", "Blue"])
        #expect(
            read.pictures.files.map(\.type) == [.gif, .gif]
                && read.pictures.files[1].bytes == SamplePictures.gif(0, 0, 255))
        let path = read.pictures.files[1].picture.path
        let digest = SHA256.bytes(of: SamplePictures.gif(0, 0, 255)).map { String(format: "%02x", $0) }.joined()
        #expect(path == "/faces/\(digest)")
    }

    @Test func `each file that cannot be used is named, with the reason, and the others are kept`() throws {
        try folder.write(SamplePictures.gif(1, 1, 1), to: "a.gif")
        try folder.write(SamplePictures.gif(1, 1, 1), to: "b.gif")
        try folder.write(Array("text".utf8), to: "c.jpg")
        try folder.write([], to: "d.png")
        try folder.write(SamplePictures.brokenPNG() + Array(repeating: 0, count: PictureLimits.bytes), to: "e.png")
        try folder.write([0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "f.heic")
        try FileManager.default.createDirectory(atPath: folder.path(of: "g"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "h\u{1B}[31m.gif"), withDestinationPath: "/nowhere/at/all")
        #expect(unsafe mkfifo(folder.path(of: "i.gif"), 0o600) == 0)
        try folder.write(SamplePictures.gif(2, 2, 2), to: "j.gif")
        let read = try PictureFolder(folder.path)
        #expect(read.pictures.files.map(\.picture.label) == ["a", "j"])
        #expect(
            read.complaints == [
                "b.gif is left out: it is the same picture as a.gif",
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
        #expect(many.pictures.files.map(\.picture.label).first == "pic10")
        #expect(many.pictures.count == 50 && many.pictures.isFull && many.pictures.shortage == nil)
        #expect(many.complaints == ["5 more files were not looked at: a set has at most 50 pictures"])
        var large = PictureSet()
        let filler = [UInt8](repeating: 0, count: PictureLimits.bytes - 60)
        for number in 1...16 {
            try large.add(SamplePictures.gif(UInt8(number), 0, 0) + filler, named: "\(number)", from: "")
        }
        #expect(throws: PictureSet.Flaw(reason: "does not fit: a set has at most 16 MB")) {
            try large.add(SamplePictures.gif(17, 0, 0) + filler, named: "17", from: "")
        }
        #expect(large.count == 16)
    }

    @Test func `a picture that says no size is broken, and one of more pixels than a phone can hold is left out`()
        throws
    {
        try folder.write(Array(SamplePictures.brokenPNG().prefix(20)), to: "a.png")
        try folder.write(SamplePictures.brokenPNG(width: 4096, height: 4096), to: "b.png")
        try folder.write(SamplePictures.brokenPNG(width: 1, height: 4097), to: "c.png")
        let read = try PictureFolder(folder.path)
        #expect(read.pictures.files.map(\.picture.label) == ["b"])
        #expect(
            read.complaints == [
                "a.png is left out: it is a broken PNG", "c.png is left out: it has more than 4096 pixels along a side",
            ])
    }

    @Test func `of many files that are no pictures, the first ones are named`() throws {
        for number in 10..<50 { try folder.write([1], to: "\(number).txt") }
        let read = try PictureFolder(folder.path)
        #expect(read.complaints.count == 21)
        #expect(read.complaints.last == "20 more files are left out for such reasons")
        for number in 10..<65 { try folder.write(SamplePictures.gif(UInt8(number), 0, 0), to: "x\(number).gif") }
        let both = try PictureFolder(folder.path).complaints.suffix(2)
        #expect(both.first == "20 more files are left out for such reasons")
        #expect(both.last == "5 more files were not looked at: a set has at most 50 pictures")
    }

    @Test func `a name is shown without what a terminal would obey`() throws {
        try folder.write(SamplePictures.gif(1, 1, 1), to: "a\u{1B}[31m\u{202E}.gif")
        try folder.write(SamplePictures.gif(1, 1, 1), to: "b\n.gif")
        #expect(
            try PictureFolder(folder.path).complaints == ["b?.gif is left out: it is the same picture as a?[31m?.gif"])
        #expect(String(repeating: "x", count: 100).shown == String(repeating: "x", count: 60) + "...")
    }

    @Test func `a set with too few pictures says so`() throws {
        var set = PictureSet()
        for number in 0..<15 {
            let said = set.shortage ?? ""
            #expect(number < 2 ? said.contains("at least 2") : said.contains("fewer than 15"))
            try set.add(SamplePictures.gif(UInt8(number), 0, 0), named: "\(number)", from: "")
        }
        #expect(set.shortage == nil)
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: SystemError.self) { try PictureFolder(folder.path(of: "none")) }
    }
}
