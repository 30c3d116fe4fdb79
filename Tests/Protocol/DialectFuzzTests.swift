import Protocol
import TestSupport
import Testing

/// Lines that nobody would send: they must be refused or mean something, and never stop the host.
@Suite struct `Dialect: random lines` {
    /// Returns true if a request is unchanged by being written and read again.
    private func isStable(_ request: Request) -> Bool {
        guard let command = request.command, command != .help else { return true }
        if case .move(.flip(.coordinate)) = command { return true }
        let line = JSONSamples.text(command, id: request.id)
        let again = JSONSamples.read(Array(line.utf8.dropLast()))
        return again == Request(.command(command), id: request.id, dialect: .json) && line.utf8.last == 10
    }

    private func isStable(_ heard: HostMessage) -> Bool {
        guard case .message(let message) = heard else { return true }
        let line = JSONSamples.text(message)
        if case .ok = message.event, message.re == nil { return line.isEmpty }
        guard case .message(let again) = JSONSamples.hear(Array(line.utf8.dropLast())) else { return false }
        // A state is never a reply, and so is written without `re`.
        if case .state = message.event { return again.event == message.event && again.re == nil }
        return again == message
    }

    /// Changes some bytes: other ones, fewer, more, or a piece of the same line again.
    private func mutate(_ line: [UInt8], using random: inout SeededRandom) -> [UInt8] {
        var line = line
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let position = Int.random(in: 0...line.count, using: &random)
            let end = min(line.count, position + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: line.removeSubrange(position..<end)
            case 1: line.insert(.random(in: 0...255, using: &random), at: position)
            case 2: line.insert(Array("\"\\{}[],:0-e ".utf8).randomElement(using: &random) ?? 0, at: position)
            case 3: line.insert(contentsOf: line[position..<end], at: Int.random(in: 0...line.count, using: &random))
            case 4: if position < line.count { line[position] = .random(in: 0x20...0x7E, using: &random) }
            default: if position < line.count { line[position] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            }
        }
        return line
    }

    private func bytes(using random: inout SeededRandom) -> [UInt8] {
        let start: [UInt8] =
            [[], Array("{".utf8), Array("{\"type\":".utf8), Array("open ".utf8)].randomElement(using: &random) ?? []
        return start
            + (0..<Int.random(in: 0...60, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? .random(in: 0...255, using: &random) : .random(in: 0x20...0x7E, using: &random)
            }
    }

    @Test func `random bytes never crash a reader`() {
        var random = SeededRandom("random bytes")
        for _ in 0..<10_000 {
            let line = bytes(using: &random)
            if !isStable(JSONSamples.read(line)) || !isStable(JSONSamples.hear(line)) { Issue.record("\(line)") }
        }
    }

    @Test func `a randomly changed command is refused, or survives being written and read again`() throws {
        var random = SeededRandom("random commands")
        var lines = try JSONSamples.commands().map { Array($0.line.utf8) }
        lines += [
            "name Ann", "open 4x4 private letters turns=9", "join kq7x", "b4", "flip j10", "say gut 🦊", "watch m3",
        ]
        .map { Array($0.utf8) }
        var commands = 0
        for _ in 0..<20_000 {
            let line = mutate(lines.randomElement(using: &random) ?? [], using: &random)
            let request = JSONSamples.read(line)
            if !isStable(request) { Issue.record("\(String(decoding: line, as: UTF8.self))") }
            if request.command != nil { commands += 1 }
        }
        #expect(commands > 500)
    }

    @Test func `a randomly changed event is nonsense, or survives being written and read again`() throws {
        var random = SeededRandom("random events")
        let lines = try JSONEventSamples.all().map { Array($0.line.utf8) }
        var messages = 0
        for _ in 0..<10_000 {
            let line = mutate(lines.randomElement(using: &random) ?? [], using: &random)
            let heard = JSONSamples.hear(line)
            if !isStable(heard) { Issue.record("\(String(decoding: line, as: UTF8.self))") }
            if case .message = heard { messages += 1 }
        }
        #expect(messages > 500)
    }

    @Test func `every refusal is one line in either dialect`() throws {
        var random = SeededRandom("random refusals")
        let lines =
            try JSONSamples.commands().map { Array($0.line.utf8) } + [Array("open tiles x".utf8), Array("join x".utf8)]
        var writer = ByteWriter()
        for _ in 0..<5_000 {
            let line =
                Bool.random(using: &random)
                ? bytes(using: &random) : mutate(lines.randomElement(using: &random) ?? [], using: &random)
            guard let refusal = JSONSamples.read(line).refusal else { continue }
            let message = Message(.error(ErrorReport(refusal, command: nil)))
            PlainEvents.write(message, into: &writer)
            let plain = String(decoding: writer.drain(), as: UTF8.self)
            #expect(plain.hasSuffix("\n") && !plain.dropLast().unicodeScalars.contains(where: \.breaksText), "\(plain)")
            JSONEvents.write(message, into: &writer)
            #expect(JSONSamples.hear(Array(writer.drain().dropLast())) == .message(message))
        }
    }
}
