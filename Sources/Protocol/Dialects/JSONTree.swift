/// A JSON text from elsewhere: neither a message nor one of the project's own files.
package indirect enum JSONTree: Equatable, Sendable {
    /// A string.
    case text(String)
    /// An array.
    case list([JSONTree])
    /// An object, with its fields in order.
    case object([Field])
    /// A number, `true`, `false` or `null`.
    case other

    /// A field of an object.
    package struct Field: Equatable, Sendable {
        /// Its key.
        package let key: String
        /// Its value.
        package let value: JSONTree
    }

    /// Parses a text; returns nil if it is not JSON, or nested more than ``Limits/nesting`` levels deep.
    package init?(_ bytes: [UInt8]) {
        do throws(Refusal) {
            self.init(try JSONText(bytes, in: 0..<bytes.count).value)
        } catch {
            return nil
        }
    }

    private init(_ value: JSONValue) {
        switch value.kind {
        case .string: self = .text(value.string ?? "")
        case .array: self = .list((value.array ?? []).map { JSONTree($0) })
        case .object:
            var fields: [Field] = []
            value.object?.forEach { key, value in
                fields.append(Field(key: key.string ?? "", value: JSONTree(value)))
            }
            self = .object(fields)
        case .null, .bool, .number: self = .other
        }
    }
}
