import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Pictures of the page, to be looked at: `MEMORY_WRITE=1 swift test --filter BrowserTests.Pictures` writes them to
    /// `.build/pictures`, and the two of the README, as JPEG, to `Tests/Pictures`.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["MEMORY_WRITE"] != nil)) struct Pictures {
        /// The pictures of the README.
        private static let kept = ["browser", "phone"]
        /// The most that a picture of the README may take, in bytes.
        private static let limit = 150_000

        /// Takes a picture of what a page shows once nothing moves any more.
        private func take(_ name: String, of page: BrowserPage) throws {
            try page.wait(
                for: "rest", until: "![...document.querySelectorAll('.stage')].some(moves) && !one('.raised')")
            try write(page.screenshot("png"), to: ".build/pictures/\(name).png")
            guard Self.kept.contains(name) else { return }
            let picture = try page.screenshot("jpeg")
            #expect(picture.count < Self.limit)
            try write(picture, to: "Tests/Pictures/\(name).jpeg")
        }

        private func write(_ picture: Data, to path: String) throws {
            let file = ProtocolDocument.root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try picture.write(to: file)
        }

        /// Two programs play a match to its end, for the records.
        private func play(_ first: String, _ second: String, columns: Int, at host: HostProcess) throws {
            let players = try [first, second].map { try LineClient.named($0, at: host) }
            _ = try players[0].open("{\"rows\":4,\"columns\":\(columns),\"turns\":0,\"revealMs\":0}")
            try players[1].send(.join(nil))
            let brain = Brain(.perfect, SeededRandom("a match for a picture"))
            try players[0].play(from: players[0].state(.playing), brain) { try players[$0].flip($1) }
        }

        @Test func `lobby, table, end and records are shown`() throws {
            let folder = try TemporaryFolder()
            let host = try HostProcess("--rate", "0", "--data", folder.path, "--name", "library")
            let browser = try Browser()
            for (names, columns) in [(["Tim", "Mia"], 4), (["Ida", "Leo"], 6), (["Max", "Eva"], 4)] {
                try play(names[0], names[1], columns: columns, at: host)
            }
            let others = try ["Kim", "Lou", "Bob"].map { try LineClient.named($0, at: host) }
            _ = try others[0].open("{\"preset\":\"duel\"}")
            try others[1].send(.join(nil))
            _ = try others[2].open("{\"faces\":\"shapes\"}")
            let ann = try BrowserPage.named("Ann", browser, at: host)
            let zoe = try BrowserPage.named("Zoë", browser, .desktop, at: host)
            try take("lobby", of: zoe)
            try take("lobby-phone", of: ann)
            try ann.tap(button: "Open a match")
            try ann.choose("Board", "5x6")
            try take("form-phone", of: ann)
            try ann.tap("one('summary')")
            try ann.choose("Time to see a miss", "500")
            try ann.tap(button: "Start")
            try ann.wait(forText: "Waiting for an opponent")
            try take("waiting-phone", of: ann)
            try zoe.tap(button: "Join Ann")
            let (player, seats) = (PagePlayer(ann), [PagePlayer.Seat.touch(ann), .touch(zoe, "Zoë’s turn")])
            for _ in 0..<14 { try player.takeTurn(seats) }
            while try ann.status != "Your turn" { try player.takeTurn(seats) }
            try player.turnOne(seats[0])
            try take("phone", of: ann)
            try take("browser", of: zoe)
            var dark = BrowserPage.Device.phone
            dark.isDark = true
            try ann.turnInto(dark)
            try take("dark-phone", of: ann)
            try player.turnOne(seats[0])
            try player.playToEnd(seats[0], seats[1])
            for page in [ann, zoe] { _ = try page.result() }
            try take("end", of: zoe)
            try take("end-phone", of: ann)
            try zoe.tap(button: "Lobby")
            try zoe.tap(button: "Records")
            try zoe.wait(for: "records", until: "all('.records li').length >= 4")
            try take("records", of: zoe)
            #expect(browser.flaws(of: host) == [])
        }
    }
}
