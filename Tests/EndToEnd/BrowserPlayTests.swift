import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

extension BrowserTests {
    /// Whole matches on phones: against each other, against other clients, and through what phones and hosts go
    /// through.
    @Suite struct Play {
        @Test func `two phones play a match by touch to its end, and show the same result`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let ann = try BrowserPage.named("Ann", browser, at: host)
            let bob = try BrowserPage.named("Bob", browser, at: host)
            try ann.open("Open a match", board: "2x3")
            try ann.wait(forText: "Waiting for an opponent")
            try bob.tap(button: "Join Ann")
            let player = PagePlayer(ann)
            try player.playToEnd(.touch(ann), .touch(bob, "Bob’s turn"))
            let (one, other) = (try ann.result(), try bob.result())
            #expect(one.last == other.last)
            let scores = try #require(one.last?.firstMatch(of: /Ann (\d) : (\d) Bob/))
            let (own, others) = (try #require(Int(scores.1)), try #require(Int(scores.2)))
            #expect(own + others == 3)
            #expect([one.first, other.first] == (own > others ? ["You win!", "Ann wins"] : ["Bob wins", "You win!"]))
            #expect(try ann.labels().allSatisfy { $0.contains("taken by") })
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a phone plays a program, and another phone only watches`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, bob) = try annAndBob(browser, at: host)
            try ann.wait(for: "the table", until: "one('.status')")
            let zoe = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            try zoe.tap(button: "Just watch")
            try zoe.tap(button: "Watch Bob and Ann")
            try zoe.wait(for: "the table", until: "one('.status')")
            try zoe.tap("one('.card')")
            try zoe.wait(forAnnouncement: "You are only watching.")
            // All that is known of the cards is what the watcher sees.
            try PagePlayer(zoe).playToEnd(.touch(ann, "Ann’s turn"), .program("Bob", bob))
            let final = try bob.state(.over)
            let winner = final.seats[try #require(final.result?.winner)].name
            #expect(
                try zoe.result() == ["\(winner) wins", "Bob \(final.seats[0].score) : \(final.seats[1].score) Ann"])
            #expect(try ann.result().first == (winner == "Ann" ? "You win!" : "Bob wins"))
            try bob.send(.rematch)
            try ann.tap(button: "Accept the rematch")
            for page in [ann, zoe] { try page.wait(for: "the next match", until: "!one('.result') && one('.card')") }
            try zoe.tap(button: "Stop watching")
            try zoe.waitForScene("lobby")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a phone plays somebody at a terminal`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.open("Open a match", board: "2x3")
            let bob = try TerminalProcess.named("Bob", at: host)
            try bob.type(":join\r")
            let board = try ScreenPlayer(bob, rows: 2, columns: 3).board
            let atTerminal = PagePlayer.Seat(words: "Bob’s turn") { _, place, down in
                try bob.wait(for: "Bob's turn, with \(down) cards face down") { screen in
                    screen.shows("Your turn.") && board.cards.count { board.isDown($0, on: screen) } == down
                }
                try bob.type(place.lowercased())
            }
            try PagePlayer(ann).playToEnd(.touch(ann), atTerminal)
            let result = try ann.result()
            // The scores with the names beside them, whatever stands between.
            for part in try #require(result.last).split(separator: " : ") { try bob.wait(forText: String(part)) }
            #expect(bob.screen.shows(result.first == "You win!" ? "Ann wins" : "You win"))
            #expect(browser.flaws(of: host) == [])
            #expect(bob.flaws == [])
        }

        @Test func `a page that is loaded again has its seat back`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let (ann, bob) = try annAndBob(browser, at: host)
            let player = PagePlayer(ann)
            try player.turnOne(.touch(ann), .program("Bob", bob))
            let before = try ann.labels()
            try ann.call("Page.reload")
            try bob.state(.paused)
            try bob.state(.playing)
            try ann.wait(for: "the table", until: "one('.status') && one('.card') && !one('#banner')")
            #expect(try ann.labels() == before)
            try player.turnOne(.touch(ann), .program("Bob", bob))
            try player.playToEnd(.touch(ann), .program("Bob", bob))
            #expect(try ann.result().last?.hasPrefix("Bob ") == true)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a host that is killed is waited for, and the match goes on when it is back`() throws {
            let (folder, browser) = (try TemporaryFolder(), try Browser())
            let host = try HostProcess("--rate", "0", "--data", folder.path)
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.open("Solo", board: "2x3")
            let player = PagePlayer(ann)
            try player.turnOne(.touch(ann))
            let before = try ann.labels()
            try host.stop(SIGKILL)
            try ann.wait(forText: "Reconnecting (attempt ")
            #expect(try ann.evaluate("document.title") as? String == "Reconnecting – Memory")
            #expect(try ann.labels() == before)
            try ann.tap("one('.card')")
            try ann.wait(forAnnouncement: "Not connected; nothing was sent.")
            let next = try HostProcess("--rate", "0", "--data", folder.path, "--port", String(host.address.port))
            try ann.wait(for: "the host", until: "!one('#banner')")
            try player.turnOne(.touch(ann))
            try player.playToEnd(.touch(ann))
            #expect(try ann.result().first == "Cleared")
            #expect(browser.flaws(of: next) == [])
        }
    }
}
