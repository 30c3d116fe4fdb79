import Foundation
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// The page from a folder, as `--web-from` serves it to whoever develops it.
@Suite struct WebFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("<!doctype html>", to: "index.html")
        for name in ["lib", "lib/deep", ".hidden"] {
            try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: false)
        }
    }

    private func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    private func file(_ path: String) throws -> String? {
        try WebFolder(folder.path).file(at: path).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `the files of the page are read at each request, from folders of the folder, too`() throws {
        try write("one", to: "lib/deep/a-b.js")
        let web = try WebFolder(folder.path)
        #expect(web.file(at: "/")?.mediaType == "text/html; charset=utf-8")
        #expect(
            web.file(at: "/lib/deep/a-b.js")
                == .init(mediaType: "text/javascript; charset=utf-8", bytes: Array("one".utf8)))
        try write("two", to: "lib/deep/a-b.js")
        #expect(web.file(at: "/lib/deep/a-b.js")?.bytes == Array("two".utf8))
        #expect(web.file(at: "/lib/deep/c.js") == nil)
        try write("p {}", to: "lib/c.css")
        #expect(web.file(at: "/lib/c.css")?.mediaType == "text/css; charset=utf-8")
    }

    @Test func `nothing else can be read`() throws {
        let outside = try TemporaryFolder()
        try outside.write(Array("secret".utf8), to: "secret.js")
        for (link, target) in [
            ("link.js", outside.path(of: "secret.js")), ("lib/up", outside.path),
            ("inside.js", folder.path(of: "index.html")),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(of: link), withDestinationPath: target)
        }
        let name = outside.path.split(separator: "/").last ?? ""
        try write("x", to: "notes.txt")
        try write("x", to: ".hidden/a.js")
        try write("x", to: "lib/.b.js")
        try write(String(repeating: "x", count: 1024 * 1024 + 1), to: "large.js")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "folder.js"), withIntermediateDirectories: false)
        for path in [
            "/link.js", "/lib/up/secret.js", "/inside.js", "/../\(name)/secret.js", "/lib/../../\(name)/secret.js",
            "/..", "/.", "", "//index.html", "/lib//c.js", "/lib/", "/lib", "/notes.txt", "/.hidden/a.js", "/lib/.b.js",
            "/large.js", "/folder.js", "/%69ndex.html", "/index.html/", "/index.html/a.js", "/index.html%00.js",
        ] {
            #expect(try file(path) == nil, "\(path)")
        }
    }

    @Test func `a folder without a page is none`() throws {
        let empty = try TemporaryFolder()
        #expect(throws: SystemError.self) { try WebFolder(empty.path) }
        #expect(throws: SystemError.self) { try WebFolder(empty.path + "/missing") }
        #expect(throws: SystemError.self) { try WebFolder(folder.path(of: "index.html")) }
    }

    @Test func `a page that is a folder, a pipe or too large is refused`() throws {
        let large = try TemporaryFolder()
        try large.write(Array(repeating: UInt8(ascii: "x"), count: 1024 * 1024 + 1), to: "index.html")
        let nested = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: nested.path(of: "index.html"), withIntermediateDirectories: false)
        let piped = try TemporaryFolder()
        #expect(unsafe mkfifo(piped.path(of: "index.html"), 0o600) == 0)
        for folder in [large, nested, piped] {
            #expect(throws: SystemError.fileIsUnfit("index.html")) { try WebFolder(folder.path) }
        }
    }

    @Test func `a host serves it under a policy that allows its own files, and keeps none`() throws {
        try write("f();", to: "lib/a.js")
        let table = try HostDriver(webFolder: WebFolder(folder.path))
        let page = try table.ask(HostDriver.head())
        #expect(page.status == 200 && page.text == "<!doctype html>" && page.fields["cache-control"] == "no-store")
        let policy = try #require(page.fields["content-security-policy"])
        #expect(
            policy.contains("default-src 'none'; style-src 'self'; script-src 'self';") && !policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("connect-src 'self' ws://den:6366"))
        let module = try table.ask(HostDriver.head("GET /lib/a.js HTTP/1.1"))
        #expect(module.text == "f();" && module.fields["content-type"] == "text/javascript; charset=utf-8")
        #expect(module.fields["x-content-type-options"] == "nosniff")
        #expect(try table.ask(HostDriver.head("GET /lib/b.js HTTP/1.1")).status == 404)
        #expect(try table.ask(HostDriver.head("GET /../a.js HTTP/1.1")).status == 404)
        #expect(try HostDriver().ask(HostDriver.head("GET /lib/a.js HTTP/1.1")).status == 404)
    }
}
