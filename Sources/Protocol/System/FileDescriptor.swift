/// An open file, socket, pipe or terminal, by its number.
///
/// It owns nothing: copies name the same file, and only `Platform.closeDescriptor` closes it.
public struct FileDescriptor: Hashable, Sendable {
    /// The process's number for the file, 0 or more while it is open.
    public let number: Int32

    /// Names an open file.
    public init(number: Int32) { self.number = number }

    /// What the process reads from.
    public static let standardInput = FileDescriptor(number: 0)
    /// What the process writes its results to.
    public static let standardOutput = FileDescriptor(number: 1)
    /// What the process writes its complaints to.
    public static let standardError = FileDescriptor(number: 2)
}
