import Testing

@testable import Protocol

/// Sentences that are said alike everywhere.
@Suite struct `Sentences` {
    @Test func `what belongs in the braces is filled in, and nothing else is`() {
        #expect(MatchSentence.resigned.text("Ann") == "Ann resigned.")
        #expect(MatchSentence.resigned.text("{player}") == "{player} resigned.", "a name is no place for another")
        #expect(MatchSentence.resigned.text() == "{player} resigned.")
        let because = SetSentence.notASetBecause.text(["feature": "colour", "player": "{cost}", "cost": "-1"])
        #expect(because == "Not a set: two have the same colour, one does not. -1 for {cost}.")
        #expect(MatchSentence.youWin.heading() == "You win")
        #expect(SetSentence.foundSet.heading("You") == "You found a set!")
        #expect("All pairs found.".clause == "all pairs found")
        #expect("After 1.5 days.".clause == "after 1.5 days" && "Thunder".clause == "thunder" && "".clause == "")
    }

    @Test func `no two say the same, and each begins like a sentence`() {
        var texts: [String: String] = [:]
        func check<Texts: Sentence>(_: Texts.Type) {
            for sentence in Texts.allCases {
                let name = "\(sentence)"
                #expect(sentence.rawValue.count { $0 == "{" } == sentence.rawValue.count { $0 == "}" }, "\(name)")
                #expect(sentence.rawValue.first?.isUppercase == true || sentence.rawValue.first == "{", "\(name)")
                texts["\(Texts.self).\(name)"] = sentence.rawValue
            }
        }
        check(MatchSentence.self)
        check(MemorySentence.self)
        check(SetSentence.self)
        #expect(Set(texts.values).count == texts.count, "one of two that say the same is enough")
    }

    @Test(
        arguments: [
            (Ending.Reason.cleared, "Bob", "All pairs found."), (.turns, "Bob", "Out of turns."),
            (.resigned, "Bob", "Bob resigned."), (.resigned, nil, "Somebody resigned."),
            (.timeout, "You", "You timed out three times in a row."), (.abandoned, "Bob", "Bob didn't come back."),
            (.abandoned, nil, "Nobody came back."), (.idle, nil, "Nobody made a move for too long."),
            (.unknown("the roof fell in"), nil, "The roof fell in."),
        ] as [(Ending.Reason, String?, String)])
    func `why a match is over`(reason: Ending.Reason, loser: String?, sentence: String) {
        #expect(reason.sentence(of: .memory, loser: loser) == sentence)
    }

    @Test func `a match that never began was closed, and Set has ends of its own`() {
        #expect(
            Ending.Reason.abandoned.sentence(of: .memory, loser: "Bob", hasBegun: false)
                == "The match was closed before it began.")
        #expect(Ending.Reason.cleared.sentence(of: .set, loser: nil) == "No sets left.")
        #expect(Ending.Reason.turns.sentence(of: .set, loser: nil) == "After 10000 moves.")
    }
}
