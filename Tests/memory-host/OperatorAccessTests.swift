import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Requests of operators' programs, and those that are forbidden.
@Suite struct OperatorAccessTests {
    @Test(arguments: [true, false])
    func `a program of HTTP 1 point 0, or one that ends lines in LF, gets what operators get`(_ servesWeb: Bool) throws
    {
        let table = try HostDriver(servesWeb: servesWeb)
        for (path, start) in [("/healthz", "ok\n"), ("/metrics", "# HELP ")] {
            for request in [
                "GET \(path) HTTP/1.0\r\n\r\n", "GET \(path) HTTP/1.0\n\n", "GET \(path) HTTP/1.1\nHost: den\n\n",
                "GET \(path) HTTP/1.0\r\nHost: den\r\n\r\n",
            ] {
                let response = try table.ask(request)
                #expect(response.status == 200 && response.text.hasPrefix(start), "\(request)")
            }
            let head = try table.ask("HEAD \(path) HTTP/1.0\r\n\r\n")
            #expect(head.status == 200 && head.fields["connection"] == "close")
        }
    }

    @Test func `a request that names no host gets nothing else, and the metrics only as far as others do`() throws {
        let table = try HostDriver()
        for path in ["/", "/ws", "/memory/", "/qr?http://den/", "/why?origin=http://den", "/no"] {
            let response = try table.ask("GET \(path) HTTP/1.0\r\nAccept: text/html\r\n\r\n")
            #expect(response.status == 400 && response.text == "The request names no host.\n", "\(path)")
        }
        for (field, status) in [
            ("X-Forwarded-For: 192.0.2.1", 403), ("Via: 1.0 den", 403), ("Origin: http://evil.example", 403),
            ("Origin: http://den", 403), ("Origin: null", 403), ("Host: evil.example", 403), ("Accept: */*", 200),
        ] {
            #expect(try table.ask("GET /metrics HTTP/1.0\r\n\(field)\r\n\r\n").status == status, "\(field)")
        }
        let nameless = try table.ask("GET / HTTP/1.0\r\nOrigin: http://den\r\n\r\n")
        #expect(nameless.text.hasPrefix("The page is at http://den, but its requests name no host. "))
        #expect(try table.ask("GET http://den/metrics HTTP/1.0\r\n\r\n").status == 200)
        #expect(try table.ask("GET http://evil.example/metrics HTTP/1.0\r\n\r\n").status == 403)
        #expect(try HostDriver(metrics: .off).ask("GET /metrics HTTP/1.0\r\n\r\n").status == 404)
    }

    @Test func `through the web server of the manual's example, nobody gets the metrics, and a page is allowed`() throws
    {
        let manual = Generated.man.text(memory_host.Options(), given: [], program: "/opt/memory-host")
        let example = ManualPage(manual, of: "memory-host").text
        for line in ["proxy_set_header Host $http_host;", "proxy_set_header X-Forwarded-For $remote_addr;"] {
            #expect(example.contains(line))
        }
        let table = try HostDriver()
        // Both come from the web server, on this machine, which has stripped the path.
        let forwarded = "X-Forwarded-For: 192.0.2.1"
        for path in ["/metrics", "/metrics?a"] {
            #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1", forwarded)).status == 403)
        }
        #expect(try table.ask(HostDriver.handshake(forwarded, "Origin: http://den:6366")).status == 101)
    }

    @Test func `what is forbidden is counted by the reason, and told of once a minute for an address and reason`()
        throws
    {
        let table = try HostDriver()
        let heads = [
            HostDriver.head("GET / HTTP/1.1", host: "evil.example"),
            HostDriver.handshake("Origin: http://evil.example"),
            HostDriver.head("GET /metrics HTTP/1.1", host: "evil.example"), HostDriver.handshake("Origin: null"),
            HostDriver.head("GET /metrics HTTP/1.1", "Via: 1.1 den"), HostDriver.handshake("Origin: http://den"),
        ]
        for head in heads { #expect(try table.ask(head).status == 403) }
        let text = try MetricsText(try table.ask(HostDriver.head("GET /metrics HTTP/1.1")).text)
        let counts = ForbiddenRequests.Reason.allCases.map {
            text.value("memory_host_forbidden_total", ["reason": $0.rawValue])
        }
        #expect(counts == [2, 3, 1])
        var forbidden = ForbiddenRequests()
        let start = Instant(milliseconds: 0)
        func isTold(
            _ address: String, _ reason: ForbiddenRequests.Reason = .host, after milliseconds: Int
        ) throws -> Bool {
            forbidden.add(reason, from: try host(address), at: start + milliseconds)
        }
        #expect(try isTold("192.0.2.1", after: 0) && isTold("192.0.2.2", after: 1))
        #expect(try !isTold("192.0.2.1", after: 2) && !isTold("192.0.2.1", after: 59_999))
        #expect(try isTold("192.0.2.1", after: 60_000) && !isTold("192.0.2.1", after: 60_001))
        #expect(forbidden.counts == [.host: 6])
        // A program that asks for metrics again and again hides nothing else.
        #expect(try isTold("192.0.2.3", .metrics, after: 0) && !isTold("192.0.2.3", .metrics, after: 1))
        #expect(try isTold("192.0.2.3", .origin, after: 2) && !isTold("192.0.2.3", .origin, after: 3))
        #expect(forbidden.counts == [.host: 6, .metrics: 2, .origin: 2])
    }
}
