import Protocol

/// A line that is typed over a page.
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

    /// Characters that it holds.
    static let characters = 1000
    /// The complaint about more of them.
    static let isFull = "There is room for \(characters) characters; the rest is left out."

    init(
        _ purpose: Purpose, _ text: String = "", complaint: String? = nil, isRequired: Bool = false,
        isSuggestion: Bool = false
    ) {
        (self.purpose, before, self.complaint, self.isRequired) = (purpose, text, complaint, isRequired)
        self.isSuggestion = isSuggestion
    }

    /// Handles a key that edits, and forgets the complaint, unless there is no room for it; false if it does not edit.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let scalar), .pasted(let scalar):
            if isSuggestion { (before, after) = ("", "") }
            guard text.unicodeScalars.count < Self.characters else {
                complaint = Self.isFull
                return true
            }
            before.unicodeScalars.append(scalar)
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
            .mouse, .pasteIsTooLong, .background:
            return false
        }
        (isSuggestion, complaint) = (false, nil)
        return true
    }
}

// MARK: - What a line is typed for

extension Prompt {
    struct Purpose: Sendable {
        private let name: String
        /// The words before the line, and a hint about it.
        let title, hint: String
        /// True if it is typed in the last line of the screen, so that the page stays in view; the others are about
        /// what comes next.
        let hidesNothing: Bool
        /// Takes the line, after the prompt has gone. Throws a ``Refusal`` or a ``UsageError`` for one that is to be
        /// typed again.
        let finish: @Sendable (inout Model, String, Instant) throws -> Void

        private init(
            _ name: String, _ title: String, _ hint: String, hidesNothing: Bool = false,
            finish: @escaping @Sendable (inout Model, String, Instant) throws -> Void
        ) {
            (self.name, self.title, self.hint, self.hidesNothing) = (name, title, hint, hidesNothing)
            self.finish = finish
        }
    }
}

extension Prompt.Purpose: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

extension Prompt.Purpose {
    static let address = Self("address", "Host:", "HOST or HOST:PORT; Enter connects, Esc goes back.") {
        model, text, _ in
        if !text.isEmpty { model.choose(try HostAddress(parsing: text)) }
    }

    /// The player's name, or another in place of one that the host has refused.
    static let name = Self("name", "Your name:", "Up to \(Limits.nameCharacters) characters; Esc goes back.") {
        $0.submit(name: try PlayerName(claiming: $1), $2)
    }

    static let code = Self("code", "Code:", "Six-character code; Esc goes back.") { model, text, now in
        let code = MatchReference.code(try OptionsParser.code(text))
        model.request(model.content.command(for: code), now)
    }

    /// The name of a second player on this device.
    static let beside = Self("beside", "Second player:", "The other player's name; Esc goes back.") { model, text, _ in
        let name = try PlayerName(claiming: text)
        if model.name?.looksLike(name) == true { throw UsageError(sentence: "That's your own name.") }
        model.besideName = name.text
        model.fillIn(.against(.beside(name), model.session.hostPreset))
    }

    static let talk = Self("talk", "Say:", "Enter sends, Esc cancels.", hidesNothing: true) { model, text, now in
        if !text.isEmpty { model.request(.say(try SpokenText(text)), now) }
    }

    /// A player whose matches are to be listed.
    static let opponent = Self("opponent", "With:", "A player's name; Esc goes back.") {
        $0.showRecords(with: try PlayerName($1), $2)
    }

    /// A command, as netcat has them.
    static let command = Self("command", ":", "Type a command; help lists them.", hidesNothing: true) {
        $0.enter($1, $2)
    }
}
