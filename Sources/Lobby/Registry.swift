import Protocol

/// Who has which name: names and tokens live while connected or seated.
struct Registry: Sendable {
    /// Somebody with a name.
    struct Person: Sendable {
        var name: PlayerName
        var token: TokenDigest
        /// The token that it came with, as long as it may not have got the new one: good if that connection is gone.
        var previous: TokenDigest?
        var holder: Holder

        /// Whether this token gives its name back.
        func isKnown(by token: TokenDigest) -> Bool {
            if token == self.token { return true }
            if case .client = holder { return false }
            return token == previous
        }
    }

    /// What keeps a name alive.
    enum Holder: Equatable, Sendable {
        /// A connection.
        case client(ClientID)
        /// A seat whose connection broke.
        case seat(MatchID, Int)
        /// Nobody since the host was started again; the name is kept for a while.
        case nobody
    }

    private var people: [String: Person] = [:]
    private var keys: [TokenDigest: String] = [:]
    /// The names that are connected, in alphabetical order; kept so, since a crowd asks for the lobby all the time.
    private(set) var connected: [String] = []

    /// How many names there are.
    var count: Int { people.count }

    /// Who has this name, or one that counts as the same.
    subscript(name: PlayerName) -> Person? { people[name.key] }

    /// Who was given this token last.
    subscript(token: TokenDigest) -> Person? {
        guard let person = keys[token].flatMap({ people[$0] }), person.isKnown(by: token) else { return nil }
        return person
    }

    /// Everybody, in alphabetical order.
    var everybody: [Person] { people.sorted { $0.key < $1.key }.map(\.value) }

    /// The names that nobody has come back for since the host was started again, in alphabetical order.
    var absent: [PlayerName] { everybody.filter { $0.holder == .nobody }.map(\.name) }

    /// Gives a name and a token to whoever holds them; replaces what the name had before.
    mutating func register(_ person: Person) {
        let key = person.name.key
        if let old = people.updateValue(person, forKey: key) {
            forgetTokens(of: old)
            unlist(old)
        }
        keys[person.token] = key
        if let previous = person.previous { keys[previous] = key }
        list(person)
    }

    /// The token before the last one is dead for good: the last one has arrived.
    mutating func confirm(_ name: PlayerName) {
        guard let previous = people[name.key]?.previous else { return }
        people[name.key]?.previous = nil
        keys[previous] = nil
    }

    private mutating func forgetTokens(of person: Person) {
        keys[person.token] = nil
        if let previous = person.previous { keys[previous] = nil }
    }

    /// Says that the name is kept alive by something else from now on.
    mutating func setHolder(of name: PlayerName, to holder: Holder) {
        guard var person = people[name.key] else { return }
        unlist(person)
        person.holder = holder
        people[name.key] = person
        list(person)
    }

    /// Forgets a name and its token.
    mutating func remove(_ name: PlayerName) {
        guard let person = people.removeValue(forKey: name.key) else { return }
        forgetTokens(of: person)
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
