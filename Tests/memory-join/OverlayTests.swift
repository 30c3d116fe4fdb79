import Protocol
import Testing

@testable import memory_join

/// Overlays on a page: texts, and prompts.
@Suite struct OverlayTests {
    @Test(arguments: [Key.escape, .enter, .character("q"), .character("b"), .tab, .pasted("x")])
    func `any key that does not scroll closes a text, and does nothing else`(_ key: Key) {
        for text in [TextBox.help, .rules, .messages, TextBox(["a"])] {
            var model = Model.inMatch()
            model.screen.overlay = .text(text)
            #expect(model.press(key) == [])
            #expect(model.screen.overlay == nil && model.screen.page == .table && model.session.table?.typed == nil)
        }
    }

    @Test func `the last messages are shown first, and the others by scrolling`() {
        var model = Model.inMatch()
        for number in 1...30 {
            model.take(received(.said(Said(match: m3, from: "Bob", role: .player, text: "number \(number)"))))
        }
        model.type("m")
        #expect(model.lines().shows("number 30 ") && !model.lines().shows("number 1 "))
        #expect(model.lines().shows("Arrows scroll, 31/31"))
        let steps: [(Key, first: Bool, last: Bool)] = [
            (.home, true, false), (.up, true, false), (.end, false, true), (.up, false, false), (.down, false, true),
            (.down, false, true), (.pageUp, true, false), (.pageDown, false, true), (.character("k"), false, false),
        ]
        for (key, first, last) in steps {
            #expect(model.press(key) == [] && model.screen.overlay == .text(.messages))
            let lines = model.lines()
            #expect(lines.shows("number 1 ") == first && lines.shows("number 30 ") == last, "\(key)")
        }
    }

    @Test(arguments: [Prompt.Purpose.talk, .command])
    func `a line is typed below the board, which stays in view`(_ purpose: Prompt.Purpose) {
        for columns in [40, 80, 100] {
            var model = Model.inMatch()
            model.take(.resized(size(columns, columns == 40 ? 14 : 24)))
            model.screen.focus = .button(.talk)  // The cursor is not shown while a line is typed.
            let before = model.lines()
            model.screen.overlay = .prompt(Prompt(purpose, String(repeating: "x", count: 200), complaint: "Too long."))
            #expect(model.lines().dropLast() == before.dropLast())
            #expect(model.lines().last?.contains("xxx") == true && model.lines().last?.contains("Too long.") == true)
        }
    }

    @Test func `the rules are those of the match, and in the menu the host's`() {
        var model = Model.inMatch(preset: .tiles)
        #expect(model.type("u") == [] && model.lines().shows("200 points per pair"))
        model = .inLobby()
        model.type("u")
        #expect(model.lines().shows("Each player has 15 turns."))
    }

    @Test func `a new text is shown from its beginning`() {
        var model = Model.inMatch()
        model.take(.resized(View.minimumSize))
        model.type("?")
        let lines = model.lines()
        model.press(.end)
        #expect(model.lines() != lines)
        model.press(.escape)
        model.type("?")
        #expect(model.lines() == lines)
    }

    private static let keys: [(keys: [Key], text: String)] = [
        ([.backspace], "ab cd"), ([.eraseWord], "ab "), ([.eraseWord, .eraseWord, .backspace], ""),
        ([.eraseLine], ""), ([.left, .left, .character("x")], "ab cxd "), ([.home, .left, .character("x")], "xab cd "),
        ([.home, .end, .right, .character("x")], "ab cd x"), ([.home, .delete, .end, .delete], "b cd "),
        ([.home, .right, .backspace], "b cd "), ([.left, .left, .eraseLine], "d "),
        ([.pasted("q"), .pasted(" "), .pasted("?")], "ab cd q ?"),
    ]

    @Test func `a typed line can be edited, and its cursor moved, before it is sent`() {
        for (keys, text) in Self.keys {
            var model = Model.inMatch()
            model.type("tab cd ")
            for key in keys { #expect(model.press(key) == []) }
            #expect(model.prompt?.text == text, "\(keys)")
        }
        var model = Model.inMatch()
        model.type("t")
        #expect(model.press(.enter) == [] && model.screen.overlay == nil)
    }

    @Test func `pasted text is ignored outside a prompt`() {
        var model = Model.inMatch()
        for scalar in "b4 q".unicodeScalars { #expect(model.press(.pasted(scalar)) == []) }
        #expect(model == Model.inMatch())
    }

    @Test func `a typed line cannot grow beyond its maximum length, and says so until it is changed`() {
        var model = Model.inMatch()
        model.type("t" + String(repeating: "x", count: Prompt.characters))
        #expect(model.prompt?.complaint == nil)
        for key in [Key.character("y"), .pasted("y")] {
            model.press(key)
            #expect(model.prompt?.text == String(repeating: "x", count: Prompt.characters))
            #expect(model.prompt?.complaint == Prompt.isFull)
            model.press(.backspace)
            #expect(model.prompt?.complaint == nil)
            model.type("x")
        }
    }

    @Test func `a paste that is too long is told of where it went, and presses nothing`() {
        var model = Model.inMatch()
        model.press(.pasteIsTooLong)
        #expect(model.session.log.last?.text == "That paste was too long, and was ignored.")
        #expect(model.screen == Model.inMatch().screen)
        model.type("t")
        model.press(.pasted("x"))
        model.press(.pasteIsTooLong)
        #expect(model.prompt?.text == "x" && model.prompt?.complaint == Prompt.isFull)
    }

    @Test(arguments: [Key.escape, .endOfInput, .interrupt], [Prompt.Purpose.talk, .code, .command])
    func `a typed line can be cancelled`(_ key: Key, _ purpose: Prompt.Purpose) {
        var model = Model.inMatch()
        model.screen.overlay = .prompt(Prompt(purpose, "abc"))
        #expect(model.press(key) == [] && model.screen.overlay == nil && model.screen.page == .table)
    }

    @Test(arguments: [Key.tab, .backTab, .up, .down, .pageUp, .pageDown])
    func `while a line is being typed, keys that move or choose do not reach the page`(_ key: Key) {
        var model = Model.inMatch()
        model.type("t")
        #expect(model.press(key) == [])
        #expect(model.session.table?.cursor == 0 && model.screen.focus == nil && model.prompt?.text == "")
    }

    @Test(arguments: [Model.inMatch(), .choosingMatch()])
    func `a chat line is sent as typed, at the table and in the lobby`(_ model: Model) throws {
        var model = model
        model.type("t good luck: b4 ")
        #expect(model.press(.enter) == [.send(.say(try SpokenText("good luck: b4")), id: mark(4))])
        #expect(model.screen.overlay == nil)
    }

    @Test func `an invalid chat line stays in the prompt`() {
        var model = Model.inMatch()
        model.type("t" + String(repeating: "x", count: Limits.textCharacters + 1))
        #expect(model.press(.enter) == [])
        #expect(model.prompt?.complaint != nil)
        model.press(.backspace)
        #expect(model.prompt?.complaint == nil)
        #expect(model.press(.enter).count == 1 && model.screen.overlay == nil)
    }

    @Test(arguments: [(false, Command.join(.code(code("KQ7XM4")))), (true, .watch(.code(code("KQ7XM4"))))])
    func `a code joins from the lobby, and watches from the list of matches to watch`(
        _ watching: Bool, _ command: Command
    ) {
        var model = Model.choosingMatch(watching: watching)
        model.type("ckq")
        #expect(model.press(.enter) == [])
        #expect(model.prompt?.text == "kq" && model.prompt?.complaint?.hasPrefix("A code is") == true)
        model.type("7xm4")
        #expect(model.prompt?.complaint == nil)
        #expect(model.press(.enter) == [.send(command, id: mark(4))] && model.screen.overlay == nil)
    }

    @Test func `a long typed line shows its end, with the cursor after it`() {
        var model = Model.inMatch()
        model.type("t" + String(repeating: "漢", count: 100) + "z")
        let canvas = model.drawing().canvas
        #expect(model.lines().first { $0.contains("Say:") }?.contains("漢漢z") == true)
        #expect(canvas.cursor.map { canvas[$0.row, $0.column - 1].text } == "z")
    }

    @Test func `a line being typed stays when a match starts`() {
        var model = Model.choosingMatch()
        model.press(.enter)
        model.type("tone mom")
        model.answer(Say.match())
        #expect(model.screen.page == .table && model.prompt?.text == "one mom")
    }
}
