import Protocol
import Testing

@testable import memory_join

/// What stands on a card.
@Suite struct CardViewTests {
    private typealias Card = CardView.Card
    private static let fox = CardView.Face(label: "🦊", name: "fox")

    /// The lines of a card of this size.
    private func lines(
        _ card: CardView.Card, _ columns: Int, _ rows: Int, _ look: Look = Look(colours: .none),
        marksBacks: Bool = false
    ) -> [String] {
        var canvas = Canvas(size(columns, rows), isASCII: look.isASCII)
        CardView(look: look, touches: false, marksBacks: marksBacks).draw(card, &canvas, in: canvas.bounds)
        return (0..<rows).map { canvas.line($0) }
    }

    private func card(_ face: CardView.Face?, taker: Int? = nil, isTurned: Bool = false, hasCursor: Bool = false)
        -> Card
    {
        Card(
            coordinate: "B4", face: face, taker: taker, showsTaker: true, isTurned: isTurned, hasCursor: hasCursor)
    }

    @Test(arguments: [false, true]) func `the cursor leaves the owner's digit of a low card free`(_ isASCII: Bool) {
        let face = CardView.Face(label: "A")
        let look = Look(colours: .none, isASCII: isASCII)
        let lines = lines(card(face, taker: 1, hasCursor: true), 7, 3, look)
        #expect(lines == (isASCII ? ["#     #", "#  A  #", "#    2#"] : ["┏     ┓", "┃  A  ┃", "┗    2┛"]))
    }

    @Test func `a large card has its emoji in the middle and the name below`() {
        #expect(
            lines(card(Self.fox, taker: 0), 13, 7) == [
                "╭B4─────────╮", "│           │", "│           │", "│    🦊     │", "│    fox    │", "│           │",
                "╰──────────1╯",
            ])
        #expect(!lines(card(Self.fox), 7, 3).joined().contains("fox"))
        #expect(!lines(card(CardView.Face(label: "🐠", name: "reef fish")), 8, 5).joined().contains("reef"))
    }

    @Test func `every emoji of the host has a short name of its own, and no other face has one`() {
        let names = FaceSet.animals.faces.map { FaceNames.name(of: $0) ?? "" }
        #expect(Set(names).count == names.count && names.allSatisfy { (1...9).contains($0.utf8.count) })
        for set in [FaceSet.letters, .symbols, .shapes] {
            #expect(set.faces.allSatisfy { FaceNames.name(of: $0) == nil })
        }
    }

    @Test func `a shape fills its card, with its name on the edge of a large one`() {
        let face = CardView.Face(label: "ring", name: "ring", shape: Shape.face("ring"))
        let low = lines(card(face, isTurned: true), 7, 3)
        #expect(low[0].hasPrefix("╭") && low[0].hasSuffix("╮") && low[1].first == "[" && low[1].last == "]")
        #expect(low.allSatisfy { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } })
        let large = lines(card(face, taker: 1), 13, 7)
        #expect(large.first == "╭B4─────────╮" && large.last == "╰───ring───2╯")
        #expect(large[1...5].allSatisfy { $0.contains("█") || $0.contains("▄") || $0.contains("▀") })
        let ascii = Look(colours: .none, isASCII: true)
        #expect(lines(card(face), 7, 3, ascii) == ["+     +", "|ring |", "+     +"])
        #expect(lines(card(face), 13, 7, ascii).joined().contains("#"))
    }

    @Test func `a card that turns is blank until it lies there`() {
        var turning = card(CardView.Face(label: "ring", shape: Shape.face("ring")))
        turning.pose = Motion.Pose(quarters: 2)
        #expect(lines(turning, 13, 7, Look()).allSatisfy { $0.isEmpty })
    }

    @Test(arguments: [(4, 1), (7, 3), (13, 7)]) func `a marked back has a question mark beside its coordinate`(
        _ columns: Int, _ rows: Int
    ) {
        let marked = lines(card(nil), columns, rows, marksBacks: true)
        #expect(marked.joined().contains("B4"))
        let isDrawn = marked.joined().unicodeScalars.contains { (0x2580...0x259F).contains($0.value) }
        #expect(isDrawn == (rows == 7) && isDrawn != marked.joined().contains("?"), "\(marked)")
        #expect(!lines(card(nil), columns, rows).joined().contains("?"))
    }

    @Test func `only the backs of the rules of tiles are marked`() throws {
        for preset in Preset.allCases {
            var model = Model.inMatch(preset: preset, look: Look())
            model.take(.resized(size(120, 40)))
            let drawing = model.drawing()
            let rect = try #require(drawing.rect(of: .card(1)))
            let texts = (rect.row..<rect.endRow).map { drawing.canvas.line($0, rect.column..<rect.endColumn) }.joined()
            #expect(texts.contains("B1") && texts.contains("╱╲") == (preset != .tiles), "\(preset)")
        }
    }

    // MARK: Whose turn it is

    /// The style of a card that is face down, and that of the cursor's corner.
    private func styles(_ state: MatchState, seat: Int?, _ depth: Look.ColourDepth) -> (back: SGRState, cursor: String)
    {
        let model = Model.inMatch(state, seat: seat, look: Look(colours: depth, hasMotion: false))
        let drawing = model.drawing()
        let (first, second) = (drawing.rect(of: .card(0)), drawing.rect(of: .card(1)))
        guard let first, let second else { return (.plain, "") }
        let place = drawing.canvas[second.row, second.column + 1]
        return (SGRState(place.style, depth), drawing.canvas[first.row, first.column].text)
    }

    @Test(arguments: Look.ColourDepth.allCases)
    func `the board is dimmed while it is the other player's turn, and never for a watcher`(_ depth: Look.ColourDepth) {
        let (own, other) = (Say.stateOf(turn: 0), Say.stateOf(turn: 1))
        let awake = styles(own, seat: 0, depth)
        let asleep = styles(other, seat: 0, depth)
        #expect(awake.back != asleep.back && awake.cursor == "┏" && asleep.cursor == "╭")
        #expect(styles(other, seat: 1, depth) == awake)
        #expect(styles(own, seat: nil, depth).back == awake.back && styles(other, seat: nil, depth).back == awake.back)
    }
}
