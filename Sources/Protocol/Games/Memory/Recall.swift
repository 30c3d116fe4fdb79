/// The recall of one seat: the turns in which it could have taken a pair from memory, and those in which it did.
///
/// A turn counts if at its start, or once its first card lay open, two cards of one face that weren't taken had both
/// been shown before; and if two cards were flipped in it. It was remembered if such a pair was taken.
public struct Recall: Equatable, Sendable {
    /// The turns of one bucket.
    public struct Turns: Equatable, Sendable {
        /// Turns in which such a pair was taken.
        public var found: Int
        /// Turns in which none was.
        public var missed: Int

        /// Creates counts.
        public init(found: Int = 0, missed: Int = 0) { (self.found, self.missed) = (found, missed) }

        /// All turns.
        public var known: Int { found + missed }
    }

    /// The turns by how many flips before the turn the partner was last shown, in the buckets 0, 1, 2–3, 4–7, 8–15, …,
    /// up to the last one with a turn; at most ``buckets``.
    public private(set) var span: [Turns]

    /// The buckets that the longest match needs.
    public static let buckets = 16

    /// Creates counts; buckets beyond the most there can be are dropped.
    public init(span: [Turns] = []) { self.span = Array(span.prefix(Self.buckets)) }

    /// Turns in which a pair could be taken from memory.
    public var known: Int { span.reduce(0) { $0 + $1.known } }

    /// Turns in which it was.
    public var found: Int { span.reduce(0) { $0 + $1.found } }

    /// Returns the flips that a bucket is for, such as `4...7`.
    public static func flips(in bucket: Int) -> ClosedRange<Int> {
        bucket == 0 ? 0...0 : 1 << (bucket - 1)...(1 << bucket) - 1
    }

    /// Counts a turn whose pair was last shown so many flips before it.
    mutating func count(after flips: Int, found: Bool) {
        let bucket = min(Int.bitWidth - max(0, flips).leadingZeroBitCount, Self.buckets - 1)
        add(found ? Turns(found: 1) : Turns(missed: 1), to: bucket)
    }

    private mutating func add(_ turns: Turns, to bucket: Int) {
        while span.count <= bucket { span.append(Turns()) }
        span[bucket].found += turns.found
        span[bucket].missed += turns.missed
    }

    /// Adds the turns of another match.
    public static func += (left: inout Recall, right: Recall) {
        for (bucket, turns) in right.span.enumerated() { left.add(turns, to: bucket) }
    }

    /// Takes the turns of a match away again that was added before.
    public static func -= (left: inout Recall, right: Recall) {
        left += Recall(span: right.span.map { Turns(found: -$0.found, missed: -$0.missed) })
        while left.span.last == Turns() { left.span.removeLast() }
    }
}

// MARK: - Words

extension Recall {
    /// Returns what players remembered as a line, without its full stop; nil if nobody remembered anything. Who didn't
    /// is left out.
    ///
    /// - Parameter players: their names, in seat order.
    public static func line(_ recall: [Recall]?, of players: [String]) -> String? {
        let parts = zip(players, recall ?? []).filter { $1.found > 0 }.map { player, recall in
            players.count > 1 ? "\(player) \(recall.score)" : recall.score
        }
        return parts.isEmpty ? nil : "Remembered: " + parts.joined(separator: ", ")
    }

    /// True if everything was remembered, and that was not little.
    public var isPerfect: Bool { known >= Self.leastPraised && found == known }

    private static let leastPraised = 3

    /// Returns the flips of a bucket in words: `after 4 to 7 flips`.
    public static func words(_ bucket: Int) -> String {
        let flips = flips(in: bucket)
        guard flips.count > 1 else { return "after \(PlainRules.counted(bucket, "flip"))" }
        return "after \(flips.lowerBound) to \(flips.upperBound) flips"
    }

    private var score: String { found == known && known > 1 ? "all \(known)" : "\(found) of \(known)" }
}

// MARK: - JSON

extension Recall {
    func write(into writer: inout ByteWriter) {
        writer.put("{\"known\":")
        writer.put(known)
        writer.putField("found", found)
        writer.putKey("span")
        writer.putList(span) { writer, turns in
            writer.put("[")
            writer.put(turns.found)
            writer.put(",")
            writer.put(turns.missed)
            writer.put("]")
        }
        writer.put("}")
    }

    /// Reads counts; returns nil if they are none. The sums are those of `span`.
    init?(_ object: JSONObject) {
        guard let span = object["span"]?.array else { return nil }
        let turns = span.prefix(Self.buckets).compactMap { $0.ints.flatMap(Turns.init) }
        guard turns.count == min(span.count, Self.buckets) else { return nil }
        self.init(span: turns)
    }

    /// Reads the counts of all seats; returns nil if there are none, or not for each.
    static func read(_ value: JSONValue?, seats: Int) -> [Recall]? {
        let recall = value?.array?.compactMap { $0.object.flatMap(Recall.init) }
        return recall?.count == seats ? recall : nil
    }

    /// Reads the counts of all seats, exactly as written.
    static func read(_ reader: inout FieldReader, seats: Int) -> [Recall]? {
        let recall = reader.readList { (reader) -> Recall? in
            guard reader.skip("{\"known\":"), reader.readNumber() != nil, reader.skip(",\"found\":"),
                reader.readNumber() != nil, reader.skip(",\"span\":"),
                let span = reader.readList({ $0.readNumbers().flatMap(Turns.init) }), reader.skip("}")
            else { return nil }
            return Recall(span: span)
        }
        return recall?.count == seats ? recall : nil
    }
}

extension Recall.Turns {
    /// The most turns that are read, so that sums can't overflow.
    private static let most = Int(Int32.max)

    fileprivate init?(_ numbers: [Int]) {
        guard numbers.count == 2, numbers.allSatisfy((0...Self.most).contains) else { return nil }
        self.init(found: numbers[0], missed: numbers[1])
    }
}

extension ByteWriter {
    /// Writes how well the seats remembered; nothing for a game in which there is nothing to remember.
    mutating func putField(recall: [Recall]?) {
        guard let recall else { return }
        putKey("recall")
        putList(recall) { $1.write(into: &$0) }
    }
}
