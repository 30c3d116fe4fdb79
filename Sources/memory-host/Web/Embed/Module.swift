/// A module of the page: what it needs of others, what it declares, and its code.
struct Module {
    /// The names that a module takes from another one.
    struct Import: Equatable {
        /// The path of the other module, from the folder of the page.
        let path: String
        let names: [String]
        let line: Int
    }

    /// A declaration at the top of a module.
    struct Declaration: Equatable {
        let name: String
        let line: Int
        let isExported: Bool
    }

    /// Its path from the folder of the page.
    let path: String
    private(set) var imports: [Import] = []
    private(set) var declarations: [Declaration] = []
    /// Its code, without `import` and `export`.
    private(set) var code: [Token] = []
    /// The names that are declared in it, at its top or within.
    private(set) var declaredNames: Set<String> = []

    /// Reads a module.
    ///
    /// - Throws: a ``Complaint`` about what the page's modules may not have.
    init(path: String, source: String) throws {
        self.path = path
        let tokens = try Roles.assigned(to: Lexer.tokens(of: source, file: path), file: path)
        try split(tokens)
        try findDeclarations(tokens)
        declaredNames = DeclaredNames.all(in: code)
        if let name = declaredNames.intersection(BrowserNames.all).min() {
            throw Complaint(path, code.first { $0.isName(name) }?.line, "\(name) is a name of the browser")
        }
    }

    /// The names that it has from others, each with the line of its import.
    var importedNames: [String: Int] {
        Dictionary(
            imports.flatMap { each in each.names.map { ($0, each.line) } }, uniquingKeysWith: { first, _ in first })
    }

    /// The names that mean something of the page in it.
    var ownNames: Set<String> { declaredNames.union(importedNames.keys) }

    /// The names that its code uses which are not properties.
    var usedNames: [String: Int] {
        let used = code.filter { $0.kind == .name && [.use, .shorthand].contains($0.role) }
        return Dictionary(used.map { ($0.text, $0.line) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Import and export

    private mutating func split(_ tokens: [Token]) throws {
        var rest = tokens[...]
        var depth = 0
        while let token = rest.first {
            if token.isName("import"), token.role == .use {
                guard depth == 0 else { throw complaint(token, "imports are at the top of a module") }
                try readImport(&rest)
                continue
            }
            rest.removeFirst()
            if token.isName("export"), token.role == .use {
                guard let next = rest.first, ["const", "let", "function", "class", "async"].contains(next.text) else {
                    throw complaint(token, "export stands before the declaration of what is exported")
                }
                continue
            }
            depth += token.step
            code.append(token)
        }
    }

    /// Reads `import "./path.js";` or `import { a, b } from "./path.js";`.
    private mutating func readImport(_ rest: inout ArraySlice<Token>) throws {
        let start = rest.removeFirst()
        var names: [String] = []
        if rest.first?.isMark("{") == true {
            rest.removeFirst()
            while let token = rest.first, token.kind == .name || token.isMark(",") {
                if token.kind == .name { names.append(token.text) }
                rest.removeFirst()
            }
            guard rest.popFirst()?.isMark("}") == true, rest.popFirst()?.isName("from") == true, !names.contains("as")
            else { throw complaint(start, "an import has the form: import { a, b } from \"./path.js\";") }
        }
        guard let path = rest.popFirst(), path.kind == .string, rest.popFirst()?.isMark(";") == true else {
            throw complaint(start, "an import has the form: import { a, b } from \"./path.js\";")
        }
        guard let resolved = Self.resolve(String(path.text.dropFirst().dropLast()), from: self.path) else {
            throw complaint(start, "\(path.text) is not a path inside the page's folder that begins with ./ or ../")
        }
        imports.append(Import(path: resolved, names: names, line: start.line))
    }

    /// The path that an import means, from the page's folder; nil if it leads elsewhere.
    private static func resolve(_ path: String, from importer: String) -> String? {
        guard path.hasPrefix("./") || path.hasPrefix("../") else { return nil }
        var parts = importer.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": break
            case "..": if parts.popLast() == nil { return nil }
            case "": return nil
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    // MARK: Declarations

    private mutating func findDeclarations(_ tokens: [Token]) throws {
        var (depth, isExported, expectsName, isInList) = (0, false, false, false)
        for token in tokens {
            if depth == 0 {
                switch token.text {
                case "export" where token.kind == .name: isExported = true
                case "const", "let": (expectsName, isInList) = (true, true)
                case "function", "class": (expectsName, isInList) = (true, false)
                case ";": (isExported, isInList) = (false, false)
                case ",": expectsName = isInList
                default:
                    if expectsName, token.kind != .name {
                        throw complaint(token, "a name is declared here, one by one")
                    }
                    if expectsName {
                        declarations.append(Declaration(name: token.text, line: token.line, isExported: isExported))
                        expectsName = false
                    }
                }
            }
            depth += token.step
            // The body of a function or of a class is the end of it.
            if depth == 0, token.isMark("}"), !isInList { isExported = false }
        }
    }

    private func complaint(_ token: Token, _ reason: String) -> Complaint { Complaint(path, token.line, reason) }
}
