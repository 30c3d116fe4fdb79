import Foundation

/// A value of JSON, read and written without the code that the product has for it.
public enum JSONNode: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case fraction(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])

    /// Parses a text.
    public init(_ bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONNode.self, from: Data(bytes))
    }

    /// Reads whatever value there is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode([JSONNode].self) {
            self = .array(value)
        } else if let value = try? container.decode([String: JSONNode].self) {
            self = .object(value)
        } else {
            self = .fraction(try container.decode(Double.self))
        }
    }

    /// Writes the value as itself.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The value as a text, without a line break.
    public func bytes() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

    /// The name of its type in a schema.
    public var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .fraction: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The value of a field; nil if there is none, or this is no object.
    public subscript(field: String) -> JSONNode? {
        if case .object(let fields) = self { fields[field] } else { nil }
    }

    /// The names of its fields.
    public var keys: Set<String> {
        if case .object(let fields) = self { Set(fields.keys) } else { [] }
    }

    /// The number, if it is an integer.
    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The text, if it is a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if it is an array.
    public var elements: [JSONNode]? {
        if case .array(let value) = self { value } else { nil }
    }
}
