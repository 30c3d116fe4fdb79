import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Matches that the host plays back, and the page from a folder.
    @Suite struct Replays {
        private static let page = PageModules.folder

        /// A match of two pages that is over; `opening` is the button that opened it.
        private func playedOut(_ browser: Browser, at host: HostProcess, isPrivate: Bool) throws -> (
            ann: BrowserPage, bob: BrowserPage
        ) {
            let ann = try BrowserPage.named("Ann", browser, isPrivate ? .phone : .calmPhone, at: host)
            try ann.open(isPrivate ? "Invite a friend" : "Open a match", board: "2x3")
            let bob = try BrowserPage.named("Bob", browser, .calmPhone, at: host)
            if isPrivate {
                let code = try ann.wait(for: "the code", until: "one('.code')?.textContent")
                try bob.tap(button: "Enter a code")
                try bob.tap("one('.code-field')")
                try bob.type(code as? String ?? "")
                try bob.tap(button: "Join")
            } else {
                try bob.tap(button: "Join Ann")
            }
            try PagePlayer(ann).playToEnd(.touch(ann), .touch(bob, "Bob’s turn"))
            _ = try (ann.result(), bob.result())
            return (ann, bob)
        }

        @Test(arguments: [true, false])
        func `the players of a match can watch it again, also if it was private`(isPrivate: Bool) throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, bob) = try playedOut(browser, at: host, isPrivate: isPrivate)
            for page in [ann, bob] {
                let table = try page.labels()
                try page.wait(forText: "The seal fits")
                try page.tap(button: "Replay")
                try page.waitForScene("replay")
                try page.wait(for: "a face in the status", until: "/^(Ann|Bob) flips/.test(one('.status').textContent)")
                try page.moveReplayToItsEnd(steps: 6)
                try page.wait(forText: "All pairs found. The seal fits")
                #expect(try page.labels() == table)
                try page.tap("one('.replay button', 'Back')")
                try page.waitForScene("table")
            }
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `states of a replay leave the match as it is, and what happens there is not lost`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, bob) = try playedOut(browser, at: host, isPrivate: false)
            let table = try ann.labels()
            try ann.tap(button: "Replay")
            try ann.waitForScene("replay")
            try bob.tap(button: "Play again")
            try ann.tap("one('.replay button', 'Next step')")
            try ann.tap("one('.replay button', 'Back')")
            try ann.waitForScene("table")
            #expect(try ann.labels() == table)
            try ann.tap(button: "Accept the rematch")
            try ann.wait(
                for: "new cards", until: "all('.table .card').every((card) => card.ariaLabel.endsWith('down'))")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `what has come can be played already, and a replay that is left is stopped`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, _) = try playedOut(browser, at: host, isPrivate: false)
            try ann.tapWire()
            // The rest of the states comes later.
            try ann.evaluate("window.alterEvent = (event) => event.atMs > 0 ? { type: 'nothing' } : event")
            try ann.tap(button: "Replay")
            try ann.wait(for: "the deal", until: "one('.replay .time')?.textContent.startsWith('0/')")
            let isStill =
                "one('.replay button', 'Next step').disabled && one('.replay button.primary').textContent === 'Pause'"
            #expect(try ann.evaluate(isStill) as? Bool == true)
            try ann.evaluate(
                """
                hear({
                  type: "state", match: "m1", version: 2, phase: "playing", rows: 2, columns: 3, cards: Array(6).fill(""), atMs: 9,
                  seats: [{ name: "Ann" }, { name: "Bob" }], change: { kind: "timeout", seat: 0, cards: [] },
                })
                """)
            try ann.wait(forText: "Ann ran out of time.")
            try ann.tap("one('.replay button', 'Back')")
            try ann.waitForScene("table")
            #expect(ann.commands("replay") == 2)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a host that plays nothing back has its records shown as text`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, _) = try playedOut(browser, at: host, isPrivate: false)
            try ann.tapWire()
            try ann.evaluate(
                """
                (() => {
                  window.alterEvent = (event) => {
                    if (event.features) event.features = event.features.filter((name) => name !== "replay");
                    return event;
                  };
                  window.cut();
                })()
                """)
            try ann.wait(forAnnouncement: "Reconnected.")
            try ann.tap(button: "Replay")
            let moves = try ann.wait(
                for: "the moves", until: "all('dialog li').length >= 6 && all('dialog li')[0].textContent")
            #expect((moves as? String)?.contains(/^0:\d\d (Ann|Bob) flips [A-C][12]: [a-z ]+\.$/) == true, "\(moves)")
            #expect(ann.commands("replay") == 0)
            #expect(browser.flaws(of: host) == [])
        }

        // MARK: From a folder

        /// A folder with the files of the page, and a page `test.html` that has nothing but a script.
        private func copyOfThePage(script: String = "") throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            let page = folder.path(of: "page")
            try FileManager.default.copyItem(atPath: Self.page, toPath: page)
            let html = "<!doctype html><title>Test</title><link rel=\"stylesheet\" href=\"styles/cards.css\"><body>"
            try folder.write(
                Array((html + "<script type=\"module\" src=\"test.js\"></script>").utf8), to: "page/test.html")
            try folder.write(Array(script.utf8), to: "page/test.js")
            return folder
        }

        @Test func `a page from a folder plays as the one in the program, and a change shows after a reload`() throws {
            let folder = try copyOfThePage()
            let host = try HostProcess("--rate", "0", "--web-from", folder.path(of: "page"))
            let browser = try Browser()
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.open("Solo", board: "2x3")
            try PagePlayer(ann).playToEnd(.touch(ann))
            #expect(try ann.result().first == "Cleared")
            let status = try String(decoding: folder.bytes(of: "page/scenes/status.js"), as: UTF8.self)
            try folder.write(
                Array(status.replacing("Memory", with: "Memories").utf8), to: "page/scenes/status.js")
            try ann.reload()
            try ann.wait(for: "the change", until: "document.title.endsWith('Memories')")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: ["memory", "set"])
        func `the board of a game stands alone in a page with nothing else`(game: String) throws {
            let cards =
                game == "set" ? #"["1rso", "2gto", "3pus", "1gsd", "2rtd", "3psd"]"# : #"["A", "", "", "B", "", ""]"#
            let folder = try copyOfThePage(
                script: """
                    import { gameNamed } from "./games/games.js";
                    const picked = window.picked = [];
                    const board = gameNamed("\(game)").makeBoard({
                      onpick: (card) => picked.push(card), oncancel: () => {}, mayMove: () => false,
                    });
                    board.stage.element.style.height = "400px";
                    document.body.append(board.stage.element);
                    const state = {
                      match: "m1", game: "\(game)", rows: 2, columns: 3, cards: \(cards), change: null, seats: [{ name: "Ann", taken: [0, 3] }],
                    };
                    board.setUp("m1", state, { rules: { faces: "letters" }, pictures: new Map() });
                    board.draw(state);
                    board.settleAll();
                    """)
            let host = try HostProcess("--rate", "0", "--web-from", folder.path(of: "page"))
            let browser = try Browser()
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/test.html")
            try page.wait(for: "six cards", until: "all('.card').length === 6")
            try page.tap("all('.card').find((card) => /^(B1|2 green striped oval)/.test(card.ariaLabel))")
            #expect(try page.evaluate("window.picked") as? [Int] == [1])
            #expect(browser.flaws(of: host) == [])
        }
    }
}
