import Protocol
import TestSupport

/// Commands and how they are written.
enum JSONSamples {
    static let tokenText = "0123456789abcdeffedcba9876543210"
    static let token = unwrapped(Token(tokenText))
    static let m3 = MatchReference.id(MatchID(number: 3))
    static let code = MatchReference.code(unwrapped(MatchCode("KQ7XM4")))

    /// The rules of `classic`, whole.
    static let classicRules =
        #"{"rows":5,"columns":6,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"houseMs":900,"#
        + #""scoring":"pairs","matched":"stay","again":false,"faces":"animals"}"#

    /// The rules of `classic` for one, whole.
    static let soloRules = classicRules.replacing(#""seats":2,"turns":15"#, with: #""seats":1,"turns":30"#)

    /// The rules of Set for two, whole.
    static let setRules =
        #"{"game":"set","rows":5,"columns":6,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"#
        + #""houseMs":900,"idleMs":300000,"scoring":"pairs","matched":"stay","again":false,"faces":"animals"}"#

    /// Every command with each of its fields, and its line without the LF.
    static let commands: [(command: Command, line: String)] = {
        var tiles = RulesRequest(preset: .tiles)
        (tiles.rows, tiles.turns) = (6, 9)
        let name = unwrapped(try? PlayerName("Zoë O'Neil 🦊"))
        let text = unwrapped(try? SpokenText("gut, \"B4\" 🦊/\\"))
        let bob = unwrapped(try? PlayerName("Bob"))
        let r17 = RecordID(number: 17)
        return [
            (.hello(.name(name)), #"{"type":"hello","name":"Zoë O'Neil 🦊","protocol":1}"#),
            (.hello(.token(token)), #"{"type":"hello","token":"\#(tokenText)","protocol":1}"#),
            (.list, #"{"type":"list"}"#),
            (.followList(true), #"{"type":"list","follow":true}"#),
            (.followList(false), #"{"type":"list","follow":false}"#),
            (.open(RulesRequest(), isPrivate: false), #"{"type":"open"}"#),
            (.open(RulesRequest(preset: .duel), isPrivate: true), #"{"type":"open","rules":"duel","private":true}"#),
            (.open(tiles, isPrivate: false), #"{"type":"open","rules":{"preset":"tiles","rows":6,"turns":9}}"#),
            (.open(RulesRequest(.preset(.classic)), isPrivate: false), #"{"type":"open","rules":\#(classicRules)}"#),
            (.open(RulesRequest(), isPrivate: false, against: .house(.novice)), #"{"type":"open","house":"novice"}"#),
            (
                .open(RulesRequest(preset: .quick), isPrivate: true, against: .beside(name)),
                #"{"type":"open","rules":"quick","private":true,"beside":"Zoë O'Neil 🦊"}"#
            ),
            (.join(nil), #"{"type":"join"}"#),
            (.join(m3), #"{"type":"join","match":"m3"}"#),
            (.join(code), #"{"type":"join","code":"KQ7XM4"}"#),
            (.watch(nil), #"{"type":"watch"}"#),
            (.watch(m3), #"{"type":"watch","match":"m3"}"#),
            (.watch(code), #"{"type":"watch","code":"KQ7XM4"}"#),
            (.watch(nil, follows: true), #"{"type":"watch","follow":true}"#),
            (.watch(m3, follows: true), #"{"type":"watch","match":"m3","follow":true}"#),
            (.move(.flip(.card(17))), #"{"type":"flip","card":17}"#),
            (.move(.flip(.card(-1))), #"{"type":"flip","card":-1}"#),
            (.move(.set(.take(unwrapped(SetPlaces([0, 4, 80]))))), #"{"type":"take","cards":[0,4,80]}"#),
            (.move(.set(.more)), #"{"type":"more"}"#),
            (.move(.set(.shuffle)), #"{"type":"shuffle"}"#),
            (.join(nil, game: .set), #"{"type":"join","game":"set"}"#),
            (.watch(nil, game: .memory), #"{"type":"watch","game":"memory"}"#),
            (.watch(nil, follows: true, game: .set), #"{"type":"watch","follow":true,"game":"set"}"#),
            (.open(RulesRequest(game: .set), isPrivate: false), #"{"type":"open","rules":{"game":"set"}}"#),
            (
                .open(RulesRequest(unwrapped(Rules.usual(solo: false).last)), isPrivate: false),
                #"{"type":"open","rules":\#(setRules)}"#
            ),
            (.resign, #"{"type":"resign"}"#),
            (.rematch, #"{"type":"rematch"}"#),
            (.leave, #"{"type":"leave"}"#),
            (.say(text), #"{"type":"say","text":"gut, \"B4\" 🦊/\\"}"#),
            (.records(before: nil, limit: Limits.recordsAtFirst), #"{"type":"records"}"#),
            (.records(before: r17, limit: 100), #"{"type":"records","before":"r17","limit":100}"#),
            (
                .records(before: r17, limit: 9, RecordFilter(player: name, with: bob, seats: 2, game: .set)),
                #"{"type":"records","player":"Zoë O'Neil 🦊","with":"Bob","seats":2,"game":"set","before":"r17","limit":9}"#
            ),
            (.record(r17), #"{"type":"record","record":"r17"}"#),
            (.replay(r17), #"{"type":"replay","record":"r17"}"#),
            (.replay(nil), #"{"type":"replay"}"#),
            (.stopReplay, #"{"type":"replay","stop":true}"#),
            (.scores, #"{"type":"scores"}"#), (.enter, #"{"type":"enter"}"#),
            (.withdraw, #"{"type":"withdraw"}"#), (.standings(follows: nil), #"{"type":"standings"}"#),
            (.standings(follows: true), #"{"type":"standings","follow":true}"#),
            (.statistics(bob), #"{"type":"scores","player":"Bob"}"#),
            (.rules(.memory), #"{"type":"rules"}"#),
            (.ping, #"{"type":"ping"}"#),
            (.bye, #"{"type":"bye"}"#),
            (.help, #"{"type":"help"}"#),
        ]
    }()
}
