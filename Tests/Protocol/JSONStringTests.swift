import Protocol
import Testing

/// Strings are gone over eight bytes at a time: wherever a character stands among them, it counts for what it is.
@Suite struct `JSON: strings` {
    @Test(arguments: [0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xFF] as [UInt8])
    func `any byte at any position in a string is accepted exactly if another parser accepts it`(byte: UInt8) {
        for length in 1...20 {
            for position in 0..<length {
                var text = [UInt8](repeating: 0x61, count: length)
                text[position] = byte
                for (before, after) in [
                    ("{\"x\":\"", "\"}"), ("{\"", "\":1}"), ("{\"x\":[\"", "\"],\"type\":\"ping\"}"),
                ] {
                    let line = Array(before.utf8) + text + Array(after.utf8)
                    #expect(
                        JSONSamples.read(line).isBadJSON == (JSONJudge.verdict(line) != .object),
                        "\(byte) at \(position) of \(length)")
                }
            }
        }
    }

    @Test func `text of any length reads back as written`() throws {
        for length in 1...40 {
            for end in ["", "é", "🦊", "\"", "\\", "é🦊\\\""] {
                let command = Command.say(try SpokenText(String(repeating: "a", count: length) + end))
                let line = JSONSamples.text(command)
                #expect(JSONSamples.read(Array(line.utf8.dropLast())).command == command)
            }
        }
    }

    @Test(arguments: [
        #"{"\u0074ype":"flip","card":17}"#, #"{"type":"fl\u0069p","card":17}"#, #"{"type":"flip","c\u0061rd":17}"#,
        #"{"t\u0079pe":"\u0066lip","\u0063ard":17}"#, #" { "card" : 17 , "type" : "flip" } "#,
    ])
    func `a flip is recognized even if its names are escaped`(line: String) {
        #expect(JSONSamples.read(line) == Request(.command(.move(.flip(.card(17)))), dialect: .json))
    }

    @Test(arguments: [#"{"types":"flip","card":17}"#, #"{"typ":"flip","card":17}"#, #"{"":"flip","card":17}"#])
    func `a name that is almost a field's name is not that field`(line: String) {
        #expect(JSONSamples.read(line).command == nil)
    }
}
