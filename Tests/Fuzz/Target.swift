import Lobby
import Protocol

/// A reader, and what it promises whatever it is given.
enum Target: String, CaseIterable {
    /// Bytes to lines: the same however they come, none longer than it may be, and nothing held back.
    case lines
    /// A line in JSON to a command, which means the same when it is written again; or to a refusal that can be told.
    case json
    /// The same in plain words.
    case plain
    /// A host's line to an event, which means the same when it is written again.
    case events
    /// A datagram to a question for hosts, or to an answer, which means the same when it is written again.
    case find
    /// Bytes to requests of HTTP: the same however they come, and no more held back than a head may have.
    case http
    /// Frames of WebSocket to events: the same however they come, all of the text UTF-8, and none of it held back.
    case websocket
    /// A line of the journal to an entry, which is that line.
    case entries
    /// The journal's lines to a lobby that can go on, and whose journal, made smaller, leads to the same matches.
    case journal

    /// The result of an input.
    struct Verdict {
        /// The flaw found, if any.
        var flaw: String?
        /// The outcomes reached: refusals, kinds of commands, events and entries.
        var outcomes: [String] = []
    }

    func read(_ input: [UInt8]) -> Verdict {
        switch self {
        case .lines: Self.readLines(input)
        case .json, .plain: Self.readCommand(input)
        case .events: Self.readEvent(input)
        case .find: Self.readDatagram(input)
        case .http: TransportReading.readRequests(input)
        case .websocket: TransportReading.readFrames(input)
        case .entries: JournalReading.readLine(input[...])
        case .journal: JournalReading(input).verdict
        }
    }

    // MARK: Lines

    private static func readLines(_ input: [UInt8]) -> Verdict {
        var verdict = Verdict()
        let whole = lines(input, pieces: [input.count])
        let cut = (input.first.map { Int($0) % 7 } ?? 0) + 1 + input.count / 64
        let pieces = lines(input, pieces: Array(repeating: cut, count: input.count / cut + 1))
        if whole != pieces { verdict.flaw = "in pieces of \(cut) bytes it comes to other lines" }
        for line in whole {
            guard let line else {
                verdict.outcomes.append("too long")
                continue
            }
            if line.contains(10) || line.count >= Limits.lineBytes { verdict.flaw = "a line of \(line.count) bytes" }
            let read = readCommand(line)
            verdict.flaw = verdict.flaw ?? read.flaw
            verdict.outcomes += read.outcomes
        }
        verdict.outcomes.append("\(min(whole.count, 4)) lines")
        return verdict
    }

    /// The lines that the decoder finds; nil for one that is too long.
    private static func lines(_ input: [UInt8], pieces: [Int]) -> [[UInt8]?] {
        var (decoder, lines, start) = (LineDecoder(), [[UInt8]?](), 0)
        func take() {
            while let line = decoder.next() {
                switch line {
                case .text(let range): lines.append(Array(decoder.bytes[range]))
                case .tooLong: lines.append(nil)
                }
            }
        }
        for count in pieces where start < input.count {
            let end = min(input.count, start + count)
            decoder.receive(Array(input[start..<end]), count: end - start)
            start = end
            take()
        }
        decoder.finish()
        take()
        return lines
    }

    // MARK: Commands

    private static func readCommand(_ input: [UInt8]) -> Verdict {
        let request = CommandReader.read(input, in: input.indices)
        switch request.content {
        case .command(let command): return check(command, request)
        case .malformed(let kind, let refusal):
            return Verdict(flaw: flaw(in: refusal), outcomes: ["\(kind.name) \(refusal.code)"])
        case .unreadable(let refusal, _): return Verdict(flaw: flaw(in: refusal), outcomes: [refusal.code])
        }
    }

    private static func check(_ command: Command, _ request: Request) -> Verdict {
        var verdict = Verdict(outcomes: ["\(command.kind.name), \(request.id == nil ? "bare" : "with id")"])
        // These have no form in JSON.
        if case .move(.flip(.coordinate)) = command { return verdict }
        if case .rules(let game) = command, game != .usual { return verdict }
        var writer = ByteWriter()
        JSONCommands.write(command, id: request.id, into: &writer)
        let line = writer.drain()
        let again = CommandReader.read(line, in: 0..<line.count - 1)
        // A number that no rule allows may be refused sooner in one dialect than in the other.
        if case .open(let rules, _, _) = command, case .malformed(.open, _) = again.content, !isPossible(rules) {
            return verdict
        }
        if again != Request(.command(command), id: request.id, dialect: .json) {
            verdict.flaw = "it means something else when it is written again: \(String(decoding: line, as: UTF8.self))"
        }
        return verdict
    }

    private static func isPossible(_ rules: RulesRequest) -> Bool {
        do throws(Refusal) {
            _ = try Rules(rules)
            return true
        } catch {
            return false
        }
    }

    /// Returns the flaw in the wording of a refusal, if any.
    private static func flaw(in refusal: Refusal) -> String? {
        let message = Message(.error(ErrorReport(refusal, command: nil)))
        var writer = ByteWriter()
        JSONEvents.write(message, into: &writer)
        let line = writer.drain()
        guard line.dropLast().firstIndex(of: 10) == nil,
            JSONEventReader.read(line, in: 0..<line.count - 1) == .message(message)
        else { return "the refusal \(refusal.code) cannot be told: \(refusal.message)" }
        return nil
    }

    // MARK: Datagrams

    private static func readDatagram(_ input: [UInt8]) -> Verdict {
        if FindQuestion.isValid(input[...]) {
            return Verdict(
                flaw: Limits.findQuestionBytes.contains(input.count) ? nil : "a question of \(input.count) bytes",
                outcomes: ["question"])
        }
        guard let answer = FindAnswer(input[...]) else { return Verdict(outcomes: ["nothing"]) }
        let bytes = answer.bytes
        guard bytes.count <= Limits.findAnswerBytes else { return Verdict(flaw: "an answer of \(bytes.count) bytes") }
        guard let again = FindAnswer(bytes[...]), again.port == answer.port, again.matches == answer.matches else {
            return Verdict(flaw: "it means something else when it is written again")
        }
        return Verdict(outcomes: ["answer", answer == again ? "whole" : "cut"])
    }

    // MARK: Events

    /// The part of a sentence that is not about the very input, mostly.
    private static func start(of sentence: String) -> String {
        String(decoding: sentence.utf8.filter { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }.prefix(24), as: UTF8.self)
    }

    private static func readEvent(_ input: [UInt8]) -> Verdict {
        switch JSONEventReader.read(input, in: input.indices) {
        case .unknown: return Verdict(outcomes: ["unknown"])
        case .malformed(let sentence): return Verdict(outcomes: [Self.start(of: sentence)])
        case .message(let message):
            var writer = ByteWriter()
            JSONEvents.write(message, into: &writer)
            let line = writer.drain()
            // An `ok` without `re` is not written at all, and a state is written without.
            guard !line.isEmpty else { return Verdict(outcomes: ["silent"]) }
            guard case .message(let again) = JSONEventReader.read(line, in: 0..<line.count - 1),
                again.event == message.event
            else { return Verdict(flaw: "it means something else when it is written again") }
            let kind = String(decoding: line.prefix(16).dropFirst(9), as: UTF8.self)
            return Verdict(outcomes: ["\(kind), \(message.re == nil ? "bare" : "with re")"])
        }
    }
}
