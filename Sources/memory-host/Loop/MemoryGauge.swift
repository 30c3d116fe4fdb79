import Protocol

/// Tells when memory runs short. A process that gets none ends at once, so newcomers and new matches are refused
/// before.
///
/// It knows only a limit on the address space (`ulimit -v`): without one, a system promises memory that it may not
/// have.
struct MemoryGauge {
    private let readLeft: () -> Int?
    private var readAt: Instant?
    private(set) var isLow = false

    /// Creates a gauge; `readLeft` returns the bytes that the process may still map, nil for any number.
    init(readLeft: @escaping () -> Int? = Platform.addressSpaceLeft) { self.readLeft = readLeft }

    /// Reads the gauge, unless that has just been done.
    mutating func read(at now: Instant) {
        if let readAt, now - readAt < Limits.Internal.memoryMilliseconds { return }
        readAt = now
        isLow = readLeft().map { $0 < Limits.Internal.spareMemoryBytes } ?? false
    }
}
