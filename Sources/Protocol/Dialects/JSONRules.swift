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
        switch key {
        case "preset": request.preset = try choice(value, key)
        case "rows": request.rows = try number(value, key, Rules.words(Rules.Bounds.side))
        case "columns": request.columns = try number(value, key, Rules.words(Rules.Bounds.side))
        case "seats": request.seats = try number(value, key, Rules.words(Rules.Bounds.seats))
        case "turns": request.turns = try number(value, key, Rules.words(Rules.Bounds.turns))
        case "revealMs": request.revealMilliseconds = try number(value, key, Rules.words(Rules.Bounds.reveal))
        case "turnMs": request.turnMilliseconds = try number(value, key, "0, or " + Rules.words(Rules.Bounds.turn))
        case "graceMs": request.graceMilliseconds = try number(value, key, Rules.words(Rules.Bounds.grace))
        case "scoring": request.scoring = try choice(value, key)
        case "matched": request.matched = try choice(value, key)
        case "again":
            if value.isNull { break }
            guard let again = value.bool else { throw .badRules(field: key, range: "true or false") }
            request.again = again
        case "faces" where isTolerant: request.faces = value.string.flatMap { FaceSet(rawValue: $0) }
        case "faces": request.faces = try choice(value, key)
        case _ where isTolerant: break
        default:
            throw .badRules("unknown \(quotable(key))")
        }
    }

    /// Returns a field's name as part of a sentence.
    private static func quotable(_ key: String) -> String {
        let shown = CommandReader.quotable(key)
        return shown.isEmpty ? "field" : "field '\(shown)'"
    }

    private static func number(_ value: JSONValue, _ field: String, _ range: String) throws(Refusal) -> Int? {
        if value.isNull { return nil }
        guard let number = value.int else { throw .badRules(field: field, range: range) }
        return number
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
        if let preset = request.preset { writer.putField("preset", preset.rawValue) }
        if let rows = request.rows { writer.putField("rows", rows) }
        if let columns = request.columns { writer.putField("columns", columns) }
        if let seats = request.seats { writer.putField("seats", seats) }
        if let turns = request.turns { writer.putField("turns", turns) }
        if let reveal = request.revealMilliseconds { writer.putField("revealMs", reveal) }
        if let turn = request.turnMilliseconds { writer.putField("turnMs", turn) }
        if let grace = request.graceMilliseconds { writer.putField("graceMs", grace) }
        if let scoring = request.scoring { writer.putField("scoring", scoring.rawValue) }
        if let matched = request.matched { writer.putField("matched", matched.rawValue) }
        if let again = request.again { writer.putField("again", again) }
        if let faces = request.faces { writer.putField("faces", faces.rawValue) }
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
