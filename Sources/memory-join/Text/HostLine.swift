import Protocol

/// Reads the lines of a host, which is untrusted: whatever a line says is safe to show and to calculate with.
///
/// A line is cleaned before its message is read, by the kind of each value and the key it stands under, so the text of a
/// new field is safe without being named here. What must be named: a list that may be long in `most`, a name in `names`,
/// and a number that may be below zero, or that the reader refuses if it is, in `signed`. Only the faces of cards stay
/// as they came, since a match's seal is of those: ``Protocol/Event/showingSafeFaces`` cleans them once the seal has
/// been checked.
enum HostLine {
    /// Reads one line, without its end.
    static func read(_ bytes: [UInt8], in range: Range<Int>) -> HostMessage {
        guard case .object(let fields)? = JSONTree(Array(bytes[range])),
            case .text(let type)? = fields.last(where: { clean(key: $0.key) == "type" })?.value
        else { return JSONEventReader.read(bytes, in: range) }
        let place = Place(key: clean(type, Place(key: "type", parent: "")), parent: "")
        let line = Array(clean(.object(fields), place).json.utf8)
        return JSONEventReader.read(line, in: line.indices)
    }

    /// The place of a value: its key, or its list's, and the key of the object around it. The message itself has its
    /// type for a key.
    private struct Place {
        let key: String
        let parent: String
        /// It is below rules, or the ranges of them.
        var isOfRules = false
        /// The place of a field, by its key as the reader will see it.
        func field(_ field: String) -> Place {
            Place(key: field, parent: key, isOfRules: isOfRules || HostLine.rules.contains(key))
        }
    }

    private static func clean(_ tree: JSONTree, _ place: Place) -> JSONTree {
        let count = most["\(place.parent).\(place.key)"] ?? (place.parent == "faces" ? Widths.faces : .max)
        return switch tree {
        case .text(let text): .text(clean(text, place))
        case .literal(let text): .literal(Int(text).map { "\(clean($0, place))" } ?? text)
        case .list(let values): .list(values.prefix(count).map { clean($0, place) })
        case .object(let fields):
            .object(
                fields.prefix(count).map { field in
                    let key = clean(key: field.key)
                    return JSONTree.Field(key: key, value: clean(field.value, place.field(key)))
                })
        }
    }

    /// Cleaned, two keys may become one: so nothing may depend on how a key was spelt.
    private static func clean(key: String) -> String { SafeText.line(key, columns: Widths.name) }

    private static func clean(_ text: String, _ place: Place) -> String {
        if place.parent == "faces" { return FaceText.sanitized(text) }
        return switch place.key {
        case "cards", "deck": text
        case "text": SafeText.line(text)
        case let key: SafeText.line(text, columns: names.contains(key) ? Widths.name : Widths.sentence)
        }
    }

    /// Returns the nearest number that can be shown; of what counts something, none below zero.
    private static func clean(_ number: Int, _ place: Place) -> Int {
        if compared.contains(place.key) { return number }
        let isSigned = place.isOfRules || signed.contains(place.key)
        return min(max(number, isSigned ? -Widths.number : 0), largest[place.key] ?? Widths.number)
    }

    /// The keys of names, and of words as short.
    private static let names: Set<String> = [
        "code", "command", "from", "host", "name", "players", "preset", "seats", "version",
    ]
    /// The keys of numbers that are never shown.
    private static let compared: Set<String> = ["ply", "version"]
    /// The keys of numbers that may be below zero: points, and seats and cards, which the reader checks.
    private static let signed: Set<String> = [
        "active", "beside", "card", "cards", "mean", "missed", "rating", "score", "scores", "seat", "taken", "turn",
        "turned", "winner",
    ]
    /// The keys of rules and their ranges: the reader checks all numbers in them.
    private static let rules: Set<String> = ["games", "presets", "ranges", "rules", "solo"]

    /// The largest numbers that are kept, where what follows is counted by them.
    private static let largest = ["states": Limits.Internal.replayedStates]

    /// The largest numbers of entries, by the keys of the object around them and of their own.
    private static let most = [
        "lobby.matches": Limits.lobbyMatches, "lobby.players": Limits.lobbyPlayers,
        "matches.seats": 2, "matches.scores": 2,
        "records.records": Limits.recordsAtOnce,
        "standings.players": Limits.entrants, "standings.seeds": Limits.contestSeeds,
        "scores.best": Limits.bestGames, "scores.players": Limits.bestPlayers,
        "scores.house": HouseLevel.allCases.count * Limits.bestAgainstHouse,
        "player.house": HouseLevel.allCases.count, "player.best": Limits.ownBoards,
        "player.opponents": Limits.opponents,
        "rules.presets": Widths.entries, "rules.solo": Widths.entries, "rules.games": Widths.entries,
        "rules.ranges": Widths.entries, "rules.faces": Widths.entries,
    ]
}

/// Maximum widths of a host's texts, in columns.
enum Widths {
    /// A name: every character wide.
    static let name = 2 * Limits.nameCharacters
    /// A message for a person.
    static let sentence = 400
    /// A card's face: ``FaceText`` says how faces stay different.
    static let face = 8
    /// The same with its words apart, if it is the label of a picture.
    static let shownFace = 2 * face
    /// Faces in a set.
    static let faces = 64
    /// Entries in a list of presets, ranges or face sets.
    static let entries = 16
    /// The largest number that is shown.
    static let number = 999_999_999
}

extension Event {
    /// The event with the faces of its cards safe to show. Where they changed, nobody is told how to check the deck.
    var showingSafeFaces: Event {
        switch self {
        case .state(let state): return .state(state.showingSafeFaces)
        case .replayed(var step):
            step.state = step.state.showingSafeFaces
            return .replayed(step)
        case .record(var record, _):
            let deck = record.deck.safe
            if deck != record.deck { record.salt = nil }
            record.deck = deck
            record.moves = Array(record.moves.prefix(record.summary.rules.game.recordMoves))
            return .record(record)
        default: return self
        }
    }
}

extension MatchState {
    fileprivate var showingSafeFaces: MatchState {
        var state = self
        state.cards = cards.safe
        if let deck = result?.deck { state.result?.deck = deck.map(FaceText.sanitized) }
        if state.sealedDeck != sealedDeck { state.result?.salt = nil }
        return state
    }
}

extension CardFaces {
    fileprivate var safe: CardFaces { CardFaces(map { $0.map(FaceText.sanitized) }) }
}
