import Protocol
import Testing

/// Events and how they are written.
enum JSONEventSamples {
    /// A message and its line without the LF.
    struct Sample: Sendable {
        let message: Message
        let line: String
    }

    /// The state that `WIRE.md` shows, with the first three of the second row taken and one card turned.
    static func state() -> MatchState {
        var cards: [String?] = Array(repeating: nil, count: 30)
        (cards[2], cards[4], cards[17], cards[8], cards[9]) = ("🦊", "🐶", "🐶", "🐱", "🐱")
        (cards[0], cards[3]) = ("🐻", "🐻")
        return MatchState(
            match: MatchID(number: 3), version: 12, phase: .playing, rows: 5, columns: 6, cards: CardFaces(cards),
            turned: [2],
            turn: 0, turnEndsInMilliseconds: 27310,
            seats: [
                MatchState.Seat(
                    name: "Ann", present: true, score: 2, turnsLeft: 10, taken: [4, 17, 8, 9], rematch: false),
                MatchState.Seat(name: "Bob", present: true, score: 1, turnsLeft: 11, taken: [0, 3], rematch: false),
            ], watchers: 3, result: nil)
    }

    static let stateLine =
        #"{"type":"state","match":"m3","version":12,"phase":"playing","rows":5,"columns":6,"cards":["#
        + #""🐻","","🦊","🐻","🐶","","","","🐱","🐱","","","","","","","","🐶","","","","","","","","","","","",""],"#
        + #""turned":[2],"turn":0,"turnEndsInMs":27310,"seats":["#
        + #"{"name":"Ann","present":true,"score":2,"turnsLeft":10,"taken":[4,17,8,9],"rematch":false},"#
        + #"{"name":"Bob","present":true,"score":1,"turnsLeft":11,"taken":[0,3],"rematch":false}],"#
        + #""watchers":3,"result":null}"#

    /// A small match that is over, with everything null that may be.
    static func overState() -> MatchState {
        MatchState(
            match: MatchID(number: 1), version: .max, phase: .over, rows: 2, columns: 2,
            cards: ["\"", "\\", "\\", "\""],
            turned: [], turn: nil, turnEndsInMilliseconds: nil,
            seats: [
                MatchState.Seat(name: "Z \"\\", present: false, score: -100, turnsLeft: nil, taken: [], rematch: true)
            ],
            watchers: 0,
            result: MatchState.Result(winner: nil, reason: .resigned, rematch: MatchID(number: 2), best: true))
    }

    static let overLine =
        #"{"type":"state","match":"m1","version":9223372036854775807,"phase":"over","rows":2,"columns":2,"cards":["#
        + #""\"","\\","\\","\""],"turned":[],"turn":null,"turnEndsInMs":null,"seats":["#
        + #"{"name":"Z \"\\","present":false,"score":-100,"turnsLeft":null,"taken":[],"rematch":true}],"#
        + #""watchers":0,"result":{"winner":null,"reason":"resigned","rematch":"m2","best":true}}"#

    private static func talk() throws -> [Sample] {
        let id = RequestID("a\"1")
        let said = Said(match: MatchID(number: 3), from: "Ann", role: .watcher, text: "a \"b\" \\ 🦊")
        let report = ErrorReport(.cardFaceUp, command: "flip")
        return [
            Sample(
                message: Message(.said(said), re: id),
                line: #"{"type":"said","re":"a\"1","match":"m3","from":"Ann","role":"watcher","text":"a \"b\" \\ 🦊"}"#),
            Sample(
                message: Message(.said(Said(match: nil, from: "Bob", role: nil, text: "hi"))),
                line: #"{"type":"said","match":null,"from":"Bob","role":null,"text":"hi"}"#),
            Sample(
                message: Message(.error(report), re: id),
                line: #"{"type":"error","re":"a\"1","code":"card_face_up","message":"That card is face up.","#
                    + #""command":"flip","fatal":false}"#),
            Sample(
                message: Message(.error(ErrorReport(.hostFull, command: nil))),
                line:
                    #"{"type":"error","code":"host_full","message":"The host has reached its connection limit.","#
                    + #""command":null,"fatal":true}"#),
            Sample(message: Message(.pong), line: #"{"type":"pong"}"#),
            Sample(message: Message(.pong, re: RequestID("")), line: #"{"type":"pong","re":""}"#),
            Sample(message: Message(.bye(.asked)), line: #"{"type":"bye","reason":"bye","message":"Goodbye."}"#),
            Sample(
                message: Message(.bye(Farewell(after: .shuttingDown)), re: id),
                line: #"{"type":"bye","re":"a\"1","reason":"shutting_down","message":"The host is shutting down."}"#),
            Sample(message: Message(.ok(.ping), re: id), line: #"{"type":"ok","re":"a\"1"}"#),
        ]
    }

    private static func lobby() throws -> [Sample] {
        let entries = [
            LobbyList.Entry(
                match: MatchID(number: 4), phase: .waiting, seats: ["Ann"], scores: [0], watchers: 0,
                rules: .preset(.classic)),
            LobbyList.Entry(
                match: MatchID(number: 3), phase: .playing, seats: ["Bob", "\"C\""], scores: [2, -1], watchers: 7,
                rules: .preset(.classic)),
        ]
        return [
            Sample(
                message: Message(.lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0))),
                line: #"{"type":"lobby","matches":[],"players":[],"playerCount":0,"total":0}"#),
            Sample(
                message: Message(
                    .lobby(LobbyList(matches: entries, players: ["Ann", "Bob"], playerCount: 5, total: 9)),
                    re: RequestID("l")),
                line:
                    #"{"type":"lobby","re":"l","matches":[{"match":"m4","phase":"waiting","seats":["Ann"],"scores":[0],"#
                    + #""watchers":0,"rules":\#(JSONSamples.classicRules)},"#
                    + #"{"match":"m3","phase":"playing","seats":["Bob","\"C\""],"scores":[2,-1],"watchers":7,"#
                    + #""rules":\#(JSONSamples.classicRules)}],"players":["Ann","Bob"],"playerCount":5,"total":9}"#),
        ]
    }

    private static func entry() throws -> [Sample] {
        let rules = Rules.preset(.classic)
        let welcome = Welcome(name: "Zoë \"Z\"", token: try JSONSamples.token(), resumed: true)
        return [
            Sample(
                message: Message(.hello(Hello(host: "a \"host\""))),
                line: #"{"type":"hello","protocol":1,"host":"a \"host\"","version":"\#(Hello.programVersion)","#
                    + #""features":["plain","private","records","rematch","resume","say","solo","watch"],"#
                    + #""faces":["animals","letters","symbols"],"preset":"classic","limits":{"lineBytes":4096,"#
                    + #""nameCharacters":24,"textCharacters":500,"nesting":64,"burst":20,"commandsPerSecond":10,"#
                    + #""connections":4096,"connectionsPerAddress":64},"hint":"Type help for plain-text commands."}"#),
            Sample(
                message: Message(.welcome(welcome), re: RequestID("1")),
                line:
                    #"{"type":"welcome","re":"1","name":"Zoë \"Z\"","token":"\#(JSONSamples.tokenText)","resumed":true}"#
            ),
            Sample(
                message: Message(
                    .match(Seating(match: MatchID(number: 3), seat: 1, rules: rules, code: MatchCode("kq7x")))),
                line: #"{"type":"match","match":"m3","seat":1,"rules":\#(JSONSamples.classicRules),"code":"KQ7X"}"#),
            Sample(
                message: Message(
                    .match(Seating(match: MatchID(number: 12), seat: nil, rules: rules, code: nil)), re: RequestID("w")),
                line: #"{"type":"match","re":"w","match":"m12","seat":null,"rules":\#(JSONSamples.classicRules)}"#),
        ]
    }

    /// Every event with each of its fields, as this package writes it.
    static func all() throws -> [Sample] {
        let states = [
            Sample(message: Message(.state(state())), line: stateLine),
            Sample(message: Message(.state(overState())), line: overLine),
        ]
        return try entry() + lobby() + states + talk() + RecordEventSamples.all()
    }
}
