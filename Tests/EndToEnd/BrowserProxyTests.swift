import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The page behind a web server that has the host under a path.
    @Suite(.needsPython) struct Proxies {
        private static let name = "memory.local"
        private static let manual = "See “Addresses and proxies” in the host’s manual."

        /// The flaws of pages that ask for everything under one path of an address.
        private func flaws(_ browser: Browser, _ host: HostProcess, at address: String) -> [String] {
            browser.flaws(of: host).filter { flaw in
                !["http", "ws"].contains { flaw.hasPrefix("asked for \($0)://\(address)/memory") }
            }
        }

        @Test(arguments: [ReverseProxy.Manner.careful, .keepsPath])
        func `a match under a path, with and without its slash: pictures, QR code and the link into it`(
            _ manner: ReverseProxy.Manner
        ) throws {
            let folder = try TemporaryFolder()
            for (name, red) in [("one", UInt8(255)), ("two", 0)] {
                try folder.write(SamplePictures.gif(red, 0, 0), to: "\(name).gif")
            }
            let host = try HostProcess("--rate", "0", "--faces", folder.path)
            let (proxy, browser) = (try ReverseProxy(to: host, manner), try Browser(resolving: Self.name))
            let address = proxy.address.replacing("127.0.0.1", with: Self.name)
            let ann = try BrowserPage(browser, .calmPhone, at: "http://\(address)/memory")
            try ann.enterLobby(as: "Ann")
            #expect(try ann.evaluate("location.pathname") as? String == "/memory/")
            try ann.tap(button: "Invite a friend")
            try ann.tap("one('.chips button:has(.word)')")
            try ann.choose("Board", "2x2")
            try ann.tap(button: "Start")
            let link = try ann.wait(for: "the link", until: "one('.link')?.textContent") as? String ?? ""
            #expect(link.hasPrefix("http://\(address)/memory/#"))
            try ann.wait(for: "the QR code", until: "one('img.qr')?.naturalWidth")
            let bob = try BrowserPage(browser, .calmPhone, at: link)
            try bob.tap("one('#name')")
            try bob.type("Bob")
            try bob.tap(button: "Play")
            for page in [ann, bob] { try page.wait(for: "the table", until: "one('.card')") }
            try PagePlayer(ann).playToEnd(.touch(ann), .touch(bob, "Bob’s turn"))
            for page in [ann, bob] {
                try page.wait(
                    for: "the pictures",
                    until: "all('.table .picture').filter((each) => each.complete && each.naturalWidth).length === 4")
            }
            #expect(flaws(browser, host, at: address) == [])
        }

        @Test func `a host at another path of one proxy has names and tokens of its own`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let proxy = try ReverseProxy(to: host)
            let ann = try BrowserPage(browser, .calmPhone, at: "http://\(proxy.address)/memory/")
            try ann.enterLobby(as: "Ann")
            let kept = "Object.keys(localStorage).filter((key) => /name|token/.test(key)).sort().join()"
            #expect(try ann.evaluate(kept) as? String == "memory.name/memory/,memory.token/memory/")
            try ann.call("Page.navigate", ["url": "http://\(proxy.address)/memory/other/"])
            try ann.waitForScene("welcome")
            #expect(try ann.evaluate("document.body.innerText.includes('another tab')") as? Bool == false)
        }

        @Test(arguments: [
            (
                ReverseProxy.Manner.dropsUpgrade,
                "The host can be reached, but a proxy in between does not let WebSockets through."
            ),
            (
                .dropsPort,
                """
                The page is at http://PROXY, but its requests arrive for 127.0.0.1. Pages of other sites may not use \
                this host. If the page is its own, a proxy in between has changed the Host header, and must pass it on \
                as it comes.
                """
            ),
            (
                .namesHost,
                """
                The page is at http://PROXY, but its requests arrive for HOST. Pages of other sites may not use this \
                host. If the page is its own, a proxy in between has changed the Host header, and must pass it on as \
                it comes.
                """
            ),
        ])
        func `a page that cannot connect says why, and connects when the proxy is mended`(
            _ manner: ReverseProxy.Manner, _ words: String
        ) throws {
            let (host, browser) = (try HostProcess("--rate", "0", "--log-level", "info"), try Browser())
            let proxy = try ReverseProxy(to: host, manner)
            let page = try BrowserPage(browser, .calm(320, 568), at: "http://\(proxy.address)/memory/")
            let reason = words.replacing("PROXY", with: proxy.address).replacing("HOST", with: "\(host.address)")
            try page.wait(forText: "Connecting to the host… \(reason) \(Self.manual)")
            try page.wait(forAnnouncement: reason)
            // It covers neither the field nor the button, and is as wide as the screen.
            let covers = """
                one('#banner').getBoundingClientRect().bottom > one('.logo').getBoundingClientRect().top + 1
                  || document.documentElement.scrollWidth > innerWidth
                """
            #expect((try page.evaluate(covers) as? NSNumber)?.boolValue == false)
            try proxy.become(.careful)
            try page.enterLobby(as: "Ann")
            #expect(try page.evaluate("document.getElementById('banner').hidden") as? Bool == true)
            #expect(flaws(browser, host, at: proxy.address) == [])
            try host.stop()
            let refusals = try host.process.restOfErrors().split(separator: "\n").filter { $0.contains("403") }
            // However often it was tried, the log says it once a minute.
            #expect(refusals.count == (manner == .dropsUpgrade ? 0 : 1))
            let named = manner == .dropsPort ? "127.0.0.1" : "\(host.address)"
            #expect(
                refusals.allSatisfy {
                    $0.contains(
                        "info: answered 403 to 127.0.0.1, Host \"\(named)\", Origin \"http://\(proxy.address)\": ")
                })
        }

        @Test func `a page whose host is only started anew says nothing of proxies`() throws {
            let (folder, browser) = (try TemporaryFolder(), try Browser())
            let host = try HostProcess("--rate", "0", "--data", folder.path)
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.keepTexts(of: "#banner")
            try host.stop(SIGKILL)
            try ann.wait(forText: "Reconnecting (attempt 4)")
            let next = try HostProcess("--rate", "0", "--data", folder.path, "--port", String(host.address.port))
            try ann.wait(for: "the host", until: "!one('#banner')")
            #expect(try ann.evaluate("texts.filter((text) => /proxy|manual/.test(text))") as? [String] == [])
            #expect(next.process.isRunning)
        }
    }
}
