public import Protocol

/// Seals of decks that nobody has drawn.
public enum SealSamples {
    /// A salt that anybody can guess.
    public static let salt = unwrapped(Salt(String(repeating: "0123456789abcdef", count: 4)))
    /// Another one.
    public static let otherSalt = unwrapped(Salt(String(repeating: "f", count: 64)))

    /// The seal of a deck with that salt.
    public static func seal(_ deck: [String]) -> Seal { Seal(of: deck, salt) }
}
