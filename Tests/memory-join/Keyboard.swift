import Protocol

@testable import memory_join

/// A terminal that sends bytes to a decoder, with pauses in between.
struct Keyboard {
    private(set) var decoder = KeyDecoder()
    private var now = Instant(milliseconds: 0)

    /// The client asks the terminal something.
    mutating func ask() { decoder.expectReply(now) }

    /// Sends bytes at once, and returns what is read.
    mutating func send(_ bytes: some Sequence<UInt8>) -> [Key] { decoder.decode(bytes, now) }

    /// Lets time pass, and returns what is read from that.
    mutating func wait(_ milliseconds: Int) -> [Key] {
        let end = now + milliseconds
        var keys: [Key] = []
        while let due = decoder.deadline, due <= end { keys += decoder.checkTime(due) }
        now = end
        return keys
    }
}

extension KeyDecoder {
    var isWaiting: Bool { deadline != nil }

    /// Decodes bytes where only the order of events matters.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] { decode(bytes, Instant(milliseconds: 0)) }

    /// Lets the time until the deadline pass.
    mutating func pause() -> [Key] { deadline.map { checkTime($0) } ?? [] }
}
