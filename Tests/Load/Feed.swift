/// The states of a match that some of its members have still to get, oldest first.
///
/// The member that gets a state first appends it; each other member's copy must be the same bytes.
struct Feed {
    private struct Line {
        var bytes: [UInt8] = []
        var isFlip = false
        var missing = 0
    }

    /// A ring: a flip leads to two states, and the offers of a rematch to three.
    private var lines = Array(repeating: Line(), count: 8)
    /// The number of the oldest line, and of the one after the newest.
    private var start = 0
    private(set) var end = 0

    /// Every member has every line.
    var isEmpty: Bool { start == end }

    /// True if a line that is there shows a flip.
    func isFlip(_ number: Int) -> Bool { lines[number % lines.count].isFlip }

    /// Appends a line, its LF included, that `missing` members have still to get.
    mutating func append(_ bytes: ArraySlice<UInt8>, isFlip: Bool, missing: Int) throws {
        guard end - start < lines.count else { throw Failure("A member of a match reads too little", line: bytes) }
        let place = end % lines.count
        lines[place].bytes.removeAll(keepingCapacity: true)
        lines[place].bytes.append(contentsOf: bytes)
        (lines[place].isFlip, lines[place].missing) = (isFlip, missing)
        end += 1
    }

    /// The length of a line if it is at a position of `bytes`, which hold `count`; else nil.
    func length(of number: Int, ifIn bytes: [UInt8], at position: Int, count: Int) -> Int? {
        guard number < end else { return nil }
        let due = lines[number % lines.count].bytes
        guard position + due.count <= count else { return nil }
        // All bytes are compared, without a stop at the first difference: so the loop becomes a few wide instructions.
        let (line, found) = (due.span, bytes.span.extracting(position..<position + due.count))
        var difference: UInt8 = 0
        for index in line.indices { difference |= line[index] ^ found[index] }
        return difference == 0 ? due.count : nil
    }

    /// One more member has the line; true if it was the last, and so the line has left.
    mutating func deliver(_ number: Int) -> Bool {
        let place = number % lines.count
        lines[place].missing -= 1
        guard number == start, lines[place].missing == 0 else { return false }
        start += 1
        return true
    }
}
