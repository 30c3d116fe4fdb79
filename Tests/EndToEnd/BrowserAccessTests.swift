import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The page for those who use no pointer, or no screen.
    @Suite struct Access {
        /// Moves the focus with Tab to a control with this text or label.
        private func tab(to text: String, _ page: BrowserPage) throws {
            let script = "(document.activeElement.ariaLabel ?? document.activeElement.innerText).startsWith('\(text)')"
            for _ in 0..<40 {
                try page.press(.tab)
                if (try page.evaluate(script) as? NSNumber)?.boolValue == true { return }
            }
            throw Unmet("Tab does not lead to '\(text)'")
        }

        /// Whoever sits at the keyboard: goes to a card with arrow keys and turns it with Enter and Space by turns.
        private func keys(_ page: BrowserPage) -> PagePlayer.Seat {
            func position(_ place: Substring) -> (column: Int, row: Int) {
                (Int(place.utf8.first ?? 0), Int(place.dropFirst()) ?? 0)
            }
            var usesSpace = false
            return PagePlayer.Seat(words: "Your turn") { _, place, _ in
                let label = try page.evaluate("document.activeElement.ariaLabel") as? String ?? ""
                let (from, to) = (position(label.prefix { $0 != "," }), position(place[...]))
                for _ in 0..<abs(to.column - from.column) { try page.press(to.column < from.column ? .left : .right) }
                for _ in 0..<abs(to.row - from.row) { try page.press(to.row < from.row ? .up : .down) }
                try page.press(usesSpace ? .space : .enter)
                usesSpace.toggle()
            }
        }

        @Test func `a game can be played with keys alone, and the focus is never lost`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage(browser, .desktop, at: "http://\(host.address)/")
            try page.wait(for: "the field to have the focus", until: "document.activeElement.id === 'name'")
            try page.evaluate(
                """
                (() => {
                  window.lostIn = [];
                  setInterval(() => {
                    if (document.activeElement === document.body) window.lostIn.push(document.body.dataset.scene);
                  }, 5);
                })()
                """)
            try page.type("Ann")
            try page.press(.enter)
            try page.waitForScene("lobby")
            try tab(to: "Change name", page)
            try page.press(.enter)
            try page.wait(for: "the dialog", until: "one('dialog')?.contains(document.activeElement)")
            try page.press(.escape)
            try page.wait(for: "the button", until: "document.activeElement.innerText === 'Change name'")
            try tab(to: "Solo", page)
            try page.press(.enter)
            try page.waitForScene("match-form")
            let list = "document.activeElement.closest('.field')?.innerText.startsWith('Board')"
            for _ in 0..<10 where try (page.evaluate(list) as? NSNumber)?.boolValue != true { try page.press(.tab) }
            for _ in 0..<10 where try page.evaluate("document.activeElement.value") as? String != "2x3" {
                try page.press(.up)
            }
            try tab(to: "Start", page)
            try page.press(.enter)
            try page.wait(for: "a card to have the focus", until: "document.activeElement.role === 'gridcell'")
            try PagePlayer(page).playToEnd(keys(page))
            #expect(try page.result().first == "Cleared")
            try page.wait(
                for: "the focus to be on a button", until: "document.activeElement.innerText === 'Play again'")
            try page.press(.space)
            try page.wait(for: "a card to have the focus", until: "document.activeElement.role === 'gridcell'")
            #expect(try page.evaluate("window.lostIn") as? [String] == [])
            #expect(browser.flaws(of: host) == [])
        }

        /// An element as assistive technology sees it.
        private struct Thing {
            let role: String
            let name: String
            let isLive: Bool

            init?(_ node: Any) {
                guard let node = node as? Browser.Fields, node["ignored"] as? Bool != true else { return nil }
                func value(_ field: Any?) -> String { (field as? Browser.Fields)?["value"] as? String ?? "" }
                (role, name) = (value(node["role"]), value(node["name"]))
                let properties = node["properties"] as? [Browser.Fields] ?? []
                isLive = properties.contains { property in
                    property["name"] as? String == "live" && ["polite", "assertive"].contains(value(property["value"]))
                }
            }
        }

        private func things(_ page: BrowserPage) throws -> [Thing] {
            let nodes = try page.call("Accessibility.getFullAXTree")["nodes"] as? [Any] ?? []
            return nodes.compactMap(Thing.init)
        }

        @Test func `a board is a grid of labelled cells, and every change is said in the one live region`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (page, bob) = try annAndBob(browser, at: host)
            try page.wait(for: "the table", until: "one('.card')")
            let before = try things(page)
            // Upright, the long side runs down.
            #expect(before.filter { $0.role == "grid" }.map(\.name) == ["Cards, 3 rows, 2 columns"])
            #expect(before.count { $0.role == "row" } == 3)
            let cells = before.filter { $0.role == "gridcell" }.map(\.name)
            #expect(cells == ["A1", "A2", "B1", "B2", "C1", "C2"].map { "\($0), face down" })
            #expect(before.count(where: \.isLive) == 1)
            let buttons = before.filter { $0.role == "button" }.map(\.name)
            #expect(buttons == ["Talk", "Rules", "Resign", "Leave"])
            try bob.flip(1)
            let face = try #require(try bob.state("an open card") { $0.cards[1] != nil }.cards[1])
            let said = try page.wait(
                for: "the announcement",
                until: "/Bob, B1: (.*)\\./.exec(document.querySelector('body > .live').textContent)?.[1]")
            let after = try things(page)
            #expect(after.contains { $0.role == "gridcell" && $0.name == "B1, \(said)" })
            #expect(said as? String != face, "a screen reader says the name of a face, not the picture")
            #expect(browser.flaws(of: host) == [])
        }
    }
}
