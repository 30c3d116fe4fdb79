import HTTP
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// The charge for what comes over HTTP, and requests beyond the rate of their address, on a host whose clock is the
/// test's.
@Suite struct WebRateTests {
    private let table: HostDriver

    init() throws { table = try HostDriver() }

    /// Returns what an exchange is charged, in thousandths of a request, while no time passes.
    private func cost(_ exchange: () throws -> Void) throws -> Int {
        let before = table.requestsLeft
        try exchange()
        return before - table.requestsLeft
    }

    /// Returns what a request costs that comes at once on a connection of its own, and its response.
    private func cost(of request: String) throws -> (thousandths: Int, HostDriver.Response) {
        var response: HostDriver.Response?
        let thousandths = try cost { response = try table.ask(request) }
        return (thousandths - arrival(of: request), try #require(response))
    }

    /// The charge for bytes that come at once.
    private func arrival(of text: String) -> Int {
        text.utf8.count * 1000 / Limits.bytesPerRequest + Limits.Internal.arrivalThousandths
    }

    @Test(arguments: [
        (HostDriver.head("GET /no HTTP/1.1"), 404), (HostDriver.head("HEAD / HTTP/1.1"), 200),
        (HostDriver.head("PUT / HTTP/1.1"), 405),
        (HostDriver.head("GET /favicon.ico HTTP/1.1"), 204), (HostDriver.head("GET / HTTP/2.0"), 505),
        (HostDriver.head("GET / HTTP/1.1", host: nil), 400),
        (HostDriver.head("GET / HTTP/1.1", host: "evil.example"), 403),
        (HostDriver.head("GET / HTTP/1.1", "If-None-Match: *"), 304), (HostDriver.head("GET /ws HTTP/1.1"), 426),
        (HostDriver.head("GET / HTTP/1.1", "Cookie: " + String(repeating: "c", count: 20_000)), 200),
        (HostDriver.head("GET / HTTP/1.1", "Cookie: " + String(repeating: "c", count: 40_000)), 431),
        (HostDriver.head("GET /qr?nothing HTTP/1.1"), 400),
    ])
    func `a request is charged as one, and for its bytes and those of its response, whatever the answer`(
        _ request: String, _ status: Int
    ) throws {
        let (thousandths, response) = try cost(of: request)
        let body = request.hasPrefix("HEAD") ? 0 : response.body.count
        #expect(response.status == status)
        // A long head comes in several pieces.
        let pieces = request.utf8.count / 1000 * Limits.Internal.arrivalThousandths
        let expected = 1000 + body * 1000 / Limits.bodyBytesPerRequest
        #expect((expected...expected + pieces).contains(thousandths))
    }

    @Test func `a head that comes byte by byte is charged for each arrival, though it never ends`() throws {
        let guest = try table.arrive()
        let cost = try cost {
            for byte in "GET /aaaaa" {
                try table.send(text: String(byte), from: guest)
                try table.turn()
            }
        }
        // Only from the fifth byte on is it known to be a request.
        #expect(cost >= 6 * Limits.Internal.arrivalThousandths)
    }

    @Test func `what follows a request that was refused is charged, and ends the connection if it is much`() throws {
        let guest = try table.arrive()
        try table.send(text: "GET /\r\n\r\n", from: guest)
        #expect(try table.response(to: guest).status == 400)
        let piece = [UInt8](repeating: 120, count: 8_000)
        let cost = try cost {
            try table.turn {
                _ = guest.socket.send(piece)
                table.read(guest)
                return try table.connection(of: guest).stage == .gone
            }
        }
        #expect(cost >= (Limits.Internal.lingeringBytes - 16 * 1024) * 1000 / Limits.bytesPerRequest)
        #expect(cost <= 2 * Limits.Internal.lingeringBytes * 1000 / Limits.bytesPerRequest)
    }

    @Test func `a QR code is charged as one that is drawn, also if it is kept, and so is a handshake for its greeting`()
        throws
    {
        let request = HostDriver.head("GET /qr?http://den/%23KQ7XM4 HTTP/1.1")
        for _ in 0..<3 {
            let (thousandths, response) = try cost(of: request)
            #expect(response.status == 200)
            #expect(thousandths == 1000 * Limits.codeWeight + response.body.count * 1000 / Limits.bodyBytesPerRequest)
        }
        let (thousandths, response) = try cost(of: HostDriver.handshake())
        #expect(response.status == 101 && thousandths == 1000 * Limits.handshakeWeight)
    }

    @Test func `the browsers of a class load the page and fifty pictures at once`() throws {
        let (browsers, requests, bytes, head) = (10, 56, 50 * 100_000, 800)
        let each = requests * (1000 + head * 1000 / Limits.bytesPerRequest + Limits.Internal.arrivalThousandths)
        #expect(browsers * (each + bytes * 1000 / Limits.bodyBytesPerRequest) <= Limits.requestBurst * 1000)
    }

    @Test func `an address that has spent its requests waits, in order, and gets them at its rate`() throws {
        let guests = try (0..<3).map { _ in try table.arrive() }
        try table.useUpRequests()
        for guest in guests {
            try table.send(text: HostDriver.head("HEAD / HTTP/1.1"), from: guest)
            try table.turn()
        }
        for _ in 0..<5 { try table.turn() }
        #expect(try guests.allSatisfy { try table.connection(of: $0).state.isDelayed })
        var answered: [Int] = []
        for _ in 0..<10 {
            try table.turn(after: 1)
            for (number, guest) in guests.enumerated() where !table.lines(to: guest).isEmpty { answered.append(number) }
        }
        #expect(answered == [0, 1, 2])
    }

    @Test func `a request that waits is not read on from, and not dropped for it`() throws {
        let guest = try table.arrive()
        try table.useUpRequests(100)
        try table.send(text: HostDriver.head("HEAD / HTTP/1.1"), from: guest)
        try table.turn { try table.connection(of: guest).state.isDelayed }
        try table.send(text: HostDriver.head("HEAD /a HTTP/1.1"), from: guest)
        // A debt is paid back within twice as long as an idle connection is kept.
        try table.turn(after: 3 * Limits.requestMilliseconds / 2)
        #expect(try table.connection(of: guest).state.isDelayed)
        try table.turn(after: 100 * 20_000)
        #expect(try table.response(to: guest, isHead: true).status == 200)
        #expect(try table.response(to: guest, isHead: true).status == 404)
    }

    @Test func `nobody waits for the request of a connection that is gone`() throws {
        try table.useUpRequests()
        let guests = try (0..<5).map { _ in try table.arrive() }
        for guest in guests { try table.send(text: HostDriver.head(), from: guest) }
        try table.turn { try guests.allSatisfy { try table.connection(of: $0).state.isDelayed } }
        let left = table.requestsLeft
        for guest in guests { try table.drop(guest) }
        #expect(table.requestsLeft == left + 5000)
    }

    @Test func `with a rate of 0 there is no limit`() throws {
        let table = try HostDriver(rate: 0)
        let guest = try table.arrive()
        for _ in 0..<300 {
            try table.send(
                text: String(repeating: HostDriver.head("HEAD /qr?http://den/ HTTP/1.1"), count: 10), from: guest)
            for _ in 0..<10 { #expect(try table.response(to: guest, isHead: true).status == 200) }
        }
    }

    @Test func `the rate is in proportion to that of commands`() {
        var options = memory_host.Options()
        #expect(options.requestRate == Limits.requestsPerSecond)
        options.rate = 3 * Limits.commandsPerSecond
        #expect(options.requestRate == 3 * Limits.requestsPerSecond)
    }

    @Test func `a pass answers one request of each connection, only so many in all, and lines first`() throws {
        let table = try HostDriver(rate: 0)
        let ann = try table.connect(as: "Ann")
        let guests = try (0..<30).map { _ in try table.arrive() }
        for guest in guests {
            try table.send(
                text: String(repeating: HostDriver.head("HEAD /qr?http://den/ HTTP/1.1"), count: 5), from: guest)
        }
        var passes = 0
        var heads = [Int](repeating: 0, count: guests.count)
        while heads.contains(where: { $0 < 5 }) {
            try table.send("ping", from: ann)
            let before = heads
            try table.turn()
            passes += 1
            #expect(table.lines(to: ann).last == "Pong.", "she is answered in the same pass")
            for (number, guest) in guests.enumerated() {
                heads[number] += table.lines(to: guest).count { $0.hasPrefix("HTTP/1.1 200") }
                #expect(heads[number] - before[number] <= 1)
            }
            #expect(zip(heads, before).reduce(0) { $0 + $1.0 - $1.1 } <= Limits.Internal.requestsAtOnce)
            #expect((heads.max() ?? 0) - (heads.min() ?? 0) <= 1, "they take turns")
            try #require(passes < 1000)
        }
        #expect(passes >= 150 / (Limits.Internal.requestsAtOnce / Limits.codeWeight + 1))
    }

    @Test func `an address that is not this machine's may send a head of 8 KiB`() throws {
        let stranger = try host("192.0.2.1")
        let start = Instant(milliseconds: 0)
        for (count, isRead) in [(Limits.requestBytes - 200, true), (Limits.requestBytes, false)] {
            let socket = Socket(FileDescriptor(number: -1))
            var connection = Connection(client: ClientID(slot: 0, serial: 1), socket: socket, host: stranger, at: start)
            var input = Array(HostDriver.head("GET / HTTP/1.1", "C: " + String(repeating: "c", count: count)).utf8)
            _ = connection.take(&input, input.count)
            _ = connection.listRequest()
            var requests = RateLimits().requests
            guard case .outcome(let outcome) = connection.nextRequest(at: start, sharing: &requests) else {
                Issue.record("nothing")
                continue
            }
            #expect((outcome == .refused(.headTooLarge)) == !isRead)
        }
    }

    @Test func `who is in the lobby does not notice`() throws {
        let ann = try table.connectBrowser(as: "Ann")
        try table.useUpRequests()
        let guest = try table.arrive()
        try table.send(text: HostDriver.head(), from: guest)
        try table.turn { try table.connection(of: guest).state.isDelayed }
        try table.say("{\"type\":\"ping\"}", from: ann)
        #expect(try table.message(to: ann, with: "pong") == "{\"type\":\"pong\"}")
    }

    @Test func `a kept QR code is that of its link and of whoever has asked for it`() throws {
        var codes = KeptCodes()
        let hosts = try ["192.0.2.1", "192.0.2.2"].map { try host($0) }
        for number in 0..<3 * Limits.Internal.keptCodes {
            let link = "http://den/#\(number % 20)"
            #expect(codes.code(of: link, for: hosts[number % 2]) == QRCode(link)?.svg)
        }
        #expect(codes.code(of: String(repeating: "a", count: 300), for: hosts[0]) == nil)
    }
}
