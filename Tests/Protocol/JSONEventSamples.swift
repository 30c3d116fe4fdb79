import Protocol
import TestSupport

/// Events and how they are written.
enum JSONEventSamples {
    /// A message, and its line without the LF.
    typealias Sample = (message: Message, line: String)

    /// A state with six cards taken and one turned.
    static let state: MatchState = {
        var cards: [String?] = Array(repeating: nil, count: 30)
        (cards[2], cards[4], cards[17], cards[8], cards[9]) = ("🦊", "🐶", "🐶", "🐱", "🐱")
        (cards[0], cards[3]) = ("🐻", "🐻")
        return MatchState(
            match: MatchID(number: 3), version: 12, phase: .playing, rows: 5, columns: 6, cards: CardFaces(cards),
            turned: [2], turn: 0, turnEndsInMilliseconds: 27310, active: 0, turnNumber: 10, ply: 21,
            phaseEndsInMilliseconds: 27310,
            seats: [
                MatchState.Seat(
                    name: "Ann", present: true, score: 2, turnsLeft: 10, taken: [4, 17, 8, 9], rematch: false),
                MatchState.Seat(name: "Bob", present: true, score: 1, turnsLeft: 11, taken: [0, 3], rematch: false),
            ], watchers: 3, result: nil, change: .memory(.flip(seat: 0, card: 2)))
    }()

    static let stateLine =
        #"{"type":"state","match":"m3","version":12,"phase":"playing","rows":5,"columns":6,"cards":["#
        + #""🐻","","🦊","🐻","🐶","","","","🐱","🐱","","","","","","","","🐶","","","","","","","","","","","",""],"#
        + #""turned":[2],"turn":0,"turnEndsInMs":27310,"active":0,"turnNumber":10,"ply":21,"phaseEndsInMs":27310,"seats":["#
        + #"{"name":"Ann","present":true,"score":2,"turnsLeft":10,"taken":[4,17,8,9],"rematch":false,"left":false},"#
        + #"{"name":"Bob","present":true,"score":1,"turnsLeft":11,"taken":[0,3],"rematch":false,"left":false}],"#
        + #""watchers":3,"change":{"kind":"flip","seat":0,"cards":[2]},"result":null}"#

    /// A small match that is over, with everything null that may be.
    static let over = MatchState(
        match: MatchID(number: 1), version: .max, phase: .over, rows: 2, columns: 2, cards: ["\"", "\\", "\\", "\""],
        turned: [], turn: nil, turnEndsInMilliseconds: nil,
        seats: [
            MatchState.Seat(
                name: "Z \"\\", present: false, score: -100, turnsLeft: nil, taken: [], rematch: true, kind: .beside)
        ],
        watchers: 0,
        result: MatchState.Result(
            winner: nil, reason: .resigned, rematch: MatchID(number: 2), best: true,
            recall: [Recall(span: [.init(missed: 1)])], salt: SealSamples.salt))

    static let overLine =
        #"{"type":"state","match":"m1","version":9223372036854775807,"phase":"over","rows":2,"columns":2,"cards":["#
        + #""\"","\\","\\","\""],"turned":[],"turn":null,"turnEndsInMs":null,"active":null,"turnNumber":0,"#
        + #""phaseEndsInMs":null,"seats":["#
        + #"{"name":"Z \"\\","present":false,"score":-100,"turnsLeft":null,"taken":[],"rematch":true,"left":false,"beside":true}],"#
        + #""watchers":0,"change":null,"#
        + #""result":{"winner":null,"reason":"resigned","rematch":"m2","best":true,"record":null,"#
        + #""recall":[{"known":1,"found":0,"span":[[0,1]]}],"salt":"\#(SealSamples.salt.text)"}}"#

    private static func entry(
        _ match: Int, _ phase: MatchState.Phase, _ seats: [String], _ scores: [Int], watchers: Int
    ) -> LobbyList.Entry {
        LobbyList.Entry(
            match: MatchID(number: match), phase: phase, seats: seats, scores: scores, watchers: watchers,
            rules: .preset(.classic))
    }

    private static let lobby = LobbyList(
        matches: [
            entry(4, .waiting, ["Ann"], [0], watchers: 0), entry(3, .playing, ["Bob", "\"C\""], [2, -1], watchers: 7),
        ], players: ["Ann", "Bob"], playerCount: 5, total: 9)

    private static let picturePath = String(repeating: "0123456789abcdef", count: 4)

    private static func sample(_ event: Event, re: String? = nil, _ line: String) -> Sample {
        (Message(event, re: re.flatMap { RequestID($0) }), line)
    }

    private static let seal = SealSamples.seal(["A", "A"])

    private static func seating(_ match: Int, seat: Int?, code: String? = nil) -> Event {
        let code = code.flatMap { MatchCode($0) }
        return .match(
            Seating(
                match: MatchID(number: match), seat: seat, rules: .preset(.classic), seal: code.map { _ in seal },
                code: code))
    }

    private static let entries: [Sample] = [
        sample(
            .hello(Hello(host: "a \"host\"")),
            #"{"type":"hello","protocol":1,"host":"a \"host\"","version":"\#(Hello.programVersion)","#
                + #""features":["beside","change","find","follow","house","plain","ply","private","recall","records","rematch","replay","resume","rules","#
                + #""say","seal","set","solo","watch","web"],"#
                + #""faces":["animals","letters","symbols","shapes"],"preset":"classic","limits":{"lineBytes":4096,"#
                + #""nameCharacters":24,"textCharacters":500,"nesting":64,"burst":20,"commandsPerSecond":10,"#
                + #""connections":4096,"connectionsPerAddress":64,"addressBurst":200,"addressCommandsPerSecond":100,"sayWeight":5,"openWeight":10},"hint":"Type help for plain-text commands."}"#
        ),
        sample(
            .welcome(Welcome(name: "Zoë \"Z\"", token: JSONSamples.token, resumed: true)), re: "1",
            #"{"type":"welcome","re":"1","name":"Zoë \"Z\"","token":"\#(JSONSamples.tokenText)","resumed":true}"#),
        sample(
            seating(3, seat: 1, code: "kq7xm4"),
            #"{"type":"match","match":"m3","seat":1,"rules":\#(JSONSamples.classicRules),"seal":"\#(seal.text)","#
                + #""code":"KQ7XM4"}"#),
        sample(
            .match(Seating(match: MatchID(number: 3), seat: 0, rules: .preset(.classic), code: nil, beside: 1)),
            #"{"type":"match","match":"m3","seat":0,"rules":\#(JSONSamples.classicRules),"beside":1}"#),
        sample(
            .match(
                Seating(
                    match: MatchID(number: 3), seat: 0, rules: .preset(.classic).dealt(from: .pictures), code: nil,
                    pictures: ["Abbey", "Blue"].map { Picture(label: $0, path: "/faces/\(picturePath)") })),
            #"{"type":"match","match":"m3","seat":0,"rules":\#(JSONSamples.classicRules),"#
                .replacing("animals", with: "pictures")
                + #""pictures":{"Abbey":"/faces/\#(picturePath)","Blue":"/faces/\#(picturePath)"}}"#),
        sample(
            .match(
                Seating(
                    match: MatchID(number: 3), seat: 0, rules: .preset(.classic), code: nil,
                    contest: ContestPlace(after: 22))),
            #"{"type":"match","match":"m3","seat":0,"rules":\#(JSONSamples.classicRules),"#
                + #""contest":{"round":12,"leg":1}}"#),
        sample(
            seating(12, seat: nil), re: "w",
            #"{"type":"match","re":"w","match":"m12","seat":null,"rules":\#(JSONSamples.classicRules)}"#),
        sample(
            .lobby(LobbyList(matches: [], players: [], playerCount: 0, total: 0)),
            #"{"type":"lobby","matches":[],"players":[],"playerCount":0,"total":0}"#),
        sample(
            .lobby(LobbyList(matches: [], players: ["Ann"], playerCount: 1, total: 0, isDraining: true)),
            #"{"type":"lobby","matches":[],"players":["Ann"],"playerCount":1,"total":0,"draining":true}"#),
        sample(
            .lobby(lobby), re: "l",
            #"{"type":"lobby","re":"l","matches":[{"match":"m4","phase":"waiting","seats":["Ann"],"scores":[0],"#
                + #""watchers":0,"rules":\#(JSONSamples.classicRules)},"#
                + #"{"match":"m3","phase":"playing","seats":["Bob","\"C\""],"scores":[2,-1],"watchers":7,"#
                + #""rules":\#(JSONSamples.classicRules)}],"players":["Ann","Bob"],"playerCount":5,"total":9}"#),
    ]

    private static let talk: [Sample] = [
        sample(
            .said(Said(match: MatchID(number: 3), from: "Ann", role: .watcher, text: "a \"b\" \\ 🦊")), re: "a\"1",
            #"{"type":"said","re":"a\"1","match":"m3","from":"Ann","role":"watcher","text":"a \"b\" \\ 🦊"}"#),
        sample(
            .said(Said(match: MatchID(number: 3), from: "Ann", role: .player, text: "hi", isPast: true)),
            #"{"type":"said","match":"m3","from":"Ann","role":"player","text":"hi","past":true}"#),
        sample(
            .rules(
                RuleBook(
                    preset: "classic", presets: [.init(name: "classic", rules: .preset(.classic))],
                    solo: [.init(name: "classic", rules: .preset(.classic, solo: true))],
                    games: [.init(name: "set", rules: .usual(of: .set))],
                    ranges: [.init(field: "rows", range: 2...10), .init(field: "turns", range: 0...500)],
                    faces: [.init(name: "animals", faces: ["🦊", "🐱"]), .init(name: "odd \"one\"", faces: [])])),
            re: "r",
            #"{"type":"rules","re":"r","preset":"classic","presets":{"classic":\#(JSONSamples.classicRules)},"#
                + #""solo":{"classic":\#(JSONSamples.soloRules)},"games":{"set":\#(JSONSamples.setRules)},"#
                + #""ranges":{"rows":[2,10],"turns":[0,500]},"faces":{"animals":["🦊","🐱"],"odd \"one\"":[]}}"#),
        sample(
            .said(Said(match: nil, from: "Bob", role: nil, text: "hi")),
            #"{"type":"said","match":null,"from":"Bob","role":null,"text":"hi"}"#),
        sample(
            .error(ErrorReport(.cardFaceUp(Coordinate(card: 1, columns: 6), isTaken: true), command: "flip")), re: "a",
            #"{"type":"error","re":"a","code":"card_face_up","message":"B1 is already taken.","#
                + #""command":"flip","fatal":false}"#),
        sample(
            .error(ErrorReport(.hostFull, command: nil)),
            #"{"type":"error","code":"host_full","message":"The host has reached its connection limit.","#
                + #""command":null,"fatal":true}"#),
        sample(.pong, #"{"type":"pong"}"#),
        sample(.pong, re: "", #"{"type":"pong","re":""}"#),
        sample(.bye(.asked), #"{"type":"bye","reason":"bye","message":"Goodbye.","retry":false}"#),
        sample(
            .bye(Farewell(after: .shuttingDown)), re: "a",
            #"{"type":"bye","re":"a","reason":"shutting_down","message":"The host is shutting down.","retry":true}"#),
        sample(.ok(nil), re: "a", #"{"type":"ok","re":"a"}"#),
        sample(
            .help, re: "h",
            #"{"type":"help","re":"h","commands":[{"type":"hello","fields":["name","token","protocol"]},"#
                + #"{"type":"list","fields":["follow"]},{"type":"open","fields":["rules","private","house","beside"]},"#
                + #"{"type":"join","fields":["match","code","game"]},"#
                + #"{"type":"watch","fields":["match","code","game","follow"]},"#
                + #"{"type":"flip","fields":["card","match","ply","turnNumber"]},"#
                + #"{"type":"take","fields":["cards","match","version"]},"#
                + #"{"type":"more","fields":["match","version"]},{"type":"shuffle","fields":["match","version"]},"#
                + #"{"type":"resign","fields":["match"]},{"type":"rematch","fields":["match"]},"#
                + #"{"type":"leave","fields":["match"]},{"type":"say","fields":["text","match"]},"#
                + #"{"type":"records","fields":["before","limit","player","with","seats","game"]},"#
                + #"{"type":"record","fields":["record"]},{"type":"replay","fields":["record","stop"]},"#
                + #"{"type":"scores","fields":["player"]},{"type":"enter","fields":[]},{"type":"withdraw","fields":[]},"#
                + #"{"type":"standings","fields":["follow"]},"#
                + #"{"type":"rules","fields":[]},{"type":"ping","fields":[]},{"type":"bye","fields":[]},"#
                + #"{"type":"help","fields":[]}]}"#),
    ]

    /// Every event with each of its fields.
    static let all: [Sample] =
        entries + [sample(.state(state), stateLine), sample(.state(over), overLine)] + talk + RecordEventSamples.all
        + SetSamples.all
}
