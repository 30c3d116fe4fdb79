/// The rules of a match in JSON: a preset's name, or an object.
enum JSONRules {
    /// Reads a request for rules.
    ///
    /// - Throws: `bad_rules`, naming the field and its valid values.
    static func read(_ value: JSONValue) throws(Refusal) -> RulesRequest {
        if let name = value.string { return RulesRequest(preset: try choice(name, "preset")) }
        guard let object = value.object else {
            throw .badRules("neither a preset name nor an object")
        }
        return try read(object, isTolerant: false)
    }

    /// Reads an object; a tolerant reader skips unknown fields and face sets.
    private static func read(_ object: JSONObject, isTolerant: Bool) throws(Refusal) -> RulesRequest {
        var request = RulesRequest()
        var problem: Refusal?
        var seen: Set<String> = []
        object.forEach { key, value in
            guard problem == nil else { return }
            let key = key.string ?? ""
            do throws(Refusal) {
                guard seen.insert(key).inserted else { throw .badRules("duplicate \(quotable(key))") }
                try set(key, value, in: &request, isTolerant: isTolerant)
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return request
    }

    private static func set(
        _ key: String, _ value: JSONValue, in request: inout RulesRequest, isTolerant: Bool
    ) throws(Refusal) {
        if let rule = Rule.named[key] { return try rule.read(value, into: &request, isTolerant: isTolerant) }
        switch key {
        case "game": request.game = try choice(value, key)
        case "preset": request.preset = try choice(value, key)
        case _ where isTolerant: break
        default: throw .badRules("unknown \(quotable(key))")
        }
    }

    /// Returns a field's name as part of a sentence.
    private static func quotable(_ key: String) -> String {
        let shown = CommandReader.quotable(key)
        return shown.isEmpty ? "field" : "field '\(shown)'"
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, _ field: String
    ) throws(Refusal) -> Choice? {
        value.isNull ? nil : try choice(value.string, field)
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String?, _ field: String
    ) throws(Refusal) -> Choice {
        guard let name, let choice = Choice(rawValue: name) else {
            throw .badRules(field: field, range: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// Writes a request: only the preset's name if nothing overrides it.
    static func write(_ request: RulesRequest, into writer: inout ByteWriter) {
        if let preset = request.preset, request == RulesRequest(preset: preset) {
            return writer.putJSON(preset.rawValue)
        }
        writer.put("{")
        if let game = request.game { writer.putField("game", game.rawValue) }
        if let preset = request.preset { writer.putField("preset", preset.rawValue) }
        for rule in Rule.all { rule.write(request, into: &writer) }
        writer.put("}")
    }

    /// Reads the rules of a match as sent by the host; returns nil if they aren't an object or a value is invalid.
    ///
    /// Unknown fields are ignored, and missing ones are as in `classic`.
    static func readComplete(_ value: JSONValue?) -> Rules? {
        guard let object = value?.object else { return nil }
        do throws(Refusal) {
            return try Rules(try read(object, isTolerant: true))
        } catch {
            return nil
        }
    }
}

/// The JSON of rules that have been written before: most matches of a list share theirs with others.
struct RulesTexts {
    private var known: [Rules: String] = [:]

    /// Appends the key `rules` and the complete rules of a match.
    mutating func putField(_ rules: Rules, into writer: inout ByteWriter) {
        writer.putKey("rules")
        if let text = known[rules] { return writer.put(text: text) }
        var own = ByteWriter(capacity: 512)
        JSONRules.write(RulesRequest(rules), into: &own)
        let text = String(decoding: own.drain(), as: UTF8.self)
        known[rules] = text
        writer.put(text: text)
    }
}
