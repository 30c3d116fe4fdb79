/// The result of parsing a line from a host.
public enum HostMessage: Equatable, Sendable {
    /// A message that this client knows.
    case message(Message)
    /// A message of an unknown type, to be ignored.
    case unknown(type: String)
    /// Not a message, or one that lacks a required field; the sentence says what is wrong.
    case malformed(String)
}

/// Parses lines from a host. Unknown fields and types are ignored.
public enum JSONEventReader {
    /// Parses one line (without its end).
    public static func read(_ bytes: [UInt8], in range: Range<Int>) -> HostMessage {
        let object: JSONObject
        do throws(Refusal) {
            guard let found = try JSONText(bytes, in: range).value.object else {
                return .malformed("The line is not a JSON object.")
            }
            object = found
        } catch {
            return .malformed(error.message)
        }
        guard let type = object["type"]?.string else { return .malformed("The message has no type.") }
        guard let kind = Event.Kind(rawValue: type) else {
            return .unknown(type: String(type.prefix(Limits.Internal.typeLength)))
        }
        guard let event = event(kind, object) else {
            return .malformed("The '\(type)' message has a missing or invalid field.")
        }
        return .message(Message(event, re: object.parsed("re", RequestID.init)))
    }

    private static func event(_ kind: Event.Kind, _ object: JSONObject) -> Event? {
        switch kind {
        case .hello: hello(object)
        case .welcome: welcome(object)
        case .lobby: lobby(object)
        case .match: match(object)
        case .state: JSONRecords.readState(object)
        case .said: said(object)
        case .records: JSONRecords.readList(object).map { .records($0) }
        case .record: JSONRecords.readRecord(object).map { .record($0, pictures: object.pictures("pictures")) }
        case .replay: JSONRecords.readReplay(object).map { .replay($0) }
        case .scores: JSONScores.read(object).map { .scores($0) }
        case .standings: JSONStandings.read(object).map { .standings($0) }
        case .rules: JSONRuleBook.read(object).map { .rules($0) }
        case .ok: .ok(nil)
        case .error: error(object)
        case .pong: .pong
        case .help: object["commands"]?.array.map { _ in .help }
        case .bye:
            .bye(
                Farewell(
                    reason: object["reason"]?.string ?? "", message: object["message"]?.string ?? "",
                    retry: object["retry"]?.bool ?? false))
        }
    }

    private static func hello(_ object: JSONObject) -> Event? {
        guard let version = object["protocol"]?.int else { return nil }
        var hello = Hello(host: object["host"]?.string ?? "")
        hello.protocolVersion = version
        hello.programVersion = object["version"]?.string ?? ""
        hello.features = object["features"]?.strings ?? []
        hello.faces = object["faces"]?.strings ?? []
        hello.preset = object["preset"]?.string ?? Preset.classic.rawValue
        hello.addresses = object["addresses"]?.strings ?? []
        hello.isDraining = object["draining"]?.bool ?? false
        hello.hint = object["hint"]?.string ?? ""
        if let limits = object["limits"]?.object {
            for (name, field) in PublishedLimits.fields {
                if let value = limits[name]?.int { hello.limits[keyPath: field] = value }
            }
        }
        return .hello(hello)
    }

    private static func welcome(_ object: JSONObject) -> Event? {
        guard let name = object["name"]?.string, let token = object.parsed("token", Token.init) else {
            return nil
        }
        return .welcome(Welcome(name: name, token: token, resumed: object["resumed"]?.bool ?? false))
    }

    private static func lobby(_ object: JSONObject) -> Event? {
        guard let entries = object["matches"]?.array else { return nil }
        let matches = entries.compactMap { entry -> LobbyList.Entry? in
            guard let entry = entry.object, let match = entry.parsed("match", MatchID.init),
                let phase = entry.parsed("phase", MatchState.Phase.init(rawValue:)),
                let rules = JSONRules.readComplete(entry["rules"])
            else { return nil }
            return LobbyList.Entry(
                match: match, phase: phase, seats: entry["seats"]?.strings ?? [], scores: entry["scores"]?.ints ?? [],
                watchers: entry["watchers"]?.int ?? 0, rules: rules)
        }
        let players = object["players"]?.strings ?? []
        return .lobby(
            LobbyList(
                matches: matches, players: players, playerCount: object["playerCount"]?.int ?? players.count,
                total: object["total"]?.int ?? matches.count, isDraining: object["draining"]?.bool ?? false))
    }

    private static func match(_ object: JSONObject) -> Event? {
        guard let match = object.parsed("match", MatchID.init),
            let rules = JSONRules.readComplete(object["rules"])
        else { return nil }
        guard object.holdsNumberOrNull("seat"), object["seat"]?.int.map((0..<rules.seats).contains) ?? true else {
            return nil
        }
        let (seat, beside) = (object["seat"]?.int, object["beside"]?.int)
        return .match(
            Seating(
                match: match, seat: seat, rules: rules, seal: object.parsed("seal", Seal.init),
                code: object.parsed("code", MatchCode.init),
                beside: beside.flatMap { seat != nil && $0 != seat && (0..<rules.seats).contains($0) ? $0 : nil },
                contest: ContestPlace(object["contest"]), pictures: object.pictures("pictures")))
    }

    private static func said(_ object: JSONObject) -> Event? {
        guard let from = object["from"]?.string, let text = object["text"]?.string else { return nil }
        return .said(
            Said(
                match: object.parsed("match", MatchID.init), from: from,
                role: object.parsed("role", Said.Role.init(rawValue:)), text: text,
                isPast: object["past"]?.bool ?? false))
    }

    private static func error(_ object: JSONObject) -> Event? {
        guard let code = object["code"]?.string else { return nil }
        return .error(
            ErrorReport(
                code: code, message: object["message"]?.string ?? code, command: object["command"]?.string,
                isFatal: object["fatal"]?.bool ?? false))
    }
}
