import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The standings of a contest.
    @Suite struct Contest {
        /// The text of a row of the table, its cells separated by bars.
        private static func row(_ number: Int) -> String {
            "[...(document.querySelectorAll('.standings tbody tr')[\(number)]?.cells ?? [])].map((cell) => cell.innerText).join('|')"
        }

        @Test func `the standings of a contest are shown live, in order, to whoever opens their link`() throws {
            let (host, browser) = (try HostProcess("--rate", "0", "--contest", "1"), try Browser())
            let page = try BrowserPage(browser, .desktop, at: "http://\(host.address)/#standings")
            try page.wait(forText: "Nobody has entered yet.")
            let (ann, bob) = (try LineClient.named("Ann", at: host), try LineClient.named("Bob", at: host))
            _ = try ann.ask(.enter, id: "e")
            try page.wait(for: "the first entrant", until: "\(Self.row(0)).startsWith('1|Ann|0|0|0 ± ')")
            try page.keepTexts(of: ".standings .note")
            _ = try bob.ask(.enter, id: "e")
            try page.wait(forKept: "2 matches to play")
            // Whoever resigns has lost. Nobody plays, so each match would soon end by itself.
            for _ in 0..<2 {
                let match = try ann.seating().match
                try ann.send(#"{"type":"resign","match":"\#(match.text)"}"#)
            }
            try page.wait(for: "the winner to lead", until: "/^1[|]Bob[|]2[|]4[|]\\d+ ± /.test(\(Self.row(0)))")
            try page.wait(for: "the loser to be last", until: "/^2[|]Ann[|]2[|]0[|]−\\d+ ± /.test(\(Self.row(1)))")
            try page.wait(forText: "All matches have been played.")
            let bars =
                """
                (() => {
                  const [one, other] = [...document.querySelectorAll('.standings td div')].map((bar) => bar.getBoundingClientRect());
                  return one.left > other.left && one.right > other.right && Math.abs(one.width - other.width) < 1 && one.width > 9;
                })()
                """
            try page.wait(for: "the better interval to lie further right", until: bars)
            let eve = try BrowserPage.named("Eve", browser, .desktop, at: host)
            try eve.wait(for: "the way there from the lobby", until: "one('button', 'Contest')")
        }

        @Test func `a host without a contest says so, and offers none in the lobby`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage(browser, .desktop, at: "http://\(host.address)/#standings")
            try page.wait(forText: "There is no contest")
            #expect(try page.evaluate("document.querySelector('.standings tbody').rows.length") as? Int == 0)
            let ann = try BrowserPage.named("Ann", browser, .desktop, at: host)
            try ann.wait(for: "the lobby", until: "one('button', 'Scores')")
            #expect(try ann.evaluate("Boolean(one('button', 'Contest'))") as? Bool == false)
        }
    }
}
