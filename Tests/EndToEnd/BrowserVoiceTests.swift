import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// What the page tells those who do not see it, or see it in their own colours and sizes.
    @Suite struct Voices {
        private let host: HostProcess
        private let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        /// What a screen reader is offered: the nodes of the accessibility tree, with the roles around each.
        private func nodes(_ page: BrowserPage) throws -> [(role: String, name: String, around: [String])] {
            func text(_ node: Browser.Fields, _ field: String) -> String {
                (node[field] as? Browser.Fields)?["value"] as? String ?? ""
            }
            let nodes = try page.call("Accessibility.getFullAXTree")["nodes"] as? [Browser.Fields] ?? []
            let byID = Dictionary(nodes.map { ($0["nodeId"] as? String ?? "", $0) }) { first, _ in first }
            return nodes.filter { $0["ignored"] as? Bool != true }.map { node in
                var (around, next) = ([String](), byID[node["parentId"] as? String ?? ""])
                while let node = next {
                    around.append(text(node, "role"))
                    next = byID[node["parentId"] as? String ?? ""]
                }
                return (text(node, "role"), text(node, "name"), around)
            }
        }

        private static let controls: Set = [
            "button", "link", "textbox", "combobox", "listbox", "option", "checkbox", "slider", "spinbutton", "Date",
            "DisclosureTriangle", "gridcell", "grid", "dialog", "timer", "log", "form", "group",
        ]

        /// Expects that all of a scene has a name, and that the cards are in rows and say where.
        private func expectNames(_ page: BrowserPage, _ what: Comment) throws {
            let nodes = try nodes(page)
            let isDialog = try page.evaluate("Boolean(one('dialog'))") as? Bool == true
            #expect(isDialog || nodes.contains { $0.role == "heading" && !$0.name.isEmpty }, what)
            for node in nodes where Self.controls.contains(node.role) {
                if node.role == "group" || node.role == "form" { continue }
                #expect(!node.name.isEmpty, "\(what): a \(node.role) in \(node.around)")
            }
            for cell in nodes where cell.role == "gridcell" {
                #expect(cell.around.contains("row") && cell.around.contains("grid"), "\(what): \(cell)")
            }
            let lost = """
                all('.card').filter(({ ariaRowIndex, ariaColIndex, ariaSelected }) =>
                  !(ariaRowIndex > 0 && ariaColIndex > 0 && ariaSelected)).length
                """
            #expect(try page.evaluate(lost) as? Int == 0, what)
        }

        @Test func `every control has a name, in every scene, and every card its row and column`() throws {
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            try page.call("Accessibility.enable")
            try page.wait(for: "the page", until: "one('#name')")
            try expectNames(page, "the welcome")
            try page.enterLobby(as: "Ann")
            let bob = try LineClient.named("Bob", at: host)
            _ = try bob.open(#"{"rows":2,"columns":3,"turnMs":0}"#)
            try page.wait(forText: "Bob is waiting")
            try expectNames(page, "the lobby")
            for (button, text) in [
                ("Change name", "Change your name"), ("Enter a code", "Private match"), ("Rules", "How to play"),
            ] {
                try page.tap(button: button)
                try page.wait(for: text, until: "one('dialog')?.innerText.includes('\(text)')")
                try expectNames(page, "\(text)")
                try page.press(.escape)
                try page.wait(for: "the lobby", until: "!one('dialog')")
            }
            for button in ["Play the house", "Two on this device", "Invite a friend"] {
                try page.tap(button: button)
                try page.tap("one('summary')")
                try expectNames(page, "\(button)")
                try page.tap("one('summary')")
                try page.tap(button: "Back")
                try page.waitForScene("lobby")
            }
            for (button, scene) in [("Records", "records"), ("Scores", "scores")] {
                try page.tap(button: button)
                try page.waitForScene(scene)
                try expectNames(page, "\(scene)")
                try page.tap(button: "Back")
                try page.waitForScene("lobby")
            }
            try page.evaluate("location.hash = 'standings'")
            try page.waitForScene("standings")
            try expectNames(page, "the standings")
            try page.tap(button: "Back")
            try page.tap(button: "Join Bob")
            try page.wait(for: "the cards", until: "all('.table .card').length === 6")
            try expectNames(page, "Memory")
            try page.tap(button: "Resign")
            try page.wait(for: "the question", until: "one('dialog')")
            try expectNames(page, "a question")
            try page.tap("one('dialog button', 'Resign')")
            _ = try page.result()
            try expectNames(page, "the result")
            try page.tap(button: "Replay")
            try page.waitForScene("replay")
            try expectNames(page, "a replay")
            try page.tap("one('.replay button', 'Back')")
            try page.waitForScene("table")
            try page.tap("one('.result button', 'Lobby')")
            try page.tap(button: "Play Set")
            try page.wait(forText: "Waiting for an opponent")
            try expectNames(page, "the wait")
            try page.tap(button: "Leave")
            try page.waitForScene("lobby")
            try page.openSet()
            let cards = try page.setCards(12)
            try page.tapCard(cards[0])
            #expect(try page.selectedCards() == [cards[0]])
            try expectNames(page, "Set")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [BrowserPage.Device.calmPhone, .calm(1280, 800)])
        func `the place of a card is said once, and its row and column have the same names`(
            device: BrowserPage.Device
        ) throws {
            let page = try BrowserPage.named("Ann", browser, device, at: host)
            try page.call("Accessibility.enable")
            try page.open("Solo", board: "2x3")
            try page.wait(for: "the cards", until: "all('.table .card').length === 6")
            let nodes = try nodes(page)
            let cells = nodes.filter { $0.role == "gridcell" }.map(\.name)
            #expect(Set(cells) == Set(["A1", "B1", "C1", "A2", "B2", "C2"].map { "\($0), face down" }))
            let rows = nodes.filter { $0.role == "row" }.map(\.name)
            #expect([["Row 1", "Row 2"], ["Row A", "Row B", "Row C"]].contains(rows))
            #expect(!nodes.contains { $0.around.contains("gridcell") }, "nothing in a card is said beside its name")
            let heads = """
                all('.table .card').every(({ ariaLabel, ariaRowIndexText: row, ariaColIndexText: column }) =>
                  [column + row, row + column].includes(ariaLabel.slice(0, 2)))
                """
            #expect(try page.evaluate(heads) as? Bool == true)
        }

        @Test func `whose turn it is, and what is wrong, is said in a dialog, too`() throws {
            let (ann, bob) = try annAndBob(browser, at: host)
            try ann.wait(for: "Bob’s turn", until: "one('.status')?.textContent === 'Bob’s turn'")
            try ann.tap(button: "Rules")
            try ann.wait(for: "the rules", until: "one('dialog')")
            _ = try bob.state(.playing)
            try bob.flip(0)
            let said = "document.querySelector('dialog .live')?.textContent ?? ''"
            try ann.wait(for: "the card", until: "\(said).includes('Bob, A1: ')")
            try ann.tapWire()
            try ann.evaluate("hear({ type: 'error', code: 'unknown', message: 'Something is wrong.' })")
            try ann.wait(for: "the complaint", until: "one('dialog .notice')?.textContent === 'Something is wrong.'")
            try ann.wait(for: "its announcement", until: "\(said).includes('Something is wrong.')")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [("5x6", true), ("10x10", false)])
        func `cards are large enough at 400 percent, where the page scrolls`(board: String, isNarrow: Bool) throws {
            let page = try BrowserPage.named("Ann", browser, .calm(1280, 800), at: host)
            try page.open("Solo", board: board)
            try page.wait(for: "the board", until: "all('.card').length >= 30")
            try page.turnInto(.calm(320, 200))
            let sizes = """
                all('.table .card').map((card) => card.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))
                """
            try page.wait(for: "the cards to be large enough", until: "Math.min(...\(sizes)) >= 24")
            if isNarrow { #expect(try page.evaluate("one('.table').scrollWidth") as? Int == 320) }
            // Every card can be reached.
            try page.tap("all('.table .card').at(-1)")
            let isDown = "all('.table .card').every((card) => card.ariaLabel.endsWith('down'))"
            try page.wait(for: "the card", until: "!\(isDown)")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `with forced colours, the clock can be seen`() throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.open("Solo", board: "2x3")
            try page.wait(for: "the clock", until: "one('.bar:not(.idle)')")
            try page.call("Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
            let colors = """
                [one('.bar div'), one('.bar').closest('.turn'), document.body].map((each) => getComputedStyle(each).backgroundColor)
                """
            let shown = try #require(try page.evaluate(colors) as? [String])
            #expect(shown[0] != shown[1] && shown[0] != shown[2], "\(shown)")
            #expect(try page.evaluate("getComputedStyle(one('.bar')).borderTopWidth") as? String != "0px")
        }

        @Test func `sound is offered to those who want less motion`() throws {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.tap(button: "Sound: off")
            try page.wait(for: "sound", until: "one('button', 'Sound: on')")
        }

        @Test func `at the end of a match, the end of what was said is in sight`() throws {
            let (ann, bob) = try annAndBob(browser, at: host)
            try ann.turnInto(.calm(1280, 620))
            try ann.wait(for: "the table", until: "one('.card')")
            _ = try bob.state(.playing)
            for line in 1...30 {
                try bob.send(#"{"type":"say","text":"Line \#(line)."}"#)
            }
            try ann.wait(for: "the last line", until: "one('.table .log')?.textContent.includes('Line 30.')")
            try bob.send(#"{"type":"resign"}"#)
            _ = try ann.result()
            let rest =
                "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(one('.table .log'))"
            try ann.wait(
                for: "the log’s end", until: "\(rest) < 2 && one('.table .log').textContent.includes('resigned')")
        }

        @Test func `on a projector, the number of watchers stands between the players`() throws {
            let (_, bob) = try annAndBob(browser, at: host)
            _ = try bob.state(.playing)
            let screen = try BrowserPage(browser, .calm(1280, 720), at: "http://\(host.address)/#watch")
            let kim = try LineClient.named("Kim", at: host)
            try kim.send(#"{"type":"watch"}"#)
            try screen.wait(
                for: "the watchers, in the middle",
                until: """
                    (() => {
                      const range = document.createRange();
                      range.selectNodeContents(one('.watchers').firstChild);
                      const { left, right } = range.getBoundingClientRect();
                      return left > 0 && Math.abs(left + right - 1280) < 20;
                    })()
                    """)
        }

        @Test func `the page has an icon, and a colour for the browser around it by day and by night`() throws {
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            try page.wait(for: "the page", until: "one('#name')")
            let colors = "[...document.querySelectorAll('meta[name=theme-color]')].map(({ content }) => content)"
            #expect(Set(try page.evaluate(colors) as? [String] ?? []).count == 2)
            let icon = """
                new Promise((resolve) => {
                  const image = new Image();
                  image.onload = () => resolve(image.width > 0);
                  image.onerror = () => resolve(false);
                  image.src = document.querySelector('link[rel=icon]').href;
                })
                """
            #expect(try page.evaluate(icon) as? Bool == true)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a waiting match of another game is offered by its name`() throws {
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.tap(button: "Play the house")
            try ann.tap(button: "Start")
            try ann.wait(for: "the table", until: "one('.card')")
            let bob = try LineClient.named("Bob", at: host)
            try bob.send(#"{"type":"join","game":"set"}"#)
            try ann.wait(for: "the offer", until: "one('.table button', 'Join Bob at Set')")
        }
    }
}
