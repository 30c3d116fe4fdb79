import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// No text depends on the width of a font: all of it can be read, in any of them, on any screen.
    @Suite struct Texts {
        private static let screens = [
            (320, 568), (360, 640), (390, 844), (568, 320), (844, 390), (768, 1024), (1024, 768), (1440, 900),
            (1920, 1080),
        ]

        /// The longest name in the widest letters, and one with words.
        private static let names = [String(repeating: "W", count: 24), "Wilhelmina Abernathy-Ros"]

        /// The texts that cannot be read in full: cut off by what they stand in, which cannot be scrolled, or beside the
        /// screen, or out of their button. Of a line of text, what is as high as its letters counts.
        static let cutOff = """
            (() => {
              const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const isUnread = ".unseen, script, style, option, noscript, datalist, .row[aria-hidden] *";
              while (walker.nextNode()) {
                const { currentNode: node } = walker, { parentElement: parent, data } = node;
                const { visibility, fontSize } = getComputedStyle(parent), range = document.createRange();
                if (!data.trim() || parent.closest(isUnread) || visibility !== "visible") continue;
                range.selectNodeContents(node);
                const lines = [...range.getClientRects()].filter(({ width }) => width > 0.5).map((line) => {
                  const beyond = Math.max(0, (line.height - parseFloat(fontSize)) / 2);
                  return { left: line.left, right: line.right, top: line.top + beyond, bottom: line.bottom - beyond };
                });
                const sticksOut = (box, isWide, isHigh) => lines.some(({ left, right, top, bottom }) =>
                  isWide && (left < box.left - 1 || right > box.right + 1)
                    || isHigh && (top < box.top - 2 || bottom > box.bottom + 2));
                const insideOf = (element) => {
                  const { left, top } = element.getBoundingClientRect(), { clientLeft, clientTop } = element;
                  return { left: left + clientLeft, right: left + clientLeft + element.clientWidth,
                    top: top + clientTop, bottom: top + clientTop + element.clientHeight };
                };
                let cause = sticksOut({ left: 0, right: innerWidth }, true, false) && "the screen";
                if (sticksOut((parent.closest("button, td, li") ?? document.body).getBoundingClientRect(), true, false)) {
                  cause ||= "its box";
                }
                for (let each = parent; each !== document.body; each = each.parentElement) {
                  const { display, position, overflowX, overflowY } = getComputedStyle(each);
                  if (["inline", "contents"].includes(display)) continue;
                  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
                  if (sticksOut(insideOf(each), overflowX !== "visible", hides(overflowY))) cause ||= each.className;
                  if (position === "fixed") break;
                }
                if (cause) found.push(`${data.trim()}: cut off by ${cause}`);
              }
              for (const list of all("select")) {
                const style = getComputedStyle(list), probe = document.createElement("span");
                if (style.webkitTextFillColor === "rgba(0, 0, 0, 0)") continue;
                probe.textContent = list.selectedOptions[0]?.text;
                probe.style.position = "absolute";
                probe.style.whiteSpace = "pre";
                probe.style.font = style.font;
                probe.style.letterSpacing = style.letterSpacing;
                document.body.append(probe);
                // Beside its text, a list has an arrow.
                const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
                if (probe.getBoundingClientRect().width > room) found.push(`${probe.textContent}: cut off by its list`);
                probe.remove();
              }
              if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page is too wide");
              return found;
            })()
            """

        /// Where the cards lie, and how many cannot be touched.
        private static let cards = """
            JSON.stringify(["left", "top", "width", "height"].map((side) => one(".table .stage").getBoundingClientRect()[side]))
              + \(BrowserTests.Layout.covered)
            """

        private let host: HostProcess
        private let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        /// Expects that everything can be read on every screen.
        private func expectTexts(_ page: BrowserPage, _ what: String) throws {
            for (width, height) in Self.screens {
                try page.turnInto(.calm(width, height))
                #expect(try page.evaluate(Self.cutOff) as? [String] == [], "\(what), \(width)x\(height)")
            }
        }

        /// Expects the same of sentences that the host says above the cards, and that no card moves or is covered.
        private func expectTexts(_ page: BrowserPage, above what: String, _ sentences: String...) throws {
            for (width, height) in Self.screens {
                try page.turnInto(.calm(width, height))
                let before = try page.evaluate(Self.cards) as? String
                let size: Comment = "\(what), \(width)x\(height)"
                #expect(before?.hasSuffix("]0") == true, size)
                for sentence in sentences {
                    try page.evaluate(
                        "window.hear({ type: 'error', code: 'unknown', message: \(BrowserPage.quoted(sentence)) })")
                    try page.evaluate(BrowserPage.nextFrame)
                    #expect(try page.status == sentence, size)
                    #expect(try page.evaluate(Self.cutOff) as? [String] == [], size)
                    #expect(try page.evaluate(Self.cards) as? String == before, size)
                }
            }
        }

        /// A page of the player with the widest name, and somebody with this one.
        private func players(_ font: PageFont, _ name: String) throws -> (page: BrowserPage, other: LineClient) {
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            try page.wait(for: "the button", until: "one('button')")
            try page.use(font)
            try page.enterLobby(as: Self.names[0])
            return (page, try LineClient.named(name, at: host))
        }

        @Test(arguments: PageFont.all)
        func `everything can be read in the lobby and the forms, whatever the font`(_ font: PageFont) throws {
            let (page, other) = try players(font, Self.names[1])
            _ = try other.open("{\"rows\":4,\"columns\":4}")
            try other.send(#"{"type":"say","text":"\#(Self.names[0] + Self.names[0])"}"#)
            try page.wait(forText: "is waiting")
            try expectTexts(page, "the lobby")
            for (button, title) in [("Open a match", "Open a match"), ("Two on this device", "Two on this device")] {
                try page.tap(button: button)
                try page.wait(for: "the form", until: "one('h1')?.textContent === '\(title)'")
                try page.evaluate("one('details').open = true")
                // The longest text of each list.
                try page.evaluate(
                    """
                    all('.picker select').forEach((list) => {
                      if (['solo', 'set'].some((name) => [...list.options].some(({ value }) => value === name))) return;
                      list.value = [...list.options].sort((one, other) => other.text.length - one.text.length)[0].value;
                      list.dispatchEvent(new Event('change', { bubbles: true }));
                    })
                    """)
                try expectTexts(page, title)
                try page.tap(button: "Back")
            }
            for (button, scene) in [("Records", "records"), ("Scores", "scores")] {
                try page.tap(button: button)
                try page.waitForScene(scene)
                try expectTexts(page, scene)
                try page.tap(button: "Back")
            }
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: PageFont.all)
        func `everything can be read at a table of Memory and after it, whatever the font`(_ font: PageFont) throws {
            let (page, other) = try players(font, Self.names[1])
            _ = try other.open("{\"rows\":4,\"columns\":5,\"turns\":15,\"scoring\":\"points\"}")
            try page.tap(button: "Join \(Self.names[1])")
            try page.wait(for: "the cards", until: "one('.card')")
            try page.tapWire()
            let long = "\(Self.names[0]) is waiting for an opponent."
            try expectTexts(page, above: "Memory", "Paused: \(Self.names[1]) disconnected", long)
            other.close()
            try page.wait(forText: "Paused")
            try expectTexts(page, "a pause")
            try page.tap(button: "Resign")
            try page.tap("one('dialog button', 'Resign')")
            _ = try page.result()
            try expectTexts(page, "the result")
            try page.tap(button: "Replay")
            try page.waitForScene("replay")
            try expectTexts(page, "the replay")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: PageFont.all)
        func `everything can be read at a table of Set and after it, whatever the font`(_ font: PageFont) throws {
            let (page, other) = try players(font, Self.names[1])
            try page.tap(button: "Invite a friend")
            try page.choose("Game", "set")
            try page.tap(button: "Start")
            let code = try page.wait(for: "the code", until: "one('.code')?.textContent") as? String ?? ""
            try expectTexts(page, "the invitation")
            try other.send("{\"type\":\"join\",\"code\":\"\(code)\"}")
            _ = try page.setCards(12)
            try page.tapWire()
            try expectTexts(
                page, above: "Set", "Not a set: two have the same number, one does not. −1 for \(Self.names[1]).",
                "Not a set: two have the same number, one does not. −1 for \(Self.names[0]).",
                "\(Self.names[1]) asked for three more cards. There was a set: −1.")
            try other.send(#"{"type":"resign"}"#)
            _ = try page.result()
            try expectTexts(page, "the result")
            #expect(browser.flaws(of: host) == [])
        }
    }
}
