import Foundation
import Protocol

/// Replays an example against a host of its own, line by line.
struct ProtocolReplay {
    /// Something else came than the example shows. With other cards it may be as it shows.
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    /// Decks that are dealt until the cards are as in an example. No example holds for fewer than one deck in three,
    /// so that all of these fail it once in 10^14 times.
    private static let deals = 80

    private let talk: ProtocolTalk
    private let host: HostProcess
    private var clients: [Character: Listener] = [:]
    private var marks: [String: String] = [:]

    /// A connection, and the last state that it received.
    private struct Listener {
        let client: LineClient
        var lastState: MatchState?
    }

    /// Replays an example, with new decks until one is as it shows.
    static func run(_ talk: ProtocolTalk) throws {
        for deal in 1... {
            do {
                var replay = try ProtocolReplay(talk)
                return try replay.run()
            } catch let difference as Difference {
                if !talk.hasMarks || deal == deals { throw difference }
            }
        }
    }

    private init(_ talk: ProtocolTalk) throws {
        self.talk = talk
        host = try talk.flags.first.map { try HostProcess($0) } ?? HostProcess()
    }

    private mutating func run() throws {
        for step in talk.steps { try take(step) }
        // Nothing may have come that the example does not show.
        for name in clients.keys where talk.listeners.contains(name) {
            try client(name).send(#"{"type":"ping","id":"the end"}"#)
            try expect(Pattern(#"{"type":"pong","re":"the end"}"#), by: name)
        }
    }

    private mutating func take(_ step: ProtocolTalk.Step) throws {
        switch (step.sign, step.text) {
        case (">", let line): try client(step.name).send(Pattern.fill(line, marks))
        case ("<", let line): try expect(Pattern(line), by: step.name)
        case ("*", "connects"): _ = try client(step.name)
        case ("*", "closes its side"): try client(step.name).finishSending()
        case ("*", "breaks off"): clients.removeValue(forKey: step.name)?.client.reset()
        case ("*", "is closed"):
            try expect(nil, by: step.name)
            clients[step.name] = nil
        case ("*", "drains") where step.name == "H":
            host.process.send(signal: SIGUSR2)
            // It logs that once it drains, before it reads what comes after.
            while let line = try host.process.nextErrorLine(), !line.contains("draining") {}
        case ("*", "stops") where step.name == "H": host.process.send(signal: SIGTERM)
        default: throw Unmet("'\(step)' is no line of an example")
        }
    }

    private mutating func client(_ name: Character) throws -> LineClient {
        if let known = clients[name] { return known.client }
        let client = try LineClient(host)
        clients[name] = Listener(client: client)
        return client
    }

    /// Reads lines until the one that must come, or the end; over no others than the document says are left out.
    private mutating func expect(_ pattern: Pattern?, by name: Character) throws {
        let client = try client(name)
        while let line = try client.nextLineOrEnd() {
            let isOld = isLeftOut(line, by: name)
            if let pattern, let found = try pattern.match(line, marks) {
                marks = found
                return
            }
            guard isOld else {
                let wanted = pattern?.description ?? "the end"
                throw Difference(
                    description: "\(talk.testDescription): \(name) should receive\n  \(wanted)\nand not\n  \(line)")
            }
        }
        if let pattern {
            throw Difference(description: "\(talk.testDescription): \(name) should receive \(pattern), not the end")
        }
    }

    /// True if an example may omit this line: a `hello`, an unasked `lobby`, a state with only other watchers.
    private mutating func isLeftOut(_ line: String, by name: Character) -> Bool {
        guard case .message(let message) = LineClient.read(line), message.re == nil else { return false }
        switch message.event {
        case .hello, .lobby: return true
        case .state(var state):
            (state.version, state.watchers, state.turnEndsInMilliseconds) = (0, 0, nil)
            (state.phaseEndsInMilliseconds, state.change) = (nil, nil)
            defer { clients[name]?.lastState = state }
            return state == clients[name]?.lastState
        default: return false
        }
    }
}
