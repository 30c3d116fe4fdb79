import Foundation

/// A JSON Schema (draft 2020-12). It can only be made with the keywords that are checked, so that none is ignored.
public struct JSONSchema: Sendable {
    /// One keyword with its value.
    enum Rule: Sendable {
        /// Nothing is allowed: the schema `false`.
        case nothing
        case reference(String)
        case types(Set<String>)
        case values([JSONNode])
        /// All values that are known, though others may come.
        case known([JSONNode])
        case anyOf([[Rule]])
        case oneOf([[Rule]])
        case number(ClosedRange<Int>)
        case length(ClosedRange<Int>)
        case pattern(String)
        case count(ClosedRange<Int>)
        case unique
        case items([Rule])
        case fields([String: [Rule]])
        case required([String])
        case otherFields(than: Set<String>, [Rule])
        /// All fields that are known, though others may come.
        case knownFields(Set<String>)
    }

    /// The schema as it was read.
    public let source: JSONNode
    let root: [Rule]
    let definitions: [String: [Rule]]

    /// Returns the first flaw of a value, with its place in it; nil if the schema accepts the value.
    ///
    /// - Parameters:
    ///   - definition: a name in `$defs`, to check the value by that alone.
    ///   - isStrict: whether to refuse what a newer program may add: fields that the schema does not name, and values
    ///     that are not among the `examples` of those that are known.
    public func flaw(of value: JSONNode, as definition: String? = nil, isStrict: Bool = false) -> String? {
        let rules = definition.map { definitions[$0] ?? [.nothing] } ?? root
        return flaw(of: value, rules, isStrict).map { "$\($0)" }
    }

    private func flaw(of value: JSONNode, _ rules: [Rule], _ isStrict: Bool) -> String? {
        for rule in rules {
            if let flaw = flaw(of: value, rule, isStrict) { return flaw }
        }
        return nil
    }

    private func flaw(of value: JSONNode, _ rule: Rule, _ isStrict: Bool) -> String? {
        switch rule {
        case .nothing: return " is not allowed"
        case .reference(let name): return flaw(of: value, definitions[name] ?? [.nothing], isStrict)
        case .types(let types): return types.contains(value.type) ? nil : " is no \(types.sorted())"
        case .values(let values): return values.contains(value) ? nil : " is none of \(values)"
        case .known(let values): return !isStrict || values.contains(value) ? nil : " is none known: \(value)"
        case .anyOf(let branches):
            let flaws = branches.map { flaw(of: value, $0, isStrict) }
            return flaws.contains(nil) ? nil : flaws.compactMap(\.self).joined(separator: ", and")
        case .oneOf(let branches):
            let flaws = branches.map { flaw(of: value, $0, isStrict) }
            let matches = flaws.count { $0 == nil }
            if matches > 1 { return " is \(matches) of those that exclude each other" }
            return matches == 1 ? nil : flaws.compactMap(\.self).joined(separator: ", and")
        default: break
        }
        switch value {
        case .integer(let number): return Self.flaw(of: Double(number), rule)
        case .fraction(let number): return Self.flaw(of: number, rule)
        case .string(let text): return Self.flaw(of: text, rule)
        case .array(let elements): return flaw(of: elements, rule, isStrict)
        case .object(let fields): return flaw(of: fields, rule, isStrict)
        case .null, .bool: return nil
        }
    }

    private static func flaw(of number: Double, _ rule: Rule) -> String? {
        guard case .number(let range) = rule else { return nil }
        let isInside = Double(range.lowerBound) <= number && number <= Double(range.upperBound)
        return isInside ? nil : " is \(number), out of range"
    }

    private static func flaw(of text: String, _ rule: Rule) -> String? {
        switch rule {
        case .length(let range):
            return range.contains(text.unicodeScalars.count) ? nil : " is \(text.unicodeScalars.count) long"
        case .pattern(let pattern):
            return text.range(of: pattern, options: .regularExpression) != nil ? nil : " is '\(text)', not \(pattern)"
        default: return nil
        }
    }

    private func flaw(of elements: [JSONNode], _ rule: Rule, _ isStrict: Bool) -> String? {
        switch rule {
        case .count(let range): return range.contains(elements.count) ? nil : " has \(elements.count) elements"
        case .unique: return Set(elements).count == elements.count ? nil : " has an element twice"
        case .items(let rules):
            for (index, element) in elements.enumerated() {
                if let flaw = flaw(of: element, rules, isStrict) { return "/\(index)\(flaw)" }
            }
            return nil
        default: return nil
        }
    }

    private func flaw(of fields: [String: JSONNode], _ rule: Rule, _ isStrict: Bool) -> String? {
        switch rule {
        case .fields(let rules):
            for (name, value) in fields {
                if let rules = rules[name], let flaw = flaw(of: value, rules, isStrict) { return "/\(name)\(flaw)" }
            }
            return nil
        case .required(let names): return names.first { fields[$0] == nil }.map { " lacks \($0)" }
        case .otherFields(let names, let rules):
            for (name, value) in fields where !names.contains(name) {
                if let flaw = flaw(of: value, rules, isStrict) { return "/\(name)\(flaw)" }
            }
            return nil
        case .knownFields(let names):
            return isStrict ? fields.keys.first { !names.contains($0) }.map { "/\($0) is not known" } : nil
        default: return nil
        }
    }
}
