import Protocol

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
    /// The names that are connected, in alphabetical order; kept so, since a crowd asks for the lobby all the time.
    private(set) var connected: [String] = []

    /// How many names there are.
    var count: Int { people.count }

    /// Who has this name, or one that counts as the same.
    subscript(name: PlayerName) -> Person? { people[name.key] }

    /// Who was given this token last.
    subscript(token: Token) -> Person? { keys[token].flatMap { people[$0] } }

    /// Gives a name and a token to whoever holds them; replaces what the name had before.
    mutating func register(_ person: Person) {
        let key = person.name.key
        if let old = people.updateValue(person, forKey: key) {
            keys[old.token] = nil
            unlist(old)
        }
        keys[person.token] = key
        list(person)
    }

    /// Says that the name is kept alive by something else from now on.
    mutating func hand(_ name: PlayerName, to holder: Holder) {
        guard let old = people[name.key] else { return }
        unlist(old)
        people[name.key] = Person(name: old.name, token: old.token, holder: holder)
        list(Person(name: old.name, token: old.token, holder: holder))
    }

    /// Forgets a name and its token.
    mutating func remove(_ name: PlayerName) {
        guard let person = people.removeValue(forKey: name.key) else { return }
        keys[person.token] = nil
        unlist(person)
    }

    private mutating func list(_ person: Person) {
        guard case .client = person.holder else { return }
        connected.insert(person.name.text, at: place(of: person.name.text))
    }

    private mutating func unlist(_ person: Person) {
        guard case .client = person.holder else { return }
        let place = place(of: person.name.text)
        if place < connected.count, connected[place] == person.name.text { connected.remove(at: place) }
    }

    /// Where a name stands among those connected, or would.
    private func place(of name: String) -> Int {
        var (low, high) = (0, connected.count)
        while low < high {
            let middle = (low + high) / 2
            if connected[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
