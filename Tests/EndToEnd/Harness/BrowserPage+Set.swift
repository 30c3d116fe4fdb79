import Foundation

// What people do at a table of Set.
extension BrowserPage {
    private static let cards = "all('.table .row[role] .card')"

    /// Opens the form for a game alone, and with it a table of Set.
    func openSet() throws {
        try tap(button: "Solo")
        try choose("Game", "set")
        try tap(button: "Start")
    }

    /// Ann, alone at a table of Set, and the labels of its first cards.
    static func soloSet(
        _ browser: Browser, _ device: Device = .calmPhone, at host: HostProcess
    ) throws -> (page: BrowserPage, cards: [String]) {
        let page = try BrowserPage.named("Ann", browser, device, at: host)
        try page.openSet()
        return (page, try page.setCards(12))
    }

    /// Ann and Bob at a table of Set, on phones on which nothing moves; Ann has opened it.
    static func setTable(_ browser: Browser, at host: HostProcess) throws -> (ann: BrowserPage, bob: BrowserPage) {
        let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
        let bob = try BrowserPage.named("Bob", browser, .calmPhone, at: host)
        try ann.tap(button: "Play Set")
        try ann.wait(forText: "Waiting for an opponent")
        try bob.tap(button: "Join Ann at Set")
        return (ann, bob)
    }

    /// Asks for three more cards; not as the second tap of a double one, which would mean nothing.
    func askForMore() throws {
        try wait(for: "the time of a double tap", until: "performance.now() > (window.single ?? 0)")
        try tap(button: "Deal 3")
        try evaluate("window.single = performance.now() + 1000")
    }

    /// The labels of the cards in the order of their places, as soon as all are at rest and, if a number is given,
    /// there are as many.
    func setCards(_ count: Int? = nil) throws -> [String] {
        let wanted = count.map { "=== \($0)" } ?? "> 0"
        let labels = try wait(
            for: "\(wanted) cards",
            until: """
                (() => {
                  const cards = \(Self.cards);
                  return cards.length \(wanted) && !cards.some(moves) && cards.map((card) => card.ariaLabel);
                })()
                """)
        return labels as? [String] ?? []
    }

    /// The labels of the cards that are selected.
    func selectedCards() throws -> [String] {
        let script = "\(Self.cards).filter((card) => card.ariaSelected === 'true').map((card) => card.ariaLabel)"
        return try evaluate(script) as? [String] ?? []
    }

    /// Touches the card with this label.
    func tapCard(_ label: String) throws {
        try tap("\(Self.cards).find((card) => card.ariaLabel === \(Self.quoted(label)))")
    }

    /// Moves the focus with arrow keys to the card with this label.
    func moveFocus(to label: String) throws {
        let script = """
            (() => {
              const middle = (card) => {
                const { left, right, top, bottom } = card.getBoundingClientRect();
                return [(left + right) / 2, (top + bottom) / 2, bottom - top];
              };
              const to = \(Self.cards).find((card) => card.ariaLabel.startsWith(\(Self.quoted(label))));
              if (to === document.activeElement) return "";
              const [x, y, height] = middle(document.activeElement), [wantedX, wantedY] = middle(to);
              if (Math.abs(y - wantedY) > height / 2) return y < wantedY ? "ArrowDown" : "ArrowUp";
              return x < wantedX ? "ArrowRight" : "ArrowLeft";
            })()
            """
        for _ in 0..<40 {
            guard let key = Key(rawValue: try evaluate(script) as? String ?? "") else { return }
            try press(key)
        }
        throw Unmet("the arrow keys do not lead to \(label)")
    }

    /// The score that the table shows for the first seat.
    func score() throws -> String? { try evaluate("one('.seat-0 .score')?.textContent") as? String }

    /// Waits until an announcement for screen readers contains this text.
    func wait(forAnnouncement text: String) throws {
        let script = "document.querySelector('body > .live').textContent.includes(\(Self.quoted(text)))"
        try wait(for: "'\(text)' to be said", until: script)
    }

    // MARK: Fingers

    /// Moves two fingers on the cards apart.
    func spread() throws {
        let (x, y) = try middleOfTable()
        try touch("touchStart", (x - 20, y))
        try touch("touchStart", (x - 20, y), (x + 20, y))
        for step in 0...20 { try touch("touchMove", (x - 20 - Double(step) * 5, y), (x + 20 + Double(step) * 5, y)) }
        try touch("touchEnd")
    }

    /// Presses the key for more cards, not so soon after the last time that it would count as the same press.
    func pressMore() throws {
        try waitForNextWish()
        try press(.plus)
    }

    private func waitForNextWish() throws {
        let script =
            "performance.now() - (window.lastWish ?? -1000) > 400 && Boolean(window.lastWish = performance.now())"
        try wait(for: "another moment", until: script)
    }

    /// Wipes down over the cards with a finger.
    func swipeDown() throws {
        try waitForNextWish()
        let (x, y) = try middleOfTable()
        try touch("touchStart", (x, y - 60))
        for step in 0...6 { try touch("touchMove", (x, y - 60 + Double(step) * 20)) }
        try touch("touchEnd")
    }

    /// Turns two fingers on the cards by 50 degrees.
    func rotate() throws {
        let (x, y) = try middleOfTable()
        try touch("touchStart", (x - 50, y))
        try touch("touchStart", (x - 50, y), (x + 50, y))
        for step in 0...10 {
            let angle = Double(step) * 5 * .pi / 180
            let (across, down) = (50 * cos(angle), 50 * sin(angle))
            try touch("touchMove", (x - across, y - down), (x + across, y + down))
        }
        try touch("touchEnd")
    }

    private func middleOfTable() throws -> (x: Double, y: Double) {
        let script =
            "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(one('.stage').getBoundingClientRect())"
        let point = try evaluate(script) as? [Double] ?? []
        guard point.count == 2 else { throw Unmet("there is no table") }
        return (point[0], point[1])
    }

    private func touch(_ type: String, _ points: (x: Double, y: Double)...) throws {
        let touches = points.enumerated().map { ["x": $1.x, "y": $1.y, "id": Double($0)] }
        try call("Input.dispatchTouchEvent", ["type": type, "touchPoints": touches])
    }
}

/// Finds sets among the labels of cards, by the words alone.
enum SetFinder {
    /// Returns the first three labels that are a set, if `wanted`, or that are none; nil if there are no such three.
    static func three(of labels: [String], areSet wanted: Bool = true) -> [String]? {
        for (index, first) in labels.enumerated() {
            for (next, second) in labels.enumerated().dropFirst(index + 1) {
                for third in labels.dropFirst(next + 1) where areSet([first, second, third]) == wanted {
                    return [first, second, third]
                }
            }
        }
        return nil
    }

    /// True if each word is the same in all labels or different in all.
    static func areSet(_ labels: [String]) -> Bool {
        let words = labels.map { label in
            label.split(separator: " ").map { $0.hasSuffix("s") ? String($0.dropLast()) : String($0) }
        }
        return (0..<4).allSatisfy { feature in Set(words.map { $0[feature] }).count != 2 }
    }
}
