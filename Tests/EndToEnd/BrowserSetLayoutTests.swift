import Foundation
import TestSupport
import Testing

extension BrowserTests.Layout {
    /// A table of the page, in perspective: how far it is tilted, and how large its cards can be.
    private struct Table {
        /// Pixels of the stage.
        let width: Double
        let height: Double
        let isWideScreen: Bool

        private var tilt: Double {
            guard width / height > (isWideScreen ? 0.9 : 1.1) else { return 16 * .pi / 180 }
            return (height < 400 ? 16 : 24) * .pi / 180
        }

        /// Pixels by unit of the drawing on a card, which takes 46 by 32 units, with the cards in this many columns.
        func size(of count: Int, columns: Int) -> Double {
            let rows = Double((count + columns - 1) / columns), columns = Double(columns)
            let distance = 1.7 * max(width, height, 480), margin = min(width, height) * 0.07
            let (across, down) = (width - margin, height - margin)
            let shape = min(1.4, max(0.64, (width / columns) / (height / rows / cos(tilt))))
            // The near edge is as wide as the stage.
            let byWidth = across * distance / (columns * shape * distance + across * rows * sin(tilt) / 2)
            // What is before and behind the middle is as high as the stage: a quadratic equation of half the table's
            // depth.
            let (square, straight) = (down * pow(sin(tilt), 2), 2 * cos(tilt) * distance * distance)
            let root = (straight * straight + 4 * square * down * distance * distance).squareRoot()
            let place = min(byWidth, (root - straight) / (2 * square) * 2 / rows)
            let (long, short) = (max(place, place * shape), min(place, place * shape))
            return min(long / 46, short / 32)
        }
    }

    /// The number of cards that a finger would not meet in their middle.
    static let covered = """
        all(".row[role] .card").filter((card) => {
          const { x, y, width, height } = card.getBoundingClientRect();
          return !card.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length
        """

    @Test(arguments: PageFont.all)
    func `a table of Set begins in a form in which its cards, and three more, are as large as they can be`(
        font: PageFont
    ) throws {
        let (page, _) = try BrowserPage.soloSet(browser, at: host)
        try page.use(font)
        for (width, height) in Self.screens {
            try page.turnInto(.calm(width, height))
            // As on a device that has not shown this match before.
            try page.evaluate("addEventListener('pagehide', () => sessionStorage.clear())")
            try page.reload()
            _ = try page.setCards(12)
            let found = try #require(try page.evaluate(Self.measure) as? Browser.Fields)
            let (rows, stage) = (try #require(found["rows"] as? Int), try #require(found["stage"] as? [Double]))
            let dealt = try #require(try page.rows().first).count
            let columns = dealt * rows < 15 ? dealt + 1 : dealt
            let table = Table(width: stage[0], height: stage[1], isWideScreen: width > height)
            let best = try #require((1...15).map { table.size(of: 15, columns: $0) }.max())
            let what: Comment = "\(width)x\(height): \(found), \(columns) columns"
            #expect(table.size(of: rows * columns, columns: columns) > 0.85 * best, what)
            #expect(try #require((found["filled"] as? [Double])?.max()) > 0.75, what)
        }
        #expect(browser.flaws(of: host) == [])
    }

    @Test(arguments: PageFont.all.filter { !$0.isSpaced })
    func `the buttons of a player of Set stand in one row, also on a narrow phone`(font: PageFont) throws {
        let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
        try ann.use(font)
        let bob = try LineClient.named("Bob", at: host)
        try ann.tap(button: "Play Set")
        try ann.wait(forText: "Waiting for an opponent")
        try bob.send(#"{"type":"join","game":"set"}"#)
        _ = try ann.setCards(12)
        let rows = "all('.table > .actions button').map((each) => each.getBoundingClientRect().y)"
        for width in [320, 360, 375, 390] {
            try ann.turnInto(.calm(width, 740))
            let found = try #require(try ann.evaluate(rows) as? [Double])
            #expect(found.count == 6 && Set(found).count == 1, "\(width): \(found)")
        }
        #expect(browser.flaws(of: host) == [])
    }

    @Test func `the cards of Set keep their rows and columns and fit on every screen, from twelve to all`() throws {
        let (page, dealt) = try BrowserPage.soloSet(browser, at: host)
        var cards = dealt
        var rows = try page.rows()
        for count in [12, 15, 18, 21, 33, 54, 81] {
            while cards.count < count {
                try page.askForMore()
                cards = try page.setCards(cards.count + 3)
            }
            let more = try page.rows()
            for (before, after) in zip(rows, more) { #expect(after.starts(with: before), "\(count) cards") }
            rows = more
            for (width, height) in Self.screens {
                try page.turnInto(.calm(width, height))
                let found = try #require(try page.evaluate(Self.measure) as? Browser.Fields)
                let what: Comment = "\(count) cards, \(width)x\(height): \(found)"
                #expect(try page.rows() == rows, what)
                #expect(found["cards"] as? Int == count && found["outside"] as? Int == 0, what)
                // All cards at once would be too small on the lowest screen; there, the page scrolls.
                if count < 81 || height > 320 { #expect(try page.evaluate(Self.covered) as? Int == 0, what) }
                #expect((found["scrolls"] as? NSNumber)?.boolValue == false, what)
            }
        }
        #expect(browser.flaws(of: host) == [])
    }
}
