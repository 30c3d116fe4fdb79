import Foundation
import Protocol
import TestSupport

@testable import Lobby
@testable import memory_host

/// A host without sockets for a script of what clients say; it notes all that they hear and all that is stored.
///
/// Chance and time are the script's, so the same script makes the same transcript. The stage knows no more of a game than
/// what the wire and the journal say: it stays as it is when the code behind them changes.
///
/// A line of a script is one of these:
///
///     # A title             is copied
///     ann: flip 3           a client says something in either dialect; it connects first if it must
///     ann pairs             a client flips two cards of Memory that are alike; `misses`: that differ
///     ann takes             a client claims a set; `errs`: three cards that are none
///     ann goes              a client's connection is lost
///     + 1500                milliseconds pass
///     restart               the host is killed and started again
final class TranscriptStage {
    /// What was heard and stored, a line each.
    private(set) var transcript: [String] = []
    private let folder: String
    private var lobby: Lobby
    private var committer: Committer
    private var writer = ByteWriter()
    private var random: SeededRandom
    private var now = Instant(milliseconds: 1_795_268_400_000)
    private var clients: [String: ClientID] = [:]
    private var dialects: [String: Dialect] = [:]
    private var connections: UInt32 = 0
    /// What is known of each match: the faces of its cards, as stored when it was opened, and its newest state.
    private var decks: [String: [String]] = [:]
    private var states: [String: State] = [:]
    /// The match that each client was sent last.
    private var seats: [String: String] = [:]

    /// The part of a state that the stage reads.
    private struct State: Decodable {
        let match: String
        let columns: Int
        let cards: [String]
    }

    /// The part of a stored line that the stage reads.
    private struct Opening: Decodable {
        let match: String
        let deck: [String]
    }

    /// A line of the script that the stage cannot carry out.
    struct Misfit: Error {
        let line: String
    }

    /// A host on a data folder, which may be empty.
    init(folder: String, seed: UInt64) throws {
        self.folder = folder
        random = SeededRandom(seed: seed)
        (lobby, committer) = try Self.open(folder)
        try start()
    }

    private static func open(_ folder: String) throws -> (Lobby, Committer) {
        let settings = Lobby.Settings(hello: Hello(host: "stage"))
        let storage = try Storage(in: DiskFolder(folder), settings, sync: .never, log: Log(level: .error))
        return (storage.lobby, Committer(storage.journal, storage.records, sync: .never))
    }

    private func start() throws {
        let stored = try String(contentsOfFile: folder + "/journal.ndjson", encoding: .utf8)
        for line in stored.split(separator: "\n") { learnDeck(String(line)) }
        now = max(now, lobby.replayedAt ?? now)
        settle(lobby.resume(at: now))
    }

    /// Learns the faces of a match from the line that opened it, if this is one.
    private func learnDeck(_ line: String) {
        if let opening = try? JSONDecoder().decode(Opening.self, from: Data(line.utf8)) {
            decks[opening.match] = opening.deck
        }
    }

    /// Carries out a script.
    func run(_ script: String) throws {
        for line in script.split(separator: "\n").map(String.init) { try carryOut(line) }
    }

    private func carryOut(_ line: String) throws {
        if line.hasPrefix("#") { return transcript.append(line) }
        transcript.append("> " + line)
        if line == "restart" { return try restart() }
        if line.hasPrefix("+"), let milliseconds = Int(line.dropFirst().trimmingCharacters(in: .whitespaces)) {
            return pass(milliseconds)
        }
        if let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") {
            return say(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw Misfit(line: line) }
        switch words[1] {
        case "goes": lose(words[0])
        case "pairs": try flip(words[0], alike: true, line)
        case "misses": try flip(words[0], alike: false, line)
        case "takes": try claim(words[0], aSet: true, line)
        case "errs": try claim(words[0], aSet: false, line)
        default: throw Misfit(line: line)
        }
    }

    // MARK: Clients

    private func say(_ who: String, _ line: String) {
        if clients[who] == nil {
            let client = ClientID(slot: Int(connections), serial: 1)
            connections += 1
            (clients[who], dialects[who]) = (client, .json)
            handle(.connected(client))
        }
        guard let client = clients[who] else { return }
        let bytes = Array(line.utf8)
        let request = CommandReader.read(bytes, in: 0..<bytes.count)
        if let dialect = request.dialect { dialects[who] = dialect }
        handle(.received(request, from: client))
    }

    private func lose(_ who: String) {
        if let client = clients.removeValue(forKey: who) { handle(.disconnected(client)) }
    }

    // MARK: Moves

    private func state(of who: String, _ line: String) throws -> State {
        guard let match = seats[who], let state = states[match] else { throw Misfit(line: line) }
        return state
    }

    private func flip(_ who: String, alike: Bool, _ line: String) throws {
        let state = try state(of: who, line)
        guard let deck = decks[state.match] else { throw Misfit(line: line) }
        let hidden = deck.indices.filter { state.cards[$0].isEmpty }
        for one in hidden {
            guard let other = hidden.first(where: { $0 > one && (deck[$0] == deck[one]) == alike }) else { continue }
            for card in [one, other] {
                let place = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(card % state.columns)))
                let isPlain = dialects[who] == .plain
                say(who, isPlain ? "\(place)\(card / state.columns + 1)" : #"{"type":"flip","card":\#(card)}"#)
            }
            return
        }
        throw Misfit(line: line)
    }

    private func claim(_ who: String, aSet: Bool, _ line: String) throws {
        let cards = try state(of: who, line).cards.map { Array($0) }
        for one in cards.indices {
            for other in cards.indices where other > one {
                for third in cards.indices where third > other {
                    let features = (0..<4).map { Set([cards[one][$0], cards[other][$0], cards[third][$0]]).count }
                    guard features.allSatisfy({ $0 != 2 }) == aSet else { continue }
                    return say(
                        who,
                        dialects[who] == .plain
                            ? "take \(one + 1) \(other + 1) \(third + 1)"
                            : #"{"type":"take","cards":[\#(one),\#(other),\#(third)]}"#)
                }
            }
        }
        throw Misfit(line: line)
    }

    // MARK: The host

    private func handle(_ input: Input) { settle(lobby.handle(input, at: now, using: &random)) }

    private func pass(_ milliseconds: Int) {
        let end = now + milliseconds
        while let due = lobby.nextDue, due <= end {
            now = max(now, due)
            settle(lobby.advance(to: now))
        }
        now = end
    }

    private func restart() throws {
        clients = [:]
        (lobby, committer) = try Self.open(folder)
        try start()
    }

    /// Ends as a host does that is stopped.
    func stop() throws { try committer.close(lobby, using: &writer) }

    private func settle(_ outcome: Outcome) {
        for entry in outcome.entries {
            EntryLine.write(entry, into: &writer)
            let text = String(decoding: writer.drain(), as: UTF8.self) + "}"
            transcript.append("journal < " + text)
            learnDeck(text)
        }
        committer.append(outcome, using: &writer)
        for _ in 0..<2 { _ = committer.passEnded(at: now, lobby, using: &writer) }
        for effect in outcome.effects {
            switch effect {
            case .send(let message, let client): deliver(message, to: client)
            case .broadcast(let event, let all): for client in all { deliver(Message(event), to: client) }
            case .queryRecords(let query, let client, let re): answer(query, client, re)
            case .replay(let report, let client, let re): replay(report, client, re)
            case .stopReplay: break  // All has been shown.
            case .close(let client):
                if let who = name(of: client) {
                    transcript.append("\(who) is hung up on")
                    clients[who] = nil
                }
            case .notify: break
            }
        }
    }

    /// Shows a whole replay at once.
    private func replay(_ report: RecordReport, _ client: ClientID, _ re: RequestID?) {
        var replay = MatchReplay(report)
        deliver(Message(.replay(ReplayHeader(replay)), re: re), to: client)
        while let state = replay.next() { deliver(Message(.replayed(state)), to: client) }
    }

    private func answer(_ query: RecordQuery, _ client: ClientID, _ re: RequestID?) {
        do throws(SystemError) {
            var event = try committer.answer(query)
            let isPlain = name(of: client).map { dialects[$0] == .plain } ?? false
            if case .record(let report) = event, case .replay = query { return replay(report, client, re) }
            if case .record(let report) = event, isPlain { event = .record(report.playedAgain) }
            deliver(Message(event, re: re), to: client)
        } catch {
            transcript.append("the records cannot be read")
        }
    }

    private func name(of client: ClientID) -> String? { clients.first { $0.value == client }?.key }

    private func deliver(_ message: Message, to client: ClientID) {
        guard let who = name(of: client) else { return transcript.append("nobody is told something") }
        JSONEvents.write(message, into: &writer)
        let json = writer.drain()
        if let state = try? JSONDecoder().decode(State.self, from: Data(json)) {
            (states[state.match], seats[who]) = (state, state.match)
        }
        guard dialects[who] == .plain else { return note(json, heardBy: who) }
        if case .lobby(let list) = message.event, !list.isFollowed { return }
        PlainEvents.write(message, into: &writer)
        note(writer.drain(), heardBy: who)
    }

    private func note(_ lines: [UInt8], heardBy who: String) {
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            let text = String(decoding: line, as: UTF8.self)
            transcript.append("\(who) <" + (text.isEmpty ? "" : " " + text))
        }
    }
}
