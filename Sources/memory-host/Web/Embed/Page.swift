/// The page as one document: its style sheets and its modules take the place of the lines that name them.
///
/// `index.html` names the style sheets, each in a line `<link rel="stylesheet" href="styles/base.css">`, in the order
/// in which they are joined, and the module that imports all others in a line
/// `<script type="module" src="main.js"></script>`. Lines that are only a comment are left out, and indentation.
struct Page {
    private let files: [String: String]
    private var used: Set<String> = ["index.html"]
    /// The modules in the order in which they are joined: each behind those that it imports.
    private var modules: [Module] = []
    /// The paths of the modules whose imports are being followed.
    private var importers: [String] = []

    /// Returns the document.
    ///
    /// - Parameter files: the sources by their paths from the page's folder.
    /// - Throws: a ``Complaint`` about something that does not fit together.
    static func document(of files: [String: String]) throws -> String {
        var page = Page(files: files)
        let lines = try page.lines()
        for path in files.keys.sorted() where !page.used.contains(path) {
            throw Complaint(path, nil, "nothing uses this file")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private init(files: [String: String]) { self.files = files }

    private mutating func lines() throws -> [Substring] {
        guard let html = files["index.html"] else { throw Complaint("index.html", nil, "there is no such file") }
        var (lines, hasStyle): ([Substring], Bool) = ([], false)
        for line in try Line.all(of: html, in: "index.html") {
            let sheet = line.text.wholeMatch(of: /<link rel="stylesheet" href="(.*)">/)?.1
            if hasStyle != (sheet != nil) { lines.append(hasStyle ? "</style>" : "<style>") }
            hasStyle = sheet != nil
            if let sheet {
                lines += try styles(String(sheet), from: line)
            } else if let path = line.text.wholeMatch(of: /<script type="module" src="(.*)"><\/script>/)?.1 {
                try addModule(String(path), from: line)
                try checkNames()
                lines += ["<script type=\"module\">"] + modules.flatMap(\.code) + ["</script>"]
            } else {
                lines.append(line.text)
            }
        }
        return lines
    }

    private mutating func styles(_ path: String, from line: Line) throws -> [Substring] {
        guard let source = files[path], path.hasSuffix(".css") else {
            throw line.complaint("there is no style sheet \(path)")
        }
        used.insert(path)
        return try Line.all(of: source, in: path).map(\.text)
    }

    /// Adds a module behind those that it imports.
    private mutating func addModule(_ path: String, from line: Line) throws {
        if let start = importers.firstIndex(of: path) {
            let cycle = (importers[start...] + [path]).joined(separator: " -> ")
            throw line.complaint("modules import each other in a circle: \(cycle)")
        }
        guard let source = files[path], path.hasSuffix(".js") else {
            throw line.complaint("there is no module \(path)")
        }
        guard used.insert(path).inserted else { return }
        let module = try Module(path: path, source: source)
        importers.append(path)
        for each in module.imports { try addModule(each.path, from: each.line) }
        importers.removeLast()
        modules.append(module)
    }

    /// Joined modules share one scope, so each name at their tops is declared once; what they import is exported.
    private func checkNames() throws {
        var owners: [Substring: Module.Declaration] = [:]
        for each in modules.flatMap(\.declarations) {
            if let owner = owners.updateValue(each, forKey: each.name)?.line {
                throw each.line.complaint("\(each.name) is declared at \(owner.file):\(owner.number), too")
            }
        }
        for each in modules.flatMap(\.imports) {
            for name in each.names where owners[name]?.line.file != each.path || owners[name]?.isExported != true {
                throw each.line.complaint("\(each.path) exports no \(name)")
            }
        }
    }
}
