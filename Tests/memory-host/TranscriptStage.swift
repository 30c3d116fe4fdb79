import Foundation
import Protocol
import TestSupport

@testable import Lobby
@testable import TestDrivers
@testable import memory_host

/// A lobby with a data folder, for a script of what clients say; it notes all that they are sent and all that is
/// stored.
///
/// Chance and time are the script's, so the same script makes the same transcript. The stage knows no more of a game
/// than what the wire and the journal say: it stays as it is when the code behind them changes.
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
    /// What was sent and stored, a line each.
    private(set) var transcript: [String] = []
    private let folder: String
    private let table: LobbyDriver
    private var writer = ByteWriter()
    private static let settings = Lobby.Settings(hello: Hello(host: "stage"))
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
        let morning = Instant(milliseconds: 1_795_268_400_000)
        table = LobbyDriver(Lobby(settings: Self.settings), at: morning, seed: seed)
        table.watch = { [unowned self] in note($0) }
        try start()
    }

    private func start() throws {
        let storage = try Storage(in: DiskFolder(folder), Self.settings, sync: .never, log: Log(level: .error))
        let stored = try String(contentsOfFile: folder + "/journal.ndjson", encoding: .utf8)
        for line in stored.split(separator: "\n") { learnDeck(String(line)) }
        table.restart(on: storage, sync: .never)
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
        if line == "restart" { return try start() }
        if line.hasPrefix("+"), let milliseconds = Int(line.dropFirst().trimmingCharacters(in: .whitespaces)) {
            return table.pass(milliseconds)
        }
        if let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") {
            return say(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw Misfit(line: line) }
        switch words[1] {
        case "goes": table.vanish(words[0])
        case "pairs": try flip(words[0], alike: true, line)
        case "misses": try flip(words[0], alike: false, line)
        case "takes": try claim(words[0], aSet: true, line)
        case "errs": try claim(words[0], aSet: false, line)
        default: throw Misfit(line: line)
        }
    }

    private func say(_ who: String, _ line: String) {
        if !table.isOpen(who) { table.connect(who) }
        table.write(who, line)
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
                let isPlain = table.dialect(of: who) == .plain
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
                        table.dialect(of: who) == .plain
                            ? "take \(one + 1) \(other + 1) \(third + 1)"
                            : #"{"type":"take","cards":[\#(one),\#(other),\#(third)]}"#)
                }
            }
        }
        throw Misfit(line: line)
    }

    // MARK: What is noted

    /// Ends as a host does that is stopped.
    func stop() throws { try table.close() }

    private func note(_ sight: LobbyDriver.Sight) {
        switch sight {
        case .stored(let entry):
            EntryLine.write(entry, into: &writer)
            let text = String(decoding: writer.drain(), as: UTF8.self) + "}"
            transcript.append("journal < " + text)
            learnDeck(text)
        case .sent(let message, let who):
            let json = message.bytes(.json)
            if let state = try? JSONDecoder().decode(State.self, from: Data(json)) {
                (states[state.match], seats[who]) = (state, state.match)
            }
            guard table.dialect(of: who) == .plain else { return note(json, sentTo: who) }
            if case .lobby(let list) = message.event, !list.isFollowed { return }
            note(message.bytes(.plain), sentTo: who)
        case .closed(let who): transcript.append("\(who) is hung up on")
        }
    }

    private func note(_ lines: [UInt8], sentTo who: String) {
        for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            let text = String(decoding: line, as: UTF8.self)
            transcript.append("\(who) <" + (text.isEmpty ? "" : " " + text))
        }
    }
}
