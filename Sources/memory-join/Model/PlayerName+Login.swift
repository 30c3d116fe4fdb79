import Protocol

extension PlayerName {
    /// The login name without invalid characters, cut to the limits of names; `Guest` if that is no valid name.
    static func forLogin(_ login: String?) -> PlayerName {
        var kept = ""
        for character in (login ?? "").prefix(200) {
            // Tested between two digits: names are trimmed, and letters of two alphabets are refused.
            let isValid = valid("0\(character)0") != nil
            if isValid, (try? PlayerName("\(kept)\(character)")) != nil { kept.append(character) }
        }
        guard let name = valid(kept) ?? valid("Guest") else { preconditionFailure("Guest is a valid name") }
        return name
    }

    /// The name with a number appended, within the limits of names.
    func numbered(_ number: Int) -> PlayerName? {
        var base = text
        while !base.isEmpty {
            if let numbered = Self.valid("\(base)\(number)") { return numbered }
            base.removeLast()
        }
        return nil
    }

    private static func valid(_ text: String) -> PlayerName? { try? PlayerName(claiming: text) }
}
