import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// How the page fits on screens, and how much of it moves.
    @Suite struct Layout {
        /// Measures the board, once everything on the page has found its place. Lengths are in pixels; `filled` are the
        /// parts of the stage's width and height between the outermost edges of the cards.
        static let measure = """
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
              const cards = all(".table .card").map((card) => card.getBoundingClientRect());
              const stage = one(".table .stage").getBoundingClientRect();
              const edge = (name, most) => Math[most](...cards.map((card) => card[name]));
              const page = document.scrollingElement;
              resolve({
                rows: document.querySelectorAll(".table .row[role]").length, stage: [stage.width, stage.height], cards: cards.length,
                filled: [(edge("right", "max") - edge("left", "min")) / stage.width,
                  (edge("bottom", "max") - edge("top", "min")) / stage.height],
                smallest: Math.min(edge("width", "min"), edge("height", "min")),
                outside: cards.filter((card) => card.left < stage.left || card.right > stage.right
                  || card.top < stage.top || card.bottom > stage.bottom).length,
                overlapping: cards.filter((one, index) => cards.slice(index + 1).some((other) => one.left < other.right - 1
                  && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)).length,
                scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
              });
            })))
            """

        /// The controls that are too small for a finger, or that stick out of the screen.
        private static let awkward = """
            all("button:not(.unseen), input, select, summary").filter((each) => {
              const { width, height, left, right } = each.getBoundingClientRect();
              return height < 44 || width < 44 || left < 0 || right > innerWidth;
            }).map((each) => (each.ariaLabel ?? "") + each.innerText + " " + JSON.stringify(each.getBoundingClientRect()))
            """

        /// The sizes of screens, held upright and across.
        static let screens = [(320, 568), (390, 780), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160)].flatMap {
            [($0, $1), ($1, $0)]
        }

        let host: HostProcess
        let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        @Test(arguments: PageFont.all)
        func `a board begins with its long side along that of the screen, and fills it`(_ font: PageFont) throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.use(font)
            try page.open("Solo", board: "5x6", hasClock: false)
            try page.wait(for: "the board", until: "all('.card').length === 30")
            for (width, height) in Self.screens {
                try page.turnInto(.calm(width, height))
                // As on a device that has not shown this match before.
                try page.evaluate("addEventListener('pagehide', () => sessionStorage.clear())")
                try page.reload()
                try page.wait(for: "the board", until: "all('.card').length === 30 && !one('.offline')")
                let board = try #require(try page.evaluate(Self.measure) as? Browser.Fields)
                let size: Comment = "\(width)x\(height): \(board)"
                #expect(board["rows"] as? Int == (height > width ? 6 : 5), size)
                #expect(board["cards"] as? Int == 30, size)
                #expect(board["outside"] as? Int == 0 && board["overlapping"] as? Int == 0, size)
                #expect((board["scrolls"] as? NSNumber)?.boolValue == false, size)
                #expect(try #require(board["smallest"] as? Double) >= 44, size)
                let filled = try #require(board["filled"] as? [Double])
                #expect(filled[0] > 0.75 && filled[1] > 0.75 && filled.max() ?? 0 > 0.9, size)
            }
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [(320, 568), (568, 320)], PageFont.all)
        func `everything that can be touched is large enough, on the smallest phone`(
            size: (width: Int, height: Int), font: PageFont
        ) throws {
            let (width, height) = size
            let bob = try LineClient.named("Bob", at: host)
            _ = try bob.open(quick)
            let page = try BrowserPage(browser, .calm(width, height), at: "http://\(host.address)/")
            func expectRoom(_ what: Comment) throws {
                #expect(try page.evaluate(Self.awkward) as? [String] == [], what)
                #expect(try page.evaluate("document.scrollingElement.scrollWidth") as? Int == width, what)
            }
            try page.tap("one('#name')")
            try page.use(font)
            try page.type("Ann")
            try expectRoom("the name")
            try page.tap(button: "Play")
            try page.wait(forText: "Bob is waiting")
            try expectRoom("the lobby")
            try page.tap(button: "Open a match")
            try page.tap("one('summary')")
            try expectRoom("the form")
            for (button, scene) in [("Records", "records"), ("Scores", "scores")] {
                try page.tap(button: "Back")
                try page.tap(button: button)
                try page.waitForScene(scene)
                try expectRoom("\(scene)")
            }
            try page.tap(button: "Back")
            try page.tap(button: "Join Bob")
            try page.wait(for: "the table", until: "one('.card')")
            try expectRoom("the table")
            try page.tap(button: "Resign")
            try expectRoom("a question")
            try page.tap("one('dialog button', 'Resign')")
            _ = try page.result()
            try expectRoom("the end")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [BrowserPage.Device.phone, .desktop], ["Escape", "click"])
        func `the result comes at once by Esc or a tap, and covers no card`(
            device: BrowserPage.Device, by skip: String
        ) throws {
            let page = try BrowserPage.named("Ann", browser, device, at: host)
            try page.open("Solo", board: "2x3")
            try page.evaluate(
                """
                new MutationObserver((changes, observer) => {
                  if (one('.status')?.textContent !== 'Cleared') return;
                  observer.disconnect();
                  window.wasShown = Boolean(one('.result'));
                  if ('\(skip)' === 'click') one('.card').click();
                  else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
                  window.isShown = Boolean(one('.result'));
                }).observe(document.body, { subtree: true, childList: true, characterData: true })
                """)
            try PagePlayer(page).playToEnd(.touch(page))
            #expect(try page.evaluate("window.wasShown") as? Bool == false)
            #expect(try page.evaluate("window.isShown") as? Bool == true)
            #expect(try page.result() == ["Cleared", "Ann 3 points"])
            try page.wait(for: "rest", until: "!all('.stage').some(moves)")
            let clear = """
                (() => {
                  const { left, right, top, bottom } = one('.result').getBoundingClientRect();
                  return all('.table .card').length === 6 && all('.table .card').every((card) => {
                    const box = card.getBoundingClientRect();
                    return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
                  });
                })()
                """
            #expect(try page.evaluate(clear) as? Bool == true)
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [true, false])
        func `nothing moves for those who have asked for that`(reducesMotion: Bool) throws {
            let page = try BrowserPage.named("Ann", browser, reducesMotion ? .calmPhone : .phone, at: host)
            try page.countMotions()
            try page.open("Solo", board: "2x3")
            try PagePlayer(page).playToEnd(.touch(page))
            #expect(try page.result().first == "Cleared")
            // The deal and the fall move every card.
            let most = try #require(try page.evaluate("window.mostMoving") as? Int)
            #expect(reducesMotion ? most == 0 : most >= 6)
            #expect(browser.flaws(of: host) == [])
        }
    }
}
