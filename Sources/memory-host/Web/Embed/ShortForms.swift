/// Shorter tokens that mean the same.
enum ShortForms {
    /// Returns code with
    /// - `let` for `const`, since the page changes no constant, and declarations behind each other as one,
    /// - `!0` and `!1` for `true` and `false`,
    /// - numbers without underscores and without the zero before their point,
    /// - no comma behind the last part of a list,
    /// - no brackets around the only parameter of an arrow function.
    static func shortened(_ code: [Token]) -> [Token] { code.indices.flatMap { shortened($0, in: code) } }

    private static func shortened(_ index: Int, in code: [Token]) -> [Token] {
        let token = code[index]
        switch (token.kind, token.text) {
        case (.number, let text):
            let digits = text.replacing("_", with: "")
            return [token.with(digits.hasPrefix("0.") && digits.count > 2 ? String(digits.dropFirst()) : digits)]
        case (.name, _) where isDeclaration(token): return goesOn(index, in: code) ? [] : [token.with("let")]
        case (.name, "true") where isWhole(index, in: code): return negation(of: "0", in: token)
        case (.name, "false") where isWhole(index, in: code): return negation(of: "1", in: token)
        case (.mark, ";") where goesOn(index + 1, in: code): return [token.with(",")]
        case (.mark, ",") where isTrailing(index, in: code): return []
        case (.mark, "(") where isOnlyParameter(index + 1, in: code): return []
        case (.mark, ")") where isOnlyParameter(index - 1, in: code): return []
        default: return [token]
        }
    }

    /// True for a comma behind the last part of a list. One behind another comma is a place in it.
    private static func isTrailing(_ index: Int, in code: [Token]) -> Bool {
        index > 0 && index + 1 < code.count && code[index + 1].step < 0
            && !code[index - 1].isMark(",") && !code[index - 1].isMark("[")
    }

    /// True for a name in the brackets of an arrow function's parameters, if it is all that they hold.
    private static func isOnlyParameter(_ index: Int, in code: [Token]) -> Bool {
        index > 0 && index + 2 < code.count && code[index].kind == .name && code[index - 1].isMark("(")
            && code[index + 1].isMark(")") && code[index + 2].isMark("=>")
    }

    private static func isDeclaration(_ token: Token) -> Bool {
        token.role == .use && (token.isName("const") || token.isName("let"))
    }

    /// True if a declaration begins here, and the statement before it is another one. Where a line break may be the end
    /// of that one, it is left alone.
    private static func goesOn(_ start: Int, in code: [Token]) -> Bool {
        guard start > 1, start < code.count, isDeclaration(code[start]), code[start - 1].isMark(";") else {
            return false
        }
        var depth = 0
        for index in (0..<(start - 1)).reversed() {
            let token = code[index]
            depth -= token.step
            if depth == 0, isDeclaration(token) { return true }
            let mayBegin = token.beginsLine && index > 0 && ScriptWriter.needsLine(between: code[index - 1], and: token)
            if depth < 0 || depth == 0 && (token.isMark(";") || mayBegin) { return false }
        }
        return false
    }

    /// True if nothing behind a value binds more tightly than the exclamation mark would.
    private static func isWhole(_ index: Int, in code: [Token]) -> Bool {
        let next = index + 1 < code.count ? code[index + 1].text : ""
        return code[index].role == .use && ![".", "?.", "[", "(", "**"].contains(next)
    }

    private static func negation(of digit: String, in token: Token) -> [Token] {
        [
            Token(kind: .mark, text: "!", line: token.line, beginsLine: token.beginsLine),
            Token(kind: .number, text: digit, line: token.line, beginsLine: false),
        ]
    }
}

extension Token {
    /// Returns this token with another text.
    fileprivate func with(_ text: String) -> Token {
        var token = self
        token.text = text
        return token
    }
}
