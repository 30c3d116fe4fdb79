import Foundation
import Protocol
import Testing

extension BrowserTests {
    /// The end of a match on the page, and what may happen while it is shown.
    @Suite struct Ends {
        /// When the last card has been turned, when the winner's cards turn, and when the table tips: expressions.
        private static let moments = [
            "true", "!one('.falling') && all('.table .card').filter(moves).length > 2", "one('.falling')",
        ]

        @Test(arguments: moments)
        func `a match that is left while it ends leaves nothing behind`(moment: String) throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, at: host)
            try page.open("Solo", board: "2x3")
            try page.evaluate(
                """
                (() => {
                  // Each moment begins with a change of the page, which is always noticed; a frame of it may not be drawn.
                  new MutationObserver((changes, observer) => {
                    if (one('.status')?.textContent !== 'Cleared' || !(\(moment))) return;
                    observer.disconnect();
                    window.left = one('.result') ? 'late' : 'in time';
                    all('button').find((each) => each.textContent === 'Leave').click();
                  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
                })()
                """)
            try PagePlayer(page, until: "window.left").playToEnd(.touch(page))
            try page.waitForScene("lobby")
            #expect(try page.evaluate("window.left") as? String == "in time")
            try page.openSet()
            #expect(try page.setCards(12).count == 12)
            #expect(
                try page.evaluate("!one('.falling') && !one('.result') && all('.card').length === 12") as? Bool == true)
            let card = try page.setCards()[0]
            try page.tapCard(card)
            #expect(try page.selectedCards() == [card])
            try page.tap(button: "Leave")
            try page.tap("one('dialog button', 'Resign and leave')")
            try page.waitForScene("lobby")
            try page.tap(button: "Solo")
            try page.choose("Game", "memory")
            try page.choose("Board", "2x3")
            try page.tap(button: "Start")
            try page.wait(for: "a new table", until: "all('.table .card').length === 6 && !one('.result')")
            #expect(try page.labels().allSatisfy { $0.hasSuffix("face down") })
            #expect(browser.flaws(of: host) == [])
        }
    }
}
