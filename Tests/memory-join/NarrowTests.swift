import Protocol
import Testing

@testable import memory_join

/// The buttons of a screen that has no room for all.
@Suite struct NarrowTests {
    private static let models: [Model] = [
        .inLobby(), .choosingMatch(), .choosingMatch(watching: true), .choosingRecord(), .replaying(),
        .inMatch(), .inMatch(seat: nil), .inMatch(Say.waiting), .inMatch(.ended()), .inMatch(.ended(), seat: nil),
    ]

    /// The keys that the help for the page explains.
    private func explained(_ model: Model) -> Set<String> {
        Set(Wording.help(model).flatMap { $0.prefix(12).split { " ,/".contains($0) }.map(String.init) })
    }

    @Test(arguments: [size(40, 14), size(40, 24), size(60, 50), size(80, 24)])
    func `a button that is not drawn has a key that the help explains, and the help is always drawn`(
        _ size: Platform.WindowSize
    ) {
        for var model in Self.models {
            model.take(.resized(size))
            let drawing = model.drawing()
            let hidden = model.buttons.filter { drawing.rect(of: .button($0)) == nil }
            if hidden.isEmpty { continue }
            #expect(drawing.rect(of: .button(.help)) != nil, "\(model.screen.page)")
            let explained = explained(model)
            for button in hidden {
                #expect(button.key.map { explained.contains(String($0)) } == true, "\(button) of \(model.screen.page)")
            }
        }
    }

    @Test func `the smallest menu shows every line`() {
        var model = Model.inLobby()
        model.take(.resized(View.minimumSize))
        let drawing = model.drawing()
        for button in model.buttons { #expect(drawing.rect(of: .button(button)) != nil, "\(button)") }
        for _ in 0..<10 { model.press(.down) }
        #expect(model.effectiveFocus == .button(.help) && model.lines().last?.contains("? Help") == true)
    }

    @Test(arguments: [12, 15, 21, 36], SetCard.Feature.allCases)
    func `what a wrong claim cost, and why, is all on the smallest screen`(_ cards: Int, _ fault: SetCard.Feature) {
        for claimant in 0...1 {
            var model = Model.inSet(Say.setState(cards))
            model.take(.resized(View.minimumSize))
            let (claim, penalty) = (Say.claim([0, 1, 3]), SetPenalty(points: 1, fault: fault))
            model.show(.set(.wrong(seat: claimant, claim, penalty))) { $0.seats[claimant].score = -1 }
            let screen = model.lines().map { $0.trimmingSpaces() }.joined(separator: " ")
            let player = claimant == 0 ? "you" : "Bob"
            let sentence = "Not a set: two have the same \(fault.rawValue), one does not. −1 for \(player)."
            #expect(screen.contains(sentence), "\(model.lines())")
            #expect(screen.contains("Find a set"), "the status stays")
        }
    }

    @Test func `news for which there is no room is cut, and so is what needs more than two lines`() {
        let large = Say.state.with { state in
            (state.rows, state.columns, state.cards) = (10, 10, CardFaces(Array(repeating: nil, count: 100)))
        }
        var model = Model.inMatch(large)
        model.take(.resized(View.minimumSize))
        let news = String(repeating: "one two three ", count: 9) + "end."
        model.notify(news)
        #expect(model.lines().filter { $0.contains("one two") }.count == 1 && model.lines().shows("…"))
        model = .inSet()
        model.take(.resized(View.minimumSize))
        model.notify(news)
        #expect(model.lines().filter { $0.contains("one two") }.count == 2 && model.lines().shows("…"))
    }

    @Test func `a button with the focus is drawn, and the help beside it`() {
        for var model in Self.models {
            model.take(.resized(View.minimumSize))
            for button in model.buttons {
                model.screen.focus = .button(button)
                let drawing = model.drawing()
                #expect(drawing.rect(of: .button(button)) != nil, "\(button) of \(model.screen.page)")
            }
        }
    }

    @Test func `every button at the end of a match has a key`() {
        let buttons = Model.inMatch(.ended()).buttons
        #expect(buttons.allSatisfy { $0.key != nil })
        #expect(Set(buttons.map(\.key)).count == buttons.count)
    }
}
