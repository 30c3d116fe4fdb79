import Protocol
import Testing

/// Commands and how they are written; and short ways to read and write in tests.
enum JSONSamples {
    /// A command and its line without the LF.
    struct Sample: Sendable {
        let command: Command
        let line: String
    }

    static let tokenText = "0123456789abcdeffedcba9876543210"

    static func token() throws -> Token { try #require(Token(tokenText)) }

    static func match(_ text: String) throws -> MatchReference { .id(try #require(MatchID(text))) }

    static func code(_ text: String) throws -> MatchReference { .code(try #require(MatchCode(text))) }

    /// Every command of the table with each of its fields, as this package writes it.
    static func commands() throws -> [Sample] {
        var tiles = RulesRequest(preset: .tiles)
        (tiles.rows, tiles.turns) = (6, 9)
        let name = Command.hello(.name(try PlayerName("Zoë \"Z\" \\")))
        return [
            Sample(command: name, line: #"{"type":"hello","name":"Zoë \"Z\" \\","protocol":1}"#),
            Sample(
                command: .hello(.token(try token())), line: #"{"type":"hello","token":"\#(tokenText)","protocol":1}"#),
            Sample(command: .list, line: #"{"type":"list"}"#),
            Sample(command: .open(RulesRequest(), isPrivate: false), line: #"{"type":"open"}"#),
            Sample(
                command: .open(RulesRequest(preset: .duel), isPrivate: true),
                line: #"{"type":"open","rules":"duel","private":true}"#),
            Sample(
                command: .open(tiles, isPrivate: false),
                line: #"{"type":"open","rules":{"preset":"tiles","rows":6,"turns":9}}"#),
            Sample(
                command: .open(RulesRequest(.preset(.classic)), isPrivate: false),
                line: #"{"type":"open","rules":\#(classicRules)}"#),
            Sample(command: .join(nil), line: #"{"type":"join"}"#),
            Sample(command: .join(try match("m3")), line: #"{"type":"join","match":"m3"}"#),
            Sample(command: .join(try code("KQ7X")), line: #"{"type":"join","code":"KQ7X"}"#),
            Sample(command: .watch(nil), line: #"{"type":"watch"}"#),
            Sample(command: .watch(try match("m12")), line: #"{"type":"watch","match":"m12"}"#),
            Sample(command: .watch(try code("AB23")), line: #"{"type":"watch","code":"AB23"}"#),
            Sample(command: .move(.flip(.card(17))), line: #"{"type":"flip","card":17}"#),
            Sample(command: .move(.flip(.card(-1))), line: #"{"type":"flip","card":-1}"#),
            Sample(command: .resign, line: #"{"type":"resign"}"#),
            Sample(command: .rematch, line: #"{"type":"rematch"}"#),
            Sample(command: .leave, line: #"{"type":"leave"}"#),
            Sample(
                command: .say(try SpokenText("gut, \"B4\" 🦊/\\")), line: #"{"type":"say","text":"gut, \"B4\" 🦊/\\"}"#),
            Sample(
                command: .records(before: nil, limit: Limits.recordsAtFirst), line: #"{"type":"records"}"#),
            Sample(
                command: .records(before: RecordID(number: 17), limit: 100),
                line: #"{"type":"records","before":"r17","limit":100}"#),
            Sample(command: .record(RecordID(number: 17)), line: #"{"type":"record","record":"r17"}"#),
            Sample(command: .scores, line: #"{"type":"scores"}"#),
            Sample(command: .ping, line: #"{"type":"ping"}"#),
            Sample(command: .bye, line: #"{"type":"bye"}"#),
        ]
    }

    /// The rules of `classic`, whole.
    static let classicRules =
        #"{"rows":5,"columns":6,"seats":2,"turns":15,"revealMs":1000,"turnMs":60000,"graceMs":120000,"#
        + #""scoring":"pairs","matched":"stay","again":false,"faces":"animals"}"#

    /// Reads a line that stands alone, and again with other bytes on either side, which must make no difference.
    static func read(_ line: [UInt8]) -> Request {
        let alone = CommandReader.read(line, in: line.indices)
        let (before, after) = [("{\"", "\"}"), ("[", "0}]"), ("\\", "5e9\\")][line.count % 3]
        let padded = Array(before.utf8) + line + Array(after.utf8)
        let among = CommandReader.read(padded, in: before.utf8.count..<before.utf8.count + line.count)
        if among != alone { Issue.record("read otherwise among others: \(String(decoding: line, as: UTF8.self))") }
        return alone
    }

    static func read(_ line: String) -> Request { read(Array(line.utf8)) }

    /// Reads a line of a host, alone and among other bytes.
    static func hear(_ line: [UInt8]) -> HostMessage {
        let alone = JSONEventReader.read(line, in: line.indices)
        let padded = [0x5B, 0x22] + line + [0x30, 0x22, 0x7D]
        let among = JSONEventReader.read(padded, in: 2..<2 + line.count)
        if among != alone { Issue.record("read otherwise among others: \(String(decoding: line, as: UTF8.self))") }
        return alone
    }

    static func hear(_ line: String) -> HostMessage { hear(Array(line.utf8)) }

    /// Returns the line written for a command, including its LF.
    static func text(_ command: Command, id: RequestID? = nil) -> String {
        var writer = ByteWriter(capacity: 16)
        JSONCommands.write(command, id: id, into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    /// Returns the line written for a message, including its LF.
    static func text(_ message: Message) -> String {
        var writer = ByteWriter(capacity: 16)
        JSONEvents.write(message, into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self)
    }
}

extension Request {
    /// The command, if it is one.
    var command: Command? {
        guard case .command(let command) = content else { return nil }
        return command
    }

    /// The refusal, if it is no command.
    var refusal: Refusal? {
        switch content {
        case .command: nil
        case .malformed(_, let refusal), .unreadable(let refusal, _): refusal
        }
    }

    /// True if the line was rejected as not being a JSON object.
    var isBadJSON: Bool {
        guard case .unreadable(.badJSON, nil) = content else { return false }
        return dialect == nil && id == nil
    }
}
