import HTTP
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Requests of HTTP, on a host whose clock is the test's.
@Suite struct WebRequestTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    @Test func `a browser gets the page at once, in one response that says what it may do`() throws {
        let response = try table.ask(HostDriver.head())
        #expect(response.status == 200)
        #expect(response.text.hasPrefix("<!doctype html>") && response.text.hasSuffix("</html>\n"))
        #expect(response.text.contains("<title>Memory"))
        #expect(response.fields["content-type"] == "text/html; charset=utf-8")
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields["referrer-policy"] == "no-referrer")
        #expect(response.fields["cache-control"] == "no-cache" && response.fields["vary"] == "Accept-Encoding")
        let policy = try #require(response.fields["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("connect-src 'self' ws://den:6366 wss://den:6366"))
        #expect(!policy.contains("unsafe") && !policy.contains("*"))
    }

    @Test func `the page has one script and one style, those that its policy names by their hashes`() {
        let page = WebPage.shared
        let text = String(decoding: page.bytes, as: UTF8.self)
        for (tag, name) in [("<style>", "style"), ("<script type=\"module\">", "script")] {
            let parts = text.components(tag: tag, end: "</\(name)>")
            #expect(parts.count == 1)
            let hash = Base64.text(SHA256.bytes(of: Array((parts.first ?? "").utf8)))
            #expect(page.policy(host: "den").contains("\(name)-src 'sha256-\(hash)'"))
            #expect(text.split(separator: "<\(name)", omittingEmptySubsequences: false).count == 2)
        }
        #expect(!text.contains(" style=\"") && !text.contains("javascript:") && !text.contains("<!-- script -->"))
        #expect(page.policy(host: "[::1]:6366").contains("connect-src 'self';"))
    }

    @Test(.enabled(if: WebPage.shared.compressed != nil, "The build had no gzip."))
    func `the page is compressed for whoever accepts that, and as it is for others`() throws {
        let compressed = try table.ask(HostDriver.head("GET / HTTP/1.1", "Accept-Encoding: br, gzip"))
        #expect(compressed.fields["content-encoding"] == "gzip" && compressed.body.starts(with: [0x1F, 0x8B, 8]))
        #expect(compressed.body == WebPage.shared.compressed && compressed.body.count <= 65_536)
        let plain = try table.ask(HostDriver.head("GET / HTTP/1.1", "Accept-Encoding: gzip;q=0"))
        #expect(plain.fields["content-encoding"] == nil && plain.body == WebPage.shared.bytes)
        #expect(plain.fields["etag"] != compressed.fields["etag"])
    }

    @Test func `a page that was built without gzip is sent as it is, whatever the browser accepts`() throws {
        let page = WebPage(html: "<style></style>", compressed: nil)
        var reader = HTTPRequestReader()
        let head = Array(HostDriver.head("GET / HTTP/1.1", "Accept-Encoding: gzip").utf8)
        reader.receive(head, count: head.count)
        guard case .request(let request) = reader.next() else { throw HostDriver.Unmet() }
        let response = WebSite.embeddedPage(request, host: "den", page: page)
        #expect(response.body == Array("<style></style>".utf8))
        #expect(response["Content-Encoding"] == nil && response["ETag"] == page.tag)
    }

    @Test func `a browser that has the page gets 304 and no body`() throws {
        for coding in ["gzip", "identity"] {
            let fields = "Accept-Encoding: \(coding)"
            let tag = try #require(try table.ask(HostDriver.head("GET / HTTP/1.1", fields)).fields["etag"])
            let guest = try table.arrive()
            try table.send(text: HostDriver.head("GET / HTTP/1.1", fields, "If-None-Match: \"x\", \(tag)"), from: guest)
            let response = try table.response(to: guest)
            #expect(response.status == 304 && response.fields["etag"] == tag && response.body.isEmpty)
            #expect(response.fields["content-encoding"] == nil && response.fields["vary"] == "Accept-Encoding")
            // The connection goes on.
            try table.send(text: HostDriver.head("GET / HTTP/1.1", fields, "If-None-Match: \"x\""), from: guest)
            #expect(try table.response(to: guest).status == 200)
        }
    }

    @Test func `HEAD is answered like GET, without the body`() throws {
        let guest = try table.arrive()
        try table.send(text: HostDriver.head("HEAD / HTTP/1.1") + HostDriver.head("HEAD /no HTTP/1.1"), from: guest)
        let response = try table.response(to: guest, isHead: true)
        #expect(response.status == 200 && response.fields["content-length"] == "\(WebPage.shared.bytes.count)")
        #expect(try table.response(to: guest, isHead: true).status == 404)
        #expect(guest.received == [])
    }

    @Test(arguments: [
        ("GET /?a HTTP/1.1", 200), ("GET /index.html HTTP/1.1", 404), ("GET /../etc/passwd HTTP/1.1", 404),
        ("GET // HTTP/1.1", 404), ("GET /favicon.ico HTTP/1.1", 204), ("GET /ws HTTP/1.1", 426),
        ("HEAD /ws HTTP/1.1", 426), ("GET / HTTP/1.0", 200), ("GET / HTTP/2.0", 505), ("GET /", 400),
    ])
    func `every address has its status, and each response is safe`(_ first: String, _ status: Int) throws {
        let response = try table.ask(HostDriver.head(first))
        #expect(response.status == status)
        #expect(response.fields["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(response.fields["x-content-type-options"] == "nosniff")
    }

    @Test func `a QR code is drawn for whoever may have the page, and not kept`() throws {
        let path = "/qr?http%3A%2F%2F192.168.1.7%3A6366%2F%23KQ7XM4"
        let response = try table.ask(HostDriver.head("GET \(path) HTTP/1.1", "Origin: http://den:6366"))
        #expect(response.status == 200 && response.body == QRCode("http://192.168.1.7:6366/#KQ7XM4")?.svg)
        #expect(response.fields["content-type"] == "image/svg+xml")
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(response.fields["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
        #expect(response.fields["cache-control"] == "no-store" && response.fields["etag"] == nil)
        #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
        let head = try table.ask(HostDriver.head("HEAD \(path) HTTP/1.1"))
        #expect(head.status == 200 && head.fields["content-length"] == "\(response.body.count)")
        #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", host: "evil.example")).status == 403)
        #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", "Origin: http://evil.example")).status == 403)
    }

    @Test func `there are QR codes of links to a host's page, percent-encoded, and of nothing else`() throws {
        func status(_ path: String) throws -> Int { try table.ask(HostDriver.head("GET \(path) HTTP/1.1")).status }
        let long = String(repeating: "a", count: 199)
        for link in [
            "http://den/", "https%3A%2F%2Fden.local%2F%23KQ7XM4", "http://[::1]:6366/%23kq7xm4", "http://\(long).lan/",
            "http://den/memory/", "http://den/memory/%23KQ7XM4", "https://den/a-b/c_d.e~f/%2541/%23KQ7XM4",
            "http://den//",
        ] {
            #expect(try status("/qr?" + link) == 200, "\(link)")
        }
        for query in [
            "", "?", "?%", "?%4", "?%zz", "?%FF", "?KQ7XM4", "?http://den", "?http:///", "?ftp://den/",
            "?http://evil.example/", "?http://den@evil.example/", "?http://den/elsewhere", "?http://den/%23KQ7XM4/..",
            "?http://den/%23", "?http://\(long)aaa.lan/", "?http://evil.example/memory/", "?http://den/../",
            "?http://den/a/../b/%23KQ7XM4", "?http://den/memory/%23KQ7XM4/", "?http://den/memory/?a", "?http://den/ws",
            "?http://den/memory/%23x", "?http://den/a%20b/", "?http://den/%C3%A9/", "?http://den/a%5Cb/",
            "?http://den/a:b/",
        ] {
            #expect(try status("/qr" + query) == 400, "\(query)")
        }
        #expect(try status("/qr?" + String(repeating: "%61", count: 10_000)) == 400)
        #expect(try status("/qr/?http://den/") == 404)
        #expect(try status("/memory/qr?http://den/memory/") == 200)
        #expect(try table.ask(HostDriver.head("POST /qr?http://den/ HTTP/1.1")).status == 405)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
    func `another method is answered by those that there are`(_ method: String) throws {
        for start in ["", HostDriver.head("HEAD / HTTP/1.1")] {
            let guest = try table.arrive()
            try table.send(
                text: start + HostDriver.head("\(method) / HTTP/1.1", "Content-Length: 5") + "ping\n", from: guest)
            if !start.isEmpty { _ = try table.response(to: guest, isHead: true) }
            let response = try table.response(to: guest)
            #expect(response.status == 405 && response.fields["allow"] == "GET, HEAD")
            #expect(
                response.fields["connection"] == "close" && response.text == "This host answers GET and HEAD only.\n")
            #expect(try table.linesUntilEnd(to: guest) == [])
        }
    }

    @Test func `a target in absolute form counts instead of Host, and both must be allowed`() throws {
        func status(_ target: String, host: String, _ fields: String = "A: b") throws -> Int {
            try table.ask(HostDriver.head("GET \(target) HTTP/1.1", host: host, fields)).status
        }
        #expect(try status("http://den:6366/", host: "den:6366") == 200)
        #expect(try status("http://127.0.0.1", host: "den") == 200)
        #expect(try status("http://den/a", host: "den") == 404)
        #expect(try status("http://evil.example/", host: "den") == 403)
        #expect(try status("http://den/", host: "evil.example") == 403)
        #expect(try status("http://den:1/", host: "den", "Origin: http://den:1") == 200)
        #expect(try status("http://den:1/", host: "den", "Origin: http://den") == 403)
        let page = try table.ask(HostDriver.head("GET http://den:1/ HTTP/1.1", host: "house"))
        #expect(page.fields["content-security-policy"]?.contains("ws://den:1 ") == true)
    }

    @Test func `a blank line before the first request is ignored, however it comes`() throws {
        #expect(try table.ask("\r\n" + HostDriver.head()).status == 200)
        let guest = try table.arrive()
        for piece in ["\r", "\nG", "ET /a HTTP/1.1\r\nHost: den\r\n\r\n"] {
            try table.send(text: piece, from: guest)
            try table.turn()
        }
        #expect(try table.response(to: guest).status == 404)
    }

    @Test func `requests that come together are answered in order`() throws {
        let guest = try table.arrive()
        let paths = ["/", "/a", "/favicon.ico", "/", "/b"]
        try table.send(text: paths.map { HostDriver.head("GET \($0) HTTP/1.1") }.joined(), from: guest)
        #expect(try paths.map { _ in try table.response(to: guest).status } == [200, 404, 204, 200, 404])
    }

    @Test func `requests of a browser that reads nothing stay unread, and it is dropped after 30 s`() throws {
        let guest = try table.arrive()
        let requests = Array(String(repeating: HostDriver.head(), count: 100).utf8)
        try table.turn {
            _ = guest.socket.send(requests)
            let connection = try table.connection(of: guest)
            #expect(connection.outbox.queue.heldBytes < WebPage.shared.bytes.count + 4096)
            #expect(connection.inlet.heldBytes <= 64 * 1024)
            return connection.outbox.queue.isBlocked
        }
        try table.turn(after: Limits.stalledMilliseconds - 1)
        #expect(!table.host.connections.isEmpty)
        try table.turn(after: 2 * Limits.stalledMilliseconds)
        #expect(table.host.connections.isEmpty)
    }

    @Test func `a connection is closed after its last request, and what came with it is still answered`() throws {
        let guest = try table.arrive()
        try table.send(text: HostDriver.head("GET / HTTP/1.1", "Connection: close"), from: guest)
        let response = try table.response(to: guest)
        #expect(response.status == 200 && response.fields["connection"] == "close")
        #expect(try table.linesUntilEnd(to: guest) == [])
        let other = try table.arrive()
        try table.send(text: HostDriver.head() + HostDriver.head("GET /a HTTP/1.1") + "GET / HT", from: other)
        other.socket.shutDownWriting()
        #expect(try table.response(to: other).status == 200)
        #expect(try table.response(to: other).status == 404)
        #expect(try table.linesUntilEnd(to: other) == [])
        #expect(try table.connection(of: other).stage == .gone)
    }

    @Test func `a request is answered in one pass, which leaves nothing to do for the next`() throws {
        let guest = try table.arrive()
        try table.send(text: HostDriver.head("HEAD / HTTP/1.1"), from: guest)
        #expect(try table.response(to: guest, isHead: true).status == 200)
        for request in [HostDriver.head("HEAD / HTTP/1.1"), HostDriver.head("HEAD /a HTTP/1.1")] {
            try table.send(text: request, from: guest)
            try table.turn()
            #expect(try table.response(to: guest, isHead: true).fields.isEmpty == false)
            let interest = try table.connection(of: guest).interest
            #expect(!table.host.lists.hasUnread && table.host.lists.dirty.isEmpty && interest == .readable)
        }
    }

    @Test func `a response that is read a little now and then is given up on before it would be read`() throws {
        let guest = try table.arrive()
        try table.send(text: HostDriver.head(), from: guest)
        try table.turn { try table.connection(of: guest).outbox.queue.isBlocked }
        let start = table.host.now
        let bytes = WebPage.shared.bytes.count
        let allowed = Limits.closingMilliseconds + bytes * 1000 / Limits.closingBytesPerSecond
        while try table.connection(of: guest).stage != .gone {
            try table.turn(after: Limits.stalledMilliseconds / 2)
            if try table.connection(of: guest).stage != .gone { try table.readALittle(guest) }
            try #require(table.host.now - start < 2 * allowed)
        }
        #expect((allowed - 1000...allowed + Limits.stalledMilliseconds).contains(table.host.now - start))
    }

    @Test func `a last response gets more than 10 s over a slow line`() throws {
        let guest = try table.arrive()
        try table.send(text: HostDriver.head("GET / HTTP/1.1", "Connection: close"), from: guest)
        try table.turn { try table.connection(of: guest).outbox.queue.isBlocked }
        let start = table.host.now
        var count = 0
        while try !table.connection(of: guest).state.isLingering {
            try table.turn(after: Limits.closingMilliseconds / 2)
            count += try table.readALittle(guest)
        }
        #expect(table.host.now - start > Limits.closingMilliseconds)
        try table.turn {
            table.read(guest)
            return guest.hasEnded
        }
        #expect(count + guest.received.count > WebPage.shared.bytes.count)
    }

    @Test func `a head that comes too slowly is not waited for, however little by little it comes`() throws {
        let guest = try table.arrive()
        try table.send(text: "GET /", from: guest)
        for _ in 0..<9 {
            try table.turn(after: Limits.requestMilliseconds / 10)
            try table.send(text: "a", from: guest)
            try table.turn()
            #expect(table.host.connections.count == 1)
        }
        try table.turn(after: Limits.requestMilliseconds / 10)
        #expect(table.host.connections.isEmpty)
        #expect(try table.linesUntilEnd(to: guest) == [])
    }

    @Test func `a connection is kept for another request for 10 s`() throws {
        let guest = try table.arrive()
        for _ in 0..<3 {
            try table.send(text: HostDriver.head(), from: guest)
            #expect(try table.response(to: guest).status == 200)
            try table.turn(after: Limits.requestMilliseconds - 1)
            #expect(table.host.connections.count == 1)
        }
        try table.turn(after: 1)
        #expect(table.host.connections.isEmpty)
    }

    @Test func `from this machine a head of 32 KiB is read, a longer one refused`() throws {
        let cookie = "Cookie: " + String(repeating: "c", count: Limits.requestBytesFromLoopback - 200)
        #expect(try table.ask(HostDriver.head("GET / HTTP/1.1", cookie)).status == 200)
        #expect(try table.ask(HostDriver.head("GET / HTTP/1.1", cookie, cookie)).status == 431)
    }

    @Test func `a host without the page drops a browser without an answer`() throws {
        let table = try HostDriver(servesWeb: false)
        for request in [HostDriver.head(), HostDriver.handshake(), HostDriver.head("HEAD / HTTP/1.1")] {
            let guest = try table.arrive()
            try table.send(text: request, from: guest)
            #expect(try table.linesUntilEnd(to: guest) == [])
        }
        let ann = try table.connect()
        #expect(try table.answer("list", from: ann).hasPrefix("No matches."))
    }

    @Test func `on a full host a browser gets the page, and over WebSocket the reason`() throws {
        let table = try HostDriver(connections: 1)
        let ann = try table.connect(as: "Ann")
        let page = try table.arrive()
        try table.send(text: HostDriver.head(), from: page)
        let response = try table.response(to: page)
        #expect(response.status == 200 && response.fields["connection"] == "close")
        #expect(try table.linesUntilEnd(to: page) == [])
        let guest = try table.arrive()
        try table.send(text: HostDriver.handshake(), from: guest)
        #expect(try table.response(to: guest).status == 101)
        let frames = try table.framesUntilEnd(to: guest)
        #expect(frames.map(\.opcode) == [1, 1, 1, 8])
        #expect(frames[1].text.contains("host_full") && frames[2].text.contains("\"bye\"") && frames[3].code == 1000)
        try table.answer("ping", from: ann, with: "Pong.")
    }

    @Test func `on a full host, a browser's connection that carries nothing makes room for a player`() throws {
        let table = try HostDriver(connections: 2)
        let ann = try table.connect(as: "Ann")
        let page = try table.arrive()
        try table.send(text: HostDriver.head(), from: page)
        #expect(try table.response(to: page).status == 200)
        let bob = try table.arrive()
        try table.answer("name Bob", from: bob, with: "Welcome, Bob.")
        #expect(try table.linesUntilEnd(to: page) == [])
        try table.answer("ping", from: ann, with: "Pong.")
    }

    @Test func `a name with the dot of the root is the same name, here and on the command line`() {
        let address = WebAddress(names: ["game.example.org."])
        for host in ["game.example.org", "game.example.org.", "GAME.example.org:6366"] {
            #expect(address.allows(host: host), "\(host)")
        }
        #expect(!address.allows(host: "example.org") && !address.allows(host: "game.example.org.."))
    }
}

extension String {
    /// The texts between a tag and its end.
    fileprivate func components(tag: String, end: String) -> [String] {
        var (texts, rest) = ([String](), self[...])
        while let start = rest.firstRange(of: tag)?.upperBound {
            rest = rest[start...]
            guard let last = rest.firstRange(of: end) else { return texts }
            texts.append(String(rest[..<last.lowerBound]))
            rest = rest[last.upperBound...]
        }
        return texts
    }
}
