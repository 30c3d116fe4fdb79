import Foundation
import Protocol
import TestSupport
import Testing

/// The metrics of a host, the word on its health and its log, as programs of others read them.
@Suite(.waits) struct MetricsTests {
    /// Prints the body of a response, or the status of one that is refused, by a client of HTTP that is not ours.
    private static let fetch = """
        import sys, urllib.error, urllib.request
        try:
            answer = urllib.request.urlopen("http://" + sys.argv[1] + sys.argv[2])
            sys.stdout.write(answer.read().decode())
        except urllib.error.HTTPError as error:
            print(error.code, error.read().decode().strip())
        """

    private func get(_ path: String, from address: String) throws -> String {
        try RunningProcess("/usr/bin/env", ["python3", "-c", Self.fetch, address, path]).expectSuccess()
    }

    @Test func `a match is seen in the metrics: its moves, how long they took, its bytes and its record`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--rate", "0", "--data", folder.path)
        let address = host.address.description
        let before = try MetricsText(get("/metrics", from: address))
        let match = try QuietMatch(host)
        try match.finish()
        let after = try MetricsText(get("/metrics", from: address))
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double { after.value(name, labels) ?? -1 }
        let pairs = value("memory_host_moves_total", ["game": "memory", "result": "pair"])
        let misses = value("memory_host_moves_total", ["game": "memory", "result": "miss"])
        #expect(
            pairs == 50 && value("memory_host_moves_total", ["game": "memory", "result": "first"]) == pairs + misses)
        #expect(value("memory_host_flip_seconds_count") == 2 * (pairs + misses))
        #expect(value("memory_host_flip_seconds_sum") > 0)
        #expect(value("memory_host_sync_seconds_count") > 0 && value("memory_host_sync_seconds_sum") > 0)
        #expect(value("memory_host_matches", ["game": "memory", "state": "over"]) == 1)
        #expect(value("memory_host_players") == 2 && value("memory_host_records") == 1)
        for direction in ["in", "out"] {
            let was = before.value("memory_host_bytes_total", ["direction": direction]) ?? 0
            #expect(value("memory_host_bytes_total", ["direction": direction]) > was + 1_000)
        }
        #expect(value("memory_host_journal_bytes") == Double(try folder.journal.count))
        #expect(abs(value("process_start_time_seconds") - Date().timeIntervalSince1970) < 600)
        if ProcessFigures.areThere {
            #expect(value("process_open_fds") > 5 && value("process_resident_memory_bytes") > 1e6)
        }
    }

    @Test func `a host that is started so tells everybody, or nobody`() throws {
        let silent = try HostProcess("--metrics", "off")
        #expect(try get("/metrics", from: silent.address.description).hasPrefix("404 "))
        let host = try HostProcess("--metrics", "any", "--no-web")
        #expect(try MetricsText(get("/metrics", from: host.address.description)).families.count > 10)
        #expect(try get("/healthz", from: host.address.description) == "ok\n")
    }

    @Test(.enabled(if: LinkedMachines.canBeMade, LinkedMachines.needsNamespaces))
    func `another machine gets no metrics, but is told that the host is well; this one may use any of its addresses`()
        throws
    {
        let machines = try LinkedMachines()
        let den = try machines.startHost(on: 1, "den")
        func get(_ path: String, on machine: Int) throws -> String {
            try machines.run(["/usr/bin/env", "python3", "-c", Self.fetch, "10.77.0.1:6366", path], on: machine).output
        }
        #expect(try get("/metrics", on: 2) == "403 The metrics are for this machine only; see --metrics.\n")
        #expect(try get("/healthz", on: 2) == "ok\n")
        #expect(try MetricsText(get("/metrics", on: 1)).value("memory_host_players") == 0)
        #expect(den.process.isRunning)
    }

    private static let hasPromtool = ["/usr/bin", "/usr/local/bin", "/bin"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/promtool")
    }

    @Test(.enabled(if: hasPromtool, "needs promtool, which Debian has in its package prometheus"))
    func `Prometheus's own tool has nothing to say about the metrics`() throws {
        let match = try QuietMatch()
        try match.finish()
        let tool = try RunningProcess("/usr/bin/env", ["promtool", "check", "metrics"], takesInput: true)
        try tool.write(try get("/metrics", from: match.host.address.description))
        tool.closeInput()
        #expect(try tool.restOfOutput() == "" && tool.restOfErrors() == "")
        #expect(try tool.waitForEnd() == .exited(0))
    }

    // MARK: The log

    @Test(
        .enabled(if: ProcessFigures.areThere, "there is no /proc"),
        arguments: [("text", 1), ("text", 2), ("logfmt", 1), ("logfmt", 2)])
    func `each line for systemd's journal begins with its priority, and no other line does`(
        _ format: String, _ stream: Int
    ) throws {
        // The host takes what it writes to, its standard output, 1, or its standard error, 2, for the journal.
        let process = try HostProcess.start(
            ["--port", "0", "--bind", "127.0.0.1", "--no-data", "--log-format", format],
            shell: #"export JOURNAL_STREAM="$(stat -L -c %d:%i /proc/$$/fd/\#(stream))""#)
        let line = try #require(try process.nextLine())
        #expect(line.contains("listening on 127.0.0.1:") && line.hasPrefix("<5>") == (stream == 1))
        let port = try #require(UInt16(line.split(separator: ":").last?.prefix { $0.isNumber } ?? ""))
        let ann = try LineClient(to: try #require(SocketAddress(host: "127.0.0.1", port: port)))
        try ann.introduce("Ann")
        let notice = try #require(try process.nextLine())
        #expect(notice.contains("Ann connected") && notice.hasPrefix("<5>") == (stream == 1))
        process.send(signal: SIGTERM)
        let errors = try process.restOfErrors().split(separator: "\n")
        #expect(errors.last?.contains("stopping") == true)
        #expect(errors.allSatisfy { $0.hasPrefix("<5>") == (stream == 2) }, "\(errors)")
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test func `with logfmt, the notices have their parts as keys`() throws {
        let process = try HostProcess.start(
            ["--port", "0", "--bind", "127.0.0.1", "--no-data", "--log-format=logfmt"])
        let first = try #require(try process.nextLine())
        let address = try #require(first.split(separator: " ").last?.split(separator: "=").last)
        #expect(first.hasSuffix(" level=notice msg=\"listening on \(address)\" event=listening address=\(address)"))
        #expect(first.hasPrefix("time=20"))
        let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
        let ann = try LineClient(to: try #require(SocketAddress(host: "127.0.0.1", port: port)))
        try ann.introduce("Ann Lee")
        let line = try #require(try process.nextLine())
        #expect(
            line.hasSuffix(#" level=notice msg="Ann Lee connected" event=connected player="Ann Lee""#), "\(line)")
        process.send(signal: SIGTERM)
        #expect(try process.restOfErrors().contains(" level=notice msg=stopping\n"))
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test func `what ends the program is said in the form that was asked for`() throws {
        let process = try HostProcess.start(["--log-format", "logfmt", "--bind", "192.0.2.1", "--no-data"])
        #expect(try process.waitForEnd() == .exited(69))
        #expect(
            try process.restOfErrors().hasSuffix(" level=error msg=\"192.0.2.1 is not an address of this machine\"\n"))
    }
}
