public import Protocol

/// A timer queue: a binary heap of alarms, earliest on top.
///
/// A turn clock restarts with every turn, and a heap with an alarm for each would hold a whole minute's turns. So a
/// match's alarm is set only if it has none that fires earlier; one that fires too early is set again. The alarms of a
/// match form a stack, each earlier than those below it: two or three at most.
public struct Timers<Owner: Sendable>: Sendable {
    /// A time at which an owner needs attention.
    public struct Alarm: Sendable {
        /// The time at which the alarm fires.
        public let due: Instant
        /// The owner that needs attention.
        public let owner: Owner

        /// Creates an alarm.
        @inlinable
        public init(due: Instant, owner: Owner) { (self.due, self.owner) = (due, owner) }
    }

    @usableFromInline var heap: [Alarm] = []

    /// Creates a queue without alarms.
    @inlinable
    public init() {}

    /// The time of the next alarm, if any.
    @inlinable
    public var next: Instant? { heap.first?.due }

    @inlinable
    public mutating func add(_ alarm: Alarm) {
        heap.append(alarm)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].due < heap[parent].due else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// The number of alarms.
    @inlinable
    public var count: Int { heap.count }

    /// Removes the alarms of all unwanted owners. Costs as much as sorting the rest.
    @inlinable
    public mutating func removeAll(where isUnwanted: (Owner) -> Bool) {
        heap = heap.filter { !isUnwanted($0.owner) }.sorted { $0.due < $1.due }
    }

    /// Removes and returns the earliest alarm if it is due.
    @inlinable
    public mutating func popDue(at now: Instant) -> Alarm? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            let (left, right) = (2 * parent + 1, 2 * parent + 2)
            if left < heap.count, heap[left].due < heap[least].due { least = left }
            if right < heap.count, heap[right].due < heap[least].due { least = right }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
