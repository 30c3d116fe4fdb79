import Foundation
import Protocol
import TestSupport
import Testing

/// Sentences of `PROTOCOL.md` that clients have stumbled over: that it says them. Most are held true by other tests.
@Suite(.waits) struct ProtocolSentenceTests {
    private let document: ProtocolDocument

    init() throws { document = try ProtocolDocument() }

    /// The text below a heading, on one line.
    private func flowing(_ heading: String) throws -> String {
        try document.section(heading).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: [
        ("## 3. Ten rules", "such as [`lobby`](#91-lobby) while you are in no match."),
        ("## 5. State and phases", "even of `watchers` alone."),
        ("## 5. State and phases", "Faces are equal if their bytes are|"),
        ("## 5. State and phases", "a later copy differs only in times and `change`."),
        ("## 7. Reconnecting", "`bad_token`: the name has expired. Send `hello` with `name`; then `resumed` is false."),
        ("## 7. Reconnecting", "is refused as `name_taken` until the host has noticed the break"),
        (
            "## 7. Reconnecting",
            "may go unnoticed for [\(Limits.deadPeerMilliseconds / 1000) s](#133-connections), while"
        ),
        ("## 7. Reconnecting", "on hosts with `--no-data`, all are, and all tokens."),
        ("## 12. Errors and reasons", "|`closed`|bye|false|you closed your side; reconnect if you like|"),
        ("### 13.1 Rates", "what its [verb](#4-verbs) does, even if refused"),
        (
            "### 13.1 Rates",
            "\(Limits.recordsAtFirst / Limits.recordsPerCommand) for a malformed `records`; \(Limits.wrongSecretWeight) for an"
        ),
        ("### 13.3 Connections", "a byte below 20 (hexadecimal) other than TAB, LF and CR is closed"),
        ("### 13.3 Connections", "with a browser at your address, after [\(Limits.spareMilliseconds / 1000) s]"),
        ("### 14.1 JSON", "but half a surrogate pair, like `\"\\ud83d\"`, is `bad_json`."),
        ("### 14.1 JSON", "may be sent in either case;"),
        ("### 14.4 Plain text", "So `hello` is always in JSON;"),
        ("### 15.1 HTTP and WebSocket", "at most \(Limits.lineBytes - 1) bytes from you."),
        ("### 15.1 HTTP and WebSocket", "says `bye` (`closed`, if you close)"),
        ("## 16. Versions", "the first hosts refuse `help` in JSON as `unknown_type`|"),
    ])
    func `the document says what a client must know to be right`(heading: String, sentence: String) throws {
        let isThere = try flowing(heading).contains(sentence)
        #expect(isThere, "\(heading) does not say: \(sentence)")
    }

    @Test func `a face shown while a connection is dead is not shown again`() throws {
        let sentence = "**A face shown while your connection is dead** is not shown again."
        #expect(try flowing("## 7. Reconnecting").contains(sentence))
        let host = try HostProcess()
        let ann = try LineClient(host)
        let token = try ann.introduce("Ann")
        let match = try ann.open(#"{"rows":10,"columns":10,"revealMs":0}"#).seating.match
        let bob = try LineClient.named("Bob", at: host)
        try bob.send(.join(.id(match)))
        // Ann reads none of what follows.
        try ann.send(#"{"type":"flip","card":0}"#, #"{"type":"flip","card":1}"#)
        let state = try bob.state("Bob's turn") { $0.turn == 1 }
        let back = try LineClient.resuming(token, at: host)
        let shown = try back.state()
        #expect(shown.version == state.version && shown.turned.isEmpty)
        let open = shown.cards.indices.filter { shown.cards[$0] != nil }
        #expect(open == shown.seats[0].taken, "only a pair stays open")
    }

    @Test func `the document lists the fields whose type depends on their place`() throws {
        let schema = JSONSchema.wire.source["$defs"]
        var types: [String: Set<String>] = [:]
        /// The type of a value by its schema, whether or not it may be null; nil if the schema does not say.
        func kind(_ node: JSONNode?) -> String? {
            if let reference = node?["$ref"]?.string?.split(separator: "/").last {
                return kind(schema?[String(reference)])
            }
            let choices = node?["oneOf"]?.elements ?? node?["anyOf"]?.elements ?? []
            let names = node?["type"]?.string.map { [$0] } ?? node?["type"]?.elements?.compactMap(\.string)
            let samples = [node?["const"], node?["enum"]?.elements?.first].compactMap { $0?.type }
            let one = (names ?? choices.compactMap { kind($0) } + samples).first { $0 != "null" }
            guard one == "array" else { return one }
            return kind(node?["items"]).map { "array of \($0)" }
        }
        func visit(_ node: JSONNode?, depth: Int) {
            guard let node, depth < 8 else { return }
            if let reference = node["$ref"]?.string?.split(separator: "/").last {
                return visit(schema?[String(reference)], depth: depth)
            }
            for keyword in ["oneOf", "anyOf"] { node[keyword]?.elements?.forEach { visit($0, depth: depth + 1) } }
            for name in node["properties"]?.keys ?? [] {
                let field = node["properties"]?[name]
                if let found = kind(field) { types[name, default: []].insert(found) }
                visit(field, depth: depth + 1)
            }
            visit(node["items"], depth: depth + 1)
        }
        for name in schema?.keys ?? [] where name.hasSuffix("Event") { visit(schema?[name], depth: 0) }
        let paragraph = try #require(try flowing("### 14.1 JSON").split(separator: "**Types**").last)
        let listed = Set(ProtocolDocument.codes(in: String(paragraph.prefix { $0 != "*" })))
        let places: Set = ["state", "hello"]
        types["matches", default: []].formUnion(["array of object", "integer"])  // `found` is no event.
        #expect(types.count > 50)
        #expect(listed.subtracting(places) == Set(types.filter { $0.value.count > 1 }.keys))
    }

    @Test func `help lists every command with the fields that the document gives it`() throws {
        var writer = ByteWriter()
        JSONEvents.write(Message(.help), into: &writer)
        let help = try JSONNode(writer.drain())
        var fields: [String: Set<String>] = [:]
        for command in help["commands"]?.elements ?? [] {
            fields[try #require(command["type"]?.string)] = Set(command["fields"]?.elements?.compactMap(\.string) ?? [])
        }
        for command in try document.commands().entries {
            let type = ProtocolDocument.codes(in: command["verb"] ?? "").joined()
            #expect(fields[type] == Set(ProtocolDocument.codes(in: command["fields"] ?? "")), "\(type)")
        }
        #expect(fields.count == Command.Kind.allCases.count)
    }
}
