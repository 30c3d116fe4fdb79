import Foundation
import Protocol
import Testing

extension BrowserTests {
    /// A host that is closing after the matches in play, on the page.
    @Suite struct Draining {
        private static let sentence = "The host is closing after the matches in play."

        @Test func `the page says that the host is closing, and offers nothing new, in the lobby and after a match`()
            throws
        {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            // Somebody else plays, so that the host goes on when the match on the page is over.
            let ann = try LineClient.named("Ann", at: host)
            _ = try ann.open(#"{"seats":1,"turnMs":0}"#)
            let page = try BrowserPage.named("Bob", browser, at: host)
            try page.open("Solo", board: "2x3")
            // Once a host drains, no match can be opened.
            try page.wait(for: "the table", until: "one('.table .card')")
            host.process.send(signal: SIGUSR2)
            let banner = "document.getElementById('banner')"
            try page.wait(for: "the banner", until: "\(banner).textContent")
            // The table is not disturbed: no banner covers it.
            #expect(try page.evaluate("getComputedStyle(\(banner)).display") as? String == "none")
            try PagePlayer(page, until: "one('.result')").playToEnd(.touch(page))
            try page.wait(for: "the end", until: "one('.result .offered')?.textContent === '\(Self.sentence)'")
            let offers = "all('.result button').map((each) => each.textContent).join()"
            #expect(try page.evaluate(offers) as? String == "Lobby,Replay")
            try page.tap("one('.result button', 'Lobby')")
            try page.waitForScene("lobby")
            try page.wait(for: "the banner", until: "one('#banner').textContent === '\(Self.sentence)'")
            let enabled = "all('.choices button').filter((each) => !each.disabled).map((each) => each.innerText).join()"
            #expect((try page.evaluate(enabled) as? String)?.hasPrefix("Watch") == true)
            let reason =
                "all('.choices button').filter((each) => each.disabled && each.title === '\(Self.sentence)').length"
            #expect(try page.evaluate(reason) as? Int == GameKind.allCases.count + 5)
            try ann.send(.resign)
            #expect(try ann.farewell().retry)
            ann.close()
            #expect(try host.process.waitForEnd() == .exited(0))
        }
    }
}
