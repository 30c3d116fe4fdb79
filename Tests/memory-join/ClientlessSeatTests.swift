import Protocol
import TestSupport
import Testing

@testable import memory_join

/// Matches without another client: against the house, and with a second person on the same device.
@Suite struct ClientlessSeatTests {
    private static let m9 = MatchID(number: 9)

    private static func waiting(_ match: MatchID, _ name: String = "Max", seats: Int = 2) -> LobbyList {
        let entry = LobbyList.Entry(
            match: match, phase: .waiting, seats: [name], scores: [0], watchers: 0,
            rules: .preset(.classic, solo: seats == 1))
        return LobbyList(matches: [entry], players: ["Ann", name], playerCount: 2, total: 1)
    }

    /// Ann, who plays the house and has the list of matches; it is her turn.
    private static func againstHouse() -> Model {
        var model = Model.inMatch(Say.state.againstHouse())
        model.answer(.lobby(Say.emptyLobby))
        return model
    }

    /// Ann, with Bob beside her.
    private static func withBob(_ change: (inout MatchState) -> Void = { _ in }) -> Model {
        var model = Model.inLobby()
        model.command("open beside Bob")
        model.answer(.match(Seating(match: m3, seat: 0, rules: .preset(.classic), code: nil, beside: 1)))
        model.take(received(.state(Say.state.with { $0.seats[1].kind = .beside }.with(change))))
        return model
    }

    // MARK: The house

    @Test func `h and Enter play the steady house by the host's rules`() {
        var model = Model.inLobby()
        model.type("h")
        #expect(model.lines().shows("Play the house"))
        #expect(model.lines().shows("house (steady)"))
        let sent = model.press(.enter).commands
        guard case .open(_, isPrivate: false, .house(.steady)) = sent.first else {
            Issue.record("\(sent)")
            return
        }
    }

    @Test func `the form goes through all strengths of the house`() {
        var form = OpeningForm.against(.house(.steady), .classic)
        var seen: [OpponentChoice] = []
        for _ in 0..<5 {
            seen.append(form.opponent)
            form.change(.seats, by: 1)
        }
        #expect(seen == [.house(.steady), .house(.perfect), .anybody, .anybody, .house(.novice)])
        #expect(form.opponent == .house(.steady) && !form.fields.contains(.isPrivate))
    }

    @Test(arguments: HouseLevel.allCases)
    func `--house opens a match against the house`(level: HouseLevel) {
        var model = Model.starting(to: .open(RulesRequest(), against: .house(level)))
        model.take(.start, .opened, Say.hello)
        let sent = model.take(welcome("Ann")).commands
        #expect(sent.first == .open(RulesRequest(), isPrivate: false, against: .house(level)))
    }

    @Test func `whoever plays the house follows the list of matches, once for each connection`() {
        var model = Model.inMatch(Say.state.againstHouse())
        #expect(model.session.table?.followsLobby == true)
        #expect(model.session.commands.pending?.command == .followList(true))
        model.answer(.lobby(Say.emptyLobby))
        #expect(model.take(received(.state(Say.stateOf(version: 2).againstHouse()))).commands == [])
    }

    @Test func `whoever plays the house follows the list of matches again after a lost connection`() {
        var model = Self.againstHouse()
        model.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true), received(Say.match()))
        #expect(model.session.commands.pending == nil)
        #expect(model.take(received(.state(Say.state.againstHouse()))).commands == [.followList(true)])
    }

    @Test func `a match against a person follows nothing`() {
        #expect(Model.inMatch().session.table?.followsLobby == false)
    }

    @Test func `somebody who waits is announced by the bell once, and w joins them`() {
        var model = Self.againstHouse()
        #expect(!model.buttons.contains(.joinWaiting))
        let effects = model.take(received(.lobby(Self.waiting(Self.m9))))
        #expect(effects.contains(.ring))
        #expect(model.told.last == "Max is waiting to play Memory. Press w to join.")
        #expect(model.buttons.first == .joinWaiting)
        #expect(!model.take(received(.lobby(Self.waiting(Self.m9)))).contains(.ring))
        #expect(model.type("w").commands == [.leave])
        #expect(model.answer(.ok(nil)).commands.last == .join(.id(Self.m9)))
    }

    @Test func `w asks before a match against the house is lost`() {
        var model = Self.againstHouse()
        model.take(received(.lobby(Self.waiting(Self.m9))))
        model.show(.memory(.flip(seat: 0, card: 4))) { $0.turned = [4] }
        #expect(model.type("w").commands == [] && model.screen.overlay == .question(.joinWaiting))
        #expect(model.lines().shows("Join Max to play Memory? You will"))
        #expect(model.press(.enter).commands == [] && model.screen.overlay == nil && model.isPlaying)
        model.type("w")
        #expect(model.type("y").commands == [.leave])
        #expect(model.answer(.ok(nil)).commands.last == .join(.id(Self.m9)))
    }

    @Test func `a yes to somebody who no longer waits keeps the match`() {
        var model = Self.againstHouse()
        model.take(received(.lobby(Self.waiting(Self.m9))))
        model.show(.memory(.flip(seat: 0, card: 4))) { $0.turned = [4] }
        model.type("w")
        model.take(received(.lobby(Say.emptyLobby)))
        #expect(model.type("y").commands == [] && model.isPlaying)
        #expect(model.told.last?.hasPrefix("Nobody is waiting for an opponent any more.") == true)
    }

    @Test func `somebody who waits is told of to whoever plays alone, too, and named with the game`() {
        var model = Model.inLobby()
        model.take(.line("join"))
        model.answer(.match(Seating(match: m3, seat: 0, rules: .preset(.classic, solo: true), code: nil)))
        model.take(received(.state(Say.stateOf().with { $0.seats.removeLast() })))
        model.answer(.lobby(Self.waiting(Self.m9)))
        #expect(model.told.last == "Max is waiting to play Memory. Press w to join.")
        model.show(.memory(.flip(seat: 0, card: 4))) { $0.turned = [4] }
        model.type("w")
        #expect(model.lines().joined(separator: " ").contains("Join Max to play Memory?"))
        #expect(model.type("y").commands == [.leave])
        #expect(model.answer(.ok(nil)).commands.last == .join(.id(Self.m9)))
    }

    @Test func `a solo game that is listed is nobody who waits`() {
        var model = Self.againstHouse()
        #expect(!model.take(received(.lobby(Self.waiting(Self.m9, seats: 1)))).contains(.ring))
        #expect(!model.buttons.contains(.joinWaiting))
    }

    @Test func `against the house the bell does not ring at each turn`() {
        var model = Self.againstHouse()
        model.show(.memory(.cover(seat: 0, first: 0, second: 1))) { ($0.turn, $0.active, $0.turnNumber) = (1, 1, 2) }
        let effects = model.show(.memory(.cover(seat: 1, first: 2, second: 3))) {
            ($0.version, $0.turn, $0.active, $0.turnNumber) = (9, 0, 0, 3)
        }
        #expect(!effects.contains(.ring))
    }

    @Test func `while nobody comes, h leaves the match and plays the house by its rules`() {
        var model = Model.inMatch(Say.waiting)
        #expect(model.buttons.first == .house)
        #expect(model.lines().shows("Press h to play the house instead."))
        #expect(model.type("h").commands == [.leave])
        let house = Command.open(RulesRequest(.preset(.classic)), isPrivate: false, against: .house(.steady))
        #expect(model.answer(.ok(nil)).commands.last == house)
    }

    @Test func `another board after a match against the house is against the house again`() {
        var model = Self.againstHouse()
        model.show(.resign(seat: 0)) {
            ($0.phase, $0.turn, $0.active) = (.over, nil, nil)
            $0.result = MatchState.Result(winner: 1, reason: .resigned, rematch: nil, best: false)
        }
        model.type("o", at: start + 5_000)
        #expect(model.form?.opponent == .house(.steady), "\(model.screen.page)")
    }

    // MARK: Two on this device

    @Test func `b asks for a name and opens a match for two on this device`() {
        var model = Model.inLobby()
        model.type("b")
        model.type("Bob")
        model.press(.enter)
        #expect(model.lines().shows("Two on this device"))
        #expect(model.lines().shows("with Bob"))
        let sent = model.press(.enter, at: start + 1_000).commands
        guard case .open(_, isPrivate: false, .beside(let name)) = sent.first else {
            Issue.record("\(sent)")
            return
        }
        #expect(name.text == "Bob")
    }

    @Test(arguments: ["", "House", "a\u{202E}b"])
    func `a second name that cannot be is asked for again`(name: String) {
        var model = Model.inLobby()
        model.type("b")
        model.type(name)
        model.press(.enter)
        #expect(model.prompt?.purpose == .beside && model.prompt?.complaint != nil)
    }

    @Test(arguments: ["ann", "Ann."])
    func `a second name that looks like the player's own is asked for again`(name: String) {
        var model = Model.inLobby()
        model.type("b")
        model.type(name)
        model.press(.enter)
        #expect(model.prompt?.complaint == "That's your own name.")
    }

    @Test func `the last second name is suggested, and gives way to what is typed`() {
        var model = Model.inLobby()
        model.besideName = "Bob"
        model.type("b")
        #expect(model.lines().shows("Second player: Bob"))
        model.type("M")
        #expect(model.lines().contains { $0.contains("Second player: M") && !$0.contains("Bob") })
    }

    @Test func `both turn cards with the same keys, and both names are shown`() {
        var model = Self.withBob()
        #expect(model.lines().shows("Ann's turn."))
        #expect(!model.lines().contains { $0.contains("(you)") || $0.contains("Your turn") })
        #expect(model.type("a1").commands == [.move(.flip(.card(0)))])
        model.answer(.ok(nil))
        model.show(.memory(.cover(seat: 0, first: 0, second: 1))) { ($0.turn, $0.active, $0.turnNumber) = (1, 1, 2) }
        #expect(model.lines().shows("Bob's turn."))
        #expect(model.type("b1").commands == [.move(.flip(.card(1)))])
    }

    @Test func `a card chosen while the other's two lie open is turned at once after them`() {
        var model = Self.withBob { ($0.phase, $0.turn, $0.turned) = (.showing, nil, [0, 1]) }
        #expect(model.type("c1").commands == [])
        let effects = model.show(.memory(.cover(seat: 0, first: 0, second: 1))) {
            ($0.phase, $0.turn, $0.active, $0.turned, $0.turnNumber) = (.playing, 1, 1, [], 2)
        }
        #expect(effects.commands == [.move(.flip(.card(2)))])
    }

    @Test func `the end names the winner, whoever sits at the screen`() {
        var model = Self.withBob()
        model.show(.resign(seat: 0)) {
            ($0.phase, $0.turn, $0.active) = (.over, nil, nil)
            $0.result = MatchState.Result(winner: 1, reason: .resigned, rematch: nil, best: false)
        }
        let lines = model.lines(at: start + 5_000)
        #expect(lines.shows("Bob wins"))
        #expect(!lines.contains { $0.contains("you lose") || $0.contains("You win") || $0.contains("You resigned") })
    }
}
