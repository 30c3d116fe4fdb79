/// A module of the page, read line by line.
///
/// It imports by `import { a, b } from "./c.js";`, which may take several lines, or by `import "./c.js";`, and exports by
/// `export` before a declaration. Declarations at its top are the lines without indentation that begin with `const`,
/// `let`, `function` and the like. All modules share one scope in the page, so each has names of its own at its top, which
/// the build checks. That these are none of the browser's, and that a module imports all that it uses, tests check.
struct Module {
    /// The names that a module takes from another one.
    struct Import {
        /// The path of the other module, from the folder of the page.
        let path: String
        let names: [Substring]
        let line: Line
    }

    /// A name that is declared at the top of a module.
    struct Declaration {
        let name: Substring
        let line: Line
        let isExported: Bool
    }

    /// Its path from the folder of the page.
    let path: String
    private(set) var imports: [Import] = []
    private(set) var declarations: [Declaration] = []
    /// The lines of its code, without `import` and `export`.
    private(set) var code: [Substring] = []

    /// Reads a module.
    ///
    /// - Throws: a ``Complaint`` about what the page's modules may not have.
    init(path: String, source: String) throws {
        self.path = path
        var rest = try Line.all(of: source, in: path)[...]
        var words: Set<Substring> = []
        while let line = rest.popFirst() {
            if line.words.contains("import") {
                imports.append(try Self.import(line, &rest))
            } else {
                try addCode(line)
                words.formUnion(line.words)
            }
        }
        var imported: Set<Substring> = []
        for each in imports {
            for name in each.names {
                if !words.contains(name) { throw each.line.complaint("\(name) is imported but never used") }
                if !imported.insert(name).inserted { throw each.line.complaint("\(name) is imported twice") }
            }
        }
    }

    /// Reads an import whose further lines are the first ones of the rest.
    private static func `import`(_ line: Line, _ rest: inout ArraySlice<Line>) throws -> Import {
        var text = String(line.text)
        while !text.hasSuffix(";"), let next = rest.popFirst() { text += " \(next.text)" }
        let form = /import (?:\{ ((?:\w+, )*\w+),? \} from )?"(\.\.?\/[^"]+)";/
        guard !line.isIndented, let match = text.wholeMatch(of: form) else {
            throw line.complaint("an import has the form: import { a, b } from \"./path.js\";")
        }
        var path = line.file.split(separator: "/").dropLast()
        for part in match.2.split(separator: "/") where part != "." {
            guard part == ".." else {
                path.append(part)
                continue
            }
            if path.popLast() == nil { throw line.complaint("\(match.2) leads out of the page's folder") }
        }
        return Import(path: path.joined(separator: "/"), names: match.1?.split(separator: ", ") ?? [], line: line)
    }

    private mutating func addCode(_ line: Line) throws {
        let isExported = line.text.hasPrefix("export ")
        let text = isExported ? line.text.dropFirst("export ".count) : line.text
        code.append(text)
        let form = /(const|let|var|class|function|async function)\b(.*)/
        let declaration = line.isIndented ? nil : text.wholeMatch(of: form)
        if line.words.contains("export"), !isExported || declaration == nil {
            throw line.complaint("export stands before the declaration of what is exported")
        }
        guard let (_, keyword, rest) = declaration?.output else { return }
        let hasValue = ["const", "let", "var"].contains(keyword)
        for part in hasValue ? Self.parts(of: rest) : [rest] {
            guard let name = part.prefixMatch(of: /[ *]*(\w+)/)?.1 else {
                throw line.complaint("names are declared one by one, on one line")
            }
            declarations.append(Declaration(name: name, line: line, isExported: isExported))
        }
    }

    /// The names of a declaration, each with the beginning of its value.
    private static func parts(of text: Substring) -> [Substring] {
        var text = text
        // What is in brackets and in quotes declares nothing.
        while let inner = text.firstMatch(of: /"[^"]*"|`[^`]*`|[(\[{][^()\[\]{}"`]*[)\]}]/) {
            text.replaceSubrange(inner.range, with: "#")
        }
        return text.prefix { !"([{;".contains($0) }.split(separator: ",", omittingEmptySubsequences: false)
    }
}
