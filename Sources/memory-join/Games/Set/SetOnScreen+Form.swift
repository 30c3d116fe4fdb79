import Protocol

// The form's lines for Set, and what a person chooses at all of its tables.

extension SetOnScreen {
    static var facts: GameFacts {
        GameFacts(
            name: "Set", takesTurns: false, fields: [.idle], settings: [.claimsByEnter, .marksColours],
            buttons: [.more, .shuffle])
    }

    static func request(_ form: OpeningForm) -> RulesRequest {
        var rules = RulesRequest()
        rules.idleMilliseconds = form.wanted.idleMilliseconds
        return rules
    }

    static func fill(_ form: inout OpeningForm, from rules: Rules) {
        form.idleSeconds =
            rules.idleMilliseconds == form.rules?.idleMilliseconds ? nil : rules.idleMilliseconds / 1000
    }
}

extension OpeningForm.Field {
    static let idle = Self("idle", "Ends if idle for") { _, rules, _ in
        let seconds = rules.idleMilliseconds / 1000
        return seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
    } change: { form, step, _ in
        form.idleSeconds = next(form.idleSeconds, in: OpeningForm.idleTimes, by: step)
    }
}

extension OpeningForm {
    /// In seconds; nil, the usual five minutes, is in its place among them.
    static let idleTimes = [30, 60, 120, nil, 600, 1800, 3600]

    /// Seconds without a move after which a match ends; nil for the usual time.
    var idleSeconds: Int? {
        get { wanted.idleMilliseconds.map { $0 / 1000 } }
        set { wanted.idleMilliseconds = newValue.map { $0 * 1000 } }
    }
}

extension Setting {
    /// The third card that is selected claims only after Enter.
    static let claimsByEnter = Setting(
        option: "--enter-claims", optionHelp: "Set: three selected cards are claimed by Enter", key: "1",
        keyHelp: { "claim with Enter: \($0 ? "on" : "off")" }, title: "Claim with", on: "Enter", off: "third card",
        turnedOn: "Enter claims the three cards.", turnedOff: "The third card claims.", isForPlayers: true)

    /// The colours are also told by letters. Where there are no colours, letters always tell them; ASCII has words.
    static let marksColours = Setting(
        option: "--mark-colors", optionHelp: "Set: a letter beside each card tells its colour, too", key: "2",
        keyHelp: { _ in "letters for the colours" }, title: "Colour letters", on: "on", off: "off",
        turnedOn: "Letters also show the colours.", turnedOff: "No letters for the colours.",
        isOffered: { !$0.isASCII && $0.colours != .none })
}

extension Button {
    static let more = Button("more", "More", key: "+", help: "three more cards") { (game: inout SetOnScreen, context) in
        game.askForMore(context)
    }
    static let shuffle = Button("shuffle", "Shuffle", key: "r", help: "shuffle the table") {
        (game: inout SetOnScreen, context) in game.shuffle(context)
    }
}
