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
