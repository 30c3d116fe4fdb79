import Protocol

/// What a lobby knows of one connection.
struct Session: Sendable {
    /// The connection.
    let client: ClientID
    /// The dialect of its last line that counted.
    var dialect = Dialect.json
    /// Who it is, once it has said so.
    var name: PlayerName?
    /// Where it is.
    var place = Place.lobby

    /// Where a client is.
    enum Place: Equatable, Sendable {
        /// In no match.
        case lobby
        /// In a seat of a match.
        case seated(MatchID, Int)
        /// Watching a match.
        case watching(MatchID)

        /// The match, if the client is in one.
        var match: MatchID? {
            switch self {
            case .lobby: nil
            case .seated(let match, _), .watching(let match): match
            }
        }
    }
}

/// Who has which name: names and tokens live while connected or seated.
struct Registry: Sendable {
    /// Somebody with a name.
    struct Person: Sendable {
        var name: PlayerName
        var token: Token
        var holder: Holder
    }

    /// What keeps a name alive.
    enum Holder: Equatable, Sendable {
        /// A connection.
        case client(ClientID)
        /// A seat whose connection broke.
        case seat(MatchID, Int)
    }

    private var people: [String: Person] = [:]
    private var keys: [Token: String] = [:]

    /// How many names there are.
    var count: Int { people.count }

    /// Who has this name, or one that counts as the same.
    subscript(name: PlayerName) -> Person? { people[name.key] }

    /// Who was given this token last.
    subscript(token: Token) -> Person? { keys[token].flatMap { people[$0] } }

    /// Gives a name and a token to whoever holds them; replaces what the name had before.
    mutating func register(_ person: Person) {
        let key = person.name.key
        if let old = people.updateValue(person, forKey: key) { keys[old.token] = nil }
        keys[person.token] = key
    }

    /// Says that the name is kept alive by something else from now on.
    mutating func hand(_ name: PlayerName, to holder: Holder) { people[name.key]?.holder = holder }

    /// Forgets a name and its token.
    mutating func remove(_ name: PlayerName) {
        if let person = people.removeValue(forKey: name.key) { keys[person.token] = nil }
    }

    /// The names that are connected, in alphabetical order.
    func connected() -> [String] {
        people.values.compactMap { person in
            if case .client = person.holder { person.name.text } else { nil }
        }.sorted()
    }
}
