/// What a host says that lies about its cards.
enum LyingHost {
    /// Has the client watch a match whose seal is this digit 64 times.
    static func match(_ match: String, _ digit: String) -> String {
        let rules =
            #"{"rows":2,"columns":2,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"#
            + #""houseMs":900,"scoring":"pairs","matched":"stay","again":false,"faces":"letters"}"#
        return #"{"type":"match","match":"\#(match)","seat":null,"rules":\#(rules),"#
            + #""seal":"\#(String(repeating: digit, count: 64))"}"#
    }

    /// Shows cards of the match.
    static func state(_ match: String, _ cards: String = #"["","","",""]"#) -> String {
        let seats = ["Eve", "Bob"].map {
            #"{"name":"\#($0)","present":true,"score":0,"turnsLeft":15,"taken":[],"rematch":false,"left":false}"#
        }
        return #"{"type":"state","match":"\#(match)","version":1,"phase":"playing","rows":2,"columns":2,"#
            + #""cards":\#(cards),"turned":[],"turn":0,"turnEndsInMs":null,"active":0,"turnNumber":1,"ply":0,"#
            + #""phaseEndsInMs":null,"seats":[\#(seats.joined(separator: ","))],"watchers":1,"change":null,"result":null}"#
    }
}
