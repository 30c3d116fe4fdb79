/// Finds the names that a module declares anywhere: those at its top, variables, parameters.
struct DeclaredNames {
    private let tokens: [Token]
    /// The place of the bracket that closes each one that opens, and the other way round.
    private var partners: [Int: Int] = [:]
    private var names: Set<String> = []

    /// Returns the names that code declares.
    static func all(in tokens: [Token]) -> Set<String> {
        var finder = DeclaredNames(tokens: tokens)
        for index in tokens.indices { finder.visit(index) }
        return finder.names
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
        var open: [Int] = []
        for (index, token) in tokens.enumerated() where token.kind == .mark {
            if ["(", "[", "{"].contains(token.text) { open.append(index) }
            guard [")", "]", "}"].contains(token.text), let start = open.popLast() else { continue }
            (partners[start], partners[index]) = (index, start)
        }
    }

    private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

    private func isMark(_ mark: String, _ index: Int) -> Bool { token(index)?.isMark(mark) == true }

    private mutating func visit(_ index: Int) {
        let token = tokens[index]
        switch token.text {
        case "const" where token.role == .use, "let" where token.role == .use: addVariables(index + 1)
        case "class" where token.role == .use: addTarget(index + 1)
        case "function" where token.role == .use:
            addTarget(index + 1)
            addList(index + 2)
        case "catch" where isMark("(", index + 1): addList(index + 1)
        case "=>":
            guard let start = partners[index - 1] else { return _ = addTarget(index - 1) }
            addList(start)
        default:
            let isMember = token.role == .property || token.kind == .privateName
            guard isMember, !isMark(".", index - 1), let end = partners[index + 1], isMark("{", end + 1) else { return }
            addList(index + 1)
        }
    }

    /// Adds the names of a declaration: one or more targets with their values.
    private mutating func addVariables(_ start: Int) {
        var index = addTarget(start)
        while true {
            if isMark("=", index) { index = afterValue(index + 1) }
            guard isMark(",", index) else { return }
            index = addTarget(index + 1)
        }
    }

    /// Adds the name, or the names of the pattern, at a place; returns the place behind it.
    @discardableResult private mutating func addTarget(_ index: Int) -> Int {
        guard let token = token(index) else { return index }
        if token.isMark("...") { return addTarget(index + 1) }
        if token.kind == .name { names.insert(token.text) }
        return token.isMark("{") || token.isMark("[") ? addList(index) : index + 1
    }

    /// Adds the names in the brackets that open at a place, which are those of a pattern or around parameters.
    @discardableResult private mutating func addList(_ start: Int) -> Int {
        guard let end = partners[start], end > start else { return start + 1 }
        var index = start + 1
        while index < end {
            if isMark(",", index) {
                index += 1
                continue
            }
            let hasKey = token(index)?.role == .property && isMark(":", index + 1)
            index = addTarget(hasKey ? index + 2 : index)
            if isMark("=", index) { index = afterValue(index + 1) }
        }
        return end + 1
    }

    /// Returns the place behind a value: that of the next comma, semicolon or closing bracket.
    private func afterValue(_ start: Int) -> Int {
        var index = start
        while let token = token(index), !([",", ";", ")", "]", "}"].contains(token.text) && token.kind == .mark) {
            index = max(index, partners[index] ?? index) + 1
        }
        return index
    }
}
