import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// What a player at the table can rely on: cards stay where they are and in view, and a tap does one thing.
    @Suite struct AtTheTable {
        private static let turned = BrowserPage.Device.calm(780, 390)

        private let host: HostProcess
        private let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        @Test(arguments: [false, true])
        func `cards keep their rows and columns when the screen turns, and after a reload`(isSet: Bool) throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            if isSet { try page.openSet() } else { try page.open("Solo", board: "5x6") }
            try page.wait(for: "the board", until: "all('.card').length >= 12")
            let before = try page.rows()
            try page.turnInto(Self.turned)
            #expect(try page.rows() == before)
            try page.reload()
            try page.wait(for: "the board", until: "all('.card').length >= 12")
            #expect(try page.rows() == before)
            try page.turnInto(.calmPhone)
            #expect(try page.rows() == before)
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [BrowserPage.Device.calmPhone, turned])
        func `three more cards of Set leave the others where they are`(device: BrowserPage.Device) throws {
            let (page, cards) = try BrowserPage.soloSet(browser, device, at: host)
            let places = """
                Object.fromEntries(all('.table .row[role] .card').map((card) => {
                  const { x, y, width, height } = card.getBoundingClientRect();
                  return [card.ariaLabel, [x, y, width, height].map(Math.round).join()];
                }))
                """
            let spots = "one('.felt .spots').getAttribute('d').split('M').length - 1"
            #expect(try page.evaluate(spots) as? Int == 3, "The free places are outlined.")
            let before = try #require(try page.evaluate(places) as? [String: String])
            try page.askForMore()
            _ = try page.setCards(15)
            let after = try #require(try page.evaluate(places) as? [String: String])
            #expect(try page.evaluate(spots) as? Int == 0)
            for card in cards { #expect(after[card] == before[card], "\(card)") }
            // With more, they become smaller, and stay in their rows and columns.
            let rows = try page.rows()
            try page.askForMore()
            _ = try page.setCards(18)
            for (before, after) in zip(rows, try page.rows()) { #expect(after.starts(with: before)) }
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [true, false])
        func `a wrong claim is said above the cards, to both, and marks its cards`(isExplained: Bool) throws {
            let (ann, bob) = try BrowserPage.setTable(browser, at: host)
            let cards = try ann.setCards(12)
            for page in [ann, bob] {
                try page.tapWire()
                // Older hosts say neither why nor what it cost.
                try page.alterChanges(
                    "wrong", isExplained ? "{ fault: 'colour', cost: 1 }" : "{ fault: undefined, cost: undefined }")
                try page.evaluate(
                    """
                    (() => {
                      window.marked = 0;
                      const look = () => {
                        const isMarked = (each) => getComputedStyle(each).outlineStyle === 'solid';
                        window.marked = Math.max(window.marked, all('.table .row[role] .side').filter(isMarked).length);
                        requestAnimationFrame(look);
                      };
                      look();
                    })()
                    """)
            }
            let places = try ann.places()
            let three = try #require(SetFinder.three(of: cards, areSet: false))
            for page in [ann, bob] { try page.keepTexts(of: ".status, .seat-0 .note") }
            for card in three { try ann.tapCard(card) }
            for (page, who) in [(ann, "you"), (bob, "Ann")] {
                let reason =
                    isExplained ? "Not a set: two have the same colour, one does not. −1 for \(who)." : "Not a set."
                try page.wait(for: "the reason", until: "texts.includes('\(reason)')")
                try page.wait(for: "three marked cards", until: "window.marked === 3")
                #expect(try page.evaluate(BrowserTests.Texts.cutOff) as? [String] == [])
            }
            try ann.wait(forKept: "you, blocked for")
            #expect(try ann.places() == places)
            try ann.wait(for: "the marks to go", until: "!all('.table .row[role] .side').some(moves)")
            try ann.wait(for: "the status", until: "one('.status').textContent === 'Find a set · 69 left'")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: PageFont.all)
        func `the longest sentence above the cards is shown in full on any phone`(font: PageFont) throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.use(font)
            try page.tap(button: "Play Set")
            try page.wait(forText: "Waiting for an opponent")
            let bob = try LineClient.named("Wilhelmina Abernathy-Ros", at: host)
            try bob.send(#"{"type":"join","game":"set"}"#)
            let labels = try page.setCards(12)
            _ = try bob.state(.playing)
            let three = try #require(SetFinder.three(of: labels, areSet: false)).map { labels.firstIndex(of: $0) ?? 0 }
            try bob.send("{\"type\":\"take\",\"cards\":\(three)}")
            try page.wait(for: "the reason", until: "one('.status').textContent.includes('one does not. −1 for Wil')")
            for (width, height) in [(320, 568), (360, 740), (568, 320), (844, 390)] {
                try page.turnInto(.calm(width, height))
                #expect(try page.evaluate(BrowserTests.Texts.cutOff) as? [String] == [], "\(width)x\(height)")
                #expect(try page.evaluate(BrowserTests.Layout.covered) as? Int == 0, "\(width)x\(height)")
            }
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `cards that were not needed have their price told, and the set that was missed is outlined`() throws
        {
            let (page, cards) = try BrowserPage.soloSet(browser, at: host)
            try page.tapWire()
            try page.alterChanges("more", "{ cost: 1, missed: [0, 4, 11] }")
            try page.keepTexts(of: ".status")
            try page.askForMore()
            _ = try page.setCards(15)
            try page.wait(for: "the price", until: "texts.some((text) => text.includes('There was a set: −1.'))")
            let missed = "all('.missed').map((side) => side.parentElement.ariaLabel)"
            let outlined = try page.evaluate(missed) as? [String] ?? []
            #expect(Set(outlined) == Set([cards[0], cards[4], cards[11]]))
            // Another watcher is no move.
            let zoe = try LineClient(to: host.address)
            try zoe.send(#"{"type":"watch","game":"set"}"#)
            _ = try zoe.state()
            try page.wait(forText: "1 watching")
            #expect((try page.evaluate(missed) as? [String])?.count == 3)
            try page.rotate()
            try page.wait(for: "the outline to go", until: "all('.missed').length === 0")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `what was said is shown once, however often the connection is lost`() throws {
            let (ann, bob) = try annAndBob(browser, at: host)
            try ann.wait(for: "the table", until: "one('.card')")
            _ = try bob.state(.playing)
            let lines = "[...document.querySelectorAll('.table .log li:not(.news)')].map((line) => line.textContent)"
            func expectLines(_ count: Int) throws {
                try ann.wait(for: "\(count) lines", until: "\(lines).length >= \(count)")
                #expect(try ann.evaluate(lines) as? [String] == Array(repeating: "Bob Hello.", count: count))
            }
            for _ in 0..<2 { try bob.send(#"{"type":"say","text":"Hello."}"#) }
            try expectLines(2)
            try ann.tapWire()
            for count in 3...5 {
                try ann.evaluate("(window.cut(), delete window.cut)")
                _ = try bob.state(.paused)
                // What is said meanwhile is new.
                try bob.send(#"{"type":"say","text":"Hello."}"#)
                _ = try bob.state(.playing)
                try ann.wait(for: "the connection", until: "window.cut && !document.body.matches('.offline')")
                try expectLines(count)
            }
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `the second tap of a double one does nothing`() throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.evaluate("addEventListener('click', () => { window.clicks = (window.clicks ?? 0) + 1; }, true)")
            try page.doubleTap("one('button', 'Play Memory')")
            try page.wait(for: "two clicks", until: "window.clicks === 2")
            try page.wait(forText: "Waiting for an opponent")
            #expect(try page.evaluate("Boolean(one('.notice, .status.complaint'))") as? Bool == false)
            #expect(page.commands("join") == 1)
            try page.tap(button: "Leave")
            try page.waitForScene("lobby")
            // A host that takes its time.
            try page.tapWire()
            try page.evaluate("window.holds = ({ type }) => type === 'join'")
            for _ in 0..<2 { try page.tap(button: "Play Memory") }
            #expect(try page.evaluate("window.held.length") as? Int == 1)
            #expect(try page.evaluate("Boolean(one('.notice.complaint'))") as? Bool == false)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `the second Enter of two does nothing, whatever has the focus by then`() throws {
            let page = try BrowserPage.named("Ann", browser, .desktop, at: host)
            try page.wait(for: "another moment", until: "performance.now() - window.lastTap.at > 400")
            try page.evaluate("one('button', 'Play Memory').focus()")
            try page.press(.enter, .enter)
            try page.wait(for: "the button", until: "document.activeElement.innerText === 'Play the house instead'")
            #expect(page.commands("join") == 1 && page.commands("leave") == 0)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `neither a complaint nor a host that is silent or gone moves or covers a card`() throws {
            let (ann, bob) = try annAndBob(browser, at: host)
            try ann.wait(for: "Bob’s turn", until: "one('.status').textContent === 'Bob’s turn'")
            let places = try ann.places()
            func expectCardsInView(_ text: String) throws {
                try ann.wait(forKept: text)
                #expect(try ann.places() == places, "\(text)")
                #expect(try ann.evaluate(BrowserTests.Layout.covered) as? Int == 0, "\(text)")
            }
            try ann.keepTexts(of: ".status")
            try ann.tap("one('.card')")
            try expectCardsInView("It’s not your turn.")
            try bob.flip(0)
            try ann.wait(for: "the card", until: "all('.card').some((card) => !card.ariaLabel.endsWith('down'))")
            host.process.send(signal: SIGSTOP)
            try ann.evaluate("dispatchEvent(new Event('online'))")
            try expectCardsInView("Waiting for the host…")
            host.process.send(signal: SIGCONT)
            try ann.wait(for: "Bob’s turn", until: "one('.status').textContent.startsWith('Bob’s turn')")
            try ann.keepTexts(of: ".status")
            try expectCardsInView("Bob’s turn")
            try bob.flip(1)
            _ = try bob.state { $0.turned.count == 1 }
            _ = try bob.state { $0.turned.count != 1 }
            try host.stop(SIGKILL)
            try expectCardsInView("Reconnecting (attempt")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `an old refusal leaves a newer claim selected`() throws {
            let (page, cards) = try BrowserPage.soloSet(browser, at: host)
            try page.tapWire()
            try page.evaluate("window.holds = ({ type }) => type === 'take'")
            for card in cards.prefix(6) { try page.tapCard(card) }
            try page.wait(for: "two claims", until: "window.held.length === 2")
            try page.evaluate(
                """
                window.hear({ type: 'error', code: 'stale', message: 'The cards there have changed.', command: 'take',
                  fatal: false, re: window.held[0].id })
                """)
            #expect(try page.selectedCards() == Array(cards[3..<6]))
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [true, false])
        func `two fingers that move apart zoom the page, on any board`(isSet: Bool) throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            if isSet { try page.openSet() } else { try page.open("Solo", board: "4x4") }
            try page.wait(for: "the board", until: "all('.card').length >= 12")
            try page.spread()
            try page.wait(for: "the page to be larger", until: "visualViewport.scale > 1.2")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `each dialog is called by its own title`() throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.open("Solo", board: "2x3")
            try page.wait(for: "the board", until: "one('.card')")
            try page.tap(button: "Rules")
            try page.evaluate("history.back()")
            try page.wait(for: "the question", until: "one('dialog')?.ariaLabel === 'Resign this match and leave?'")
            #expect(try page.evaluate("document.querySelectorAll('[id=dialog-title]').length") as? Int == 0)
            // Enter gives nothing up.
            try page.press(.enter)
            try page.wait(for: "the board", until: "!one('dialog')")
            #expect(page.commands("resign") == 0 && page.commands("leave") == 0)
            // There is nobody to talk to in a solo game.
            #expect(try page.evaluate("Boolean(one('.talk') || one('button', 'Talk'))") as? Bool == false)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `the remarks about players, and long names for an audience, are shown in full`() throws {
            let names = ["Bartholomew Featherston", "Wilhelmina Abernathy-Ros"]
            let bob = try LineClient.named(names[0], at: host)
            _ = try bob.open("{\"rows\":4,\"columns\":4,\"turns\":15}")
            let ann = try BrowserPage.named(names[1], browser, .calmPhone, at: host)
            try ann.tap(button: "Play Memory")
            try ann.wait(forText: "15 turns left")
            #expect(try ann.evaluate(BrowserTests.Texts.cutOff) as? [String] == [])
            let screen = try BrowserPage(browser, .desktop, at: "http://\(host.address)/#watch")
            try screen.wait(
                for: "the projector's view", until: "document.documentElement.matches('.projecting') && one('.card')")
            #expect(try screen.evaluate(BrowserTests.Texts.cutOff) as? [String] == [])
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `who just watches is shown a match that is played rather than one that is paused`() throws {
            func play(_ game: String, _ names: String...) throws -> [LineClient] {
                let players = try names.map { try LineClient.named($0, at: host) }
                for player in players {
                    try player.send("{\"type\":\"join\",\"game\":\"\(game)\"}")
                    _ = try player.state()
                }
                return players
            }
            for player in try play("memory", "Bartholomew Featherston", "Wilhelmina Abernathy-Ros") { player.close() }
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            func expectStatus(_ text: String) throws {
                try page.wait(forText: "paused")
                try page.tap(button: "Watch")
                try page.wait(for: text, until: "one('.status')?.textContent === \(BrowserPage.quoted(text))")
                #expect(try page.evaluate(BrowserTests.Texts.cutOff) as? [String] == [])
                try page.tap(button: "Stop watching")
                try page.waitForScene("lobby")
            }
            try expectStatus("Paused: both players disconnected")
            let others = try play("set", "Kim", "Lou")
            try page.wait(forText: "Kim 0 : 0 Lou")
            try expectStatus("Find a set · 69 left")
            // Of two that are paused, a match of Memory.
            for player in others { player.close() }
            let arePaused = "all('.matches .note').every((each) => each.textContent.startsWith('paused'))"
            try page.wait(for: "two pauses", until: arePaused)
            try expectStatus("Paused: both players disconnected")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a name that is taken is refused in one sentence`() throws {
            let bob = try LineClient.named("Bob", at: host)
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            try page.tap("one('#name')")
            try page.type("Bob")
            try page.tap(button: "Play")
            try page.wait(forAnnouncement: "The name Bob is taken.")
            #expect(
                try page.evaluate("document.querySelector('body > .live').textContent") as? String
                    == "The name Bob is taken.")
            withExtendedLifetime(bob) {}
            #expect(browser.flaws(of: host) == [])
        }
    }
}
