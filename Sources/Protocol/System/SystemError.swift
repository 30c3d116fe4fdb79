/// A system call that failed: its number and its name.
///
/// The comparisons that need the C library's numbers are in `Platform+SystemError.swift`.
public struct SystemError: Error, Equatable, Sendable {
    /// The system's error number, as in `errno`.
    public let code: Int32
    /// The call that failed, as its manual page is called: `bind`, `accept`.
    public let call: String

    /// Names an error.
    public init(code: Int32, call: String) {
        self.code = code
        self.call = call
    }
}

extension SystemError: CustomStringConvertible {
    /// The call and what the system says about it, in one line: `bind: Address already in use`.
    public var description: String { "\(call): \(message)" }
}
