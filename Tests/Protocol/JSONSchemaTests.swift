import TestSupport
import Testing

/// The checks that hold lines to the schema of the protocol can fail.
@Suite struct `JSON Schema: its keywords` {
    /// A schema, values that it accepts, and values that it refuses.
    typealias Row = (schema: String, good: [String], bad: [String])

    private static let types: [Row] = [
        (#"{"type":"null"}"#, ["null"], ["false", "0", #""""#, "[]", "{}"]),
        (#"{"type":"boolean"}"#, ["true", "false"], ["null", "0", "1", #""true""#]),
        (#"{"type":"integer"}"#, ["0", "-7", "9223372036854775807"], ["true", "0.5", #""0""#, "null", "[]", "{}"]),
        (#"{"type":"string"}"#, [#""""#, #""1""#], ["1", "null", "[]", #"["a"]"#]),
        (#"{"type":"array"}"#, ["[]", "[1]"], ["{}", #""[]""#, "null"]),
        (#"{"type":"object"}"#, ["{}", #"{"a":1}"#], ["[]", "null", #""{}""#]),
        (#"{"type":["integer","null"]}"#, ["3", "null"], [#""3""#, "false", "[]"]),
    ]
    private static let values: [Row] = [
        (#"{"const":1}"#, ["1"], ["true", "2", #""1""#, "[1]"]),
        (#"{"const":"ok"}"#, [#""ok""#], [#""OK""#, #""""#, "null"]),
        (#"{"const":true}"#, ["true"], ["false", "1", #""true""#]),
        (#"{"enum":["a",1,null]}"#, [#""a""#, "1", "null"], [#""b""#, "0", "false", #"["a"]"#]),
        (#"{"minimum":2}"#, ["2", "3", "2.5", #""1""#], ["1", "-2", "1.5"]),
        (#"{"maximum":-1}"#, ["-1", "-7", "null"], ["0", "-0.5"]),
        (#"{"minLength":2}"#, [#""ab""#, #""🦊🦊""#, "1"], [#""a""#, #""🦊""#, #""""#]),
        (#"{"maxLength":2}"#, [#""ab""#, #""🦊🦊""#, #""""#, "123"], [#""abc""#, #""🦊🦊🦊""#]),
        (#"{"pattern":"^m[1-9]$"}"#, [#""m3""#, "3"], [#""M3""#, #""m33""#, #""m0""#, #""""#]),
        (#"{"pattern":"b"}"#, [#""abc""#], [#""ac""#]),
    ]
    private static let containers: [Row] = [
        (#"{"minItems":1}"#, ["[1]", "[1,2]", "{}"], ["[]"]),
        (#"{"maxItems":1}"#, ["[]", "[1]", #""ab""#], ["[1,2]"]),
        (#"{"uniqueItems":true}"#, ["[]", "[1,2]", #"[1,"1",true]"#], ["[1,2,1]", #"[{"a":1},{"a":1}]"#]),
        (#"{"items":{"type":"string"}}"#, ["[]", #"["a","b"]"#, "1"], [#"["a",1]"#, "[null]"]),
        (#"{"properties":{"a":{"type":"null"}}}"#, ["{}", #"{"a":null,"b":1}"#, "1"], [#"{"a":1}"#]),
        (#"{"required":["a","b"]}"#, [#"{"a":null,"b":1}"#, "[]"], [#"{"a":1}"#, "{}"]),
        (
            #"{"properties":{"a":{}},"additionalProperties":false}"#, ["{}", #"{"a":1}"#],
            [#"{"b":1}"#, #"{"a":1,"":1}"#]
        ),
        (#"{"additionalProperties":{"type":"null"}}"#, ["{}", #"{"x":null}"#], [#"{"x":null,"y":0}"#]),
        (#"{"anyOf":[{"type":"null"},{"minimum":2}]}"#, ["null", "2", #""a""#], ["1"]),
        (#"{"oneOf":[{"minimum":2},{"maximum":5}]}"#, ["6", "1"], ["3", #""a""#]),
        (#"{"oneOf":[{"const":1},{"const":2}]}"#, ["1", "2"], ["3"]),
        (
            ##"{"$ref":"#/$defs/A","maximum":3,"$defs":{"A":{"minimum":1}}}"##, ["1", "3"], ["0", "4"]
        ),
        (
            ##"{"$ref":"#/$defs/A","$defs":{"A":{"items":{"$ref":"#/$defs/A"},"maxItems":1}}}"##, ["[[[]]]"],
            ["[[[],[]]]"]
        ),
        (#"{"examples":["a"],"title":"t","description":"d"}"#, [#""a""#, "1"], []),
    ]

    @Test(arguments: types + values + containers)
    func `each keyword accepts some values and refuses others`(schema: String, good: [String], bad: [String]) throws {
        let schema = try JSONSchema(schema.utf8)
        for text in good { #expect(schema.flaw(of: try JSONNode(text.utf8)) == nil, "\(text)") }
        for text in bad { #expect(schema.flaw(of: try JSONNode(text.utf8)) != nil, "\(text)") }
    }

    @Test(arguments: [
        #"{"minimun":1}"#, #"{"properties":{"a":{"items":{"format":"date"}}}}"#, #"{"$defs":{"A":{"not":{}}}}"#,
        #"{"anyOf":[{"if":{}}]}"#, #"{"additionalProperties":{"maxProperties":1}}"#, #"{"items":{"$defs":{}}}"#,
        #"{"type":"number"}"#, #"{"type":7}"#, #"{"minimum":"2"}"#, #"{"maximum":1.5}"#, #"{"pattern":"("}"#,
        #"{"required":"a"}"#, #"{"required":[1]}"#, #"{"uniqueItems":false}"#, #"{"items":7}"#, #"{"enum":1}"#,
        ##"{"$ref":"#/$defs/A"}"##, ##"{"$ref":"A","$defs":{"A":{}}}"##, "7", "[]", "",
    ])
    func `a schema with a keyword that is not checked is refused`(schema: String) {
        #expect(throws: (any Error).self) { try JSONSchema(schema.utf8) }
    }

    @Test(arguments: [
        (#"{"type":"object","properties":{"a":{}}}"#, #"{"a":1}"#, #"{"a":1,"b":1}"#),
        (#"{"items":{"type":"object","properties":{"a":{}}}}"#, #"[{"a":1}]"#, #"[{"a":1},{"b":1}]"#),
        (#"{"anyOf":[{"type":"null"},{"type":"object"}]}"#, "{}", #"{"a":1}"#),
        (#"{"examples":["a","b",null]}"#, #""b""#, #""c""#),
        (#"{"properties":{"a":{"type":"integer","examples":[1]}}}"#, #"{"a":1,"b":1}"#, #"{"a":2}"#),
    ])
    func `a strict check refuses fields that are not named, and values that are no examples`(
        schema: String, known: String, unknown: String
    ) throws {
        let schema = try JSONSchema(schema.utf8)
        #expect(schema.flaw(of: try JSONNode(known.utf8), isStrict: true) == nil)
        #expect(schema.flaw(of: try JSONNode(unknown.utf8), isStrict: true) != nil)
        #expect(schema.flaw(of: try JSONNode(unknown.utf8)) == nil)
    }

    @Test func `a flaw says where it is`() throws {
        let schema = try JSONSchema(#"{"properties":{"a":{"items":{"required":["b"]}}}}"#.utf8)
        #expect(schema.flaw(of: try JSONNode(#"{"a":[{"b":1},{}]}"#.utf8)) == "$/a/1 lacks b")
    }

    @Test(arguments: [
        "null", "true", "0", "-7", "1.5", #""a \"b\" \\ 🦊""#, "[]", #"[1,[null],"x"]"#, #"{"a":{"b":[false]}}"#,
    ])
    func `a value reads back as it was written`(text: String) throws {
        let value = try JSONNode(text.utf8)
        #expect(try JSONNode(value.bytes()) == value)
    }
}
