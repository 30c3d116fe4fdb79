/// A JSON text whose fields matter in their order, or one from elsewhere.
package indirect enum JSONTree: Equatable, Sendable {
    case text(String)
    /// An array.
    case list([JSONTree])
    /// An object, with its fields in order.
    case object([Field])
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)

    /// A field of an object.
    package struct Field: Equatable, Sendable {
        package let key: String
        package let value: JSONTree

        /// A field with this key and value.
        package init(key: String, value: JSONTree) { (self.key, self.value) = (key, value) }
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
        case .null, .bool, .number: self = .literal(value.literal)
        }
    }

    /// The text, without white space.
    package var json: String {
        var writer = ByteWriter()
        write(into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    private func write(into writer: inout ByteWriter) {
        switch self {
        case .text(let text): writer.putJSON(text)
        case .literal(let text): writer.put(text: text)
        case .list(let values):
            writer.put("[")
            for (index, value) in values.enumerated() {
                if index > 0 { writer.put(",") }
                value.write(into: &writer)
            }
            writer.put("]")
        case .object(let fields):
            writer.put("{")
            for (index, field) in fields.enumerated() {
                if index > 0 { writer.put(",") }
                writer.putJSON(field.key)
                writer.put(":")
                field.value.write(into: &writer)
            }
            writer.put("}")
        }
    }
}
