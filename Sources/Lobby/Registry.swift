import Protocol

/// The owner of each name: names and tokens last while their player is connected or seated.
struct Registry: Sendable {
    /// A named player.
    struct Person: Sendable {
        var name: PlayerName
        var token: TokenDigest
        /// The token the client came with, until the new one is confirmed; invalid while a connection holds the name.
        var previous: TokenDigest?
        var keeper: Keeper

        /// Returns true if this token gives the name back.
        func isKnown(by token: TokenDigest) -> Bool {
            if token == self.token { return true }
            if case .client = keeper { return false }
            return token == previous
        }
    }

    /// The reason a name is still in use.
    enum Keeper: Equatable, Sendable {
        /// A connection.
        case client(ClientID)
        /// A seat whose player has disconnected.
        case seat(MatchID, Int)
        /// Nobody since the host was restarted; the name is kept for a while.
        case nobody
    }

    private var people: [String: Person] = [:]
    private var keys: [TokenDigest: String] = [:]
    /// The connected names in alphabetical order; kept sorted, because a crowd requests the lobby all the time.
    private(set) var connected: [String] = []

    /// The number of names.
    var count: Int { people.count }

    /// The player with this name, or with one that counts as the same.
    subscript(name: PlayerName) -> Person? { people[name.key] }

    /// The player identified by this token.
    subscript(token: TokenDigest) -> Person? {
        guard let person = keys[token].flatMap({ people[$0] }), person.isKnown(by: token) else { return nil }
        return person
    }

    /// All players, in alphabetical order.
    var everybody: [Person] { people.sorted { $0.key < $1.key }.map(\.value) }

    /// The names of players who haven't come back since the host was restarted, in alphabetical order.
    var absent: [PlayerName] { everybody.filter { $0.keeper == .nobody }.map(\.name) }

    /// Registers a player's name and token, replacing any earlier registration of the name.
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

    /// Drops the previous token for good, because the latest one has arrived.
    mutating func confirm(_ name: PlayerName) {
        guard let previous = people[name.key]?.previous else { return }
        people[name.key]?.previous = nil
        keys[previous] = nil
    }

    private mutating func forgetTokens(of person: Person) {
        keys[person.token] = nil
        if let previous = person.previous { keys[previous] = nil }
    }

    /// Changes what keeps the name in use.
    mutating func setKeeper(of name: PlayerName, to keeper: Keeper) {
        guard var person = people[name.key] else { return }
        unlist(person)
        person.keeper = keeper
        people[name.key] = person
        list(person)
    }

    /// Removes a name and its tokens.
    mutating func remove(_ name: PlayerName) {
        guard let person = people.removeValue(forKey: name.key) else { return }
        forgetTokens(of: person)
        unlist(person)
    }

    private mutating func list(_ person: Person) {
        guard case .client = person.keeper else { return }
        connected.insert(person.name.text, at: insertionIndex(of: person.name.text))
    }

    private mutating func unlist(_ person: Person) {
        guard case .client = person.keeper else { return }
        let index = insertionIndex(of: person.name.text)
        if index < connected.count, connected[index] == person.name.text { connected.remove(at: index) }
    }

    /// Returns the index of a name among the connected ones, or the index to insert it at.
    private func insertionIndex(of name: String) -> Int {
        var (low, high) = (0, connected.count)
        while low < high {
            let middle = (low + high) / 2
            if connected[middle] < name { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
