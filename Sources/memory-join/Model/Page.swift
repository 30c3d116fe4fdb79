import Protocol

enum Page: Equatable, Sendable {
    /// The hosts on the network, while there is no connection to any.
    case hosts
    case menu
    /// The matches: to play in, or to watch.
    case lobby(watching: Bool)
    case opening(OpeningForm)
    /// The match that the client is in.
    case table
    /// The matches that are over.
    case records
    /// One of them, played again.
    case replay(ReplayPlayer)
    case scores
    /// The person's own results.
    case statistics
    /// The people whom the person has played, to choose one for the records.
    case opponents
}

/// A box over the page, which gets the keys.
enum Overlay: Equatable, Sendable {
    /// The keys of the page.
    case help
    /// How to play, by the rules of the match or of the host's default.
    case rules
    /// The last things said and noted.
    case messages
    /// A text that is to be read, such as the answer to a line that was typed.
    case text([String])
    /// A question before something that cannot be undone.
    case question(Question)
    case prompt(Prompt)

    /// The action that needs a yes.
    enum Question: Equatable, Sendable {
        case resign, leave, quit
        /// The client has its seat back after it was killed.
        case comeBack
        /// The match against the house would be lost.
        case joinWaiting
    }
}

struct Prompt: Equatable, Sendable {
    let purpose: Purpose
    /// The text before the cursor, and the text after it.
    private(set) var before = ""
    private(set) var after = ""
    /// The error in the last line, or the reason for the question.
    var complaint: String?
    /// True if the client can't stay on the host without an answer: Escape leaves it.
    var isRequired = false
    /// True as long as the text is only a suggestion: what is typed takes its place.
    private(set) var isSuggestion = false

    var text: String { before + after }

    enum Purpose: Equatable, Sendable {
        case address
        /// The player's name, or another in place of one that the host has refused.
        case name
        case code
        /// The name of a second player on this device.
        case beside
        case talk
        /// A player whose matches are to be listed.
        case opponent
        /// A command, as netcat has them.
        case command
    }

    /// True if it is typed in the last line, so that the page stays in view; the others are about what comes next.
    var hidesNothing: Bool { purpose == .talk || purpose == .command }

    /// Characters that it holds.
    static let characters = 1000

    init(
        _ purpose: Purpose, _ text: String = "", complaint: String? = nil, isRequired: Bool = false,
        isSuggestion: Bool = false
    ) {
        (self.purpose, before, self.complaint, self.isRequired) = (purpose, text, complaint, isRequired)
        self.isSuggestion = isSuggestion
    }

    /// Handles a key that edits; false if it does not.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar), .pasted(let scalar):
            if isSuggestion { (before, after) = ("", "") }
            if text.unicodeScalars.count < Self.characters { before.unicodeScalars.append(scalar) }
        case .backspace: _ = before.popLast()
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .eraseLine: before = ""
        case .eraseWord:
            while before.last == " " { before.removeLast() }
            while let last = before.last, last != " " { before.removeLast() }
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        case .enter, .up, .down, .pageUp, .pageDown, .tab, .backTab, .interrupt, .endOfInput, .redraw, .suspend,
            .escape,
            .mouse:
            return false
        }
        isSuggestion = false
        return true
    }
}

/// Something on the screen that can be pointed at, and chosen.
enum Target: Hashable, Sendable {
    case host(HostAddress)
    case card(Int)
    case match(MatchID)
    case record(RecordID)
    case opponent(String)
    case field(OpeningForm.Field)
    case button(Button)
}
