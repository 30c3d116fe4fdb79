import Protocol

/// Changes to a line of JSON after which it says the same to a client that follows `PROTOCOL.md`.
enum LineEditor {
    /// Adds fields that no version of the protocol knows to every object, and makes the change one of an unknown kind.
    static func withUnknownFields(_ line: [UInt8]) -> [UInt8] { edit(line, adding) }

    /// Puts the fields of every object into reverse order.
    static func reversed(_ line: [UInt8]) -> [UInt8] { edit(line, reversing) }

    /// Replaces the numbers or strings of these fields of the outermost object.
    static func replacing(_ fields: [String: String], in line: [UInt8]) -> [UInt8] {
        edit(line) { tree in
            guard case .object(let all) = tree else { return tree }
            return .object(
                all.map { field in
                    guard let text = fields[field.key] else { return field }
                    return JSONTree.Field(key: field.key, value: .literal(text))
                })
        }
    }

    private static func edit(_ line: [UInt8], _ change: (JSONTree) -> JSONTree) -> [UInt8] {
        guard line.last == UInt8(ascii: "\n"), let tree = JSONTree(Array(line.dropLast())) else { return line }
        return Array(change(tree).json.utf8) + [UInt8(ascii: "\n")]
    }

    private static func adding(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .object(let fields):
            let kept = fields.map { field in
                if field.key == "kind" { return JSONTree.Field(key: "kind", value: .text("eclipse")) }
                return JSONTree.Field(key: field.key, value: adding(field.value))
            }
            let unknown = JSONTree.Field(key: "aura", value: .list([.literal("7"), .object([]), .text("{\"type\":")]))
            return .object([unknown] + kept + [JSONTree.Field(key: "zenith", value: .literal("null"))])
        case .list(let values): return .list(values.map(adding))
        case .text, .literal: return tree
        }
    }

    private static func reversing(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .object(let fields):
            .object(fields.reversed().map { JSONTree.Field(key: $0.key, value: reversing($0.value)) })
        case .list(let values): .list(values.map(reversing))
        case .text, .literal: tree
        }
    }
}
