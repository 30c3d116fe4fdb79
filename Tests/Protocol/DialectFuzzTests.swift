import Protocol
import TestSupport
import Testing

/// Lines that nobody would send: they must be refused or mean something, and never stop the host.
@Suite struct `Dialect: random lines` {
    private static let plainLines = [
        "name Ann", "open 4x4 private letters turns=9", "join kq7xm4", "b4", "flip j10", "say gut 🦊", "watch m3",
        "open tiles x", "join x",
    ]
    private static let commands = (JSONSamples.commands.map(\.line) + plainLines).map { Array($0.utf8) }

    /// Returns true if a request is unchanged by being written and read again.
    private func isStable(_ request: Request) -> Bool {
        guard let command = request.command else { return true }
        if case .move(.flip(.coordinate)) = command { return true }
        return readAgain(command, id: request.id) == Request(.command(command), id: request.id, dialect: .json)
    }

    private func isStable(_ heard: HostMessage) -> Bool {
        guard case .message(var message) = heard else { return true }
        if case .ok = message.event, message.re == nil { return json(message).isEmpty }
        // A state is never a reply, also in a replay, and so is written without `re`.
        switch message.event {
        case .state, .replayed: message = Message(message.event)
        default: break
        }
        return hearAgain(message) == .message(message)
    }

    @Test func `random bytes never crash a reader`() {
        var random = SeededRandom("random bytes")
        for _ in 0..<10_000 {
            let line = random.line()
            if !isStable(read(line)) || !isStable(hear(line)) { Issue.record("\(line)") }
        }
    }

    @Test func `a randomly changed command is refused, or survives being written and read again`() {
        var random = SeededRandom("random commands")
        var commands = 0
        for _ in 0..<20_000 {
            let line = random.changed(random.one(of: Self.commands))
            let request = read(line)
            if !isStable(request) { Issue.record("\(String(decoding: line, as: UTF8.self))") }
            if request.command != nil { commands += 1 }
        }
        #expect(commands > 500)
    }

    @Test func `a randomly changed event is nonsense, or survives being written and read again`() {
        var random = SeededRandom("random events")
        var messages = 0
        for _ in 0..<10_000 {
            let line = random.changed(Array(random.one(of: JSONEventSamples.all).line.utf8))
            let heard = hear(line)
            if !isStable(heard) { Issue.record("\(String(decoding: line, as: UTF8.self))") }
            if case .message = heard { messages += 1 }
        }
        #expect(messages > 500)
    }

    @Test func `every refusal is one line in either dialect`() {
        var random = SeededRandom("random refusals")
        for _ in 0..<5_000 {
            let line = random.chance(oneIn: 2) ? random.line() : random.changed(random.one(of: Self.commands))
            guard let refusal = read(line).refusal else { continue }
            let message = Message(.error(ErrorReport(refusal, command: nil)))
            // In plain words, the farewell after a fatal refusal tells why, and the refusal has no line of its own.
            if refusal.isFatal { #expect(plain(message.event).isEmpty) }
            let text = plain(refusal.isFatal ? .bye(Farewell(after: refusal)) : message.event)
            #expect(text.hasSuffix("\n") && !text.dropLast().unicodeScalars.contains(where: \.breaksText), "\(text)")
            #expect(hearAgain(message) == .message(message))
        }
    }
}

extension SeededRandom {
    /// Bytes that may begin like a command.
    fileprivate mutating func line() -> [UInt8] {
        Array(one(of: ["", "{", "{\"type\":", "open "]).utf8)
            + (0..<number(0...60)).map { _ in chance(oneIn: 2) ? byte() : byte(0x20...0x7E) }
    }

    /// The line with some bytes changed: other ones, fewer, more, or a piece of the same line again.
    fileprivate mutating func changed(_ line: [UInt8]) -> [UInt8] {
        var line = line
        for _ in 0..<number(1...3) {
            let position = number(0...line.count)
            let end = min(line.count, position + number(0...12))
            switch number(0...5) {
            case 0: line.removeSubrange(position..<end)
            case 1: line.insert(byte(), at: position)
            case 2: line.insert(one(of: Array("\"\\{}[],:0-e ".utf8)), at: position)
            case 3: line.insert(contentsOf: line[position..<end], at: number(0...line.count))
            case 4: if position < line.count { line[position] = byte(0x20...0x7E) }
            default: if position < line.count { line[position] ^= 1 << UInt8(number(0...7)) }
            }
        }
        return line
    }
}
