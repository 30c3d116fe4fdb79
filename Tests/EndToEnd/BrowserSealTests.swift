import TestSupport
import Testing

extension BrowserTests {
    /// Hosts that lie about the cards that they have sealed.
    @Suite struct Seals {
        private static let broken = "The seal does not fit: the host has changed the cards or the seal."

        /// Ann in a solo game, whose host says what a script has it say in place of an event.
        private func lied(_ event: String, _ test: (BrowserPage) throws -> Void) throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.open("Solo", board: "2x3")
            try ann.wait(for: "the cards", until: "all('.table .card').length === 6")
            try ann.tapWire()
            try ann.evaluate("window.alterEvent = (event) => { \(event); return event; }")
            try test(ann)
            #expect(browser.flaws(of: host) == [])
        }

        private func hasDialog(_ page: BrowserPage) throws -> Bool {
            try page.evaluate("document.querySelector('dialog[open]') !== null") as? Bool ?? false
        }

        @Test(arguments: ["event.seal = 'b'.repeat(64)", "delete event.seal"])
        func `a host with another seal for the same match, or none, is shown up when it is back`(lie: String) throws {
            try lied("if (event.type === 'match') \(lie)") { ann in
                try ann.evaluate("window.cut()")
                try ann.wait(forText: Self.broken)
                try ann.tap(button: "Close")
                #expect(try !hasDialog(ann))
            }
        }

        @Test func `a host that knows the token no more has seals of its own`() throws {
            try lied(
                """
                if (event.type === 'welcome') event.token = 'f'.repeat(32);
                if (event.type === 'match') event.seal = 'b'.repeat(64);
                if (event.type === 'state') window.isBack = true;
                """
            ) { ann in
                try ann.evaluate("window.cut()")
                try ann.wait(for: "the match", until: "window.isBack === true")
                #expect(try !hasDialog(ann))
            }
        }

        @Test func `a host with another seal after other matches is shown up`() throws {
            try lied("") { ann in
                func enter(_ match: String, _ digit: String) throws {
                    try ann.evaluate(
                        "hear(\(LyingHost.match(match, digit))), hear(\(LyingHost.state(match)))")
                }
                try enter("m901", "a")
                try enter("m902", "b")
                try enter("m901", "a")
                #expect(try !hasDialog(ann))
                try enter("m902", "a")
                try ann.wait(forText: Self.broken)
            }
        }

        @Test func `a face of more than a line is shown up`() throws {
            try lied("if (event.cards) event.cards = event.cards.map((face) => face && `${face}\\n${face}`)") { ann in
                #expect(try !hasDialog(ann))
                try ann.tap("all('.table .card')[0]")
                try ann.wait(forText: Self.broken)
            }
        }
    }
}
