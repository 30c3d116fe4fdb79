import Lobby
import Protocol

/// The bytes on their way to a client, each piece with the time when it leaves. Nothing overtakes anything.
struct Delivery: Sendable {
    /// A piece that leaves at its time.
    enum Item: Equatable, Sendable {
        /// Bytes, in one packet if the network lets them.
        case bytes([UInt8])
        /// The connection is closed, once all before is sent.
        case close
    }

    private var items: [(due: Instant, item: Item)] = []
    /// The position of the next item.
    private var first = 0
    /// The time of the last item.
    private(set) var last = Instant(milliseconds: 0)

    /// The time when the next item leaves; nil if there is none.
    var due: Instant? { first < items.count ? items[first].due : nil }

    /// The number of items that have not left.
    var count: Int { items.count - first }

    /// Adds a line; returns the time when its last byte leaves.
    ///
    /// - Parameters:
    ///   - bytes: the line as it is sent.
    ///   - delay: the milliseconds that it takes at least.
    ///   - isSplit: true if each byte leaves by itself, four in a millisecond.
    mutating func add(_ bytes: [UInt8], at now: Instant, delay: Int = 0, isSplit: Bool = false) -> Instant {
        last = max(last, now + delay)
        guard isSplit else {
            items.append((last, .bytes(bytes)))
            return last
        }
        for (index, byte) in bytes.enumerated() {
            if index % Limits.Exam.bytesPerMillisecond == 0 { last = last + 1 }
            items.append((last, .bytes([byte])))
        }
        return last
    }

    /// Adds what is no line.
    mutating func add(_ item: Item, at now: Instant) {
        last = max(last, now)
        items.append((last, item))
    }

    /// Takes the next item that has left by then.
    mutating func next(at now: Instant) -> Item? {
        guard let due, due <= now else { return nil }
        defer {
            first += 1
            if first == items.count { (items, first) = ([], 0) }
        }
        return items[first].item
    }
}
