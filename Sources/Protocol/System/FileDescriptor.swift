/// An open file, socket, pipe or terminal, by its number.
///
/// It owns nothing: copies refer to the same file, and only `Platform.closeDescriptor` closes it.
public struct FileDescriptor: Hashable, Sendable {
    /// The file's number in this process, 0 or more while it is open.
    public let number: Int32

    /// Wraps the descriptor of an open file.
    public init(number: Int32) { self.number = number }

    /// Standard input.
    public static let standardInput = FileDescriptor(number: 0)
    /// Standard output, for results.
    public static let standardOutput = FileDescriptor(number: 1)
    /// Standard error, for diagnostics.
    public static let standardError = FileDescriptor(number: 2)
}
