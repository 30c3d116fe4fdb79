extension OptionTable {
    /// The most columns of a line of the help.
    public static var helpColumns: Int { 80 }
    /// The most characters of a synopsis beside which a sentence may begin.
    private static var widestSynopsis: Int { 19 }

    /// The column at which the options' sentences begin.
    private var helpIndent: Int {
        4 + (options.map(\.synopsis.count).filter { $0 <= Self.widestSynopsis }.max() ?? 0)
    }

    /// The first line of the help.
    public var usage: String {
        (["Usage: \(program)"] + (operand.map { ["[\($0.argument.name)]"] } ?? []) + ["[options]"])
            .joined(separator: " ")
    }

    /// The text of `--help`.
    public var help: String {
        let paragraphs =
            [usage] + introduction.map(Self.paragraph)
            + groups.map { group in ([group.title + ":"] + group.options.map(help)).joined(separator: "\n") }
            + remarks.map(Self.paragraph)
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private static func paragraph(_ text: String) -> String {
        TextLines.wrapped(text, columns: helpColumns).joined(separator: "\n")
    }

    /// Returns the lines for an option: its synopsis, and beside it, or below it if it is long, the rest.
    private func help(_ option: Option<Options>) -> String {
        var sentence = option.help
        if let words = option.wordsInHelp { sentence += ": \(words)" }
        if let usual = option.usual { sentence += " (\(usual))" }
        let margin = String(repeating: " ", count: helpIndent)
        var lines = TextLines.wrapped(sentence, columns: Self.helpColumns - helpIndent).map { margin + $0 }
        let synopsis = "  \(option.synopsis)"
        if synopsis.count > helpIndent - 2 { return ([synopsis] + lines).joined(separator: "\n") }
        lines[0] = synopsis + lines[0].dropFirst(synopsis.count)
        return lines.joined(separator: "\n")
    }
}

/// Text that is broken into lines.
private enum TextLines {
    /// Returns the words of a text in lines of at most so many characters; a longer word has a line of its own.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }
}
