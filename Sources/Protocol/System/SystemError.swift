/// A failed system call: its error number and its name.
///
/// The comparisons that need the C library's numbers are in `Platform+SystemError.swift`.
public struct SystemError: Error, Equatable, Sendable {
    /// The system's error number, as in `errno`.
    public let code: Int32
    /// The call that failed, by the name of its manual page: `bind`, `accept`.
    public let call: String

    /// Creates an error.
    public init(code: Int32, call: String) {
        self.code = code
        self.call = call
    }
}

extension SystemError: CustomStringConvertible {
    /// The call and what the system says about it, in one line: `bind: Address already in use`.
    public var description: String { "\(call): \(message)" }
}
