/// The short names of the page's own: those that make the script shorter.
///
/// What a module declares at its top has the same short name in all modules that import it. Any other name has one for
/// a part of a module: a statement at its top or a member of a class there, which no such name leaves. So nearly all of
/// them are single letters, the same ones again and again, which compress well. Private names are short in any case, and
/// begin anew in each module.
struct ShortNames {
    private var ofTops: [String: String] = [:]

    /// Chooses the names for what modules declare at their tops.
    init(_ modules: [Module]) {
        var uses = Uses()
        // No name of any module, so that those that stay as they are cannot be meant.
        var taken = Token.keywords
        for module in modules {
            let tops = module.topNames
            for token in module.code where token.isUse {
                taken.insert(token.text)
                if tops.contains(token.text) { uses.count(token) }
            }
        }
        ofTops = uses.shortened(avoiding: taken)
    }

    /// Returns a module's code with short names.
    func applied(to module: Module) -> [Token] {
        let tops = ofTops.filter { module.topNames.contains($0.key) }
        let locals = module.declaredNames.subtracting(module.topNames)
        var hidden: [String: String] = [:]
        for token in module.code where token.kind == .privateName && hidden[token.text] == nil {
            hidden[token.text] = "#" + Self.name(hidden.count)
        }
        return Self.parts(of: module.code).flatMap { part in
            var (uses, taken) = (Uses(), Token.keywords)
            for token in module.code[part] where token.isUse {
                taken.insert(tops[token.text] ?? token.text)
                if locals.contains(token.text) { uses.count(token) }
            }
            let names = uses.shortened(avoiding: taken)
            return module.code[part].map { token in
                guard token.role != .property, let short = names[token.text] ?? tops[token.text] ?? hidden[token.text]
                else { return token }
                var token = token
                token.text = token.role == .shorthand ? "\(token.text):\(short)" : short
                return token
            }
        }
    }

    /// What goes on with the statement of the block before.
    private static let continuing = ["else", "catch", "finally", "while"]

    /// The parts of a module's code: they end where a statement does, at its top or among the members of a class.
    private static func parts(of code: [Token]) -> [Range<Int>] {
        var (parts, start, depth, top): ([Range<Int>], Int, Int, Int) = ([], 0, 0, 0)
        for (index, token) in code.enumerated() {
            if depth == 0, token.isName("class"), token.role == .use { top = 1 }
            depth += token.step
            if depth == 0, token.isMark("}") { top = 0 }
            guard depth <= top, token.isMark(";") || token.isMark("}") && token.role == .blockBrace else { continue }
            if let next = code[(index + 1)...].first, continuing.contains(where: next.isName) { continue }
            parts.append(start..<(index + 1))
            start = index + 1
        }
        return parts + [start..<code.count]
    }

    // MARK: Choosing

    /// How often names are used, and how much shorter the script becomes if they are.
    private struct Uses {
        private var gains: [String: Int] = [:]
        private var counts: [String: Int] = [:]

        mutating func count(_ token: Token) {
            // With its key, a shorthand becomes longer.
            gains[token.text, default: 0] += token.role == .shorthand ? -8 : token.text.count - 1
            counts[token.text, default: 0] += 1
        }

        /// The short names; what is used most gets the shortest.
        func shortened(avoiding taken: Set<String>) -> [String: String] {
            var (names, number): ([String: String], Int) = ([:], 0)
            let used = counts.filter { gains[$0.key, default: 0] > 0 }
            for (name, _) in used.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                while taken.contains(ShortNames.name(number)) { number += 1 }
                names[name] = ShortNames.name(number)
                number += 1
            }
            return names
        }
    }

    /// Letters, frequent ones first: that is what gzip likes.
    private static let letters = Array("etnoasirclduhpmfgbywvkxjqzTCSAENRDOPIMLUGFBHWVYXKJQZ")

    /// The short names in their order: a letter, then two, and so on.
    private static func name(_ number: Int) -> String {
        (number < letters.count ? "" : name(number / letters.count - 1))
            + String(letters[number % letters.count])
    }
}

extension Module {
    /// The names that are declared at the top of it or of those that it imports.
    var topNames: Set<String> { Set(declarations.map(\.name)).union(importedNames.keys) }
}

extension Token {
    /// True for a name that is no property.
    fileprivate var isUse: Bool { kind == .name && role != .property }
}
