import Protocol
import Testing

/// Reads a client's line alone, and again with other bytes on either side, which must make no difference.
func read(_ line: [UInt8]) -> Request {
    let alone = CommandReader.read(line, in: line.indices)
    let (before, after) = [("{\"", "\"}"), ("[", "0}]"), ("\\", "5e9\\")][line.count % 3]
    let padded = Array(before.utf8) + line + Array(after.utf8)
    let among = CommandReader.read(padded, in: before.utf8.count..<before.utf8.count + line.count)
    if among != alone { Issue.record("read otherwise among others: \(String(decoding: line, as: UTF8.self))") }
    return alone
}

/// Reads a client's line.
func read(_ line: String) -> Request { read(Array(line.utf8)) }

/// Reads a host's line alone, and again among other bytes.
func hear(_ line: [UInt8]) -> HostMessage {
    let alone = JSONEventReader.read(line, in: line.indices)
    let padded = [0x5B, 0x22] + line + [0x30, 0x22, 0x7D]
    let among = JSONEventReader.read(padded, in: 2..<2 + line.count)
    if among != alone { Issue.record("read otherwise among others: \(String(decoding: line, as: UTF8.self))") }
    return alone
}

/// Reads a host's line.
func hear(_ line: String) -> HostMessage { hear(Array(line.utf8)) }

/// Returns a command as a line of JSON with its LF.
func json(_ command: Command, id: RequestID? = nil) -> String {
    written { JSONCommands.write(command, id: id, into: &$0) }
}

/// Returns a message as a line of JSON with its LF.
func json(_ message: Message) -> String { written { JSONEvents.write(message, into: &$0) } }

/// Returns an event as a line of JSON with its LF.
func json(_ event: Event, re id: RequestID? = nil) -> String { json(Message(event, re: id)) }

/// Writes a command and reads it again.
func readAgain(_ command: Command, id: RequestID? = nil) -> Request {
    read(Array(json(command, id: id).utf8.dropLast()))
}

/// Writes a message and reads it again.
func hearAgain(_ message: Message) -> HostMessage { hear(Array(json(message).utf8.dropLast())) }

/// Returns an event in plain words, a line or several.
func plain(_ event: Event, re id: RequestID? = nil) -> String {
    written { PlainEvents.write(Message(event, re: id), into: &$0) }
}

/// Returns a state in plain words, after a change.
func plain(_ state: MatchState, after change: Change?, matched: Rules.Matched = .stay) -> String {
    var state = state
    (state.change, state.matched) = (change, matched)
    return plain(.state(state))
}

/// Returns the bytes of an event in the dialect that needs more of them.
func length(_ event: Event, re id: RequestID? = nil) -> Int {
    max(json(event, re: id).utf8.count, plain(event, re: id).utf8.count)
}

/// Returns what is written.
func written(_ write: (inout ByteWriter) -> Void) -> String {
    var writer = ByteWriter(capacity: 16)
    write(&writer)
    return String(decoding: writer.drain(), as: UTF8.self)
}

/// Returns the rules of a match that is opened with these in JSON, on a host with a preset.
func rules(_ json: String, default preset: Preset = .classic) throws(Refusal) -> Rules {
    switch read("{\"type\":\"open\",\"rules\":\(json)}").content {
    case .command(.open(let request, _, _)): return try Rules(request, default: preset)
    case .malformed(.open, let refusal): throw refusal
    case .command, .malformed, .unreadable: throw .badField("This opens no match.")
    }
}

extension Refusal {
    /// The refusal that an attempt throws; nil if it succeeds.
    static func thrown(by attempt: @autoclosure () throws(Refusal) -> some Any) -> Refusal? {
        do throws(Refusal) {
            _ = try attempt()
            return nil
        } catch {
            return error
        }
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
