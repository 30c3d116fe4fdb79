import Protocol
import Testing

@testable import memory_join

/// No key means two things.
@Suite struct KeyClashTests {
    /// What a character means on a screen.
    private func meanings(of key: Unicode.Scalar, _ model: Model) -> [String] {
        let board = model.state.map { TablePage.buttons(of: $0.onScreen) } ?? []
        let isBoard = model.isOnTable && model.session.table?.showsBoard == true
        let buttons = Set(model.buttons + (isBoard ? board : []) + Button.everywhere).filter { $0.key == key }
        var (meanings, probe) = (buttons.map { $0.title(model) }, model)
        if probe.isOnTable, probe.changeSetting(by: key, start) { meanings.append("a setting") }
        probe = model
        if probe.play(.key(key), start) { meanings.append("a card") }
        if let move = CursorMove(key), move == .up || move == .down || model.content.move(move, &probe, start) {
            meanings.append("the cursor")
        }
        return meanings + (key == ":" ? ["a command"] : [])
    }

    @Test func `no key means two things on any page, in any phase of any game`() {
        var cards: Set<Unicode.Scalar> = []
        for model in Model.everywhere {
            for key in (0x20...0x7E).compactMap(Unicode.Scalar.init) {
                let meanings = meanings(of: key, model)
                #expect(meanings.count <= 1, "\(key) on \(model.screen.page): \(meanings)")
                if meanings == ["a card"] { cards.insert(key) }
            }
        }
        #expect(cards.count > 30, "cards were tried, too")
    }

}
