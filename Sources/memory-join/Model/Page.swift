import Protocol

/// A page of the screen.
enum Page: Equatable, Sendable {
    /// The main menu.
    case menu
    /// The matches: to play in, or to watch.
    case lobby(watching: Bool)
    /// A match that is about to be opened.
    case opening(OpeningForm)
    /// The match that the client is in.
    case table
    /// The matches that are over.
    case records
    /// One of them, played again.
    case replay(ReplayPlayer)
    /// The best.
    case scores
}

/// A box over the page, which gets the keys.
enum Overlay: Equatable, Sendable {
    /// The keys of the page.
    case help
    /// The last things said and noted.
    case messages
    /// A text that is to be read, such as the answer to a line that was typed.
    case text([String])
    /// A question before something that cannot be undone.
    case question(Question)
    /// A line to type.
    case prompt(Prompt)

    /// The action that needs a yes.
    enum Question: Equatable, Sendable {
        /// Resign the match.
        case resign
        /// Resign it and leave it.
        case leave
        /// Resign it and quit the program.
        case quit
    }
}

/// A line that is being typed.
struct Prompt: Equatable, Sendable {
    /// The use of the line.
    let purpose: Purpose
    /// The text before the cursor, and the text after it.
    private(set) var before = ""
    private(set) var after = ""
    /// The error in the last line, or the reason for the question.
    var complaint: String?

    /// The text so far.
    var text: String { before + after }

    /// A use of a line.
    enum Purpose: Equatable, Sendable {
        /// The address of a host.
        case address
        /// Another name, in place of one that the host has refused.
        case name
        /// The code of a private match.
        case code
        /// Something to say to the others.
        case talk
        /// A command, as netcat has them.
        case command
    }

    /// True if Escape closes it: the client can go on without an answer.
    var canBeLeft: Bool { purpose != .address && purpose != .name }

    /// Characters that it holds.
    static let characters = 1000

    /// A line to type, with what is in it already.
    init(_ purpose: Purpose, _ text: String = "", complaint: String? = nil) {
        (self.purpose, before, self.complaint) = (purpose, text, complaint)
    }

    /// Takes in a key that edits; false if it does not.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar), .pasted(let scalar):
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
        return true
    }
}

/// Something on the screen that can be pointed at, and chosen.
enum Target: Hashable, Sendable {
    /// A card of the board.
    case card(Int)
    /// A match of the lobby.
    case match(MatchID)
    /// A match that is over.
    case record(RecordID)
    /// A line of the form.
    case field(OpeningForm.Field)
    /// A button.
    case button(Button)
}

/// An action that is chosen by a click, by its own key, or by Enter when it has the focus.
enum Button: String, CaseIterable, Sendable {
    /// The menu's.
    case play, solo, watching, records, scores, help, quit
    /// The lobby's.
    case join, watch, open, code, talk, back
    /// The form's.
    case start
    /// The table's, and those of its end.
    case messages, leave, resign, rematch, look, exit
    /// That of the records.
    case older
    /// Those of a match that is played again.
    case slower, stepBack, toggle, stepForward, faster
    /// Those of a question.
    case yes, no

    /// The text on it.
    var title: String {
        switch self {
        case .play: "Two players"
        case .solo: "Solo"
        case .watching: "Watch"
        case .records: "Records"
        case .scores: "Scores"
        case .help: "Help"
        case .quit: "Quit"
        case .join: "Join"
        case .watch: "Watch"
        case .open: "Open"
        case .code: "Code"
        case .talk: "Talk"
        case .back: "Back"
        case .start: "Open the match"
        case .messages: "Log"
        case .leave: "Leave"
        case .resign: "Resign"
        case .rematch: "Play again"
        case .look: "View the board"
        case .exit: "Quit"
        case .older: "Older"
        case .slower: "Slower"
        case .stepBack: "Prev"
        case .toggle: "Play"
        case .stepForward: "Next"
        case .faster: "Faster"
        case .yes: "Yes"
        case .no: "No"
        }
    }

    /// The key that does the same wherever the button is on the screen. While cards are turned no button that is there
    /// has the letter of a column for its key.
    var key: Unicode.Scalar? {
        switch self {
        case .play: "p"
        case .solo: "s"
        case .watching, .watch: "w"
        case .records, .rematch: "r"
        case .scores: "c"
        case .help: "?"
        case .quit: "q"
        case .open: "o"
        case .code: "c"
        case .talk: "t"
        case .messages: "m"
        case .leave, .back: "q"
        case .resign: "x"
        case .look: "v"
        case .older: "o"
        case .slower: "-"
        case .stepBack: "p"
        case .stepForward: "n"
        case .faster: "+"
        case .yes: "y"
        case .no: "n"
        case .join, .start, .toggle, .exit: nil
        }
    }
}
