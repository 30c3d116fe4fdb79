import Protocol
import Testing

@testable import memory_join

/// The mouse points at what is shown: both come from one layout.
@Suite struct MouseTests {
    private static let sizes = [size(40, 14), size(80, 24), size(120, 40), size(60, 50), size(300, 100)]

    /// A client on each page, and with each box over it.
    private static let models: [Model] = [
        .inLobby(), .choosingMatch(), .choosingMatch(watching: true), .choosingRecord(), .replaying(),
        .inMatch(Say.stateOf(endsIn: 9_000)), .inMatch(.ended()), .inMatch(seat: nil), typed("s", .inLobby()),
        typed("q", .inMatch()),
    ]

    private static func typed(_ keys: String, _ model: Model) -> Model {
        var model = model
        model.type(keys)
        return model
    }

    @Test(arguments: sizes)
    func `every visible target is found by pointing at it, and on a large screen every one is visible`(
        _ size: Platform.WindowSize
    ) {
        for var model in Self.models {
            model.take(.resized(size))
            let drawing = model.drawing()
            for target in model.targets {
                guard let place = drawing.rect(of: target) else {
                    #expect(size.columns < 80, "\(target)")
                    continue
                }
                for point in [place.origin, Point(row: place.endRow - 1, column: place.endColumn - 1)] {
                    #expect(drawing.target(at: point) == target)
                    #expect(drawing.canvas.bounds.contains(point), "\(target)")
                }
            }
        }
    }

    @Test(arguments: sizes) func `a click does what Enter does at that target`(_ size: Platform.WindowSize) {
        for var model in Self.models {
            model.take(.resized(size))
            for target in model.targets {
                var (clicked, chosen) = (model, model)
                guard let place = model.drawing().rect(of: target) else { continue }
                // Enter on a line of a form is for all of it, a click is for that line.
                if case .field = target { continue }
                let effects = clicked.click(place.origin)
                chosen.point(place.origin, .move)
                #expect(effects == chosen.press(.enter), "\(target)")
                // That nothing was chosen yet, or the first thing was, is the same.
                (clicked.screen.focus, chosen.screen.focus) = (clicked.effectiveFocus, chosen.effectiveFocus)
                (clicked.screen.lastPress, chosen.screen.lastPress) = (nil, nil)
                if clicked != chosen { Issue.record("\(target)") }
            }
        }
    }

    @Test(arguments: sizes, [0, 7, 29])
    func `a click turns the card under it, and moves the cursor there`(_ size: Platform.WindowSize, _ card: Int) throws
    {
        var model = Model.inMatch()
        model.take(.resized(size))
        let place = try #require(model.drawing().rect(of: .card(card)))
        let last = Point(row: place.endRow - 1, column: place.endColumn - 1)
        #expect(model.click(last) == [.send(.move(.flip(.card(card))), id: mark(4))])
        #expect(model.session.table?.cursor == card)
    }

    @Test func `a click on a line of a form selects its next value`() {
        var model = Model.inLobby()
        model.type("s")
        let place = model.drawing().rect(of: .field(.preset))
        #expect(place.map { model.click($0.origin) } == [])
        #expect(model.form?.preset == .tiles && model.effectiveFocus == .field(.preset))
    }

    @Test(arguments: [Mouse.Kind.move, .press(.right), .press(.middle)])
    func `moving the mouse, or another button, only moves the focus`(_ kind: Mouse.Kind) {
        for model in Self.models {
            for target in model.targets {
                var model = model
                guard let place = model.drawing().rect(of: target) else { continue }
                let page = model.screen.page
                #expect(model.point(place.origin, kind) == [])
                #expect(model.effectiveFocus == target && model.screen.page == page)
            }
        }
    }

    @Test func `releasing a button, or pointing at nothing, does nothing`() {
        var model = Model.inMatch()
        let former = model
        let place = model.drawing().rect(of: .card(3))
        #expect(place.map { model.point($0.origin, .release) } == [])
        #expect(model.click(Point(row: 0, column: 0)) == [])
        #expect(model.click(Point(row: 5_000, column: 5_000)) == [])
        #expect(model == former)
    }

    @Test func `a mouse that moves within a card, or beside everything, changes nothing that is drawn`() throws {
        var model = Model.inMatch()
        let place = try #require(model.drawing().rect(of: .card(3)))
        model.point(place.origin, .move)
        let former = model
        for column in place.column..<place.endColumn {
            #expect(model.point(Point(row: place.row, column: column), .move) == [] && model == former)
        }
        model.point(Point(row: 0, column: 0), .move)
        #expect(model == former)
    }

    @Test func `a mouse that is touched does not cancel a card's place that is half typed`() throws {
        var model = Model.inMatch()
        model.type("d")
        let place = try #require(model.drawing().rect(of: .card(12)))
        model.point(place.origin, .move)
        #expect(model.type("2") == [.send(.move(.flip(.card(9))), id: mark(4))])
        #expect(model.session.table?.cursor == 9)
    }

    @Test func `the wheel moves through the targets`() {
        var model = Model.choosingMatch()
        model.point(Point(row: 0, column: 0), .wheelDown)
        #expect(model.effectiveFocus == .match(m4))
        model.point(Point(row: 0, column: 0), .wheelUp)
        #expect(model.effectiveFocus == .match(m3))
    }

    @Test func `a click on a thing that is gone since it was drawn does nothing`() {
        var model = Model.inMatch()
        for target in [Target.card(30), .match(m3), .button(.rematch), .record(RecordID(number: 1)), .field(.preset)] {
            let former = model
            #expect(model.take(.pointed(.press(.left), target)) == [])
            #expect(model == former, "\(target)")
        }
        model.screen.overlay = .question(.leave)
        let former = model
        #expect(model.take(.pointed(.press(.left), .card(0))) == [] && model == former)
    }

    @Test(arguments: [
        Overlay.text(.help), .text(.messages), .text(TextBox(["a"])), .prompt(Prompt(.talk)), .question(.leave),
    ])
    func `an overlay hides the page from the mouse`(_ overlay: Overlay) {
        var model = Model.inMatch()
        let card = model.drawing().rect(of: .card(0))
        model.screen.overlay = overlay
        #expect(card.map { model.click($0.origin) } == [])
        #expect(model.session.table?.cursor == 0 && model.session.commands.pending == nil)
        #expect((model.screen.overlay == nil) == overlay.isText, "a click beside a text gets rid of it")
    }

    @Test func `a click on any button does the same as its key`() {
        for model in Self.models where model.player == nil {
            for button in model.buttons {
                guard let key = button.key else { continue }
                var (typed, clicked) = (model, model)
                guard let place = clicked.drawing().rect(of: .button(button)) else { continue }
                #expect(typed.press(.character(key)) == clicked.click(place.origin), "\(button)")
                #expect(
                    typed.screen.page == clicked.screen.page && typed.screen.overlay == clicked.screen.overlay,
                    "\(button)")
            }
        }
    }
}

extension Model {
    /// Does something with the mouse.
    @discardableResult
    mutating func point(_ point: Point, _ kind: Mouse.Kind, at now: Instant = start) -> [Effect] {
        done(.pointed(kind, drawing(at: now).target(at: point), at: point), at: now)
    }

    /// Clicks there.
    mutating func click(_ point: Point, at now: Instant = start) -> [Effect] {
        self.point(point, .press(.left), at: now) + self.point(point, .release, at: now)
    }
}
