import HTTP
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// The host under a path of a proxy, which strips that or not, and the reasons that it gives to pages it refuses.
@Suite struct WebPlaceTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    private static let digits = String(repeating: "ab", count: 32)
    private static let html = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"

    @Test(
        arguments: [
            ("/", .page), ("/memory/", .page), ("//", .page), ("/a/b/", .page), ("/a.b/~c_d-e/%20/", .page),
            ("/ws", .socket), ("/memory/ws", .socket), ("//ws", .socket), ("/a/b/ws", .socket), ("/ws/ws", .socket),
            ("/qr", .code), ("/memory/qr", .code), ("/memory/why", .reason), ("/memory/favicon.ico", .icon),
            ("/faces/\(digits)", .picture("/faces/\(digits)")), ("/m/faces/\(digits)", .picture("/faces/\(digits)")),
            ("/memory", .folder("memory")), ("/a/memory", .folder("memory")), ("/faces", .folder("faces")),
            ("/memory.v2", .folder("memory.v2")), ("/a.b/c.d", .folder("c.d")), ("/../etc/passwd", .nothing),
            ("/../ws", .nothing), ("/a/../", .nothing), ("/.git/config", .nothing), ("/.git/", .nothing),
            ("/.git", .nothing), ("/a/.b", .nothing), ("/a:b/ws", .nothing), ("/a:b", .nothing),
            ("/a@b/", .nothing), ("/..", .nothing), ("/a\\b/", .nothing), ("/WS", .folder("WS")), ("/<a>/", .nothing),
        ] as [(String, WebPlace)])
    func `the end of a path says what is meant, and nothing leads up or elsewhere`(_ path: String, _ place: WebPlace) {
        #expect(WebPlace(path: path) == place)
    }

    @Test(arguments: ["/memory/", "//", "/a/b/"])
    func `a person gets the page under any path, and a program learns that it has mistaken its address`(
        _ path: String
    ) throws {
        let page = try table.ask(HostDriver.head("GET \(path) HTTP/1.1", Self.html))
        #expect(page.status == 200 && page.body == WebPage.shared.bytes)
        #expect(page.fields["content-security-policy"]?.contains("connect-src 'self'") == true)
        for accepted in ["Accept: */*", "Accept: text/plain", "A: b"] {
            #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", accepted)).status == 404)
        }
        #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", host: "evil.example", Self.html)).status == 403)
    }

    @Test func `a folder without its slash is sent on, to beside where it was asked for`() throws {
        for (path, location) in [
            ("/memory", "./memory/"), ("/a/memory?x=y", "./memory/"), ("//evil", "./evil/"), ("/%41", "./%41/"),
            ("/memory.v2", "./memory.v2/"), ("//evil.example", "./evil.example/"),
        ] {
            let response = try table.ask(HostDriver.head("GET \(path) HTTP/1.1", Self.html))
            #expect(response.status == 302 && response.fields["location"] == location)
            #expect(response.fields["cache-control"] == "no-store" && response.body.isEmpty)
            #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1")).status == 404)
        }
        for path in ["/..", "/a:b", "/javascript:alert(1)", "/.git"] {
            #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", Self.html)).status == 404, "\(path)")
        }
    }

    @Test func `what the page asks for is beside it, and what operators ask for is at the root alone`() throws {
        let picture = PictureFile(
            label: "red", type: .gif, bytes: SamplePictures.gif(255, 0, 0),
            digest: [UInt8](repeating: 0xAB, count: 32))
        let table = try HostDriver(pictures: [picture])
        for prefix in ["", "/memory", "/", "/a/b"] {
            let handshake = HostDriver.handshake().replacing("/ws", with: prefix + "/ws")
            #expect(try table.ask(handshake).status == 101)
            #expect(
                try table.ask(handshake.replacing("Host:", with: "Origin: http://evil.example\r\nHost:")).status == 403)
            for (path, status) in [
                (picture.picture.path, 200), ("/qr?http://den/memory/", 200), ("/why?origin=http://den", 200),
                ("/faces/\(Self.digits.uppercased())", 404), ("/favicon.ico", 204),
                ("/healthz", prefix.isEmpty ? 200 : 404), ("/metrics", prefix.isEmpty ? 200 : 404),
            ] {
                let response = try table.ask(HostDriver.head("GET \(prefix)\(path) HTTP/1.1"))
                #expect(response.status == status, "\(prefix)\(path)")
            }
        }
        let long = "/" + String(repeating: "a", count: Limits.Internal.webPathBytes - 4)
        #expect(try table.ask(HostDriver.head("GET \(long)/ws HTTP/1.1")).status == 426)
        #expect(try table.ask(HostDriver.head("GET \(long)a/ws HTTP/1.1")).status == 404)
    }

    // MARK: Why

    private func why(host: String, _ origin: String, _ fields: String = "A: b") throws -> String {
        let response = try table.ask(HostDriver.head("GET /memory/why?origin=\(origin) HTTP/1.1", host: host, fields))
        #expect(response.status == 200 && response.fields["content-type"] == "text/plain; charset=utf-8")
        #expect(response.fields["cache-control"] == "no-store")
        #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
        #expect(response.fields["access-control-allow-origin"] == nil)
        return response.text
    }

    @Test(arguments: [
        ("den:6366", "http%3A%2F%2Fden%3A6366"), ("den:443", "https://den"), ("den", "http://den:80"),
        ("[::1]:6366", "http://%5B::1%5D:6366"),
    ])
    func `a page that may use the host is told that all is well`(_ host: String, _ origin: String) throws {
        #expect(try why(host: host, origin) == "ok\n")
    }

    @Test func `a page that may not is told why, with both names`() throws {
        let dropped = try why(host: "name", "http%3A%2F%2Fname%3A8080")
        #expect(
            dropped == """
                The page is at http://name:8080, but its requests arrive for name. Pages of other sites may not use \
                this host. If the page is its own, a proxy in between has changed the Host header, and must pass it on \
                as it comes.

                """)
        let replaced = try why(host: "127.0.0.1:6366", "https://game.example.org")
        let start = "The page is at https://game.example.org, but its requests arrive for 127.0.0.1:6366. "
        #expect(replaced.hasPrefix(start))
        #expect(
            try why(host: "Game.example.org:8080", "http://game.example.org:8080") == """
                This host does not answer to the name Game.example.org. If it is to, start it with --web-name \
                Game.example.org.

                """)
        // The browser's own word counts, too.
        let evil = try why(host: "den", "http://den", "Origin: http://evil.example")
        #expect(evil.hasPrefix("The page is at http://evil.example, but"))
        let nowhere = "The page does not say where it is, but its requests arrive for den. "
        #expect(try why(host: "den", "").hasPrefix(nowhere))
    }

    @Test func `what a request says is shown in part, and as nothing but text`() throws {
        let odd = try why(host: "den", "http://<b>%22%0A%E2%80%AE%C2%9B\(String(repeating: "a", count: 200))")
        #expect(odd.hasPrefix("The page is at http://<b>????aaa"))
        #expect(odd.contains("aaa…, but its requests arrive for den. "))
        #expect(odd.utf8.allSatisfy { $0 == 10 || $0 > 31 } && odd.count { $0 == "\n" } == 1 && odd.utf8.count < 400)
        #expect(try why(host: "a b", "http://a") == "This host does not answer to the name a?b.\n")
    }

    @Test func `asking why takes an origin, and gets words whoever asks`() throws {
        for query in [
            "", "?", "?http://den", "?origin", "?origin=%zz", "?origin=" + String(repeating: "a", count: 300),
        ] {
            #expect(try table.ask(HostDriver.head("GET /why\(query) HTTP/1.1")).status == 400, "\(query)")
        }
        let handshake = HostDriver.handshake(host: "evil.example").replacing("/ws", with: "/why?origin=http://den")
        #expect(try table.ask(handshake).status == 200)
    }
}
