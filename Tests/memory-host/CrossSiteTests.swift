import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Pages of other sites, which may have a reader's browser send nearly anything to this host.
@Suite struct CrossSiteTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    private static let lines = "{\"type\":\"hello\",\"name\":\"Ann\"}\nname Ann\nopen\n"

    /// Sends bytes; returns everything that comes back until the host closes, or until it has nothing more to say.
    private func send(_ text: String) throws -> String {
        let guest = try table.arrive()
        try table.send(text: text, from: guest)
        for _ in 0..<10 { try table.turn() }
        try table.turn(after: Limits.requestMilliseconds + Limits.closingMilliseconds)
        return try table.linesUntilEnd(to: guest).joined(separator: "\n")
    }

    /// Nobody has a name, and there are no matches.
    private func expectNothingDone(_ what: String) throws {
        #expect(table.host.lobby.playerCount == 0 && table.host.lobby.publicMatchCount == 0, "\(what)")
    }

    /// A request is answered by this status, and by nothing else.
    private func expectOnly(_ status: Int, _ request: String) throws {
        let answer = try send(request)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && !answer.dropFirst().contains("HTTP/1.1"))
        #expect(!answer.contains("Ann"))
        try expectNothingDone(request)
    }

    @Test(arguments: [
        "CONNECT den:6366 HTTP/1.1\r\nHost: den\r\n\r\n\(lines)", "MKCOL / HTTP/1.1\r\nHost: den\r\n\r\n\(lines)",
        "GET https://den/ HTTP/1.1\r\nHost: den\r\n\r\n\(lines)", " GET / HTTP/1.1\r\nHost: den\r\n\r\n\(lines)",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: den\r\n\r\n\(lines)", "\nPOST / HTTP/1.1\r\nHost: den\r\n\r\n\(lines)",
        "Host: den\r\n\(lines)", "\u{16}\u{3}\u{1}\(lines)",
    ])
    func `what no browser may send is dropped without a word`(_ text: String) throws {
        #expect(try send(text) == "")
        try expectNothingDone(text)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: den\r\nContent-Length: 60\r\n\r\n\(lines)",
        "GET / HTTP/1.1\r\nHost: den\r\nTransfer-Encoding: chunked\r\n\r\n\(lines)",
        "GET / HTTP/1.1\r\nHost: den\r\nHost: den\r\n\r\n\(lines)", "GET / HTTP/1.1\r\n\r\n\(lines)",
        "GET / HTTP/1.1\r\nHost: den\r\n folded: x\r\n\r\n\(lines)",
        "GET / HTTP/1.1\nHost: den\n folded: x\n\n\(lines)",
        "GET / HTTP/1.0\r\n\r\n\(lines)", "GET / HTTP/1.0\n\n\(lines)", "GET / HTTP/1.1\n\(lines)",
        "GET / HTTP/1.1\r\nHost: den\r\nX: a\0b\r\n\r\n\(lines)", "GET /\(lines)",
        "GET / HTTP/1.1\r\nHost: den\r\nX : a\r\n\r\n\(lines)", "GET * HTTP/1.1\r\nHost: den\r\n\r\n\(lines)",
        "GET http://den/\r\n\r\n\(lines)", "POST /\(lines)", "\r\nPOST /\r\n\(lines)",
        "POST / HTTP/1.1\r\n\(lines)",
    ])
    func `a malformed request is refused, and nothing after it is read`(_ text: String) throws {
        try expectOnly(400, text)
    }

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: den\r\nContent-Length: 60\r\n\r\n\(lines)", "POST / HTTP/1.1\r\n\r\n\(lines)",
        "POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n\(lines)",
        "PUT / HTTP/1.1\r\nHost: den\r\n\r\n\(lines)", "OPTIONS * HTTP/1.1\r\nHost: den\r\n\r\n\(lines)",
        "POST http://den/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3c\r\n\(lines)",
        "\r\nPOST / HTTP/1.1\r\nHost: den\r\nOrigin: http://evil.example\r\n\r\n\(lines)",
    ])
    func `the body of another method is never read`(_ text: String) throws {
        try expectOnly(405, text)
    }

    @Test func `lines after a request are not obeyed, however its own lines end`() throws {
        let short = try send("GET /a HTTP/1.1\nHost: den\n\n" + Self.lines)
        #expect(short.hasPrefix("HTTP/1.1 404 ") && short.contains("HTTP/1.1 400 "))
        try expectNothingDone(short)
        let answer = try send(HostDriver.head() + Self.lines)
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("HTTP/1.1 400 "))
        try expectNothingDone(answer)
        let posted = try send(HostDriver.head() + HostDriver.head("POST / HTTP/1.1") + Self.lines)
        #expect(posted.hasPrefix("HTTP/1.1 200 ") && posted.contains("HTTP/1.1 405 "))
        #expect(!posted.contains("HTTP/1.1 400 "))
        try expectNothingDone(posted)
    }

    @Test(arguments: [
        "evil.example", "den.example.com", "127.0.0.1.nip.io", "localhost.evil.com", "den.local.evil.com",
        "1.2.3", "[::1", "::1", "[::1]x", "den:", "den:x", "den:123456", "a b", "den/..", "user@den", "", ".", "..",
        "den..local", "[127.0.0.1]", "[::1%25lo]", "é", "den#", "fritz.box", "den.fritz.box", "den.tail1a2b.ts.net",
        "den.home.example", "den.localdomain.example", "den.arpa", "den.box",
    ])
    func `a name that anybody could have pointed here is refused`(_ host: String) throws {
        for request in [HostDriver.head("GET / HTTP/1.1", host: host), HostDriver.handshake(host: host)] {
            let answer = try send(request + Self.lines)
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && !answer.contains("<html"), "\(host)")
        }
        try expectNothingDone(host)
    }

    @Test(arguments: [
        "127.0.0.1", "192.168.1.7:6366", "[::1]", "[fe80::1]:6366", "den", "DEN:80", "den.local", "den.local.:6366",
        "localhost:9999", "a.localhost", "den.lan", "den.home.arpa", "x.internal", "Game.Example.org:6366",
        "den.home", "den.localdomain:6366", "localhost.localdomain",
    ])
    func `an address, a local name and a name of the command line are allowed`(_ host: String) throws {
        let table = try HostDriver(webNames: ["game.example.org"])
        #expect(try table.ask(HostDriver.head("GET / HTTP/1.1", host: host)).status == 200)
        for scheme in ["http", "https"] {
            #expect(try table.ask(HostDriver.handshake(host: host, "Origin: \(scheme)://\(host)")).status == 101)
        }
    }

    @Test func `this machine's own name is allowed`() throws {
        for name in [Platform.hostName, Platform.fullHostName] {
            #expect(try table.ask(HostDriver.head("GET / HTTP/1.1", host: name)).status == 200)
        }
    }

    @Test(arguments: [
        ["http://evil.example"], ["null"], ["http://den:6367"], ["http://den"], ["ftp://den:6366"], ["den:6366"],
        ["http://den:6366/"], ["http://den:6366", "http://evil.example"], [""], ["http://den:6366 http://evil.example"],
        ["https://evil.example"], ["https://bad:6366"], ["https://den"], ["HTTPS://DEN:6367"], ["http://den:"],
        ["http://den:6366:6366"], ["http://den:06366x"], ["http://den.:6366"], ["http://:6366"], ["http://x@den:6366"],
        ["http://den:6366#"], ["http://den:6366?"], ["file://"], ["http://"], ["//den:6366"], ["http:den:6366"],
    ])
    func `a page of another origin gets neither the page nor WebSocket`(_ origins: [String]) throws {
        let fields = origins.map { "Origin: \($0)\r\n" }.joined()
        for head in [HostDriver.handshake(), HostDriver.head()] {
            let request = head.replacing("Host:", with: fields + "Host:")
            #expect(try send(request + Self.lines).hasPrefix("HTTP/1.1 403 "))
        }
        try expectNothingDone("\(origins)")
    }

    /// The `Host` and the `Origin` of one and the same place: a port that is left out is that of the scheme.
    @Test(arguments: [
        ("den:443", "https://den"), ("den", "https://den:443"), ("den:80", "http://den"), ("den", "http://den:80"),
        ("den", "http://den"), ("den", "https://den"), ("DEN:443", "HTTPS://den"), ("[::1]:443", "https://[::1]"),
        ("[::1]", "http://[::1]:80"), ("192.168.1.7:80", "http://192.168.1.7"), ("den:443", "https://den:443"),
        ("den:0443", "https://den"),
    ])
    func `a port that goes without saying may be said or not`(_ host: String, _ origin: String) throws {
        #expect(try table.ask(HostDriver.handshake(host: host, "Origin: \(origin)")).status == 101)
        // Neither helps a page of another site.
        for foreign in [
            "http://evil.example", "https://evil.example", "https://evil.example:443", "http://evil.example:80",
            "\(origin).evil.example", origin.replacing("://", with: "://evil."), "null", "",
        ] {
            let response = try table.ask(HostDriver.handshake(host: host, "Origin: \(foreign)"))
            #expect(response.status == 403, "\(foreign) at \(host)")
        }
    }

    @Test(arguments: [
        ("den:443", "http://den"), ("den:80", "https://den"), ("den", "http://den:443"), ("den", "https://den:80"),
        ("den", "http://den:8080"), ("den:8080", "http://den"), ("den", "https://den:8443"),
        ("den:443", "https://den:80"),
        ("den:443", "http://den:80"), ("[::1]", "http://[::1]:8080"), ("127.0.0.1:6366", "http://game.example.org"),
        ("127.0.0.1", "http://localhost"), ("den", "http://den.local"), ("den:", "http://den"),
    ])
    func `another port of the same name is another site's, and so is another name of the same machine`(
        _ host: String, _ origin: String
    ) throws {
        #expect(try table.ask(HostDriver.handshake(host: host, "Origin: \(origin)")).status == 403)
        #expect(try table.ask(HostDriver.head("GET / HTTP/1.1", host: host, "Origin: \(origin)")).status == 403)
        try expectNothingDone(host)
    }
}
