import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Set on the page: by touch, by keys, against each other, and on every screen.
    @Suite struct Sets {
        private let host: HostProcess
        private let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        /// Takes a set with a finger; asks for more cards while there is none.
        private func takeSet(_ page: BrowserPage) throws {
            var cards = try page.setCards()
            while SetFinder.three(of: cards) == nil {
                try page.swipeDown()
                cards = try page.setCards(cards.count + 3)
            }
            for card in try #require(SetFinder.three(of: cards)) { try page.tapCard(card) }
        }

        @Test func `a game by touch: cards are selected and claimed, a swipe deals, a rotation reshuffles`() throws {
            let (page, cards) = try BrowserPage.soloSet(browser, .phone, at: host)
            let label = /[1-3] (red|green|purple) (solid|striped|unfilled) (diamond|squiggle|oval)s?/
            #expect(cards.allSatisfy { $0.wholeMatch(of: label) != nil })
            let first = cards[0]
            try page.tapCard(first)
            #expect(try page.selectedCards() == [first])
            try page.wait(forAnnouncement: first + ", selected.")
            try page.tapCard(first)
            #expect(try page.selectedCards() == [])
            for count in 1...3 {
                try takeSet(page)
                try page.wait(for: "the set", until: "one('.score').textContent === '\(count)'")
            }
            try page.wait(forAnnouncement: "You found a set!")
            let before = try page.setCards()
            try page.swipeDown()
            let dealt = try page.setCards(before.count + 3)
            try page.wait(forAnnouncement: "Three more cards.")
            try page.rotate()
            try page.wait(forAnnouncement: "shuffled the cards.")
            let shuffled = try page.setCards()
            #expect(shuffled != dealt && shuffled.sorted() == dealt.sorted())
            let score = try #require(try page.score())
            try page.keepTexts(of: ".seat .note")
            for card in try #require(SetFinder.three(of: shuffled, areSet: false)) { try page.tapCard(card) }
            try page.wait(forKept: "you, blocked for")
            #expect(try page.score() != score)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a table can be played with keys alone`() throws {
            let (page, dealt) = try BrowserPage.soloSet(browser, .desktop, at: host)
            var cards = dealt
            try page.wait(for: "a card to have the focus", until: "document.activeElement.role === 'gridcell'")
            while SetFinder.three(of: cards) == nil {
                try page.pressMore()
                cards = try page.setCards(cards.count + 3)
            }
            try page.press(.enter)
            try page.wait(forAnnouncement: ", selected.")
            try page.press(.escape)
            #expect(try page.selectedCards() == [])
            for card in try #require(SetFinder.three(of: cards)) {
                try page.moveFocus(to: card)
                try page.press(.space)
            }
            try page.wait(for: "the set", until: "one('.score').textContent === '1'")
            cards = try page.setCards()
            #expect(try page.evaluate("document.activeElement.role") as? String == "gridcell")
            try page.press(.r)
            try page.wait(forAnnouncement: "shuffled the cards.")
            #expect(try page.setCards().sorted() == cards.sorted())
            try page.pressMore()
            _ = try page.setCards(cards.count + 3)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `of two players, the first to claim gets the cards, and a watcher sees it`() throws {
            let (ann, bob) = try BrowserPage.setTable(browser, at: host)
            var cards = try ann.setCards(12)
            let zoe = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/#watch")
            try zoe.wait(for: "the table", until: "one('.status')")
            for page in [ann, bob, zoe] { try page.keepTexts(of: ".status") }
            repeat {
                try ann.askForMore()
                // After five seconds the cards are dealt anyway; a later request would be for three more.
                try bob.wait(
                    for: "the request, or the cards",
                    until: """
                        all('.table .row[role] .card').length > \(cards.count)
                          || one('.status').textContent === 'Ann asked for three more cards' && (one('button', 'Deal 3').click(), true)
                        """)
                cards = try ann.setCards(cards.count + 3)
            } while SetFinder.three(of: cards) == nil
            for (page, who) in [(ann, "You"), (bob, "Ann"), (zoe, "Ann")] {
                try page.wait(forKept: "\(who) asked for three more cards")
            }
            #expect(try bob.setCards(cards.count) == cards)
            let set = try #require(SetFinder.three(of: cards))
            for card in set.prefix(2) { for page in [ann, bob] { try page.tapCard(card) } }
            // The same cards in other places, on one screen only.
            try bob.rotate()
            try bob.wait(forAnnouncement: "Cards shuffled.")
            #expect(try bob.setCards().sorted() == ann.setCards().sorted())
            try bob.tapCard(set[2])
            for page in [ann, bob, zoe] {
                try page.wait(for: "the set", until: "one('.seat-1 .score').textContent === '1'")
            }
            try ann.wait(forAnnouncement: "Bob found a set! \(set.joined(separator: ", ")). 1 point.")
            #expect(try ann.setCards().allSatisfy { !$0.hasSuffix("selected") && !set.contains($0) })
            try zoe.tap("one('.row[role] .card')")
            try zoe.wait(forAnnouncement: "You are only watching.")
            try bob.tap(button: "Resign")
            try bob.tap("one('dialog button', 'Resign')")
            #expect(try ann.result() == ["You win!", "Ann 0 : 1 Bob"])
            try ann.tap(button: "Replay")
            try ann.wait(forText: "Bob found a set!")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a replay lays the cards as they lay, also after they were reshuffled`() throws {
            let (page, _) = try BrowserPage.soloSet(browser, at: host)
            for count in 1...2 {
                try takeSet(page)
                try page.wait(for: "the set", until: "one('.score').textContent === '\(count)'")
                let before = BrowserPage.quoted(try page.setCards().joined(separator: ","))
                try page.rotate()
                let cards = "all('.table .row[role] .card').map((card) => card.ariaLabel)"
                try page.wait(for: "another order", until: "String(\(cards)) !== \(before)")
            }
            let cards = try page.setCards()
            try page.tap(button: "Resign")
            try page.tap("one('dialog button', 'Resign')")
            try page.tap(button: "Replay")
            try page.wait(for: "the replay", until: "one('[aria-label=Speed]')?.value === '1'")
            try page.moveReplayToItsEnd(steps: 5)
            #expect(try page.setCards() == cards)
            let widths = "[one('.replay .seat'), one('.replay .seats')].map(({ offsetWidth }) => offsetWidth)"
            #expect(Set(try page.evaluate(widths) as? [Int] ?? []).count == 1, "its one player has all the room")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a replay marks the cards of a wrong claim, and says what it cost and why`() throws {
            let (page, cards) = try BrowserPage.soloSet(browser, .phone, at: host)
            let claimed = try #require(SetFinder.three(of: cards, areSet: false))
            try page.keepTexts(of: ".seat .note")
            for card in claimed { try page.tapCard(card) }
            try page.wait(forKept: "you, blocked for")
            let news = "[...document.querySelectorAll('.table .log li')].map((line) => line.textContent)"
            let said = try page.evaluate("\(news).find((line) => line.startsWith('Not a set'))") as? String
            let reason = try #require(said)
            let sentence = /Not a set: two have the same (number|colour|filling|shape), one does not. −1 for you\./
            #expect(reason.wholeMatch(of: sentence) != nil)
            try page.tap(button: "Resign")
            try page.tap("one('dialog button', 'Resign')")
            _ = try page.evaluate(
                """
                (() => {
                  const { animate } = Element.prototype;
                  window.marked = [];
                  Element.prototype.animate = function (frames, options) {
                    if (frames.outline && options === 1000) window.marked.push(this.closest(".card").ariaLabel);
                    return animate.call(this, frames, options);
                  };
                })()
                """)
            try page.tap(button: "Replay")
            try page.wait(forText: reason.replacing("you", with: "Ann"))
            #expect((try page.evaluate("window.marked") as? [String])?.sorted() == claimed.sorted())
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `letters tell the colours, too, for those who choose that, and stay after a reload`() throws {
            let (page, _) = try BrowserPage.soloSet(browser, at: host)
            let letters = "all('.table .row[role] .place').map((place) => place.textContent)"
            #expect(try page.evaluate(letters) as? [String] == [])
            try page.tap(button: "Rules")
            try page.choose("Letters", "1")
            try page.tap(button: "Close")
            try page.call("Page.reload")
            try page.wait(for: "the letters", until: "\(letters).length === 12")
            let colours = try page.setCards().map { $0.split(separator: " ")[1].prefix(1).uppercased() }
            #expect(try page.evaluate(letters) as? [String] == colours)
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [true, false])
        func `no card moves for those who have asked for that`(reducesMotion: Bool) throws {
            let page = try BrowserPage.named("Ann", browser, reducesMotion ? .calmPhone : .phone, at: host)
            try page.countMotions()
            try page.openSet()
            _ = try page.setCards(12)
            try takeSet(page)
            try page.wait(for: "the set", until: "one('.score').textContent === '1'")
            try page.rotate()
            try page.wait(forAnnouncement: "shuffled the cards.")
            _ = try page.setCards()
            let most = try #require(try page.evaluate("window.mostMoving") as? Int)
            #expect(reducesMotion ? most == 0 : most >= 12)
            #expect(browser.flaws(of: host) == [])
        }
    }
}
