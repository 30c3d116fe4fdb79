/// A page of the manual, as tests look into it: what it says without the macros of mdoc(7).
public struct ManualPage {
    /// An item of a list.
    public struct Item {
        /// The words before it, such as an option and its values.
        public let term: String
        /// The words that follow.
        public fileprivate(set) var text = ""
        /// The items of a list within it.
        public fileprivate(set) var items: [Item] = []
    }

    /// The items of the lists of each chapter.
    public private(set) var items: [String: [Item]] = [:]
    /// All that the page says, with a space for each end of a line.
    public private(set) var text = ""
    /// The options that the page names anywhere, each with the values that it gives them.
    public private(set) var usages: [[String]] = []

    private static let macros: Set = ["Ar", "Cm", "Fl", "Nd", "Nm", "Op", "Pa", "Pq", "Ql", "Sy", "Xr"]

    private let program: String
    private var chapter = ""
    private var depth = 0

    /// Reads the page of a program.
    public init(_ source: String, of program: String) {
        self.program = program
        var literal: [String]?
        for line in source.split(separator: "\n").map(String.init) {
            let (request, rest) = line.atFirstSpace
            switch request {
            case ".Bd": literal = []
            case ".Ed":
                addUsages(in: (literal ?? []).joined(separator: "\n"))
                literal = nil
            case _ where literal != nil:
                literal?.append(Self.plain(line))
                add(Self.plain(line))
            case ".Sh": chapter = rest
            case ".Bl": depth += 1
            case ".El": depth -= 1
            case ".It": begin(Item(term: flattened(rest)))
            case ".Dd", ".Dt", ".Os", ".Pp", ".Ss": break
            case _ where request.hasPrefix("."): add(flattened(String(line.dropFirst())))
            default:
                add(Self.plain(line))
                for word in Self.plain(line).split(separator: " ") where word.hasPrefix("--") {
                    usages.append([String(word.prefix { $0 == "-" || $0.isLetter })])
                }
            }
        }
    }

    /// Returns which of these phrases the page does not say.
    public func lacking(_ phrases: [String]) -> [String] { phrases.filter { !text.contains($0) } }

    private mutating func begin(_ item: Item) {
        var all = items[chapter, default: []]
        if depth == 1 { all.append(item) } else { all[all.count - 1].items.append(item) }
        items[chapter] = all
    }

    private mutating func add(_ words: String) {
        text += words + " "
        guard depth > 0, var all = items[chapter], var last = all.popLast() else { return }
        if depth == 1 { last.text += words + " " }
        items[chapter] = all + [last]
    }

    /// Returns what the macros of a line show, and notes the options among it.
    private mutating func flattened(_ line: String) -> String {
        var (text, macro, opening, closing, isOption) = ("", "", "", "", false)
        for word in Self.words(line) {
            if Self.macros.contains(word) {
                macro = word
                if word == "Op" || word == "Pq" { (opening, closing) = word == "Op" ? ("[", "]") : ("(", ")") }
                continue
            }
            let shown = (macro == "Fl" ? "-" : "") + Self.plain(word)
            if word.allSatisfy({ ".,:;)".contains($0) }) {
                text += word
                macro = ""
                continue
            }
            switch macro {
            case "Fl":
                usages.append([shown])
                isOption = true
            case "Cm" where isOption: usages[usages.count - 1].append(shown)
            case "Ql": addUsages(in: shown)
            default: break
            }
            text += (text.isEmpty ? "" : " ") + opening + shown
            opening = ""
        }
        if macro == "Nm", text.isEmpty { text = program }
        return text + closing
    }

    /// Notes the options in commands that start the program.
    private mutating func addUsages(in commands: String) {
        for command in commands.replacing("\\\n", with: " ").split(separator: "\n") {
            let words = command.split(separator: " ").map(String.init)
            guard let start = words.firstIndex(where: { $0 == program || $0.hasSuffix("/\(program)") }) else {
                continue
            }
            var found: [[String]] = []
            for word in words[(start + 1)...].prefix(while: { $0 != "|" }) {
                if word.hasPrefix("--") {
                    found.append([word])
                } else if let last = found.indices.last {
                    found[last].append(word)
                }
                if word == "--" { break }
            }
            usages += found
        }
    }

    /// Returns the arguments of a macro, among which those in quotes may have spaces.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    /// Returns text without the escapes of roff(7).
    private static func plain(_ text: String) -> String {
        let escapes = [
            ("\\-", "-"), ("\\&", ""), ("\\(ti", "~"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(dq", "\""),
            ("\\e", "\\"),
        ]
        return escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

extension String {
    /// The first word, and the rest.
    fileprivate var atFirstSpace: (String, String) {
        let word = prefix { $0 != " " }
        return (String(word), String(dropFirst(word.count + 1)))
    }
}
