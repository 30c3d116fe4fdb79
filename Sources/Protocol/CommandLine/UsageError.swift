/// A command line that a program cannot follow, or a line that a person cannot mean.
public struct UsageError: Error, Equatable, Sendable {
    /// The reason, to be shown.
    public let sentence: String

    /// Creates an error.
    public init(sentence: String) { self.sentence = sentence }

    /// The same with a capital letter at the beginning and a full stop at the end.
    public var punctuated: UsageError {
        let text = sentence.prefix(1).uppercased() + sentence.dropFirst()
        return UsageError(sentence: text.hasSuffix(".") ? text : text + ".")
    }
}
