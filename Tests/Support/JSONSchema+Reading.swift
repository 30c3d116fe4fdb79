import Foundation

extension JSONSchema {
    /// A fault of a schema.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a schema.
    ///
    /// - Throws: if it has a keyword that is not checked, a value that its keyword cannot have, or a reference to
    ///   something else than one of its `$defs`.
    public init(_ bytes: some Sequence<UInt8>) throws {
        let source = try JSONNode(bytes)
        guard case .object(var fields) = source else { throw Fault(description: "a schema must be an object") }
        let definitions = fields.removeValue(forKey: "$defs") ?? .object([:])
        guard case .object(let named) = definitions else { throw Fault(description: "$defs must be an object") }
        let reader = Reader(names: definitions.keys)
        self.source = source
        root = try reader.rules(.object(fields))
        self.definitions = try named.mapValues { try reader.rules($0) }
    }

    /// Turns schemas into rules.
    private struct Reader {
        /// The definitions that there are.
        let names: Set<String>

        func rules(_ schema: JSONNode) throws -> [Rule] {
            switch schema {
            case .bool(let isAnything): return isAnything ? [] : [.nothing]
            case .object(let keywords):
                let properties = keywords["properties"]?.keys ?? []
                var rules = try keywords.sorted { $0.key < $1.key }.compactMap { keyword, value -> Rule? in
                    if ["$schema", "title", "description"].contains(keyword) { return nil }
                    if keyword == "additionalProperties" {
                        return .otherFields(than: properties, try self.rules(value))
                    }
                    return try rule(keyword, value)
                }
                // What speaks of fields without saying that it is an object is one way among others to be one.
                if keywords["type"] == .string("object"), keywords["additionalProperties"] == nil {
                    rules.append(.knownFields(properties))
                }
                return rules
            default: throw Fault(description: "\(schema) is no schema")
            }
        }

        private func rule(_ keyword: String, _ value: JSONNode) throws -> Rule {
            switch (keyword, value) {
            case ("$ref", .string(let text)): try reference(text)
            case ("type", .string): try types([value])
            case ("type", .array(let types)): try self.types(types)
            case ("const", _): .values([value])
            case ("enum", .array(let values)): .values(values)
            case ("examples", .array(let values)): .known(values)
            case ("anyOf", .array(let schemas)): .anyOf(try schemas.map(rules))
            case ("oneOf", .array(let schemas)): .oneOf(try schemas.map(rules))
            case ("minimum", .integer(let number)): .number(number...Int.max)
            case ("maximum", .integer(let number)): .number(Int.min...number)
            case ("minLength", .integer(let number)): .length(number...Int.max)
            case ("maxLength", .integer(let number)): .length(0...number)
            case ("pattern", .string(let text)): .pattern(try NSRegularExpression(pattern: text).pattern)
            case ("minItems", .integer(let number)): .count(number...Int.max)
            case ("maxItems", .integer(let number)): .count(0...number)
            case ("uniqueItems", .bool(true)): .unique
            case ("items", _): .items(try rules(value))
            case ("properties", .object(let schemas)): .fields(try schemas.mapValues(rules))
            case ("required", .array(let names)): .required(try names.map(text))
            default: throw Fault(description: "\(keyword) with \(value) is not checked")
            }
        }

        private func reference(_ text: String) throws -> Rule {
            let prefix = "#/$defs/"
            let name = String(text.dropFirst(prefix.count))
            guard text.hasPrefix(prefix), names.contains(name) else {
                throw Fault(description: "there is no \(text)")
            }
            return .reference(name)
        }

        private func types(_ names: [JSONNode]) throws -> Rule {
            let types = Set(try names.map(text))
            guard types.isSubset(of: ["null", "boolean", "integer", "string", "array", "object"]) else {
                throw Fault(description: "one of the types \(types) is not checked")
            }
            return .types(types)
        }

        private func text(_ value: JSONNode) throws -> String {
            guard let text = value.string else { throw Fault(description: "\(value) must be a string") }
            return text
        }
    }
}
