import Foundation

extension JSONSchema {
    /// The two kinds of lines, as the schema calls them.
    public enum Line: String, Sendable {
        /// From a client.
        case command = "Command"
        /// From a host.
        case event = "Event"

        /// Returns the name of the definition for lines of this type.
        public func definition(_ type: String) -> String { type.capitalized + rawValue }
    }

    /// The schema of the protocol's lines, which authors of clients use as well.
    public static let wire: JSONSchema = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Protocol/protocol.schema.json")
        do {
            return try JSONSchema(Data(contentsOf: file))
        } catch {
            preconditionFailure("\(file.path): \(error)")
        }
    }()

    /// Returns the first flaw of a line, by the definition for its type, if any.
    public func flaw(ofLine bytes: some Sequence<UInt8>, _ line: Line, isStrict: Bool = false) -> String? {
        guard let value = try? JSONNode(bytes) else { return "it is not JSON" }
        guard let type = value["type"]?.string else { return "it has no type" }
        return flaw(of: value, as: line.definition(type), isStrict: isStrict)
    }
}
