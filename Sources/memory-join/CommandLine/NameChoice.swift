import Protocol

/// Finds a name for somebody who has not said one.
enum NameChoice {
    /// What somebody is called whose login name is of no use.
    private static let fallback = "Player"

    /// A login name made valid: what names may not hold is left out, and what is too much is cut off.
    static func name(from login: String?) -> PlayerName {
        var kept = ""
        for character in (login ?? "").prefix(200) {
            // Between two letters, since names are trimmed.
            if valid("x\(character)x") != nil, valid("\(kept)\(character)") != nil { kept.append(character) }
        }
        guard let name = valid(kept) ?? valid(fallback) else { preconditionFailure("\(fallback) is a valid name") }
        return name
    }

    /// The same name with a number after it, within the limits of names.
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
