import Protocol

/// Short names of the host's emoji, for cards with room for a word.
enum FaceNames {
    /// The name of a face; nil for letters, symbols and whatever other hosts deal.
    static func name(of face: String) -> String? { names[face] }

    private static let names = Dictionary(uniqueKeysWithValues: zip(FaceSet.animals.faces, animals))

    /// The animals in the order of their set.
    private static let animals = [
        "dog", "cat", "mouse", "hamster", "rabbit", "fox", "bear", "panda", "koala", "tiger", "lion", "cow", "pig",
        "frog", "monkey", "hen", "penguin", "bird", "chick", "duck", "eagle", "owl", "bat", "wolf", "boar", "horse",
        "unicorn", "bee", "bug", "moth", "snail", "ladybug", "ant", "scorpion", "turtle", "snake", "lizard",
        "octopus", "squid", "shrimp", "crab", "puffer", "reef fish", "fish", "dolphin", "whale", "shark", "croc",
        "elephant", "camel", "giraffe", "rooster",
    ]
}
