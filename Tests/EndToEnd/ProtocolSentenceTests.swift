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
        ("## 3. A match", "even of `watchers` alone."),
        ("## 3. A match", "Faces are equal if their bytes are |"),
        ("## 4. All commands", "such as [`lobby`](#64-the-lobby) while you are in no match."),
        ("## 5. Reconnecting", "`bad_token`: the name has expired. Send `hello` with `name`; then `resumed` is false."),
        ("## 5. Reconnecting", "Its name is free once the host has noticed the break or,"),
        ("## 5. Reconnecting", "may take it [\(Limits.deadPeerMilliseconds / 1000) s](#616-connections), in which"),
        ("## 5. Reconnecting", "on hosts with `--no-data`, all are, and all tokens."),
        ("### 6.2 Values", "but for half of a surrogate pair, such as `\"\\ud83d\"` alone"),
        ("### 6.2 Values", "All four may be sent in either case, and so may names;"),
        ("### 6.3 Hello and names", "it may take [\(Limits.spareMilliseconds / 1000) s of silence]"),
        ("### 6.6 Playing", "`phaseEndsInMs`, `change` and, in [Set](#74-states), `seats[].blockedMs`."),
        ("### 6.10 Records and scores", "may be asked for, such as `m1`, though nobody can take that name."),
        ("### 6.13 Features and versions", "The first hosts of protocol 1 refuse it there as `unknown_type`."),
        ("### 6.14 Errors", "`shutting_down` comes to everybody when the host stops,"),
        ("### 6.15 Close reasons", "If you did so in order to reconnect, reconnect |"),
        ("### 6.16 Connections", "a byte below 20 (hexadecimal) other than TAB, LF and CR is closed"),
        ("### 6.20 In a browser", "A line in a message has at most \(Limits.lineBytes - 1) bytes,"),
        ("### 6.20 In a browser", "its `bye` has `retry` false, even if you close in order to reconnect."),
        ("### A. Limits and rate limiting", "as much as the command that it names, also if it is refused or malformed"),
        ("### A. Limits and rate limiting", "as many on the host's own machine as elsewhere"),
        ("### A. Limits and rate limiting", "a malformed one as \(Limits.recordsAtFirst / Limits.recordsPerCommand)."),
        ("### D. Plain text", "So `hello` is in JSON even for a person with netcat, whom its `hint` greets."),
    ])
    func `the document says what a client must know to be right`(heading: String, sentence: String) throws {
        let isThere = try flowing(heading).contains(sentence)
        #expect(isThere, "\(heading) does not say: \(sentence)")
    }

    @Test func `a face shown while a connection is dead is not shown again`() throws {
        let sentence = "**A face shown while your connection is dead** is not shown again:"
        #expect(try flowing("## 5. Reconnecting").contains(sentence))
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
            let one = (names ?? choices.compactMap { kind($0) }).first { $0 != "null" }
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
        let paragraph = try #require(try flowing("### 6.2 Values").split(separator: "**Types**").last)
        let listed = Set(ProtocolDocument.codes(in: String(paragraph.prefix { $0 != "*" })))
        let places: Set = ["state", "hello", "result"]
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
            let type = ProtocolDocument.codes(in: command["command"] ?? "").joined()
            #expect(fields[type] == Set(ProtocolDocument.codes(in: command["fields"] ?? "")), "\(type)")
        }
        #expect(fields.count == Command.Kind.allCases.count)
    }
}
