/// When who wants to be looked at: a binary heap, the nearest moment on top.
///
/// A turn's clock starts anew with every turn, and a heap that followed each of them would hold the turns of a
/// whole minute. So an alarm of a match is set only if it has none that rings earlier; one that rings too early
/// is set again. The alarms of a match are a stack, each earlier than those below it: two or three at the most.
public struct Timers<Owner: Sendable>: Sendable {
    /// A moment at which somebody is to be looked at.
    public struct Alarm: Sendable {
        /// The moment.
        public let due: Instant
        /// Who.
        public let owner: Owner

        /// An alarm for this moment.
        @inlinable
        public init(due: Instant, owner: Owner) { (self.due, self.owner) = (due, owner) }
    }

    @usableFromInline var heap: [Alarm] = []

    /// No alarm is set.
    @inlinable
    public init() {}

    /// The next moment; nil if there is none.
    @inlinable
    public var next: Instant? { heap.first?.due }

    /// Sets an alarm.
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

    /// How many alarms are set.
    @inlinable
    public var count: Int { heap.count }

    /// Throws away the alarms of everybody but those who are wanted. Costs as much as sorting the rest.
    @inlinable
    public mutating func keep(_ isWanted: (Owner) -> Bool) {
        heap = heap.filter { isWanted($0.owner) }.sorted { $0.due < $1.due }
    }

    /// Has all alarms ring so many milliseconds later.
    @inlinable
    public mutating func postpone(by milliseconds: Int) {
        heap = heap.map { Alarm(due: $0.due + milliseconds, owner: $0.owner) }
    }

    /// Takes the next alarm out if its moment has come.
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
