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
///     fresh ann bob         a host begins anew, with an empty folder and the same chance; these clients have just
///                           taken their names; nothing of that is noted
///     playing ann bob {}    the same, and the first two are in a match by these rules
///     ann: flip 3           a client says something in either dialect; it connects first if it must
///     ann pairs             a client flips two cards of Memory that are alike; `misses`: that differ
///     ann takes             a client claims a set; `errs`: three cards that are none
///     ann goes              a client's connection is lost
///     ann returns           it comes back with its token, on a new connection if it has none; `ann returns eve`: on
///                           that of another client
///     ann breaks 1500       its connection is lost, and it comes back after so many milliseconds
///     + 1500                milliseconds pass
///     late 1500             they pass, and the host sees none of them
///     still 1500            all clocks stand still for so long
///     contest 1             a contest of so many pairs of matches begins, or ends if there are to be none
///     restart               the host is killed and started again
///
/// What several clients are sent is noted once, with all of their names.
final class TranscriptStage {
    /// What was sent and stored, a line each.
    private(set) var transcript: [String] = []
    private let seed: UInt64
    private var folder: String
    private var table: LobbyDriver
    /// The folders of hosts that began anew.
    private var folders: [TemporaryFolder] = []
    private var writer = ByteWriter()
    /// False while nothing is noted.
    private var isNoting = true
    /// The line of JSON that was noted last, if nothing came after it.
    private var last: (json: String, names: String)?
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
        (self.folder, self.seed) = (folder, seed)
        table = Self.lobby(seed)
        table.watch = { [unowned self] in note($0) }
        try start()
    }

    private static func lobby(_ seed: UInt64) -> LobbyDriver {
        let morning = Instant(milliseconds: 1_795_268_400_000)
        return LobbyDriver(Lobby(settings: settings), at: morning, seed: seed)
    }

    /// - Parameter rules: the rules of a match that the first two play, as JSON; nil if they don't.
    private func begin(with people: [String], playing rules: String?) throws {
        try table.close()
        folders.append(try TemporaryFolder())
        (folder, table, decks, states, seats) = (folders[folders.count - 1].path, Self.lobby(seed), [:], [:], [:])
        table.watch = { [unowned self] in note($0) }
        try unnoted {
            try start()
            for who in people { table.hello(who, as: who) }
            table.pass(Limits.pushMilliseconds)
            guard let rules else { return }
            table.write(people[0], #"{"type":"open","rules":\#(rules)}"#)
            table.write(people[1], #"{"type":"join","match":"m1"}"#)
        }
    }

    private func unnoted(_ body: () throws -> Void) rethrows {
        isNoting = false
        defer { isNoting = true }
        try body()
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
        if line.hasPrefix("#") { return add(line) }
        add("> " + line)
        if line == "restart" { return try start() }
        if let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" ") {
            return say(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let words = line.split(separator: " ").map(String.init)
        if words[0] == "fresh" { return try begin(with: Array(words.dropFirst()), playing: nil) }
        if words[0] == "playing" { return try begin(with: Array(words[1...].dropLast()), playing: words.last) }
        guard words.count > 1 else { throw Misfit(line: line) }
        switch (words[0], words[1], Int(words[1])) {
        case ("+", _, let milliseconds?): table.pass(milliseconds)
        case ("late", _, let milliseconds?): table.oversleep(milliseconds)
        case ("still", _, let milliseconds?):
            table.oversleep(milliseconds)
            table.handle(.clocksPaused(milliseconds: milliseconds))
        case ("contest", _, let pairs?): table.startContest(ofPairs: pairs)
        case (let who, "goes", _): table.vanish(who)
        case (let who, "returns", _): try comeBack(who, as: words.count > 2 ? words[2] : who)
        case (let who, "breaks", _):
            table.vanish(who)
            table.pass(words.count > 2 ? Int(words[2]) ?? 0 : 0)
            try comeBack(who, as: who)
        case (let who, "pairs", _): try flip(who, alike: true, line)
        case (let who, "misses", _): try flip(who, alike: false, line)
        case (let who, "takes", _): try claim(who, aSet: true, line)
        case (let who, "errs", _): try claim(who, aSet: false, line)
        default: throw Misfit(line: line)
        }
    }

    private func comeBack(_ who: String, as other: String) throws {
        let token = try table.token(of: who)
        if !table.isOpen(other) { unnoted { _ = table.connect(other) } }
        table.say(other, .hello(.token(token)))
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

    private func add(_ line: String) {
        last = nil
        if isNoting { transcript.append(line) }
    }

    private func note(_ sight: LobbyDriver.Sight) {
        switch sight {
        case .stored(let entry):
            EntryLine.write(entry, into: &writer)
            let text = String(decoding: writer.drain(), as: UTF8.self) + "}"
            add("journal < " + text)
            learnDeck(text)
        case .sent(let message, let who):
            let json = message.bytes(.json)
            if let state = try? JSONDecoder().decode(State.self, from: Data(json)) {
                (states[state.match], seats[who]) = (state, state.match)
            }
            guard table.dialect(of: who) == .plain else { return note([message].json, sentTo: who) }
            if case .lobby(let list) = message.event, !list.isFollowed { return }
            for line in [message].plain.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                add("\(who) <" + (line.isEmpty ? "" : " " + line))
            }
        case .closed(let who): add("\(who) is hung up on")
        }
    }

    private func note(_ json: String, sentTo who: String) {
        guard isNoting, !json.isEmpty else { return }
        var names = who
        if let last, last.json == json {
            names = last.names + ", " + who
            transcript.removeLast()
        }
        let line = names + " < " + json.dropLast()  // Without its LF.
        add(line)
        last = (json, names)
    }
}
