import HTTP
import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// What an operator asks of a host over HTTP.
@Suite struct OperatorTests {
    private let request = HostDriver.head("GET /metrics HTTP/1.1")

    private func metrics(_ table: HostDriver) throws -> MetricsText { try MetricsText(try table.ask(request).text) }

    // MARK: Counting

    @Test func `the metrics are text of the version that Prometheus reads, and HEAD has their length`() throws {
        let table = try HostDriver()
        let response = try table.ask(request)
        #expect(response.status == 200 && response.fields["cache-control"] == "no-store")
        #expect(response.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(response.fields["x-content-type-options"] == "nosniff")
        #expect(try MetricsText(response.text).value("memory_host_connections", ["transport": "http"]) == 1)
        let head = try table.ask(HostDriver.head("HEAD /metrics HTTP/1.1"))
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(abs((Int(head.fields["content-length"] ?? "") ?? 0) - response.body.count) < 100)
    }

    @Test func `connections, players, watchers and matches are counted`() throws {
        let table = try HostDriver(rate: 0)
        let (ann, bob, cid) = (try table.connect(as: "Ann"), try table.connect(as: "Bob"), try table.connectBrowser())
        try table.answer(#"{"type":"open","rules":{"game":"set"}}"#, from: ann, with: "waiting")
        try table.say(#"{"type":"watch","match":"m1"}"#, from: cid)
        _ = try table.message(to: cid, with: "\"state\"")
        var text = try metrics(table)
        #expect(text.value("memory_host_matches", ["game": "set", "state": "waiting"]) == 1)
        #expect(text.value("memory_host_connections", ["transport": "line"]) == 2)
        #expect(text.value("memory_host_connections", ["transport": "websocket"]) == 1)
        #expect(text.value("memory_host_players") == 2 && text.value("memory_host_watchers") == 1)
        try table.answer(#"{"type":"join","match":"m1"}"#, from: bob, with: "playing")
        text = try metrics(table)
        #expect(text.value("memory_host_matches", ["game": "set", "state": "playing"]) == 1)
        #expect(text.value("memory_host_matches", ["game": "set", "state": "waiting"]) == 0)
        try table.drop(bob)
        #expect(try metrics(table).value("memory_host_matches", ["game": "set", "state": "paused"]) == 1)
        try table.answer(#"{"type":"resign"}"#, from: ann, with: "over")
        text = try metrics(table)
        #expect(text.value("memory_host_matches", ["game": "set", "state": "over"]) == 1)
        #expect(text["memory_host_matches"]?.samples.reduce(0) { $0 + $1.value } == 1)
    }

    @Test func `moves are counted by what came of them, and each is timed`() throws {
        let table = try HostDriver(rate: 0)
        let ann = try table.connect(as: "Ann")
        try table.answer(
            #"{"type":"open","rules":{"seats":1,"rows":2,"columns":2,"revealMs":0}}"#, from: ann, with: "playing")
        for card in [0, 1, 2, 3] {
            try table.turn(after: 1)
            try table.answer(
                #"{"type":"flip","card":\#(card)}"#, from: ann, with: "\"kind\":\"\(card % 2 == 0 ? "flip" : "")")
        }
        let text = try metrics(table)
        func count(_ result: String) -> Double {
            text.value("memory_host_moves_total", ["game": "memory", "result": result]) ?? -1
        }
        #expect(count("first") == 2 && count("pair") + count("miss") == 2)
        #expect(text.value("memory_host_flip_seconds_count") == 4)
        #expect(text["memory_host_moves_total"]?.samples.reduce(0) { $0 + $1.value } == 4)
    }

    @Test func `the results of Set are counted, too, and refusals are no moves`() throws {
        let table = try HostDriver(rate: 0)
        let ann = try table.connect(as: "Ann")
        try table.answer(#"{"type":"open","rules":{"game":"set","seats":1}}"#, from: ann, with: "playing")
        try table.answer(#"{"type":"shuffle"}"#, from: ann, with: "shuffle")
        try table.answer(#"{"type":"flip","card":0}"#, from: ann, with: "error")
        try table.answer("{", from: ann, with: "bad_json")
        let text = try metrics(table)
        #expect(text.value("memory_host_moves_total", ["game": "set", "result": "shuffle"]) == 1)
        #expect(text.value("memory_host_flip_seconds_count") == 1)
        #expect(text.value("memory_host_refusals_total", ["code": "bad_json"]) == 1)
        #expect(text["memory_host_refusals_total"]?.samples.reduce(0) { $0 + $1.value } == 2)
    }

    @Test func `every byte that comes and goes is counted, also those of connections that are gone`() throws {
        let table = try HostDriver(rate: 0)
        let ann = try table.connect(as: "Ann")
        let before = try metrics(table)
        func bytes(_ text: MetricsText, _ direction: String) -> Int {
            Int(text.value("memory_host_bytes_total", ["direction": direction]) ?? -1)
        }
        try table.answer("ping", from: ann, with: "Pong.")
        let length = try table.ask(request)
        let after = try MetricsText(length.text)
        // The first request is in both counts, its response in the second one only.
        #expect(bytes(after, "in") - bytes(before, "in") == 5 + request.utf8.count)
        #expect(bytes(after, "out") - bytes(before, "out") > 6 + length.body.count)
        try table.drop(ann)
        let last = try metrics(table)
        #expect(bytes(last, "in") == bytes(after, "in") + request.utf8.count)
        #expect(bytes(last, "out") > bytes(after, "out"))
    }

    @Test func `on a slow disk a flip takes until it may be seen, and a sync as long as the disk says`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let ann = try table.connect(as: "Ann")
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "playing")
        let before = try metrics(table)
        (disk.syncer.isSlow, disk.syncer.microseconds) = (true, 7_000)
        try table.send(#"{"type":"flip","card":0}"#, from: ann)
        try table.turn { disk.syncer.count > Int(before.value("memory_host_sync_seconds_count") ?? 0) }
        #expect(try metrics(table).value("memory_host_flip_seconds_count") == 0)
        try table.turn(after: 300)
        disk.syncer.isSlow = false
        _ = try table.line(to: ann, with: "\"kind\":\"flip\"")
        let text = try metrics(table)
        #expect(text.value("memory_host_flip_seconds_count") == 1)
        #expect(text.value("memory_host_flip_seconds_bucket", ["le": "0.25"]) == 0)
        #expect(text.value("memory_host_flip_seconds_bucket", ["le": "0.5"]) == 1)
        #expect(
            text.value("memory_host_sync_seconds_bucket", ["le": "0.005"])
                == before.value("memory_host_sync_seconds_count"))
        #expect((text.value("memory_host_journal_bytes") ?? 0) > before.value("memory_host_journal_bytes") ?? 0)
    }

    @Test func `records are counted, and a disk that fails is`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        let ann = try table.connect(as: "Ann")
        try table.answer(#"{"type":"open","rules":{"seats":1}}"#, from: ann, with: "playing")
        for card in 0...1 { try table.answer(#"{"type":"flip","card":\#(card),"id":"f"}"#, from: ann, with: "\"ok\"") }
        try table.answer(#"{"type":"resign","id":"r"}"#, from: ann, with: "\"ok\"")
        try table.turn { try metrics(table).value("memory_host_records") == 1 }
        #expect(try metrics(table).value("memory_host_storage_failing") == 0)
        disk.syncer.isBroken = true
        try table.send(#"{"type":"rematch"}"#, from: ann)
        try table.turn { table.host.committer.gate.diskFailure != nil }
        let text = try metrics(table)
        #expect(text.value("memory_host_storage_failing") == 1)
        #expect(text.value("memory_host_refusals_total", ["code": "disk_failed"]) == 1)
    }

    @Test func `who is turned away is counted by the reason`() throws {
        let table = try HostDriver(rate: 0, connections: 1)
        let ann = try table.connect(as: "Ann")
        _ = try table.linesUntilEnd(to: try table.connect())
        let other = try HostDriver(rate: 0)
        let ssh = try other.arrive()
        try other.send("SSH-2.0-x", from: ssh)
        _ = try other.linesUntilEnd(to: ssh)
        try table.answer("ping", from: ann, with: "Pong.")
        let text = try metrics(table)
        // The request itself is one of those for which there is no room.
        #expect(text.value("memory_host_turned_away_total", ["reason": "host_full"]) == 2)
        #expect(try metrics(other).value("memory_host_turned_away_total", ["reason": "foreign_protocol"]) == 1)
    }

    // MARK: Who may ask

    @Test(arguments: [
        "Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "Via: 1.1 den", "X-Real-IP: 192.0.2.1",
    ])
    func `who asks through a proxy is not from this machine`(_ field: String) throws {
        let request = HostDriver.head("GET /metrics HTTP/1.1", field)
        let response = try HostDriver().ask(request)
        #expect(response.status == 403 && response.fields["connection"] == "close")
        #expect(response.text == "The metrics are for this machine only; see --metrics.\n")
        #expect(try HostDriver(metrics: .any).ask(request).status == 200)
    }

    @Test func `this machine has loopback addresses and those of its interfaces, and all others are foreign`() throws {
        let own = try host("192.0.2.7")
        var (asked, time) = (0, Instant(milliseconds: 0))
        var gate = MetricsGate(for: .local, at: WebAddress(names: [])) {
            asked += 1
            return [own]
        }
        var reader = HTTPRequestReader()
        reader.receive(Array(request.utf8), count: request.utf8.count)
        guard case .request(let request) = reader.next() else {
            Issue.record("no request")
            return
        }
        func mayRead(_ address: String) throws -> Bool {
            try gate.refusal(of: request, from: host(address), at: time) == nil
        }
        for address in ["127.0.0.1", "127.0.0.2", "::1"] { #expect(try mayRead(address)) }
        #expect(asked == 0)
        #expect(try mayRead("192.0.2.7") && mayRead("::ffff:192.0.2.7"))
        for address in ["192.0.2.8", "2001:db8::1", "::"] { #expect(try !mayRead(address), "\(address)") }
        #expect(asked == 1)
        time = time + Limits.Internal.networksMilliseconds
        #expect(try mayRead("192.0.2.7"))
        #expect(asked == 2)
    }

    @Test func `the names by which a browser may ask are those of the page`() throws {
        for audience in [MetricsGate.Audience.local, .any, .off] {
            let table = try HostDriver(metrics: audience)
            #expect(try table.ask(HostDriver.head("GET /metrics HTTP/1.1", host: "evil.example")).status == 403)
            #expect(
                try table.ask(HostDriver.head("GET /metrics HTTP/1.1", "Origin: http://evil.example")).status == 403)
            let response = try table.ask(request)
            #expect(response.status == (audience == .off ? 404 : 200))
        }
    }

    @Test func `a request for the metrics is charged for what it looks at, and waits if too many came`() throws {
        let table = try HostDriver()
        let before = table.requestsLeft
        let response = try table.ask(request)
        let arrival = request.utf8.count * 1000 / Limits.bytesPerRequest + Limits.Internal.arrivalThousandths
        let body = response.body.count * 1000 / Limits.bodyBytesPerRequest
        #expect(before - table.requestsLeft == 1000 * Limits.metricsWeight + arrival + body)
        try table.useUpRequests()
        let guest = try table.arrive()
        try table.send(text: request, from: guest)
        try table.turn { try table.connection(of: guest).state.isDelayed }
    }

    @Test func `a host without the page answers operators, and drops whoever asks for anything else`() throws {
        let table = try HostDriver(servesWeb: false)
        #expect(try table.ask(request).status == 200)
        #expect(try table.ask(HostDriver.head("GET /healthz HTTP/1.1")).text == "ok\n")
        for first in ["GET /", "GET /ws", "GET /metrics/", "POST /metrics", "GET /healthz?x y"] {
            let guest = try table.arrive()
            try table.send(text: HostDriver.head(first + " HTTP/1.1"), from: guest)
            #expect(try table.linesUntilEnd(to: guest) == [], "\(first)")
        }
        let turnedAway = try metrics(table).value("memory_host_turned_away_total", ["reason": "foreign_protocol"])
        #expect(turnedAway == 5)
        try table.answer("ping", from: try table.connect(as: "Ann"), with: "Pong.")
    }

    @Test func `operators' programs are no browsers, so nobody from their address waits for a greeting`() throws {
        let table = try HostDriver()
        for path in ["/metrics", "/healthz"] {
            #expect(try table.ask(HostDriver.head("GET \(path) HTTP/1.1")).status == 200)
        }
        let guest = try table.arrive()
        try table.turn(after: Limits.greetingMilliseconds)
        #expect(try table.connection(of: guest).stage == .client)
    }

    // MARK: Health

    @Test func `a host that is well says so to anyone, whatever they call it`() throws {
        let table = try HostDriver(metrics: .off)
        for host in ["den", "evil.example"] {
            let response = try table.ask(HostDriver.head("GET /healthz HTTP/1.1", host: host, "Via: 1.1 den"))
            #expect(response.status == 200 && response.text == "ok\n")
            #expect(response.fields["content-type"] == "text/plain; charset=utf-8")
        }
        let head = try table.ask(HostDriver.head("HEAD /healthz HTTP/1.0"))
        #expect(head.status == 200 && head.fields["content-length"] == "3")
    }

    @Test func `a host whose disk fails says why, until it works again`() throws {
        let disk = try SlowDisk()
        let table = try HostDriver(rate: 0, disk: disk)
        disk.syncer.isBroken = true
        let ann = try table.connect()
        try table.send(#"{"type":"hello","name":"Ann"}"#, from: ann)
        try table.turn { table.host.committer.gate.diskFailure != nil }
        let health = HostDriver.head("GET /healthz HTTP/1.1")
        let response = try table.ask(health)
        #expect(response.status == 503)
        #expect(response.text == "The host cannot write to its disk (Input/output error).\n")
        disk.syncer.isBroken = false
        try table.turn(after: Limits.Internal.diskMilliseconds)
        try table.turn { table.host.committer.gate.diskFailure == nil }
        #expect(try table.ask(health).text == "ok\n")
    }

    @Test func `a host that stops says so to whoever had asked before, and closes the other connections of browsers`()
        throws
    {
        let table = try HostDriver()
        let (asking, idle) = (try table.arrive(), try table.arrive())
        try table.send(text: HostDriver.head("GET /healthz HTTP/1.1"), from: idle)
        #expect(try table.response(to: idle).status == 200)
        try table.send(text: HostDriver.head("GET /healthz HTTP/1.1"), from: asking)
        try table.stopHost()
        let response = try table.response(to: asking)
        #expect(response.status == 503 && response.text == "The host is stopping.\n")
        #expect(response.fields["connection"] == "close")
        for guest in [asking, idle] { #expect(try table.linesUntilEnd(to: guest) == []) }
    }
}
