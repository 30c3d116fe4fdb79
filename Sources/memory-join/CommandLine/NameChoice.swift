import Protocol

/// Chooses a name for a user who has not given one.
enum NameChoice {
    /// The name if the login name is unusable.
    private static let fallback = "Player"

    /// The login name without invalid characters, cut to the limits of names.
    static func name(from login: String?) -> PlayerName {
        var kept = ""
        for character in (login ?? "").prefix(200) {
            // Tested between two letters, since names are trimmed.
            if valid("x\(character)x") != nil, valid("\(kept)\(character)") != nil { kept.append(character) }
        }
        guard let name = valid(kept) ?? valid(fallback) else { preconditionFailure("\(fallback) is a valid name") }
        return name
    }

    /// The name with a number appended, within the limits of names.
    static func numbered(_ name: PlayerName, _ number: Int) -> PlayerName? {
        var base = name.text
        while !base.isEmpty {
            if let numbered = valid("\(base)\(number)") { return numbered }
            base.removeLast()
        }
        return nil
    }

    private static func valid(_ text: String) -> PlayerName? { try? PlayerName(text) }
}
