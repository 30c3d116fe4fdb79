/// The modules of the page in the order in which they are joined, each behind those that it imports.
struct ModuleGraph {
    private(set) var modules: [Module] = []
    private let source: (String) throws -> String?
    private var places: [String: Int] = [:]
    /// The modules whose imports are being followed.
    private var path: [String] = []

    /// Follows the imports of a module, depth first, and checks that all modules fit together.
    ///
    /// - Parameters:
    ///   - entry: the path of the first module.
    ///   - source: returns the source at a path; nil if there is none.
    /// - Throws: a ``Complaint``.
    init(entry: String, source: @escaping (String) throws -> String?) throws {
        self.source = source
        guard try add(entry) else { throw Complaint(entry, nil, "there is no such module") }
        for module in modules { try checkImports(of: module) }
        try checkNames()
    }

    /// Adds a module behind those that it imports; false if there is none at this path.
    private mutating func add(_ path: String) throws -> Bool {
        if places[path] != nil { return true }
        guard let text = try source(path) else { return false }
        let module = try Module(path: path, source: text)
        self.path.append(path)
        for each in module.imports {
            if let start = self.path.firstIndex(of: each.path) {
                let cycle = (self.path[start...] + [each.path]).joined(separator: " -> ")
                throw Complaint(path, each.line, "modules import each other in a circle: \(cycle)")
            }
            guard try add(each.path) else { throw Complaint(path, each.line, "there is no module \(each.path)") }
        }
        self.path.removeLast()
        places[path] = modules.count
        modules.append(module)
        return true
    }

    private func checkImports(of module: Module) throws {
        let used = module.usedNames
        var known: Set<String> = []
        for each in module.imports {
            let exported = places[each.path].map { modules[$0].declarations.filter(\.isExported).map(\.name) } ?? []
            for name in each.names {
                guard exported.contains(name) else {
                    throw Complaint(module.path, each.line, "\(each.path) exports no \(name)")
                }
                guard known.insert(name).inserted else {
                    throw Complaint(module.path, each.line, "\(name) is imported twice")
                }
                guard used[name] != nil else {
                    throw Complaint(module.path, each.line, "\(name) is imported but never used")
                }
            }
        }
    }

    /// Joined modules share one scope, so each name at their tops is declared once; and a module uses no such name of
    /// another one that it has not imported.
    private func checkNames() throws {
        var owners: [String: String] = [:]
        for module in modules {
            for each in module.declarations {
                if let owner = owners[each.name] {
                    throw Complaint(module.path, each.line, "\(each.name) is declared at the top of \(owner), too")
                }
                owners[each.name] = module.path
            }
        }
        for module in modules {
            let known = module.ownNames
            for (name, line) in module.usedNames.sorted(by: { $0.value < $1.value }) where !known.contains(name) {
                guard let owner = owners[name] else { continue }
                throw Complaint(module.path, line, "\(name) is declared in \(owner), and not imported here")
            }
        }
    }
}
