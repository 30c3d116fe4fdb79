import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Connections that a browser opens and does not need, beside people who connect without a word.
    @Suite struct Spares {
        /// Requests that are given up before anything was sent leave their connections behind. A browser has at most
        /// six.
        private static let openSpares = """
            (async () => {
              const stop = new AbortController();
              const ask = (number) => fetch(`/spare${number}-${Math.random()}`, { signal: stop.signal }).catch(() => null);
              const given = Array.from({ length: 6 }, (_, number) => ask(number));
              await 0;
              stop.abort();
              await Promise.all(given);
              return true;
            })()
            """

        /// Opens the page, and then spares that are greeted; returns the page and a client that was silent beside them.
        private func pageBesideSpares(_ host: HostProcess, _ browser: Browser, usesOne: Bool) throws -> (
            BrowserPage, LineClient
        ) {
            let page = try BrowserPage(browser, .desktop, at: "http://\(host.address)/")
            try page.wait(for: "the page", until: "document.activeElement.id === 'name'")
            let use = usesOne ? ".then(() => fetch('/favicon.ico')).then((it) => it.status)" : ""
            try page.evaluate("(\(Self.openSpares))\(use)")
            // Whoever comes after the spares is greeted after them.
            let ann = try LineClient(host)
            #expect(try ann.nextLine().contains("\"hello\""))
            return (page, ann)
        }

        @Test func `a page is loaded again beside spare connections that were greeted`() throws {
            let (host, browser) = (try HostProcess("--log-level", "debug"), try Browser())
            let (page, ann) = try pageBesideSpares(host, browser, usesOne: true)
            try page.call("Page.reload", ["ignoreCache": true])
            try page.wait(for: "the page again", until: "document.activeElement.id === 'name'")
            try page.type("Bob")
            try page.press(.enter)
            try page.waitForScene("lobby")
            try ann.ping()
            #expect(browser.flaws(of: host) == [])
            host.process.send(signal: SIGTERM)
            let lines = try host.process.restOfErrors().split(separator: "\n")
            #expect(
                !lines.contains { $0.contains("after the greeting") },
                "the browser prefers a connection that it has used")
        }

        @Test func `a browser that uses a spare connection after its greeting loses that one and no other`() throws {
            let (host, browser) = (try HostProcess("--log-level", "debug"), try Browser())
            let (page, ann) = try pageBesideSpares(host, browser, usesOne: false)
            let script = """
                (async () => {
                  for (let failures = 0; failures <= 6; failures++) {
                    const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
                    if (answer?.ok) return failures;
                  }
                  return -1;
                })()
                """
            let failures = (try page.evaluate(script) as? NSNumber)?.intValue ?? -1
            #expect((0...6).contains(failures))
            try ann.ping()
            host.process.send(signal: SIGTERM)
            let lines = try host.process.restOfErrors().split(separator: "\n")
            #expect(lines.count { $0.contains("after the greeting") } <= max(failures, 0))
        }

        @Test func `a page is loaded while six others at its address wait in silence, and each of them is greeted`()
            throws
        {
            let (host, browser) = (try HostProcess(), try Browser())
            let first = try BrowserPage(browser, .desktop, at: "http://\(host.address)/")
            try first.wait(for: "the page", until: "document.activeElement.id === 'name'")
            let silent = try (0..<6).map { _ in try LineClient(host) }
            for client in silent { #expect(try client.nextLine().contains("\"hello\"")) }
            let second = try BrowserPage(browser, .phone, at: "http://\(host.address)/")
            try second.wait(forText: "Just watch")
            for client in silent { try client.ping() }
            #expect(browser.flaws(of: host) == [])
        }
    }
}
