/// Tells what each brace and each name of a module is: a value's brace or a block's, a property or a declared name.
struct Roles {
    private enum Bracket { case round, square, value, arrow, block, members, template }

    private var tokens: [Token]
    private let file: String
    private var open: [Bracket] = []
    /// True between `class` and the brace around its members.
    private var isInClassHead = false

    /// Gives each token its role.
    ///
    /// - Throws: a ``Complaint`` about a bracket that was not opened, or a function that is a value.
    static func assigned(to tokens: [Token], file: String) throws -> [Token] {
        var roles = Roles(tokens: tokens, file: file)
        for index in tokens.indices { try roles.visit(index) }
        guard roles.open.isEmpty else { throw Complaint(file, tokens.last?.line, "a bracket is not closed") }
        return roles.tokens
    }

    private init(tokens: [Token], file: String) { (self.tokens, self.file) = (tokens, file) }

    private func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

    private mutating func visit(_ index: Int) throws {
        let token = tokens[index]
        switch (token.kind, token.text) {
        case (.mark, "("): open.append(.round)
        case (.mark, "["): open.append(.square)
        case (.mark, "{"): openBrace(index)
        case (.mark, ")"), (.mark, "]"), (.mark, "}"): try close(index)
        case (.template, let text):
            if text.hasPrefix("}"), open.popLast() != .template { throw Complaint(file, token.line, "unmatched }") }
            if text.hasSuffix("${") { open.append(.template) }
        case (.name, let text):
            tokens[index].role = role(of: index)
            guard ["class", "function"].contains(text), tokens[index].role == .use else { return }
            guard beginsStatement(index) else {
                throw Complaint(file, token.line, "a \(text) has a name, and begins a statement")
            }
            if text == "class" { isInClassHead = true }
        default: break
        }
    }

    private func beginsStatement(_ index: Int) -> Bool {
        guard let before = token(index - 1) else { return true }
        return [";", "{", "}"].contains(before.text) || ["export", "async"].contains(before.text)
    }

    private mutating func openBrace(_ index: Int) {
        let before = token(index - 1)
        if isInClassHead {
            isInClassHead = false
            open.append(.members)
        } else {
            let isValue = before.map(Self.isBeforeValue) ?? false && !followsCase(index)
            open.append(before?.isMark("=>") == true ? .arrow : isValue ? .value : .block)
        }
        tokens[index].role = [.value, .arrow].contains(open.last) ? .valueBrace : .blockBrace
    }

    /// Returns true for a brace behind the colon of a `case`.
    private func followsCase(_ index: Int) -> Bool {
        guard token(index - 1)?.isMark(":") == true else { return false }
        let before = tokens[..<(index - 1)].last {
            ["case", "default", ":", ";", ",", "{", "}", "?"].contains($0.text)
        }
        return before.map { ["case", "default"].contains($0.text) } ?? false
    }

    /// Returns true if a brace after this token is a value, a pattern, or the body of an arrow function.
    private static func isBeforeValue(_ token: Token) -> Bool {
        switch token.kind {
        case .mark: ![")", ";", "{", "}"].contains(token.text)
        case .name: ["const", "let", "return", "of", "in", "case", "import", "export", "throw"].contains(token.text)
        case .template: token.text.hasSuffix("${")
        case .privateName, .number, .string, .pattern: false
        }
    }

    private mutating func close(_ index: Int) throws {
        let text = tokens[index].text
        let bracket = open.popLast()
        let fits: Bool =
            switch bracket {
            case .round: text == ")"
            case .square: text == "]"
            case .value, .arrow, .block, .members: text == "}"
            case .template, nil: false
            }
        guard fits else { throw Complaint(file, tokens[index].line, "unmatched \(text)") }
        if text == "}" { tokens[index].role = [.value, .arrow].contains(bracket) ? .valueBrace : .blockBrace }
    }

    private func role(of index: Int) -> Token.Role {
        let (before, after) = (token(index - 1), token(index + 1))
        if before?.isMark(".") == true || before?.isMark("?.") == true { return .property }
        switch open.last {
        case .members:
            let starts = ["{", "}", ";", "get", "set", "async", "static"].contains(before?.text)
            return starts && ["(", "=", ";"].contains(after?.text) ? .property : .use
        case .value:
            guard ["{", ",", "get", "set", "async"].contains(before?.text) else { return .use }
            if after?.isMark(":") == true || after?.isMark("(") == true { return .property }
            return [",", "}", "="].contains(after?.text) ? .shorthand : .use
        default: return .use
        }
    }
}
