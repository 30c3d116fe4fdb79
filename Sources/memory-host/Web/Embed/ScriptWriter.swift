/// Joins modules to one script: without what means nothing to a browser, and with ``ShortNames``.
struct ScriptWriter {
    private let names: ShortNames
    private var output = ""
    private var last: Token?

    /// Returns the script.
    static func script(of modules: [Module]) -> String {
        var writer = ScriptWriter(names: ShortNames(modules))
        for module in modules { writer.write(module) }
        return writer.output + "\n"
    }

    private init(names: ShortNames) { self.names = names }

    private mutating func write(_ module: Module) {
        let code = ShortForms.shortened(names.applied(to: module))
        for (index, token) in code.enumerated() {
            // The last semicolon before a brace means nothing.
            if token.isMark(";"), index + 1 < code.count, code[index + 1].isMark("}") { continue }
            write(token, isFirst: index == 0)
        }
    }

    private mutating func write(_ token: Token, isFirst: Bool) {
        if let last {
            if (token.beginsLine || isFirst) && Self.needsLine(between: last, and: token) {
                output += "\n"
            } else if Self.needsSpace(between: last, and: token) {
                output += " "
            }
        }
        output += token.text
        last = token
    }

    /// Marks that no statement begins with, and none that an expression on another line could begin with either.
    private static let continuing: Set<String> = [
        "}", ")", "]", ",", ";", ".", "?.", "?", ":", "&&", "||", "??", "=>", "=", "+=", "-=", "*=", "/=", "||=", "&&=",
        "??=", "==", "===", "!=", "!==", "<", ">", "<=", ">=", "*", "**", "%", "&", "|", "^",
    ]
    /// Marks after which no statement can end.
    private static let opening = continuing.subtracting(["}", ")", "]"]).union(["{", "(", "[", "+", "-", "!", "..."])

    /// True if a line break may mean the end of a statement here.
    ///
    /// Behind the brace of a block it means nothing. A statement whose last brace is that of a value needs it, or a
    /// semicolon.
    static func needsLine(between last: Token, and token: Token) -> Bool {
        if token.kind == .mark, continuing.contains(token.text) { return false }
        guard last.kind == .mark else { return last.kind != .template || !last.text.hasSuffix("${") }
        return last.text == "}" ? last.role == .valueBrace : !opening.contains(last.text)
    }

    private static func needsSpace(between last: Token, and token: Token) -> Bool {
        guard let end = last.text.utf8.last, let start = token.text.utf8.first else { return false }
        if last.kind == .number, start == UInt8(ascii: ".") { return true }
        if [.name, .privateName, .number, .pattern].contains(last.kind), [.name, .number].contains(token.kind) {
            return true
        }
        return [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/")].contains(end)
            && (start == end || end == UInt8(ascii: "/") && start == UInt8(ascii: "*"))
    }
}
