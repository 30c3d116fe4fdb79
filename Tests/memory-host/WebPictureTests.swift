import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Pictures at their addresses, on a host whose clock is the test's.
@Suite struct WebPictureTests {
    private static let red = PictureFile(
        label: "red", type: .gif, bytes: SamplePictures.gif(255, 0, 0), digest: [UInt8](repeating: 0xAB, count: 32))
    private let path = red.picture.path

    @Test func `a picture is sent as what it is, to be kept for good`() throws {
        let table = try HostDriver(pictures: [Self.red])
        let response = try table.ask(HostDriver.head("GET \(path) HTTP/1.1"))
        #expect(path == "/faces/" + String(repeating: "ab", count: 32))
        #expect(response.status == 200 && response.body == SamplePictures.gif(255, 0, 0))
        #expect(
            response.fields["content-type"] == "image/gif" && response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
        #expect(response.fields["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
        let head = try table.ask(HostDriver.head("HEAD \(path) HTTP/1.1"))
        #expect(head.status == 200 && head.fields["content-length"] == "\(SamplePictures.gif(0, 0, 0).count)")
        let tag = try #require(response.fields["etag"])
        let known = try table.ask(HostDriver.head("GET \(path) HTTP/1.1", "If-None-Match: \(tag)"))
        #expect(known.status == 304 && known.body.isEmpty)
    }

    @Test func `nothing else is at addresses of pictures, and nobody else's page may have them`() throws {
        let table = try HostDriver(pictures: [Self.red])
        for other in [
            "/faces/", "/faces", "/faces/../" + path, path + "/", "/faces/" + path.dropFirst(7).uppercased(),
            "/faces/%61" + path.dropFirst(8),
        ] {
            #expect(try table.ask(HostDriver.head("GET \(other) HTTP/1.1")).status == 404, "\(other)")
        }
        #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", host: "evil.example")).status == 403)
        #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", "Origin: http://evil.example")).status == 403)
        #expect(try HostDriver().ask(HostDriver.head("GET \(path) HTTP/1.1")).status == 404)
    }
}
