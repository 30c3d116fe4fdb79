/// A value on the command line: its name in the help, and its kind.
public struct OptionArgument: Sendable {
    /// The kinds of values, as far as a shell can complete them and a message can say what is missing.
    public enum Kind: Sendable {
        /// A whole number of this range.
        case number(ClosedRange<Int>)
        /// One of these words.
        case words([OptionWord])
        /// Some of these words, with commas between them.
        case list([OptionWord])
        /// A file to be written, or `-` for standard output.
        case output
        case folder
        /// An address or a name of this machine.
        case address
        /// A host, with or without a port.
        case host
        case url
        /// A program and its arguments.
        case command
        /// Anything else.
        case text
    }

    /// The name that stands for the value in the help, such as `N`.
    public let name: String
    public let kind: Kind
    /// True if words may be typed in capitals.
    public let ignoresCase: Bool

    /// Creates an argument.
    public init(_ name: String, _ kind: Kind, ignoresCase: Bool = false) {
        (self.name, self.kind, self.ignoresCase) = (name, kind, ignoresCase)
    }

    /// The words to choose from; none where there is no such choice.
    public var words: [OptionWord] {
        switch kind {
        case .words(let words), .list(let words): words
        default: []
        }
    }

    /// Returns what is wrong with a value, as the rest of a sentence that begins with the flag; nil if nothing is, as far
    /// as the kind goes.
    func complaint(about value: String) -> String? {
        switch kind {
        case .number(let range):
            guard let number = Int(value), range.contains(number) else {
                return "must be a number from \(range.lowerBound) to \(range.upperBound), not \(value)"
            }
        case .words(let words):
            if index(of: value, in: words) == nil {
                return "must be one of \(words.map(\.name).joined(separator: ", ")), not \(value)"
            }
        case .output: if value.isEmpty { return "needs a file, or - for standard output" }
        case .folder: if value.isEmpty { return "needs a folder" }
        case .address: if value.isEmpty { return "needs an address" }
        case .list, .host, .url, .command, .text: break
        }
        return nil
    }

    /// Returns the place of a value among words.
    func index(of value: String, in words: [OptionWord]) -> Int? {
        words.firstIndex { $0.name == (ignoresCase ? value.lowercased() : value) }
    }
}

/// A word that an option takes, and its meaning.
public struct OptionWord: Sendable, Equatable {
    /// The word.
    public let name: String
    /// The meaning; empty for a word that says it.
    public let meaning: String

    /// Creates a word.
    public init(_ name: String, _ meaning: String = "") { (self.name, self.meaning) = (name, meaning) }
}
