import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Connections that a browser opens and does not need, beside people who connect without a word.
    @Suite(.serialized) struct Spares {
        /// Requests that are given up before anything was sent leave their connections behind. A browser has at most six.
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

        @Test func `a page is loaded again beside spare connections that were greeted`() throws {
            let (host, browser) = (try HostProcess("--log-level", "debug"), try Browser())
            let page = try BrowserPage(browser, .desktop, at: "http://\(host.address)/")
            let field = "document.activeElement.id === 'name'"
            try page.wait(for: "the page", until: field)
            try page.evaluate(Self.openSpares)
            // Whoever is silent beside the browser is greeted after the spares, and shows that they were.
            let ann = try LineClient(host)
            #expect(try ann.nextLine().contains("\"hello\""))
            try ann.send("{\"type\":\"ping\"}")
            try ann.until("pong")
            try page.call("Page.reload", ["ignoreCache": true])
            try page.wait(for: "the page again", until: field)
            try page.type("Bob")
            try page.press(.enter)
            try page.waitForScene("home")
            try ann.send("{\"type\":\"ping\",\"id\":\"still\"}")
            _ = try ann.reply(to: "still")
            #expect(browser.flaws(of: host) == [])
            host.process.send(signal: SIGTERM)
            let log = try host.process.restOfErrors()
            let lines = log.split(separator: "\n")
            let connections = lines.count { $0.contains("connection from") }
            let requests = lines.count { $0.contains(": /") }
            // One of the six has carried the page, and one connection is Ann's.
            #expect(connections - 1 - requests >= 4, "too few connections have carried no request; the log:\n\(log)")
            #expect(!log.contains("after the greeting"), "no greeted connection was used")
        }
    }
}
