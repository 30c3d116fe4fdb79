/// The page as one document: its style sheets and its modules take the place of the lines that name them.
///
/// `index.html` names the style sheets, each in a line `<link rel="stylesheet" href="styles/base.css">`, in the order
/// in which they are joined, and the module that imports all others in a line
/// `<script type="module" src="main.js"></script>`.
struct Page {
    private let files: [String: String]
    private var used: Set<String> = ["index.html"]
    private var output = ""
    private var rules: [String] = []

    /// Returns the document.
    ///
    /// - Parameter files: the sources by their paths from the page's folder.
    /// - Throws: a ``Complaint`` about something that does not fit together.
    static func document(of files: [String: String]) throws -> String {
        var page = Page(files: files)
        try page.write()
        for path in files.keys.sorted() where !page.used.contains(path) {
            throw Complaint(path, nil, "nothing uses this file")
        }
        return page.output
    }

    private init(files: [String: String]) { self.files = files }

    private mutating func write() throws {
        guard let html = files["index.html"] else { throw Complaint("index.html", nil, "there is no such file") }
        for (index, line) in html.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.hasSuffix("\r") ? line.dropLast() : line
            if let path = Self.value(of: "<link rel=\"stylesheet\" href=\"", in: line, end: "\">") {
                try addStyles(path, line: index + 1)
                continue
            }
            if !rules.isEmpty {
                output += "<style>\n\(rules.joined())</style>\n"
                rules = []
            }
            if let path = Self.value(of: "<script type=\"module\" src=\"", in: line, end: "\"></script>") {
                output += "<script type=\"module\">\n\(try script(path, line: index + 1))</script>\n"
            } else {
                output += line + "\n"
            }
        }
        // A text ends in a line break, behind which there is nothing.
        if output.hasSuffix("\n\n") { output.removeLast() }
    }

    private static func value(of start: String, in line: Substring, end: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }

    private mutating func addStyles(_ path: String, line: Int) throws {
        guard let source = files[path], path.hasSuffix(".css") else {
            throw Complaint("index.html", line, "there is no style sheet \(path)")
        }
        used.insert(path)
        let text = try StyleSheet.squeezed(source, file: path)
        try Self.check(source, of: path, lacks: ["</style", "@import"])
        rules.append(text)
    }

    private mutating func script(_ entry: String, line: Int) throws -> String {
        guard files[entry] != nil else { throw Complaint("index.html", line, "there is no module \(entry)") }
        let graph = try ModuleGraph(entry: entry) { [files] in $0.hasSuffix(".js") ? files[$0] : nil }
        for module in graph.modules {
            used.insert(module.path)
            try Self.check(files[module.path] ?? "", of: module.path, lacks: ["</script", "<!--"])
        }
        return ScriptWriter.script(of: graph.modules)
    }

    /// Refuses a file with a text that would mean something else in the document.
    private static func check(_ source: String, of path: String, lacks texts: [String]) throws {
        for (index, line) in source.lowercased().split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for text in texts where line.contains(text) { throw Complaint(path, index + 1, "it contains \(text)") }
        }
    }
}
