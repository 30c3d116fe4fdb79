public import Protocol

extension Socket {
    /// Sends as much of `bytes` as the socket accepts.
    public func send(_ bytes: [UInt8]) -> Sent { send(bytes, 0..<bytes.count) }
}

extension Platform {
    /// Nanoseconds since the first use in this process; never decreases.
    public static var monotonicNanoseconds: UInt64 {
        let passed = start.duration(to: .now).components
        return UInt64(passed.seconds) * 1_000_000_000 + UInt64(passed.attoseconds / 1_000_000_000)
    }

    private static let start = ContinuousClock.now
}
