/// The lines of a match that some of its members have still to get.
///
/// The member that gets a line first appends it; each other member's copy is compared with it. A member gets the lines
/// in order, so they leave in order too.
struct Feed {
    /// The kind of a line, which decides how the other members' copies are compared.
    enum Kind {
        /// A state that shows a flip: all members get the same bytes.
        case flip
        /// Another state, just so.
        case state
        /// The next match: each member gets its own seat.
        case seating
    }

    private struct Line {
        var bytes: [UInt8] = []
        var kind = Kind.state
        var missing = 0
    }

    private var lines: [Line]
    /// The number of the oldest line, and of the one after the newest.
    private(set) var start = 0
    private(set) var end = 0

    /// A feed that holds what so many flips lead to, and a rematch.
    init(depth: Int) { lines = Array(repeating: Line(), count: depth + 8) }

    /// Every member has every line.
    var isEmpty: Bool { start == end }

    /// There is no space for another line.
    var isFull: Bool { end - start == lines.count }

    /// The kind of a line that is there.
    func kind(of number: Int) -> Kind { lines[number % lines.count].kind }

    /// A line that is there, with its LF, to be shown.
    func bytes(of number: Int) -> [UInt8] { lines[number % lines.count].bytes }

    /// Appends a line, its LF included, that `missing` members have still to get; `isFull` must be false.
    mutating func append(_ bytes: ArraySlice<UInt8>, _ kind: Kind, missing: Int) {
        let place = end % lines.count
        lines[place].bytes.removeAll(keepingCapacity: true)
        lines[place].bytes.append(contentsOf: bytes)
        (lines[place].kind, lines[place].missing) = (kind, missing)
        end += 1
    }

    /// The length of a line if it is there, may be compared, and stands in `bytes` at a position; else nil.
    func length(of number: Int, ifIn bytes: [UInt8], at position: Int, count: Int) -> Int? {
        guard number < end else { return nil }
        let place = number % lines.count
        let length = lines[place].bytes.count
        if case .seating = lines[place].kind { return nil }
        guard position + length <= count, Self.holds(bytes, lines[place].bytes, at: position) else { return nil }
        return length
    }

    /// Returns true if a line is at this position. It compares all bytes, without stopping at the first difference:
    /// so the loop becomes a few wide instructions.
    private static func holds(_ bytes: [UInt8], _ line: [UInt8], at position: Int) -> Bool {
        let due = line.span
        let there = bytes.span.extracting(position..<position + line.count)
        var difference: UInt8 = 0
        for index in due.indices { difference |= due[index] ^ there[index] }
        return difference == 0
    }

    /// One more member has the line; true if it was the last, and so the line has left.
    mutating func gotOneMore(_ number: Int) -> Bool {
        let place = number % lines.count
        lines[place].missing -= 1
        return leaveIfComplete(number)
    }

    /// Has the oldest line leave if no member misses it.
    mutating func leaveIfComplete(_ number: Int) -> Bool {
        guard number == start, lines[number % lines.count].missing == 0 else { return false }
        start += 1
        return true
    }
}
