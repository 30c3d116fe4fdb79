import Protocol

/// The owner of each name: names and tokens last while their player is connected or seated.
struct Registry: Sendable {
    /// A named player.
    struct Person: Sendable {
        var name: PlayerName
        let token: TokenDigest
        var keeper: Keeper
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
    /// The keys of the names that share a skeleton: one, unless a journal holds names from before those were
    /// compared.
    private var keysBySkeleton: [String: [String]] = [:]
    private var keys: [TokenDigest: String] = [:]
    /// The connected names in alphabetical order; kept sorted, because a crowd requests the lobby all the time.
    private(set) var connected: [String] = []

    /// The number of names.
    var count: Int { people.count }

    /// The player with this name, or with one that counts as the same.
    subscript(name: PlayerName) -> Person? { people[name.key] }

    /// The player with the name that has this key, which takes longer to find out than to look up.
    subscript(key key: String) -> Person? { people[key] }

    /// The player identified by this token.
    subscript(token: TokenDigest) -> Person? { keys[token].flatMap { people[$0] } }

    /// All players, in alphabetical order.
    var everybody: [Person] { people.sorted { $0.key < $1.key }.map(\.value) }

    /// The names of players who haven't come back since the host was restarted, in alphabetical order.
    var absent: [PlayerName] { everybody.filter { $0.keeper == .nobody }.map(\.name) }

    /// Checks that nobody has this name, or one that looks like it.
    ///
    /// - Parameter own: the name that its owner would give up for it.
    /// - Throws: `name_taken`.
    func check(_ name: PlayerName, replacing own: PlayerName? = nil) throws(Refusal) {
        let (key, ownKey) = (name.key, own?.key)
        if key != ownKey, people[key] != nil { throw .nameTaken(name.text) }
        for skeleton in name.skeletons {
            if let other = keysBySkeleton[skeleton]?.first(where: { $0 != ownKey }) {
                throw .nameTaken(name.text, like: people[other]?.name.text)
            }
        }
    }

    /// Registers a player's name and token, replacing any earlier registration of the name.
    mutating func register(_ person: Person) {
        let key = person.name.key
        if let old = people.updateValue(person, forKey: key) {
            keys[old.token] = nil
            unlist(old)
            removeSkeletons(of: old.name, key)
        }
        for skeleton in person.name.skeletons { keysBySkeleton[skeleton, default: []].append(key) }
        keys[person.token] = key
        list(person)
    }

    /// Changes what keeps the name in use.
    mutating func setKeeper(of name: PlayerName, to keeper: Keeper) {
        guard var person = people[name.key] else { return }
        unlist(person)
        person.keeper = keeper
        people[name.key] = person
        list(person)
    }

    /// Removes a name and its token.
    mutating func remove(_ name: PlayerName) {
        let key = name.key
        guard let person = people.removeValue(forKey: key) else { return }
        keys[person.token] = nil
        removeSkeletons(of: person.name, key)
        unlist(person)
    }

    private mutating func removeSkeletons(of name: PlayerName, _ key: String) {
        for skeleton in name.skeletons {
            keysBySkeleton[skeleton]?.removeAll { $0 == key }
            if keysBySkeleton[skeleton]?.isEmpty == true { keysBySkeleton[skeleton] = nil }
        }
    }

    private mutating func list(_ person: Person) {
        guard case .client = person.keeper else { return }
        connected.insert(person.name.text, at: place(of: person.name.text))
    }

    private mutating func unlist(_ person: Person) {
        guard case .client = person.keeper else { return }
        let index = place(of: person.name.text)
        if index < connected.count, connected[index] == person.name.text { connected.remove(at: index) }
    }

    /// Returns the index of a name among the connected ones, or the index to insert it at.
    private func place(of name: String) -> Int { connected.partitionPoint { $0 < name } }
}
