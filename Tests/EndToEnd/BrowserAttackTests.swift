import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Pages of other sites, in the browser of a person who can reach a host.
    @Suite struct Attacks {
        /// Another site: a server that is not ours, on another port of this machine, with an empty page.
        private final class Site {
            let address: String
            private let folder = Result { try TemporaryFolder() }
            private let server: RunningProcess

            init() throws {
                let folder = try folder.get()
                try folder.write(Array("<!doctype html><title>Elsewhere</title><body>".utf8), to: "index.html")
                let arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.path]
                server = try RunningProcess("/usr/bin/env", ["python3"] + arguments)
                let line = try server.nextLine() ?? ""
                guard let port = line.firstMatch(of: /port (\d+)/)?.1 else { throw Unmet("no server: \(line)") }
                address = "http://127.0.0.1:\(port)/"
            }
        }

        /// What a page tries, each as the name of the result: an expression that becomes true if it was let through.
        private static func attempts(on host: String) -> KeyValuePairs<String, String> {
            let lines = #"'{"type":"hello","name":"Mallory"}\n{"type":"open"}\nname Mallory\nopen\n'"#
            let sent = "method: 'POST', mode: 'no-cors', body: \(lines)"
            let loads = "onload: () => resolve(true), onerror: () => resolve(false)"
            return [
                "read the page": "fetch('http://\(host)/').then(() => true, () => false)",
                "load the page unread": "fetch('http://\(host)/', { mode: 'no-cors' }).then(() => true, () => false)",
                "post lines": "fetch('http://\(host)/', { \(sent) }).then(() => true, () => false)",
                "post lines to the lobby": "fetch('http://\(host)/ws', { \(sent) }).then(() => true, () => false)",
                "get the lobby": "fetch('http://\(host)/ws', { mode: 'no-cors' }).then(() => true, () => false)",
                "send a beacon":
                    "new Promise((resolve) => { navigator.sendBeacon('http://\(host)/', \(lines)); setTimeout(resolve, 50, false); })",
                "speak WebSocket": """
                new Promise((resolve) => {
                  const socket = new WebSocket('ws://\(host)/ws');
                  socket.onopen = () => { socket.send(\(lines)); resolve(true); };
                  socket.onerror = () => resolve(false);
                })
                """,
                "load a script": """
                new Promise((resolve) => document.head.append(Object.assign(document.createElement('script'),
                  { \(loads), src: 'http://\(host)/' })))
                """,
                "load a picture": """
                new Promise((resolve) => document.body.append(Object.assign(document.createElement('img'),
                  { \(loads), src: 'http://\(host)/' })))
                """,
                "load a QR code": """
                new Promise((resolve) => document.body.append(Object.assign(document.createElement('img'),
                  { \(loads), src: 'http://\(host)/qr?http://den/' })))
                """,
            ]
        }

        /// Expects a host to be as it was: nobody has taken a name but the one who looks, and nothing has been opened.
        private func expectUntouched(_ host: HostProcess, _ observer: LineClient) throws {
            try observer.send("{\"type\":\"list\",\"id\":\"all\"}")
            let reply = try observer.reply(to: "all")
            guard case .lobby(let lobby) = reply.event else { throw Unmet("no lobby, but \(reply)") }
            #expect(lobby.players == ["Ann"] && lobby.matches.isEmpty)
            #expect(!observer.lines.contains { $0.contains("Mallory") })
            #expect(host.process.isRunning)
        }

        @Test func `a page of another site gets nothing done, whatever it tries`() throws {
            let (host, browser, site) = (try HostProcess("--rate", "0"), try Browser(), try Site())
            let ann = try LineClient.named("Ann", at: host)
            let page = try BrowserPage(browser, at: site.address)
            try page.wait(for: "the other site", until: "document.title === 'Elsewhere'")
            for (name, attempt) in Self.attempts(on: "\(host.address)") {
                #expect((try page.evaluate(attempt) as? NSNumber)?.boolValue == false, "\(name)")
            }
            try expectUntouched(host, ann)
        }

        @Test func `a page of another site can neither frame the page nor post a form to the host`() throws {
            let (host, browser, site) = (try HostProcess("--rate", "0"), try Browser(), try Site())
            let ann = try LineClient.named("Ann", at: host)
            let page = try BrowserPage(browser, at: site.address)
            try page.wait(for: "the other site", until: "document.title === 'Elsewhere'")
            try page.evaluate(
                """
                new Promise((resolve) => document.body.append(Object.assign(document.createElement('iframe'),
                  { onload: () => resolve(true), src: 'http://\(host.address)/' })))
                """)
            let frame = try #require(
                ((try page.call("Page.getFrameTree")["frameTree"] as? Browser.Fields)?["childFrames"]
                    as? [Browser.Fields])?.first?["frame"] as? Browser.Fields)
            #expect((frame["url"] as? String)?.hasPrefix("chrome-error:") == true, "\(frame)")
            try page.evaluate(
                """
                (() => {
                  const form = Object.assign(document.createElement('form'),
                    { method: 'post', enctype: 'text/plain', action: 'http://\(host.address)/' });
                  form.append(Object.assign(document.createElement('textarea'),
                    { name: 'x', value: '\\n{"type":"hello","name":"Mallory"}\\n{"type":"open"}\\n' }));
                  document.body.append(form);
                  form.submit();
                })()
                """)
            try page.wait(forText: "This host answers GET and HEAD only.")
            try expectUntouched(host, ann)
        }

        @Test func `a name that was pointed at the host gets neither the page nor the lobby`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser(resolving: "evil.example"))
            let ann = try LineClient.named("Ann", at: host)
            let page = try BrowserPage(browser, at: "http://evil.example:\(host.address.port)/")
            try page.wait(forText: "This host does not answer to the name evil.example.")
            let status = browser.reports.compactMap { report in
                (report.fields["response"] as? Browser.Fields)?["status"] as? Int
            }
            #expect(status.first == 403)
            for (name, attempt) in Self.attempts(on: "evil.example:\(host.address.port)") where name != "send a beacon"
            {
                // A page of that name may ask its own host, and read that it is refused.
                let isRefusal =
                    attempt.hasPrefix("fetch") ? attempt.replacing("() => true", with: "(it) => it.ok") : attempt
                #expect((try page.evaluate(isRefusal) as? NSNumber)?.boolValue == false, "\(name)")
            }
            try expectUntouched(host, ann)
        }
    }
}
