import Protocol
import Testing

@testable import memory_join

extension Model {
    /// A client on a screen whose player has never been asked for a name, and is `ann` to the system.
    static func unnamed(as name: String? = nil, look: Look = still, plain: Bool = false) -> Model {
        .starting(as: name, look: look, plain: plain, savedName: nil)
    }
}

/// The player's name: asked for once, kept, and changed.
@Suite struct NamingTests {
    @Test func `the first time the player is asked for a name, and the login name is suggested`() {
        var model = Model.unnamed()
        #expect(model.take(.start, .opened, Say.hello) == [.connect(home)])
        #expect(model.prompt == Prompt(.name, "ann", isRequired: true, isSuggestion: true))
        #expect(model.press(.enter) == [hello("ann")])
        let effects = model.take(welcome("ann"))
        #expect(effects.first == .saveName(player("ann")))
        #expect(model.isOnline && model.screen.page == .menu && model.screen.overlay == nil)
    }

    @Test func `a name that is kept or given is not asked for, and the one that is given is saved`() {
        for (start, isSaved) in [(Model.starting(), false), (.unnamed(as: "Ann"), true)] {
            var model = start
            #expect(model.take(.start, .opened, Say.hello) == [.connect(home), hello("Ann")])
            #expect(model.take(welcome("Ann")).contains(.saveName(player("Ann"))) == isSaved)
            model.take(.lost("reset"), .opened, Say.hello)
            #expect(!model.take(welcome("Ann", resumed: true)).contains(.saveName(player("Ann"))))
        }
    }

    @Test func `a script's name is not saved, nor one beside another client on this machine`() {
        var script = Model.unnamed(as: "Zoe", plain: true)
        script.take(.start, .opened, Say.hello)
        #expect(!script.take(welcome("Zoe")).contains(.saveName(player("Zoe"))))
        var second = Model.unnamed(as: "Zoe")
        second.take(.start, .tokenFile(.isInUse), .opened, Say.hello)
        #expect(!second.take(welcome("Zoe")).contains(.saveName(player("Zoe"))))
    }

    @Test func `a watcher without a name is not signed in`() {
        var model = Model.starting(to: .watch(nil))
        model.take(.start, .opened, Say.hello)
        model.go(to: .menu)
        #expect(model.lines().shows("Not signed in to pine"))
    }

    @Test func `without a screen nobody is asked`() {
        var model = Model.unnamed(plain: true)
        #expect(model.take(.start, .opened, Say.hello).contains(hello("ann")))
        #expect(model.screen.overlay == nil)
    }

    @Test func `a typed name that is taken is asked for again, without a number`() {
        var model = Model.unnamed()
        model.take(.start, .opened, Say.hello)
        model.press(.enter)
        let why = Refusal.nameTaken("ann")
        #expect(model.take(refusal(why, of: .hello)) == [])
        #expect(model.prompt == Prompt(.name, "ann", complaint: why.message, isRequired: true))
    }

    @Test(
        arguments: [
            (.lost("reset"), [.releaseToken, .find(ports: [6366])]),
            (.key(.escape), [.disconnect, .releaseToken, .find(ports: [6366])]),
        ] as [(Input, [Effect])])
    func `a connection that breaks while the name is typed, or Escape, leads to the list of hosts`(
        _ input: Input, _ effects: [Effect]
    ) {
        var model = Model.unnamed()
        model.take(.start, .opened, Say.hello)
        #expect(model.take(input) == effects)
        #expect(model.screen.page == .hosts && model.screen.overlay == nil)
    }

    @Test func `a name typed for a host that was lost is numbered on the next one, as a name always is`() {
        var model = Model.unnamed()
        model.take(.start, .opened, Say.hello)
        model.press(.enter)
        model.take(.lost("reset"))
        model.type("aoak")
        model.press(.enter)
        #expect(model.take(.opened, Say.hello).last == hello("ann"))
        #expect(model.take(refusal(.nameTaken("ann"), of: .hello)) == [hello("ann2")])
    }

    @Test func `the numbers of one host are not those of the next`() {
        var model = Model.starting()
        model.take(.start, .opened, Say.hello)
        for _ in 0..<3 { model.take(refusal(.nameTaken("Ann"), of: .hello)) }
        model.take(.lost("reset"))
        model.type("aoak")
        model.press(.enter)
        model.take(.opened, Say.hello)
        #expect(model.take(refusal(.nameTaken("Ann"), of: .hello)) == [hello("Ann2")])
    }

    @Test func `the menu says who the player is, and a key changes it`() {
        var model = Model.inLobby()
        #expect(model.lines().shows("You are Ann on pine"))
        model.type("n")
        #expect(model.prompt == Prompt(.name, "Ann"))
        #expect(model.press(.escape) == [] && model.screen.overlay == nil)
        model.type("n")
        model.press(.eraseLine)
        model.type("Zoe")
        #expect(model.press(.enter) == [.send(.hello(.name(player("Zoe"))), id: mark(3))])
        let answer = received(.welcome(Welcome(name: "Zoe", token: tokenTwo, resumed: false)), re: 3)
        #expect(model.take(answer) == [.saveName(player("Zoe"))])
        #expect(model.lines().shows("You are Zoe on pine"))
    }

    @Test func `a new name that is refused is neither taken nor saved`() {
        var model = Model.inLobby()
        model.type("nb")
        model.press(.enter)
        #expect(model.take(refusal(.nameTaken("Annb"), of: .hello, re: 3)) == [])
        #expect(model.name?.text == "Ann" && model.told == [Refusal.nameTaken("Annb").message])
    }
}
