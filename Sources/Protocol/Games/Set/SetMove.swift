/// A move of Set, as a command asks for it.
public enum SetMove: Hashable, Sendable {
    /// Claims that the cards in three places are a set.
    case take(SetPlaces)
    /// Asks for three more cards.
    case more
    /// Shuffles the table.
    case shuffle
}

/// A move of Set that was made, and what came of it.
public enum MadeSetMove: Hashable, Sendable {
    case set(SetClaim)
    /// Claimed three cards that are not a set.
    case wrong(SetClaim)
    /// Asked for three more cards, but has not got them yet.
    case asked
    /// Asked for three more cards, which were dealt.
    case more
    /// Shuffled the table.
    case shuffle

    /// The command that makes the same move, in the same state of the game.
    public var move: SetMove {
        switch self {
        case .set(let claim), .wrong(let claim): claim.move
        case .asked, .more: .more
        case .shuffle: .shuffle
        }
    }

    /// The claim, if it was one.
    var claim: SetClaim? {
        switch self {
        case .set(let claim), .wrong(let claim): claim
        case .asked, .more, .shuffle: nil
        }
    }
}

// MARK: - Wire

extension SetMove {
    /// The command that makes it.
    var kind: Command.Kind {
        switch self {
        case .take: .take
        case .more: .more
        case .shuffle: .shuffle
        }
    }

    /// Writes the fields of the command.
    func writeFields(into writer: inout ByteWriter) {
        if case .take(let places) = self { writer.putField("cards", places.all) }
    }

    /// The commands of Set.
    static let commands = [
        CommandRow(
            move: .take, fields: [.cards],
            help: ["take 1 5 9      Set: claim three cards; see rules set for more and shuffle"]
        ) { fields throws(Refusal) in
            guard let places = fields[.cards]?.ints.flatMap({ SetPlaces($0) }) else {
                throw .badField("The cards must be three different places, as numbers.")
            }
            return .set(.take(places))
        } words: { words throws(Refusal) in
            let numbers = words.split { $0.isWhitespace || $0 == "," }.map { Int($0) ?? 0 }
            guard numbers.allSatisfy({ $0 > 0 }), let places = SetPlaces(numbers.map { $0 - 1 }) else {
                throw .badField("Name three different places by their numbers, such as take 1 5 9.")
            }
            return .set(.take(places))
        },
        CommandRow(.set(.more)),
        CommandRow(.set(.shuffle)),
    ]
}

extension MadeSetMove {
    /// Its name in a journal and in a record.
    var word: StaticString {
        switch self {
        case .set: "set"
        case .wrong: "wrong"
        case .asked: "wish"
        case .more: "more"
        case .shuffle: "shuffle"
        }
    }

    /// Writes its fields in a journal or in a record, where every move has cards and faces, each preceded by a comma.
    func writeFields(inRecord: Bool, into writer: inout ByteWriter) {
        guard claim != nil || inRecord else { return }
        writer.putField("cards", claim?.places ?? [])
        writer.putField("faces", claim?.cards.map(\.text) ?? [])
    }

    /// Reads a move of this name; returns nil if its fields are missing or there is no such move.
    init?(_ object: JSONObject, word: String) {
        switch word {
        case "set", "wrong":
            guard let claim = SetClaim(object) else { return nil }
            self = word == "set" ? .set(claim) : .wrong(claim)
        case "wish": self = .asked
        case "more": self = .more
        case "shuffle": self = .shuffle
        default: return nil
        }
    }
}

extension SetClaim {
    /// Reads the places of a claim and their cards; returns nil if they are none.
    init?(_ object: JSONObject) {
        guard let places = object["cards"]?.ints.flatMap({ SetPlaces($0) }), let faces = object["faces"]?.strings
        else { return nil }
        self.init(places, cards: faces.compactMap { SetCard($0) })
    }
}
