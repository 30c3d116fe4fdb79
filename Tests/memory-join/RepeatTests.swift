import Protocol
import Testing

@testable import memory_join

/// A key or click that is pressed twice does not do a second thing.
@Suite struct RepeatTests {
    @Test(arguments: [Key.enter, .character(" "), .character("h")])
    func `pressed twice, a key that opens a form does not start its match`(_ key: Key) {
        var (model, typed) = (Model.inLobby(), Model.inLobby())
        model.press(.down)
        #expect(model.press(key, key) == [] && model.form?.opponent == .house(.steady))
        typed.type("h")
        #expect(model.form == typed.form)
    }

    @Test func `pressed twice, Enter joins, and does not play the house instead of waiting`() {
        var model = Model.inLobby()
        #expect(model.press(.enter) == [.send(.join(nil), id: mark(3))])
        model.answer(Say.match())
        model.take(received(.state(Say.waiting)))
        #expect(model.effectiveFocus == .button(.house))
        #expect(model.press(.enter, at: start + 499) == [])
        #expect(model.press(.enter, at: start + 1_000).count == 1)
    }

    @Test func `pressed twice, q goes back one page and does not quit`() {
        var model = Model.choosingRecord()
        #expect(model.type("qq") == [] && model.screen.page == .menu)
        #expect(model.type("q", at: start + 500) == [.send(.bye, id: nil)])
    }

    @Test func `pressed twice, Esc goes back one page`() {
        var (once, twice) = (Model.replaying(), Model.replaying())
        once.press(.escape)
        twice.press(.escape, .escape)
        #expect(twice.screen.page == once.screen.page && once.screen.page != .menu)
        twice.press(.escape, at: start + 1_000)
        #expect(twice.screen.page == .menu)
    }

    @Test func `a key that is held down does nothing on the next page, however long`() {
        var model = Model.inLobby()
        model.press(.down)
        for time in stride(from: 0, to: 5_000, by: 100) { #expect(model.press(.enter, at: start + time) == []) }
        #expect(model.form != nil)
    }

    @Test func `a line that was typed and sent twice is sent once`() {
        var model = Model.inMatch()
        model.type("thi")
        #expect(model.press(.enter, .enter).count == 1 && model.session.commands.waiting.isEmpty)
    }

    @Test func `letters that are typed into a line are never dropped`() {
        var model = Model.inMatch()
        model.type("ttt")
        #expect(model.prompt?.text == "tt")
    }

    @Test func `on one page the same key may do the same again`() {
        var model = Model.inLobby()
        model.type("s")
        model.press(.down)
        model.type("ll")
        #expect(model.form?.opponent == .house(.novice))
        model = Model.replaying()
        model.press(.character(" "), .character(" "))
        #expect(model.player?.isPlaying == true)
    }

    @Test func `a double click does one thing, and a click elsewhere another`() throws {
        var model = Model.inLobby()
        let solo = try #require(model.drawing().rect(of: .button(.solo))).origin
        #expect(model.click(solo) == [])
        let form = try #require(model.form)
        #expect(model.click(solo) == [] && model.form == form)
        let start = try #require(model.drawing().rect(of: .button(.start))).origin
        #expect(model.click(start).count == 1)
    }
}
