import TestSupport
import Testing

@testable import Protocol

/// The schema of the protocol has the ranges, limits and lists of the host, and says something about every field.
@Suite struct `JSON Schema: ranges and limits` {
    private let schema = JSONSchema.wire

    @Test(arguments: Rule.all.filter { $0.number != nil }.map(\.name))
    func `the schema has the range of every rule that is a number`(rule: String) throws {
        let row = try #require(Rule.named[rule])
        let number = try #require(row.number)
        let game = try #require(GameKind.allCases.first { $0.has(row) })
        let (low, high) = (number.bounds.lowerBound, number.bounds.upperBound)
        for value in [low - 1, low, high, high + 1, 0, -1] {
            let line = #"{"type":"open","rules":{"game":"\#(game.rawValue)","preset":"tiles","\#(rule)":\#(value)}}"#
            guard case .open(let request, _, _) = read(line).command else {
                Issue.record("the host does not read \(line)")
                continue
            }
            let isAllowed = (try? Rules(request)) != nil
            #expect((schema.flaw(ofLine: line.utf8, .command) == nil) == isAllowed, "\(line)")
            #expect(isAllowed == (number.bounds.contains(value) || number.mayBeZero && value == 0))
            let rules = try JSONNode(JSONSamples.classicRules.utf8).with(rule, .integer(value))
            #expect((schema.flaw(of: rules, as: "Rules") == nil) == isAllowed, "\(line)")
        }
    }

    @Test func `the schema has every preset, set of faces and choice of the rules`() {
        let choices: [String: [String]] = [
            "Preset": Preset.allCases.map(\.rawValue), "Faces": FaceSet.allCases.map(\.rawValue),
            "Scoring": Rules.Scoring.allCases.map(\.rawValue), "Matched": Rules.Matched.allCases.map(\.rawValue),
            "EndReason": Ending.Reason.known.map(\.text),
        ]
        for (name, choices) in choices {
            #expect(schema.source["$defs"]?[name]?["examples"]?.elements?.map(\.string) == choices)
        }
        let features = schema.definition("HelloEvent")?["properties"]?["features"]?["items"]?["examples"]
        #expect(features?.elements?.map(\.string) == (Hello.allFeatures + [Hello.contestFeature]).sorted())
        let rules = Set(Rule.all.map(\.name)).union(["game"])
        #expect(schema.definition("Rules")?["properties"]?.keys == rules)
        #expect(schema.definition("Rules")?.required == Set(Memory.rules.map(\.name)))
        #expect(schema.definition("WantedRules")?["properties"]?.keys == rules.union(["preset"]))
        let games = schema.definition("Game")?["examples"]?.elements?.map(\.string)
        #expect(games == GameKind.allCases.map(\.rawValue))
    }

    @Test(
        arguments: [
            ("RequestID", [], "maxLength", Limits.requestIDBytes), ("Name", [], "maxLength", Limits.nameBytes),
            ("ErrorEvent", ["command"], "maxLength", Limits.Internal.typeLength),
            ("SaidEvent", ["text"], "maxLength", Limits.textBytes),
            ("RecordsCommand", ["limit"], "maximum", Limits.recordsAtOnce),
            ("RecordsEvent", ["records"], "maxItems", Limits.recordsAtOnce),
            ("RecordEvent", ["moves"], "maxItems", Limits.recordMoves),
            ("LobbyEvent", ["matches"], "maxItems", Limits.lobbyMatches),
            ("LobbyEvent", ["players"], "maxItems", Limits.lobbyPlayers),
            ("ScoresEvent", ["best"], "maxItems", Limits.bestGames),
            ("ScoresEvent", ["players"], "maxItems", Limits.bestPlayers),
            ("PlayerStatistics", ["best"], "maxItems", Limits.ownBoards),
            ("PlayerStatistics", ["opponents"], "maxItems", Limits.opponents),
            ("PlayerStatistics", ["house"], "maxItems", HouseLevel.allCases.count),
            ("Recall", ["span"], "maxItems", Recall.buckets), ("TurnCount", [], "maximum", Limits.matchTurns),
            ("TimeLeft", [], "maximum", max(Rules.Bounds.turn.upperBound, Rules.Bounds.grace.upperBound)),
            ("Card", [], "maximum", cards - 1), ("StateEvent", ["cards"], "maxItems", cards),
            ("RecordEvent", ["deck"], "maxItems", cards), ("Seat", ["taken"], "maxItems", cards),
            ("SeatOrNull", [], "maximum", Rules.Bounds.seats.upperBound - 1),
            ("StateEvent", ["seats"], "maxItems", Rules.Bounds.seats.upperBound),
            ("Players", [], "maxItems", Rules.Bounds.seats.upperBound),
            ("HelloEvent", ["protocol"], "const", Hello.protocolVersion),
        ] as [(String, [String], String, Int)])
    func `the schema has the limits of the host`(definition: String, field: [String], keyword: String, limit: Int) {
        let properties = field.first.flatMap { schema.definition(definition)?["properties"]?[$0] }
        let place = field.isEmpty ? schema.definition(definition) : properties
        #expect(place?[keyword]?.integer == limit)
    }

    /// The cards of the largest board.
    private static let cards = Rules.Bounds.side.upperBound * Rules.Bounds.side.upperBound

    /// Places in lines, and values that no line has there.
    @Test(
        arguments: [
            ("hello", "token", [#""0""#, #""\#(JSONSamples.tokenText)0""#]), ("hello", "protocol", ["2", "0"]),
            ("hello", "name", [#""""#, "1"]), ("join", "match", [#""r3""#, #""m0""#, #""m03""#]),
            ("join", "code", [#""KQ7X""#, #""KQ7XM1""#, #""m3""#]), ("watch", "match", [#""3""#]),
            ("watch", "follow", [#""yes""#]), ("open", "private", ["1"]), ("open", "rules", [#"{"seed":1}"#, "[]"]),
            ("flip", "card", ["-1", "100", "1.5", "null"]), ("say", "text", [#""""#, "null"]),
            ("records", "before", [#""m3""#, #""17""#]), ("records", "limit", ["0", "101"]),
            ("records", "seats", ["0", "3"]), ("records", "game", [#""chess""#, #""Set""#]),
            ("record", "record", [#""m3""#, #""r0""#, "null"]), ("list", "follow", ["0"]),
        ] as [(String, String, [String])])
    func `the schema refuses commands with values that can mean nothing`(
        type: String, place: String, values: [String]
    ) throws {
        try refuse(values, at: place, in: .command, JSONSamples.commands.map(\.line), type)
    }

    @Test(
        arguments: [
            ("hello", "protocol", ["2", #""1""#]), ("hello", "host", [#""""#]), ("hello", "limits/burst", ["-1"]),
            ("hello", "features", [#"["say","say"]"#, "[1]"]), ("hello", "version", [#""""#]),
            ("welcome", "token", [#""\#(JSONSamples.tokenText.uppercased())""#, #""0""#]),
            ("welcome", "name", [#""""#]),
            ("match", "seat", ["-1", "2"]), ("match", "code", [#""kq7xm4""#, #""KQ7X""#, "null"]),
            ("match", "seal", [#""""#, #""\#(String(repeating: "A", count: 64))""#, "null"]),
            ("lobby", "matches/0/phase", [#""over""#]), ("lobby", "matches/0/seats", ["[]", #"["A","B","C"]"#]),
            ("lobby", "matches/0/scores", ["[]", "[1,2,3]"]), ("lobby", "matches/0/watchers", ["-1"]),
            ("lobby", "playerCount", ["-1"]), ("lobby", "total", ["-1"]), ("lobby", "players", [#"["A","A"]"#]),
            ("state", "match", [#""M3""#, #""m0""#, #""m03""#, "null"]), ("state", "version", ["0"]),
            ("state", "phase", [#""dealing""#]), ("state", "rows", ["1", "11"]),
            ("state", "cards", ["[]", #"["","",""]"#]),
            ("state", "turned", ["[0,1,2]", "[0,0]", "[100]"]), ("state", "turn", ["-1", "2"]),
            ("state", "turnEndsInMs", ["-1", "3600001"]), ("state", "turnNumber", ["-1", "10001"]),
            ("state", "ply", ["-1", "20101", "null"]),
            ("state", "seats", ["[]"]), ("state", "seats/0/name", [#""""#]),
            ("state", "seats/0/turnsLeft", ["-1", "501"]),
            ("state", "seats/0/taken", ["[-1]", "[0,0]"]), ("state", "watchers", ["-1"]),
            ("state", "change/seat", ["2"]), ("state", "change/cards", ["[1,2,3,4]", "[1,1]"]),
            ("state", "result/winner", ["2", "-1"]), ("state", "result/rematch", [#""r2""#]),
            ("state", "result/record", [#""m2""#]), ("state", "result/salt", [#""0""#, "null"]),
            ("said", "text", [#""""#]),
            ("said", "past", ["false"]),
            ("records", "records/0/players", ["[]"]), ("records", "records/0/scores", ["[1]", "[1,2,3]"]),
            ("records", "records/0/turns", ["[]", "[1,2,3]", "[-1]"]), ("records", "records/0/record", [#""m1""#]),
            ("records", "records/0/startedAt", [#""2026-11-21 13:05""#, #""2026-11-21T13:05:11.042""#, "0"]),
            ("record", "deck", ["[]", #"["K","T","K",""]"#]), ("record", "moves/0/seat", ["-1", "2"]),
            ("record", "seal", [#""0""#, "null"]), ("record", "salt", [#""0""#, "null"]),
            ("record", "moves/0/card", ["-1", "100"]), ("record", "moves/0/atMs", ["-1"]),
            ("scores", "best/0/turns", ["-1"]), ("scores", "players/0/won", ["-1"]),
            ("rules", "ranges/rows", ["[2]", "[2,3,4]"]), ("rules", "faces/animals", [#"[""]"#, #"["a","a"]"#]),
            ("error", "message", [#""""#]), ("bye", "message", [#""""#]),
        ] as [(String, String, [String])])
    func `the schema refuses events with values that no host sends`(
        type: String, place: String, values: [String]
    ) throws {
        try refuse(values, at: place, in: .event, JSONEventSamples.all.map(\.line), type)
    }

    /// Puts values in a place of some line of a type; the schema must refuse each, and for what is in that place.
    private func refuse(
        _ values: [String], at place: String, in line: JSONSchema.Line, _ lines: [String], _ type: String
    ) throws {
        let path = place.split(separator: "/").map(String.init)
        let samples = try lines.map { try JSONNode($0.utf8) }.filter { $0["type"] == .string(type) }
        for value in values {
            let node = try JSONNode(value.utf8)
            let changed = try #require(samples.compactMap { $0.changing(path[...], to: node) }.first)
            let flaw = schema.flaw(of: changed, as: line.definition(type))
            #expect(flaw?.hasPrefix("$/\(place)") == true, "\(value): \(flaw ?? "no flaw")")
        }
    }

    // MARK: Definitions

    @Test func `all that the host sends is required, unless the document says that it may be left out`() {
        let company: Set = ["house", "beside"]
        let optional: [String: Set<String>] = [
            "HelloEvent": ["addresses", "draining"], "LobbyEvent": ["draining"],
            "MatchEvent": ["seal", "code", "beside", "contest", "pictures"],
            "SaidEvent": ["past"],
            "Seat": company.union(["sets", "blockedMs", "more"]),
            "StateEvent": ["game", "deckLeft", "ply", "record", "atMs", "last"], "ReplayEvent": ["seal", "pictures"],
            "Rules": ["game", "idleMs"], "Change": ["faces", "fault", "cost", "missed"], "BestGame": ["seconds"],
            "ListedRecord": company.union(["recall", "contest"]), "Result": ["recall", "salt", "deck"],
            "PlayerStatistics": ["recall"], "Lesson": ["expected", "seen", "section", "needs", "reason"],
            "RecordEvent": company.union(["pictures", "recall", "contest", "seal", "salt"]),
            "RecordsEvent": ["player", "with", "seats", "game"],
            "ScoresEvent": ["player"], "StandingsEvent": ["seed", "seeds", "nextSeal", "former", "closed"],
            "Standing": ["withdrawn", "mean", "standardError", "recall"],
        ]
        for name in schema.source["$defs"]?.keys ?? [] {
            guard let object = schema.definition(name), let fields = object["properties"]?.keys else { continue }
            if name.hasSuffix("Command") || name == "WantedRules" { continue }
            let re: Set = name == "OkEvent" ? [] : ["re"]
            #expect(object.required == fields.subtracting(re).subtracting(optional[name] ?? []), "\(name)")
        }
    }

    @Test func `every definition has a description, and every field a type`() {
        let definitions = schema.source["$defs"]?.keys ?? []
        #expect(definitions.count > 50)
        for name in definitions {
            guard let object = schema.definition(name) else { continue }
            #expect(object["description"]?.string?.isEmpty == false, "\(name)")
            #expect(object["properties"] == nil || object["type"] == .string("object"), "\(name)")
            for field in object["properties"]?.keys ?? [] {
                let value = object["properties"]?[field]
                #expect(value?.keys.isDisjoint(with: ["type", "const", "enum", "$ref", "anyOf"]) == false, "\(name)")
            }
        }
    }
}

extension JSONSchema {
    /// The definition of this name, as it was read.
    fileprivate func definition(_ name: String) -> JSONNode? { source["$defs"]?[name] }
}

extension JSONNode {
    /// The names of the fields that a schema requires.
    fileprivate var required: Set<String> { Set(self["required"]?.elements?.compactMap(\.string) ?? []) }

    /// The value with another one in a place that it has; nil if it does not have that place.
    fileprivate func changing(_ path: ArraySlice<String>, to value: JSONNode) -> JSONNode? {
        guard let step = path.first else { return value }
        if case .array(var elements) = self, let index = Int(step), elements.indices.contains(index) {
            guard let changed = elements[index].changing(path.dropFirst(), to: value) else { return nil }
            elements[index] = changed
            return .array(elements)
        }
        return self[step]?.changing(path.dropFirst(), to: value).map { with(step, $0) }
    }
}
