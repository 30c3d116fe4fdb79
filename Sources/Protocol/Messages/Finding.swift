/// The question of a client that looks for hosts on the network, in one UDP datagram.
///
/// It is at least as long as the answer, so that a host cannot be used to amplify traffic to a forged address.
public enum FindQuestion {
    /// The datagram to send.
    public static let bytes: [UInt8] = {
        let text = Array(#"{"type":"find","protocol":\#(Hello.protocolVersion)}"#.utf8)
        return text + Array(repeating: UInt8(ascii: " "), count: Limits.findQuestionBytes.lowerBound - text.count)
    }()

    /// Returns true if a datagram is a question of this protocol; fields that it doesn't know are ignored.
    public static func isValid(_ datagram: ArraySlice<UInt8>) -> Bool {
        guard Limits.findQuestionBytes.contains(datagram.count), let object = JSONObject(datagram: datagram) else {
            return false
        }
        return object["type"]?.string == "find" && object["protocol"]?.int == Hello.protocolVersion
    }
}

/// The answer of a host to a ``FindQuestion``.
public struct FindAnswer: Equatable, Sendable {
    /// The host's name, 1 to 24 characters.
    public let host: String
    /// The TCP port that it listens on.
    public let port: UInt16
    /// The version of the host's program.
    public let version: String
    /// The number of connected players with a name.
    public let players: Int
    /// The number of public matches that aren't over.
    public let matches: Int

    /// Creates an answer.
    public init(host: String, port: UInt16, version: String = Hello.programVersion, players: Int, matches: Int) {
        (self.host, self.port, self.version) = (host, port, version)
        (self.players, self.matches) = (players, matches)
    }
}

extension FindAnswer {
    /// Parses a datagram; returns nil if it isn't an answer of this protocol, or holds a number or a name that no host
    /// has.
    public init?(_ datagram: ArraySlice<UInt8>) {
        guard datagram.count <= Limits.findAnswerBytes, let object = JSONObject(datagram: datagram),
            object["type"]?.string == "found", object["protocol"]?.int == Hello.protocolVersion,
            let host = object["host"]?.string, 1...Limits.nameCharacters ~= host.count,
            host.utf8.count <= Limits.nameBytes,
            let port = object["port"]?.int.flatMap(UInt16.init(exactly:)), port > 0,
            let players = object["players"]?.int, Limits.findCounts.contains(players),
            let matches = object["matches"]?.int, Limits.findCounts.contains(matches)
        else { return nil }
        self.init(
            host: host, port: port, version: object["version"]?.string ?? "", players: players, matches: matches)
    }

    /// The datagram to send: at most ``Limits/findAnswerBytes`` bytes; the end of a long name is cut off if need be.
    public var bytes: [UInt8] {
        var name = host
        var bytes = bytes(naming: name)
        while bytes.count > Limits.findAnswerBytes, !name.isEmpty {
            name.removeLast()
            bytes = self.bytes(naming: name)
        }
        return bytes
    }

    private func bytes(naming name: String) -> [UInt8] {
        var writer = ByteWriter(capacity: 2 * Limits.findAnswerBytes)
        writer.put(#"{"type":"found""#)
        writer.putField("protocol", Hello.protocolVersion)
        writer.putField("host", name)
        writer.putField("port", Int(port))
        writer.putField("version", version)
        writer.putField("players", players)
        writer.putField("matches", matches)
        writer.put(UInt8(ascii: "}"))
        return writer.drain()
    }
}

extension JSONObject {
    /// The object that a datagram consists of; nil if it is anything else.
    fileprivate init?(datagram: ArraySlice<UInt8>) {
        guard let text = try? JSONText(Array(datagram), in: 0..<datagram.count), let object = text.value.object else {
            return nil
        }
        self = object
    }
}
