import Foundation
import Protocol

// What people do on the page.
extension BrowserPage {
    /// A player's phone with the page, in the lobby under a name.
    static func named(
        _ name: String, _ browser: Browser, _ device: Device = .phone, at host: HostProcess
    ) throws -> BrowserPage {
        let page = try BrowserPage(browser, device, at: "http://\(host.address)/")
        try page.enterLobby(as: name)
        return page
    }

    /// Enters a name where the page begins, and waits for the lobby.
    func enterLobby(as name: String) throws {
        try tap("one('#name')")
        try type(name)
        try tap(button: "Play")
        try waitForScene("lobby")
    }

    /// Waits until this part of the page is shown.
    func waitForScene(_ name: String) throws {
        try wait(for: "the scene '\(name)'", until: "document.body.dataset.scene === '\(name)'")
    }

    /// Chooses from a list of the form that opens a match, as a browser does when something is picked in it.
    func choose(_ label: String, _ value: String) throws {
        try wait(
            for: "\(label): \(value)",
            until: """
                all('.field').filter((field) => field.innerText.startsWith('\(label)')).some((field) => {
                  const list = field.querySelector('select');
                  list.value = '\(value)';
                  list.dispatchEvent(new Event('change', { bubbles: true }));
                  return list.value === '\(value)';
                })
                """)
    }

    /// Opens the form behind a button of the lobby, and with it a match on such a board, with or without a clock.
    func open(_ button: String, board: String, hasClock: Bool = true) throws {
        try tap(button: button)
        try choose("Board", board)
        if !hasClock {
            try tap("one('summary')")
            try choose("Clock", "0")
        }
        try tap(button: "Start")
    }

    /// The words on the table that say whose turn it is, or what else holds.
    var status: String { get throws { try evaluate("one('.status')?.textContent ?? ''") as? String ?? "" } }

    /// Heading and scores of the result, as soon as it is shown.
    func result() throws -> [String] {
        let shown = try wait(
            for: "the result",
            until: """
                one('.result') && one('.result').ariaBusy !== 'true'
                  && all('.result h2, .result .final').map((e) => e.textContent)
                """)
        return shown as? [String] ?? []
    }

    /// Moves a replay to its last state, as soon as that has come.
    ///
    /// - Parameter steps: the fewest that it must have.
    func moveReplayToItsEnd(steps: Int) throws {
        try wait(
            for: "the end of the replay",
            until: """
                (() => {
                  const slider = one(".replay input[type=range]");
                  if (!slider) return false;
                  slider.value = slider.max;
                  slider.dispatchEvent(new Event("input"));
                  return slider.value === slider.max && Number(slider.max) >= \(steps);
                })()
                """)
    }

    /// The labels of all cards, in the order of their places on the wire.
    func labels() throws -> [String] {
        let script = "all('.table .card').map((card) => card.ariaLabel)"
        let labels = try evaluate(script) as? [String] ?? []
        func order(_ label: String) -> (Int, String) {
            let place = label.prefix { $0 != "," }
            return (Int(place.dropFirst()) ?? 0, String(place.prefix(1)))
        }
        return labels.sorted { order($0) < order($1) }
    }
}

/// Plays a match by what a page says of its cards, for one seat or for all: nobody turns a card before the page has
/// shown the one before, and every face that it has shown is remembered.
final class PagePlayer {
    /// A player whose turn the page may show, and how they turn cards.
    struct Seat {
        /// The words on the page when it is this player's turn.
        let words: String
        /// Turns a card, of which the place is given, too, and the number of cards that are face down before.
        ///
        /// What the player sees may lag behind the page. A card turned too early is refused as stale.
        let flip: (_ card: Int, _ place: String, _ down: Int) throws -> Void

        /// Whoever holds a page's phone, with a finger. They begin when their own page says that it is their turn.
        static func touch(_ page: BrowserPage, _ words: String = "Your turn") -> Seat {
            Seat(words: words) { _, place, down in
                try page.wait(
                    for: "Your turn, with \(down) cards face down",
                    until: """
                        one('.status')?.textContent.startsWith('Your turn')
                          && all('.table .card').filter((card) => card.ariaLabel.endsWith(', face down')).length === \(down)
                        """)
                try page.tap("all('.card').find((card) => card.ariaLabel.startsWith('\(place),'))")
            }
        }

        /// A program.
        static func program(_ name: String, _ client: LineClient) -> Seat {
            Seat(words: "\(name)’s turn") { card, _, _ in try client.flip(card) }
        }
    }

    private let page: BrowserPage
    private let end: String
    private var seen = SeenFaces()

    /// Plays on a page until an expression is true; by default, until the result is shown.
    init(_ page: BrowserPage, until end: String = "one('.result')") { (self.page, self.end) = (page, end) }

    /// Plays on until the page shows the end.
    func playToEnd(_ seats: Seat...) throws { while try takeTurn(seats) {} }

    /// Turns one card of the player whose turn it is; false if the match is over.
    @discardableResult
    func turnOne(_ seats: Seat...) throws -> Bool { try turn(seats, after: nil) != nil }

    /// Turns two cards of the player whose turn it is; false if the match is over.
    @discardableResult
    func takeTurn(_ seats: [Seat]) throws -> Bool {
        guard let first = try turn(seats, after: nil) else { return false }
        return try turn(seats, after: first) != nil
    }

    private func turn(_ seats: [Seat], after first: Int?) throws -> Int? {
        let words = seats.map(\.words)
        let turn = words.map { "status.startsWith(\(BrowserPage.quoted($0)))" }.joined(separator: " || ")
        let shown = try page.wait(
            for: "the turn of \(words), or the end",
            until:
                "(() => { const status = one('.status')?.textContent ?? ''; return \(turn) ? status : (\(end)) && 'over'; })()"
        )
        guard let seat = seats.first(where: { (shown as? String)?.hasPrefix($0.words) ?? false }) else { return nil }
        let labels = try page.labels()
        learn(labels)
        let down = labels.indices.filter { labels[$0].hasSuffix(", face down") }
        guard let card = seen.choose(from: down, after: first) else { throw Unmet("no card is left, in \(labels)") }
        let place = String(labels[card].prefix { $0 != "," })
        try page.evaluate(Self.watch(place))
        try seat.flip(card, place, down.count)
        let face = try page.wait(for: "the face of \(place)", until: "window.shown['\(place)']")
        seen.see(face as? String, on: card)
        return card
    }

    /// Has the page remember the face of this card as soon as it is shown, however soon it is hidden again.
    private static func watch(_ place: String) -> String {
        """
        (() => {
          if (!window.shown) {
            window.shown = {};
            new MutationObserver((changes) => {
              for (const { target } of changes) {
                const [place, ...words] = (target.ariaLabel ?? '').split(', ').filter((word) => word !== 'empty');
                if (words[0] !== 'face down') window.shown[place] = words[0];
              }
            }).observe(document.body, { subtree: true, attributeFilter: ['aria-label'] });
          }
          delete window.shown['\(place)'];
        })()
        """
    }

    private func learn(_ labels: [String]) {
        for (card, label) in labels.enumerated() where !label.hasSuffix(", face down") {
            let parts = label.replacingOccurrences(of: ", empty", with: "").components(separatedBy: ", ")
            if parts.count > 1 { seen.see(parts[1], on: card) }
        }
    }
}
