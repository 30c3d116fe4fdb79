/// The language of manual pages, mdoc(7).
struct Mdoc {
    /// The most characters of a line of text, which mandoc(1) asks for.
    private static let columns = 78

    /// The program that the page is about.
    let program: String
    /// The names of other pages of section 1.
    let related: [String]

    /// Returns a chapter's lines.
    func chapter(_ chapter: ManualChapter) -> [String] {
        var lines = [".Sh \(chapter.title)"]
        for (index, part) in chapter.parts.enumerated() {
            switch part {
            case .text(let words):
                if index > 0 { lines.append(".Pp") }
                lines += text(words)
            case .list(let items):
                lines.append(".Bl -tag -width Ds")
                for (term, words) in items { lines += [".It Sy \(Self.word(term))"] + text(words) }
                lines.append(".El")
            case .lines(let literal):
                lines.append(".Bd -literal -offset indent")
                lines += literal.split(separator: "\n", omittingEmptySubsequences: false).map {
                    Self.line(Self.escaped(String($0)))
                }
                lines.append(".Ed")
            }
        }
        return lines
    }

    /// Returns a paragraph's lines: each sentence, and what stands between backquotes, begins a line.
    func text(_ text: String) -> [String] {
        var lines: [String] = []
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        precondition(pieces.count % 2 == 1, "a backquote has no partner: \(text)")
        var opening = ""
        for (index, piece) in pieces.enumerated() {
            if index % 2 == 1 {
                let next = pieces[index + 1]
                let (closing, joined) = Self.tail(next)
                lines.append(code(piece, opening: opening, closing: closing, joined: joined))
                opening = ""
                continue
            }
            var plain = Substring(piece)
            if index > 0 {
                let (closing, joined) = Self.tail(piece)
                plain = plain.dropFirst(closing.count + joined.count)
            }
            if index < pieces.count - 1 {
                opening = plain.last.map { "([".contains($0) ? String($0) : "" } ?? ""
                plain = plain.dropLast(opening.count)
            }
            lines += sentences(String(plain))
        }
        return lines
    }

    /// Returns what follows a code without a space: punctuation, and then letters, such as `'s`.
    private static func tail(_ text: String) -> (closing: String, joined: String) {
        let closing = text.prefix { ".,:;)?!".contains($0) }
        return (String(closing), String(text.dropFirst(closing.count).prefix { $0 != " " }))
    }

    /// Returns running text with a line for each sentence.
    private func sentences(_ text: String) -> [String] {
        var lines: [String] = []
        var words: [Substring] = []
        for word in text.split(separator: " ") {
            words.append(word)
            guard let last = word.last, ".?!".contains(last) || word.hasSuffix(".)") else { continue }
            lines.append(words.joined(separator: " "))
            words = []
        }
        if !words.isEmpty { lines.append(words.joined(separator: " ")) }
        return lines.flatMap { sentence in
            TextLines.wrapped(Self.escaped(sentence, isCode: false), columns: Self.columns).map(Self.line)
        }
    }

    /// Returns a macro's line for what people type or read; options have macros of their own.
    private func code(_ code: String, opening: String, closing: String, joined: String) -> String {
        var parts = [item(code)]
        parts += closing.map { String($0) }
        if !joined.isEmpty { parts += ["Ns", Self.word(joined)] }
        switch (opening, closing.first) {
        case ("", _): break
        // Punctuation that follows is put behind the parenthesis.
        case ("(", ")"):
            parts.remove(at: 1)
            parts.insert("Pq", at: 0)
        default: parts.insert(contentsOf: ["No", "\\&\(opening)", "Ns"], at: 0)
        }
        return ".\(parts.joined(separator: " "))"
    }

    /// Returns the macro for what is typed: the name of a program or of its page, an option with its values, or anything else.
    private func item(_ code: String) -> String {
        if code == program { return "Nm" }
        if related.contains(code) { return "Xr \(code) 1" }
        let words = code.split(separator: " ").map(String.init)
        guard let flag = words.first, flag.hasPrefix("--"), flag.count > 2 else { return "Ql \(Self.word(code))" }
        let values = words.dropFirst().map { value in
            let isName = value == value.uppercased() && value.first?.isLetter == true
            return "\(isName ? "Ar" : "Cm") \(Self.word(value))"
        }
        return (["Fl \(Self.word(String(flag.dropFirst())))"] + values).joined(separator: " ")
    }

    /// Returns a word, or several, as one argument of a macro.
    static func word(_ text: String) -> String {
        let safe = escaped(text).replacing("\"", with: "\\(dq")
        let needsGuard = text.count <= 2 && text.allSatisfy { !$0.isLetter && !$0.isNumber } || isMacro(text)
        return text.contains(" ") || text.isEmpty
            ? "\"\(needsGuard ? "\\&" : "")\(safe)\"" : (needsGuard ? "\\&" : "") + safe
    }

    /// True for words that mdoc would take for one of its macros: two or three letters, the first of them a capital.
    private static func isMacro(_ text: String) -> Bool {
        guard let first = text.first, first.isUppercase, (2...3).contains(text.count) else { return false }
        return text.dropFirst().allSatisfy(\.isLowercase)
    }

    /// Returns text without what the formatter would understand; in code, hyphens and quotes stay as they are typed.
    private static func escaped(_ text: String, isCode: Bool = true) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-" where isCode: result += "\\-"
            case "'" where isCode: result += "\\(aq"
            case "`": result += "\\(ga"
            case "^" where isCode: result += "\\(ha"
            case "~": result += "\\(ti"
            // The hyphens of an option in a text.
            case "-" where result.isEmpty || result.hasSuffix(" ") || result.hasSuffix("\\-"): result += "\\-"
            default: result.append(character)
            }
        }
        return result
    }

    /// Returns a line of text that is not taken for a request.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }
}
