/// Returns a value that a test has written down, such as an identifier; traps if there is none.
public func unwrapped<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a value that a test needs is missing") }
    return value
}
