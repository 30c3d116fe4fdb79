/// Joins modules to one script: without what means nothing to a browser, and with short names.
///
/// A name gets the same short one in all modules that declare or import it, at their tops or within, if that makes the
/// script shorter; private names are short in any case. Names that a module does not declare are the browser's, and
/// stay.
struct ScriptWriter {
    private var shortNames: [String: String] = [:]
    private var output = ""
    private var last: Token?

    /// Returns the script.
    static func script(of modules: [Module]) -> String {
        var writer = ScriptWriter(modules: modules)
        for module in modules { writer.write(module) }
        return writer.output + "\n"
    }

    private init(modules: [Module]) {
        var (gains, uses): ([String: Int], [String: Int]) = ([:], [:])
        var taken = Token.keywords
        for module in modules {
            let own = module.ownNames
            for token in module.code where token.kind == .name && token.role != .property {
                guard own.contains(token.text), token.text.count > 2 else {
                    taken.insert(token.text)
                    continue
                }
                // With its key, a shorthand becomes longer.
                gains[token.text, default: 0] += token.role == .shorthand ? -8 : token.text.count - 1
                uses[token.text, default: 0] += 1
            }
        }
        let shortened = uses.filter { gains[$0.key, default: 0] > 0 }
        taken.formUnion(uses.keys.filter { shortened[$0] == nil })
        var number = 0
        // What is used most gets the shortest.
        for (name, _) in shortened.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            while taken.contains(Self.name(number)) { number += 1 }
            shortNames[name] = Self.name(number)
            number += 1
        }
    }

    /// The short names for those in a module: its private ones begin anew, since they are its own.
    private func names(in module: Module) -> [String: String] {
        let own = module.ownNames
        var names = shortNames.filter { own.contains($0.key) }
        var hidden = 0
        for token in module.code where token.kind == .privateName && names[token.text] == nil {
            names[token.text] = "#" + Self.name(hidden)
            hidden += 1
        }
        return names
    }

    /// The letters of short names, frequent ones first: that is what gzip likes.
    private static let letters = Array("etnoasirclduhpmfgbywvkxjqzTCSAENRDOPIMLUGFBHWVYXKJQZ")

    /// The short names in their order: a letter, then two, and so on.
    private static func name(_ number: Int) -> String {
        (number < letters.count ? "" : name(number / letters.count - 1)) + String(letters[number % letters.count])
    }

    private mutating func write(_ module: Module) {
        let (names, code) = (names(in: module), ShortForms.shortened(module.code))
        for (index, token) in code.enumerated() {
            var token = token
            // The last semicolon before a brace means nothing.
            if token.isMark(";"), index + 1 < code.count, code[index + 1].isMark("}") { continue }
            if token.role != .property, let short = names[token.text] {
                token.text = token.role == .shorthand ? "\(token.text):\(short)" : short
            }
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
