/// A word of a command, or several in quotation marks.
struct PlainArgument {
    let text: String
    let isQuoted: Bool

    /// The word in lower case, if it can be one of the host's; what is in quotation marks is always a name.
    var keyword: String? { isQuoted ? nil : text.lowercased() }

    /// The argument with its quotation marks.
    var asTyped: String { isQuoted ? "\"\(text)\"" : text }

    /// The argument as a name; nil for a word that plain words would show in quotation marks if it were one.
    func name() throws(Refusal) -> PlayerName? {
        guard isQuoted || keyword == "house" || PlayerName.quoted(text) == text else { return nil }
        return try PlayerName(text)
    }

    /// Splits the arguments of a command.
    ///
    /// - Throws: `bad_field` for a quotation mark without a second one.
    static func split(_ text: String) throws(Refusal) -> [PlainArgument] {
        var arguments: [PlainArgument] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "\"" {
                rest.removeFirst()
                guard let end = rest.firstIndex(of: "\"") else {
                    throw .badField("The name is missing its closing quotation mark.")
                }
                arguments.append(PlainArgument(text: String(rest[..<end]), isQuoted: true))
                rest = rest[rest.index(after: end)...]
            } else if first.isWhitespace {
                rest.removeFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
                arguments.append(PlainArgument(text: String(word), isQuoted: false))
                rest = rest[word.endIndex...]
            }
        }
        return arguments
    }
}
