import Protocol
import TerminalEmulator

/// Plays a match by what a terminal's screen shows of it, for one seat or for all: nobody turns a card before the
/// screen has shown the one before, and every face that it has shown is remembered.
final class ScreenPlayer {
    /// A text that only the end of a match shows.
    static let end = "Q Quit"

    let client: TerminalProcess
    let board: BoardOnScreen
    private var seen = SeenFaces()
    private var taken: Set<Int> = []
    private var hands = Hands()

    /// A player whose turn the screen may show, and how they turn cards.
    struct Seat {
        /// The text on the screen when it is this player's turn.
        let words: String
        let flip: (_ card: Int) throws -> Void
    }

    /// Waits for a board whose cards are all face down.
    init(_ client: TerminalProcess, rows: Int, columns: Int) throws {
        var found: BoardOnScreen?
        try client.wait(for: "a board of \(rows)x\(columns)") {
            // That of the match before may still be there.
            found = $0.shows(Self.end) ? nil : BoardOnScreen($0, rows: rows, columns: columns)
            return found != nil
        }
        guard let found else { throw Unmet("no board") }
        (self.client, board) = (client, found)
    }

    /// Whoever sits at the terminal, with keys: places, arrows and letters in turn.
    var keys: Seat {
        Seat(words: "Your turn.") { card in
            try self.client.type(self.hands.keys(for: card, columns: self.board.columns))
        }
    }

    /// Whoever sits at the terminal, with the mouse.
    var mouse: Seat {
        Seat(words: "Your turn.") { card in try self.client.click(at: self.board.middles[card]) }
    }

    /// A program at another seat.
    static func other(_ name: String, _ client: LineClient) -> Seat {
        Seat(words: "\(name)'s turn.") { try client.flip($0) }
    }

    /// True if the screen shows that the match is over.
    var hasEnded: Bool { client.screen.shows(Self.end) }

    /// Plays on to the end, as far as the screen shows whose turn it is.
    func playToEnd(_ seats: Seat...) throws {
        while let seat = try nextSeat(seats) { try takeTurn(seat) }
    }

    /// Takes over what another screen has shown of the same match.
    func learn(from other: ScreenPlayer) {
        for (card, face) in other.seen.faces { seen.see(face, on: card) }
        taken.formUnion(other.taken)
    }

    /// Waits for as long as keys and clicks do nothing after the end, since they may have been meant for cards.
    func waitForKeys() throws {
        try client.wait(for: "the end") { $0.shows(Self.end) }
        try Metronome().wait()
    }

    /// Waits until it is somebody's turn, and turns two cards.
    func takeTurn(of seats: Seat...) throws {
        guard let seat = try nextSeat(seats) else { throw Unmet("the match is over") }
        try takeTurn(seat)
    }

    /// Turns one card of which nothing is known yet, and returns it.
    @discardableResult
    func turnOne(of seats: Seat...) throws -> Int {
        guard let seat = try nextSeat(seats) else { throw Unmet("the match is over") }
        try waitForRest()
        return try turn(after: nil, seat)
    }

    private func nextSeat(_ seats: [Seat]) throws -> Seat? {
        try client.wait(for: "the turn of \(seats.map(\.words)), or the end") { screen in
            screen.shows(Self.end) || seats.contains { screen.shows($0.words) }
        }
        return hasEnded ? nil : seats.first { client.screen.shows($0.words) }
    }

    private func takeTurn(_ seat: Seat) throws {
        try waitForRest()
        try turnSecond(after: try turn(after: nil, seat), of: seat)
    }

    /// Turns the second card of a turn.
    func turnSecond(after first: Int, of seat: Seat) throws {
        // A player may have flipped it before the screen was looked at.
        seen.see(board.face(first, on: client.screen), on: first)
        let second = try turn(after: first, seat)
        if seen.faces[first] != nil, seen.faces[first] == seen.faces[second] { taken.formUnion([first, second]) }
    }

    /// Waits until all cards that were turned back are face down again.
    private func waitForRest() throws {
        try client.wait(for: "cards at rest") { screen in
            screen.shows(Self.end)
                || board.cards.allSatisfy { taken.contains($0) || board.isDown($0, on: screen) }
        }
    }

    private func turn(after first: Int?, _ seat: Seat) throws -> Int {
        guard let card = seen.choose(from: board.cards.filter { !taken.contains($0) }, after: first) else {
            throw Unmet("no card is left")
        }
        // A slow client may never draw the second card: then the first is face down again.
        let open = first.flatMap { board.face($0, on: client.screen) == nil ? nil : $0 }
        try seat.flip(card)
        try client.wait(for: "the face of \(board.place(card))") { screen in
            screen.shows(Self.end) || board.face(card, on: screen) != nil
                || open.map { board.face($0, on: screen) == nil && board.isDown($0, on: screen) } ?? false
        }
        seen.see(board.face(card, on: client.screen), on: card)
        return card
    }
}

/// Fingers that turn cards in all the ways that there are, one after another.
private struct Hands {
    private var cursor = 0
    private var count = 0

    mutating func keys(for card: Int, columns: Int) -> String {
        defer { (cursor, count) = (card, count + 1) }
        if count % 3 == 0 { return Coordinate(card: card, columns: columns).text.lowercased() }
        let (across, down) = (card % columns - cursor % columns, card / columns - cursor / columns)
        typealias Key = TerminalProcess.Key
        let ways =
            count % 3 == 1
            ? [Key.left.rawValue, Key.right.rawValue, Key.up.rawValue, Key.down.rawValue] : ["h", "l", "k", "j"]
        let keys =
            String(repeating: ways[across < 0 ? 0 : 1], count: abs(across))
            + String(repeating: ways[down < 0 ? 2 : 3], count: abs(down))
        return keys + (count % 3 == 1 ? Key.enter.rawValue : " ")
    }
}
