import Foundation
import Protocol
import TestSupport
import Testing

/// The page for browsers, from the program as it was built, to programs of others.
@Suite(.waits) struct WebTests {
    /// Gets the page, as it is and compressed, by a client of HTTP that is not ours; prints their sizes if they agree.
    private static let fetch = """
        import gzip, sys, urllib.request
        def get(path, **fields):
            return urllib.request.urlopen(urllib.request.Request("http://127.0.0.1:" + sys.argv[1] + path, headers=fields))
        plain, packed = get("/").read(), get("/", **{"Accept-Encoding": "gzip"})
        body, isPacked = packed.read(), packed.headers["Content-Encoding"] == "gzip"
        assert (gzip.decompress(body) if isPacked else body) == plain
        print(len(plain), len(body))
        """

    @Test func `a program that was moved serves its page, compressed or not`() throws {
        let folder = try TemporaryFolder()
        let moved = folder.path + "/moved"
        // Copied here, the file might still be open for writing in a program that another test starts just then, and so
        // could not be run.
        try RunningProcess("/usr/bin/env", ["cp", HostProcess.program(), moved]).expectSuccess()
        let process = try RunningProcess(moved, ["--port", "0", "--bind", "127.0.0.1", "--no-data", "--hidden"])
        let line = try #require(try process.nextLine())
        let port = try #require(HostProcess.address(firstLine: line)).port
        let client = try RunningProcess("/usr/bin/env", ["python3", "-c", Self.fetch, "\(port)"])
        let sizes = try #require(try client.nextLine()).split(separator: " ").compactMap { Int($0) }
        #expect(try client.waitForEnd() == .exited(0))
        // A build without gzip has only the plain page.
        #expect(sizes.count == 2 && sizes[0] >= sizes[1])
        process.send(signal: SIGTERM)
        #expect(try process.waitForEnd() == .exited(0))
    }

    @Test func `a QR code is logged without its text, which may be a link into a private match`() throws {
        let host = try HostProcess("--hidden", "--log-level", "debug")
        let fetch =
            "import urllib.request; print(urllib.request.urlopen('http://\(host.address)/qr?http://den/%23KQ7XM4').status)"
        let client = try RunningProcess("/usr/bin/env", ["python3", "-c", fetch])
        #expect(try client.expectSuccess() == "200\n")
        #expect(try host.stop() == .exited(0))
        let log = try host.process.restOfErrors()
        #expect(log.contains("/qr: 200") && !log.contains("KQ7XM4"))
    }

    @Test func `a host without the page says so in its features`() throws {
        for hasWeb in [true, false] {
            let host = try hasWeb ? HostProcess() : HostProcess("--no-web")
            #expect(try LineClient(host).nextLine().contains("\"web\"") == hasWeb)
        }
    }
}
