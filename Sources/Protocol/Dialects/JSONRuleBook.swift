/// A rule book in JSON: objects, each with a value for each name.
enum JSONRuleBook {
    /// Writes the fields of a `rules`.
    static func write(_ book: RuleBook, into writer: inout ByteWriter) {
        writer.putField("preset", book.preset)
        for (key, all) in [("presets" as StaticString, book.presets), ("solo", book.solo), ("games", book.games)] {
            put(key, all, &writer) { writer, named in
                writer.putKey(named.name)
                JSONRules.write(RulesRequest(named.rules), into: &writer)
            }
        }
        put("ranges", book.ranges, &writer) { writer, number in
            writer.putKey(number.field)
            writer.putList([number.range.lowerBound, number.range.upperBound]) { $0.put($1) }
        }
        put("faces", book.faces, &writer) { writer, set in
            writer.putKey(set.name)
            writer.putList(set.faces) { $0.putJSON($1) }
        }
    }

    private static func put<Entry>(
        _ key: StaticString, _ entries: [Entry], _ writer: inout ByteWriter,
        entry: (inout ByteWriter, Entry) -> Void
    ) {
        writer.putKey(key)
        writer.put("{")
        for value in entries { entry(&writer, value) }
        writer.put("}")
    }

    /// Reads the fields of a `rules`, without what this program cannot read; returns nil if a field is missing.
    static func read(_ object: JSONObject) -> RuleBook? {
        guard let presets = object["presets"]?.object, let ranges = object["ranges"]?.object,
            let faces = object["faces"]?.object
        else { return nil }
        return RuleBook(
            preset: object["preset"]?.string ?? Preset.classic.rawValue,
            presets: rules(presets), solo: rules(object["solo"]?.object), games: rules(object["games"]?.object),
            ranges: entries(ranges) { name, value in
                guard let bounds = value.ints, bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
                return RuleBook.NamedRange(field: name, range: bounds[0]...bounds[1])
            },
            faces: entries(faces) { name, value in
                value.strings.map { RuleBook.NamedFaces(name: name, faces: $0) }
            })
    }

    private static func rules(_ object: JSONObject?) -> [RuleBook.NamedRules] {
        object.map { object in
            entries(object) { name, value in
                JSONRules.readComplete(value).map { RuleBook.NamedRules(name: name, rules: $0) }
            }
        } ?? []
    }

    private static func entries<Entry>(
        _ object: JSONObject, _ entry: (_ name: String, _ value: JSONValue) -> Entry?
    ) -> [Entry] {
        var entries: [Entry] = []
        object.forEach { name, value in
            if let name = name.string, let entry = entry(name, value) { entries.append(entry) }
        }
        return entries
    }
}
