import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct SetTableTests {
    private static func take(_ places: [Int]) -> Command { .move(.set(.take(unwrapped(SetPlaces(places))))) }
    private static func sends(_ places: [Int], _ number: Int = 4) -> [Effect] {
        [.send(take(places), id: mark(number))]
    }

    private func selected(_ model: Model) -> [SetCard] { model.session.table?.hand.selected ?? [] }

    @Test func `space selects the card under the cursor, and deselects it`() {
        var model = Model.inSet()
        model.press(.down)
        model.type(" ")
        #expect(selected(model) == [Say.setCards(12)[1]])
        model.type(" ")
        #expect(selected(model) == [])
    }

    @Test func `the third card claims`() {
        var model = Model.inSet()
        #expect(model.type("ab") == [])
        #expect(model.type("c") == Self.sends([0, 1, 2]))
        #expect(selected(model) == [])
    }

    @Test func `the third card waits for Enter if that is wanted`() {
        var model = Model.inSet(claimsByEnter: true)
        #expect(model.type("abc") == [] && selected(model).count == 3)
        #expect(model.type("d") == [] && selected(model).count == 3)
        #expect(model.told.last == "Three cards are selected. Enter claims them.")
        #expect(model.press(.enter) == Self.sends([0, 1, 2]))
        #expect(selected(model) == [])
    }

    @Test func `a click selects, and the third one claims`() {
        var model = Model.inSet()
        for place in [4, 7] { model.take(.pointed(.press(.left), .card(place))) }
        #expect(selected(model).count == 2)
        #expect(model.take(.pointed(.press(.left), .card(2))) == Self.sends([4, 7, 2]))
    }

    @Test func `every card on a usual table has a key`() {
        #expect(Set((0..<21).compactMap { SetHand.key($0) }).count == 21)
    }

    @Test func `Escape deselects all cards`() {
        var model = Model.inSet()
        model.type("ab")
        model.press(.escape)
        #expect(selected(model) == [])
    }

    @Test func `a table that was cleared to the last card is still drawn`() {
        let model = Model.inSet(Say.setState(0).withSet(deckLeft: 0))
        #expect(model.lines().joined().contains("Ann"))
    }

    @Test(arguments: [true, false], [size(40, 14), size(80, 24), size(140, 50)])
    func `each card has edges where its face is as light as the background`(
        isLight: Bool, size: Platform.WindowSize
    ) throws {
        var model = Model.inSet(seat: nil, look: Look(hasMotion: false, isLight: isLight))
        model.take(.resized(size))
        let canvas = model.drawing().canvas
        let table = try #require(model.session.table)
        let (state, game) = (try #require(table.state), table.game)
        let cards = game.places(state, in: TableLayout(state, game, in: Rect(size)).room)
        #expect(cards.count == 12)
        for card in cards.values {
            let edges = [card.column - 1, card.endColumn].map { canvas[card.row + card.rows / 2, $0].text }
            #expect(edges == (isLight ? ["│", "│"] : [" ", " "]), "\(card)")
        }
    }

    @Test func `a card stays selected wherever it lies, until it is gone`() {
        var model = Model.inSet(Say.setState(15))
        model.type("ad")
        let cards = Say.setCards(15)
        let claim = Say.claim([0, 1, 2])
        model.show(.set(.set(seat: 1, claim))) { $0.cards = CardFaces(Array(cards.suffix(3) + cards[3..<12])) }
        #expect(selected(model) == [cards[3]])
        // The table has closed up: the card that is selected is elsewhere.
        model.show(nil) { $0.cards = CardFaces(Array(cards[3..<12].reversed())) }
        #expect(model.type("ab") == Self.sends([8, 0, 1]))
    }

    @Test func `a claim is guarded by the version that the screen shows`() {
        let model = Model.inSet(Say.setState(version: 7))
        #expect(model.guards(for: Self.take([0, 1, 2])) == Request.Guards(match: m3, version: 7))
    }

    @Test func `the status says what to do, what is selected and what is left`() {
        var model = Model.inSet()
        #expect(model.lines().contains { $0.hasPrefix("Find a set · 69 left") })
        model.type("ab")
        #expect(model.lines().contains { $0.hasPrefix("2 selected · 69 left") })
        model = Model.inSet(Say.setState().withSet(deckLeft: 0))
        #expect(model.lines().contains { $0.hasPrefix("Find a set · 0 left") })
        model = Model.inSet(seat: nil)
        #expect(model.lines().contains { $0.hasPrefix("69 cards left.") })
        model = Model.inSet()
        model.show(.set(.asked(seat: 0))) { $0 = $0.withSet(asking: 0) }
        #expect(model.lines().contains { $0.hasPrefix("You asked for three more cards.") })
    }

    @Test func `whoever is blocked cannot claim until it is over, and sees how long that is`() {
        var model = Model.inSet()
        model.show(.set(.wrong(seat: 0, Say.claim([0, 1, 3])))) { $0 = $0.withSet(blocked: [3_000, 0]) }
        #expect(model.lines().shows("You can claim again in 3 s."))
        #expect(model.type("abc") == [] && selected(model).count == 2)
        #expect(model.told.last == "You can claim again in 3 s.")
        #expect(model.nextTick(after: start).map { $0 <= start + 1_000 } == true)
        #expect(model.lines(at: start + 2_500).shows("You can claim again in 1 s."))
        #expect(model.type("c", at: start + 3_000) == Self.sends([0, 1, 2]))
    }

    @Test func `plus asks for three cards, but not of an empty deck`() {
        var model = Model.inSet()
        #expect(model.type("+") == [.send(.move(.set(.more)), id: mark(4))])
        model = Model.inSet(Say.setState().withSet(deckLeft: 0))
        #expect(model.type("+") == [] && model.told.last == "The deck is empty.")
    }

    @Test func `a request for more is shown`() {
        var model = Model.inSet()
        model.show(.set(.asked(seat: 1))) { $0 = $0.withSet(asking: 1) }
        #expect(model.lines().count { $0.contains("Bob asked for three more cards.") } == 1, "once")
        model.show(.set(.wrong(seat: 0, Say.claim([0, 1, 3])))) {
            $0 = $0.withSet(blocked: [3_000, 0], asking: 1)
        }
        #expect(model.lines().shows("You can claim again in 3 s. Bob asked for three more cards."))
    }

    @Test func `keys change how cards are claimed and how colours are told, at the table and in the form`() throws {
        var model = Model.inSet(look: Look(hasMotion: false))
        #expect(model.type("1") == [] && model.told.last == "Enter claims the three cards.")
        #expect(model.type("abc") == [] && selected(model).count == 3)
        #expect(model.type("1") == [] && model.told.last == "The third card claims.")
        #expect(selected(model) == [], "the third card cannot claim any more")
        #expect(model.type("ab") == [] && model.type("c") == Self.sends([0, 1, 2]))
        let unmarked = model.lines()
        model.type("12")
        #expect(model.options.settings[.marksColours] && model.lines() != unmarked)
        model.fillIn(OpeningForm(seats: 2))
        model.press(.right)
        #expect(model.form?.settings[.claimsByEnter] == true && model.form?.settings[.marksColours] == true)
        model.press(.end, .left, .up, .left)
        #expect(!model.options.settings[.claimsByEnter] && !model.options.settings[.marksColours])
        let place = try #require(model.drawing().rect(of: .field(OpeningForm.Field(.claimsByEnter))))
        #expect(model.click(place.origin) == [])
        #expect(model.options.settings[.claimsByEnter] && !model.options.settings[.marksColours])
    }

    @Test func `a watcher changes only how colours are told, and not where they are letters anyway`() {
        var model = Model.inSet(seat: nil, look: Look(hasMotion: false))
        model.type("12")
        #expect(!model.options.settings[.claimsByEnter] && model.options.settings[.marksColours])
        for look in [Look(colours: .none, hasMotion: false), Look(isASCII: true, hasMotion: false)] {
            model = Model.inSet(look: look)
            model.type("2")
            #expect(!model.options.settings[.marksColours])
            model.fillIn(OpeningForm(seats: 2))
            #expect(model.form?.offered == [.claimsByEnter])
        }
    }

    @Test func `the form offers the time after which a table that nobody touches is over`() throws {
        var form = OpeningForm(seats: 2)
        form.game = .set
        #expect(form.fields == [.game, .seats, .idle, .isPrivate] + Setting.all.map { OpeningForm.Field($0) })
        #expect(form.rules == Rules.usual(solo: false).last)
        form.change(.idle, by: 1)
        #expect(form.rules?.idleMilliseconds == 600_000)
        let rules = try #require(form.rules)
        #expect(OpeningForm(rules, isPrivate: false).rules == rules, "another match like the last one")
        form.change(.idle, by: -1)
        #expect(form.idleSeconds == nil && form.rules?.idleMilliseconds == 300_000)
        for seconds in OpeningForm.idleTimes {
            form.idleSeconds = seconds
            #expect(form.rules != nil)
        }
    }

    @Test func `the menu names the game that Two players means`() {
        var model = Model.inLobby()
        #expect(model.lines().shows("Two players: Memory "))
        model.game = .set
        #expect(model.lines().shows("Two players: Set "))
        #expect(model.type("p") == [.send(.join(nil, game: .set), id: mark(3))])
        model = Model.inLobby()
        (model.game, model.session.hostGames) = (.set, [.memory])
        #expect(model.lines().shows("Two players  "))
        #expect(model.type("p") == [.send(.join(nil), id: mark(3))])
    }

    @Test(arguments: [(300_000, 60_000), (60_000, 30_000), (10_000, 5_000)])
    func `a table that nobody touches shows its clock for half of its time, a minute at most`(_ idle: Int, _ shown: Int)
        throws
    {
        var request = RulesRequest()
        (request.game, request.idleMilliseconds) = (.set, idle)
        let rules = try Rules(request)
        #expect(SetOnScreen.clock(shown + 1, under: rules) == nil)
        #expect(SetOnScreen.clock(shown, under: rules) == shown && SetOnScreen.clock(1, under: rules) == shown)
    }

    @Test func `alone, the host shuffles; of two, each for itself`() {
        var alone = Model.inSet(Say.setState(solo: true))
        alone.answer(.lobby(Say.emptyLobby))
        #expect(alone.type("r") == [.send(.move(.set(.shuffle)), id: mark(5))])
        var model = Model.inSet()
        let before = model.session.table?.hand.order
        #expect(model.type("r") == [])
        let order = model.session.table?.hand.order ?? []
        #expect(order != before && order.sorted() == before)
        // Letters follow what is seen, claims name the host's places.
        #expect(model.type("abc") == Self.sends(Array(order.prefix(3))))
    }

    @Test func `a shuffled table takes in cards that come and lets go of those that leave`() {
        var model = Model.inSet()
        model.type("r")
        model.show(.set(.more(seat: 0))) { $0.cards = CardFaces(Say.setCards(15)) }
        #expect(model.session.table?.hand.order.sorted() == Array(0..<15))
        #expect(model.session.table?.hand.order.suffix(3) == [12, 13, 14])
        model.show(nil) { $0.cards = CardFaces(Say.setCards(9)) }
        #expect(model.session.table?.hand.order.sorted() == Array(0..<9))
    }

    @Test(arguments: [size(40, 14), size(80, 24), size(120, 40), size(60, 50)])
    func `the cursor goes over the table as it is seen, and stays at an edge`(_ size: Platform.WindowSize) throws {
        var model = Model.inSet(Say.setState(24))
        model.take(.resized(size))
        let keys: [(Key, Int)] = [
            (.left, 0), (.up, 0), (.down, 1), (.right, 4), (.end, 19), (.right, 19), (.down, 20), (.down, 20),
            (.home, 2), (.down, 21), (.right, 21), (.pageDown, 23), (.pageUp, 0),
        ]
        for (key, place) in keys {
            model.press(key)
            #expect(model.session.table?.cursor == place, "\(key)")
        }
    }

    @Test func `no card changes its row or column while the screen changes and cards come and go`() throws {
        var model = Model.inSet(Say.setState(12))
        /// The cards of each row on the screen, from the left, and of each column.
        func lines(by key: KeyPath<Rect, Int>) throws -> [Int: [SetCard]] {
            let (state, hand) = (try #require(model.state), try #require(model.session.table?.hand))
            let layout = try #require(TableLayout.set(state, in: Rect(model.size)))
            let cards = state.setCards
            let rects = cards.indices.compactMap { place in
                hand.position(of: place).flatMap { layout.card($0) }.map { ($0, cards[place]) }
            }
            #expect(rects.count == cards.count)
            let ranks = Set(rects.map { $0.0[keyPath: key] }).sorted()
            return Dictionary(grouping: rects) { ranks.firstIndex(of: $0.0[keyPath: key]) ?? -1 }.mapValues {
                $0.map(\.1)
            }
        }
        var rows = try lines(by: \.row), columns = try lines(by: \.column)
        #expect(rows.count == 3 && columns.count == 4)
        for count in [12, 15, 18, 21] {
            let change: Change? = count == 12 ? nil : .set(.more(seat: 0))
            model.show(change, at: start) { $0.cards = CardFaces(Say.setCards(count)) }
            for size in [size(80, 24), size(40, 14), size(200, 60), size(60, 50), size(120, 40)] {
                model.take(.resized(size), at: start + 9_000)
                let (nextRows, nextColumns) = (try lines(by: \.row), try lines(by: \.column))
                #expect(rows.allSatisfy { nextRows[$0.key]?.starts(with: $0.value) == true }, "\(count) on \(size)")
                #expect(columns.allSatisfy { nextColumns[$0.key] == $0.value }, "\(count) on \(size)")
                (rows, columns) = (nextRows, nextColumns)
            }
        }
    }

    @Test(arguments: [Look(hasMotion: false), Look(colours: .none, hasMotion: false), Look(isASCII: true)])
    func `the cursor covers no letter, wherever it is and at any size`(_ look: Look) {
        for size in [size(40, 14), size(80, 24), size(120, 40)] {
            for count in [12, 21] {
                var model = Model.inSet(Say.setState(count), look: look)
                model.take(.resized(size))
                for _ in 0..<count {
                    let (drawing, layout) = (
                        model.drawing(at: start + 9_000),
                        TableLayout.set(Say.setState(count), in: Rect(size))
                    )
                    for position in 0..<count {
                        guard let card = layout?.card(position) else { continue }
                        let cell = drawing.canvas[card.row, card.column - 1]
                        #expect(cell.text == SetHand.key(position).map { String($0) })
                        let isCursor = position == model.session.table?.cursor
                        #expect((cell.style.background == .cursor) == isCursor, "\(position) at \(size)")
                    }
                    let cursor = model.session.table?.cursor ?? 0
                    if cursor % 3 == 2 { model.press(.right, .pageUp) } else { model.press(.down) }
                }
            }
        }
    }

    @Test func `a wrong claim says who pays what and why, and marks the three cards for a second`() throws {
        var model = Model.inSet(look: Look())
        let penalty = SetPenalty(points: 1, fault: .colour)
        model.show(.set(.wrong(seat: 0, Say.claim([0, 1, 3]), penalty)), at: start + 5_000) { $0.seats[0].score = -1 }
        #expect(model.told.last == "Not a set: two have the same colour, one does not. −1 for you.")
        #expect(model.lines(at: start + 5_000).contains { $0.hasSuffix(" −1") || $0.contains(" −1 ") })
        func marked(at time: Int) -> [Int] {
            let drawing = model.drawing(at: start + time)
            return (0..<12).filter { place in
                drawing.rect(of: .card(place)).map { drawing.canvas[$0.row, $0.column].style.background == .alarm }
                    == true
            }
        }
        #expect(marked(at: 5_000) == [0, 1, 3] && marked(at: 5_999) == [0, 1, 3] && marked(at: 6_000) == [])
        // What is in another's place by then is not marked.
        model.show(.set(.wrong(seat: 1, Say.claim([0, 1, 3]), penalty)), at: start + 7_000) { _ in }
        #expect(model.told.last == "Not a set: two have the same colour, one does not. −1 for Bob.")
        var cards = Say.setCards(12)
        cards[1] = Say.setCards(13)[12]
        model.show(.set(.set(seat: 0, Say.claim([1, 7, 8]))), at: start + 7_100) { $0.cards = CardFaces(cards) }
        #expect(marked(at: 7_200) == [0, 3])
        // A host that says no more than that it was wrong.
        model.show(.set(.wrong(seat: 1, Say.claim([0, 1, 3]))), at: start + 9_000) { _ in }
        #expect(model.told.last == "Not a set.")
    }

    @Test func `a replay marks the cards of a wrong claim, and says who paid what and why`() {
        var summary = Say.record(17, scores: [-1, 0])
        (summary.rules, summary.reason, summary.turns) = (Say.setRules(), .abandoned, [1, 0])
        let report = MatchRecord(
            summary: summary, deck: CardFaces(Say.setCards(SetCard.count)),
            moves: [MatchRecord.Move(seat: 0, .set(.wrong(Say.claim([0, 1, 3]))), atMilliseconds: 4_000)])
        var model = Model.inLobby(look: Look())
        model.take(.resized(size(80, 24)))
        model.screen.page = .replay(ReplayPlayer(Replay(report)))
        model.press(.right)
        #expect(model.lines().contains { $0.contains("Not a set: two have the same num") })
        func marked(at time: Int) -> [Int] {
            (0..<12).filter { model.screen.motions.pose(of: $0, at: start + time).isWrong }
        }
        #expect(marked(at: 0) == [0, 1, 3] && marked(at: 999) == [0, 1, 3] && marked(at: 1_000) == [])
    }

    @Test func `without motion a wrong claim is told in words alone`() {
        var model = Model.inSet(look: Look(hasMotion: false))
        model.show(.set(.wrong(seat: 0, Say.claim([0, 1, 3]), SetPenalty(points: 1, fault: .shape)))) { _ in }
        #expect(
            model.told.last == "Not a set: two have the same shape, one does not. −1 for you."
                && model.screen.motions == CardMotions())
    }

    @Test func `a set that was missed is outlined until the next move, and its price is told`() throws {
        var model = Model.inSet(Say.setState(solo: true), look: Look(hasMotion: false))
        func outlined() -> [Int] {
            let drawing = model.drawing()
            return (0..<15).filter { place in
                guard let rect = drawing.rect(of: .card(place)) else { return false }
                return drawing.canvas[rect.row, rect.column].style.background == .success
            }
        }
        let penalty = SetPenalty(points: 1, missed: SetPlaces([2, 1, 5]))
        model.show(.set(.more(seat: 0, penalty))) { $0.cards = CardFaces(Say.setCards(15)) }
        #expect(model.told.last == "Three more cards. There was a set: −1.")
        #expect(outlined() == [1, 2, 5])
        model.press(.down)
        #expect(outlined() == [2, 5], "the cursor is a frame, too")
        #expect(model.lines().joined().count { $0 == "!" } == 3, "but the mark stays")
        model.press(.up)
        model.show(.watchers) { $0.watchers = 1 }
        #expect(outlined() == [1, 2, 5])
        model.show(.set(.wrong(seat: 0, Say.claim([0, 1, 3])))) { _ in }
        #expect(outlined() == [])
        model.show(.set(.more(seat: 0))) { $0.cards = CardFaces(Say.setCards(18)) }
        #expect(model.told.last == "Three more cards." && outlined() == [])
    }

    @Test func `a table of one's own order moves only the cards that must move when it closes up`() {
        var model = Model.inSet(Say.setState(15))
        model.type("r")
        let before = model.session.table?.hand.order ?? []
        model.show(nil) { $0.cards = CardFaces(Say.setCards(12)) }
        let after = model.session.table?.hand.order ?? []
        #expect(after.sorted() == Array(0..<12))
        for (former, place) in zip(before, after) where former < 12 { #expect(former == place) }
    }

    @Test func `watchers see no keys and select nothing`() {
        var model = Model.inSet(seat: nil)
        #expect(model.type("a") == [] && selected(model) == [])
        #expect(model.buttons.contains(.leave) && !model.buttons.contains(.more))
    }

    @Test func `a table of another host that cannot be Set is no trap`() {
        var model = Model.inSet()
        for cards in [CardFaces(["2gto", nil, "x"]), CardFaces([String?]()), CardFaces(Say.setCards(81))] {
            model.show(nil) { $0.cards = cards }
            model.press(.right, .down, .end, .pageDown, .enter)
            model.type("abc+r")
            for size in [size(40, 14), size(80, 24)] {
                model.take(.resized(size))
                #expect(model.lines().shows("Ann") && model.isPlaying, "\(size)")
            }
        }
    }
}

@Suite struct SetPaintedBytesTests {
    private static let looks = Look.ColourDepth.allCases.map { Look(colours: $0) }

    private func bytes(_ model: Model, from shown: Canvas?, at now: Instant = start + 5_000) -> Int {
        Painter.bytes(from: shown, to: model.drawing(at: now).canvas, model.look).count
    }

    private func table(_ count: Int, _ size: Platform.WindowSize, _ look: Look) -> Model {
        var model = Model.inSet(Say.setState(count), look: look)
        model.take(.resized(size))
        model.take(.tick, at: start + 5_000)
        return model
    }

    @Test(arguments: looks) func `a whole table costs less than 4 KiB on 80x24`(_ look: Look) {
        for count in [3, 12, 15, 21] { #expect(bytes(table(count, size(80, 24), look), from: nil) < 4 * 1024) }
    }

    @Test(arguments: [size(80, 24), size(120, 40), size(60, 50)])
    func `a table of twelve costs less than 8 KiB on any screen, and the cursor less than half a KiB`(
        _ size: Platform.WindowSize
    ) {
        var model = table(12, size, Look())
        #expect(bytes(model, from: nil) < 8 * 1024)
        let shown = model.drawing(at: start + 5_000).canvas
        model.press(.right, at: start + 5_000)
        #expect(bytes(model, from: shown) < 512)
    }

    @Test(arguments: looks) func `a card that is selected costs less than 1 KiB on 80x24`(_ look: Look) {
        for count in [12, 21] {
            var model = table(count, size(80, 24), look)
            let shown = model.drawing(at: start + 5_000).canvas
            model.type("c", at: start + 5_000)
            #expect(bytes(model, from: shown) < 1024)
        }
    }

    /// The bytes of all frames until nothing moves.
    private func bytes(of model: inout Model, _ change: Change, _ cards: [SetCard]) -> Int {
        var (now, shown, all) = (start + 5_000, model.drawing(at: start + 5_000).canvas, 0)
        model.show(change, at: now) { $0.cards = CardFaces(cards) }
        while true {
            let next = model.drawing(at: now).canvas
            all += Painter.bytes(from: shown, to: next, model.look).count
            shown = next
            guard let step = model.screen.motions.nextStep(after: now) else { return all }
            now = step
            model.take(.tick, at: now)
        }
    }

    @Test(arguments: looks) func `all frames of a wrong claim cost less than 4 KiB on 80x24`(_ look: Look) {
        var model = table(12, size(80, 24), look)
        #expect(bytes(of: &model, .set(.wrong(seat: 1, Say.claim([0, 5, 9]))), Say.setCards(12)) < 4 * 1024)
    }

    @Test(arguments: looks) func `all frames of a set that is taken cost less than 4 KiB on 80x24`(_ look: Look) {
        var model = table(12, size(80, 24), look)
        var cards = Say.setCards(12)
        for (place, card) in zip([0, 5, 9], Say.setCards(15).suffix(3)) { cards[place] = card }
        #expect(bytes(of: &model, .set(.set(seat: 1, Say.claim([0, 5, 9]))), cards) < 4 * 1024)
    }

    @Test(arguments: looks) func `all frames of a table that is laid out anew cost less than 6 KiB on 80x24`(
        _ look: Look
    ) {
        var model = table(15, size(80, 24), look)
        #expect(bytes(of: &model, .set(.more(seat: 0)), Say.setCards(18)) < 6 * 1024)
        #expect(model.screen.motions.reform == nil && model.screen.motions.isEmpty)
    }

    @Test func `cards that stay on a table move to their new places, and end there`() throws {
        var model = table(15, size(80, 24), Look())
        model.show(.set(.more(seat: 0)), at: start + 5_000) { state in
            state.cards = CardFaces(Say.setCards(18))
            state = state.withSet(deckLeft: 63)
        }
        let reform = try #require(model.screen.motions.reform)
        let end = Rect(row: 3, column: 3, rows: 4, columns: 8)
        let rects = [0, 50, 100, 150].compactMap {
            reform.rect(of: Say.setCards(2)[1].text, to: end, at: start + 5_000 + $0)
        }
        #expect(rects.count == 4 && Set(rects).count == 4)
        #expect(reform.rect(of: "2gto", to: end, at: start + 5_200) == nil, "it is over")
        var still = table(18, size(80, 24), Look())
        model.take(.tick, at: start + 9_000)
        (model.session.log, still.session.log) = ([], [])
        #expect(model.drawing(at: start + 9_000).canvas == still.drawing(at: start + 9_000).canvas)
    }

    @Test func `without motion nothing is on its way`() {
        var model = table(12, size(80, 24), still)
        model.show(.set(.more(seat: 0))) { $0.cards = CardFaces(Say.setCards(15)) }
        #expect(model.screen.motions == CardMotions())
        model.type("r")
        #expect(model.screen.motions == CardMotions())
    }
}
