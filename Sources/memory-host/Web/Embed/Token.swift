/// A token of JavaScript.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A name or a keyword.
        case name
        /// A private name, with its number sign.
        case privateName
        case number
        case string
        case pattern
        /// A template, or a piece of one: up to `${`, from `}` to `${`, or from `}` on.
        case template
        case mark
    }

    let kind: Kind
    var text: String
    /// The line on which it begins, counted from 1.
    let line: Int
    /// True if it is not on the line of the token before.
    let beginsLine: Bool
    /// Its role among the braces and brackets around it.
    var role = Role.use

    /// The use of a name, or the kind of a brace, where it stands.
    enum Role: Equatable {
        /// Something that was declared elsewhere, or here.
        case use
        /// A property, a method or the key of a value: no declared name.
        case property
        /// The key of a value or of a pattern, and the name that has its value: `{ name }`.
        case shorthand
        /// A brace that is a value or a pattern, or the body of an arrow function, and the one that closes it.
        case valueBrace
        /// A brace around statements or the members of a class, and the one that closes it.
        case blockBrace
    }

    /// Returns true for this mark.
    func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

    /// Returns true for this name or keyword.
    func isName(_ name: String) -> Bool { kind == .name && text == name }

    /// The number of brackets that are open after it, less those that were open before.
    var step: Int {
        switch kind {
        case .mark: ["(", "[", "{"].contains(text) ? 1 : [")", "]", "}"].contains(text) ? -1 : 0
        case .template: (text.hasSuffix("${") ? 1 : 0) - (text.hasPrefix("}") ? 1 : 0)
        case .name, .privateName, .number, .string, .pattern: 0
        }
    }

    /// Short words that are no names.
    static let keywords: Set<String> = ["as", "do", "if", "in", "is", "of", "for", "let", "new", "try", "var"]

    /// Keywords after which an expression may begin.
    static let operators: Set<String> = [
        "return", "typeof", "instanceof", "in", "of", "new", "delete", "void", "throw", "case", "do", "else", "yield",
        "await", "extends",
    ]
}
