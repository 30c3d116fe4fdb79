import Protocol

/// The place of each record in its file, in the order of their numbers; 12 bytes a record.
struct RecordPlaces {
    private var numbers: [Int32] = []
    private var starts: [Int] = []
    /// The offset of the next record.
    private(set) var end = 0

    /// The number of records.
    var count: Int { numbers.count }

    /// Adds a record, whose number is higher than all before.
    mutating func add(_ id: RecordID, at start: Int, to end: Int) {
        numbers.append(Int32(clamping: id.number))
        starts.append(start)
        self.end = end
    }

    /// Returns the range of a record's line; nil if no record has this number.
    subscript(number: Int) -> Range<Int>? {
        let index = numbers.partitionPoint { $0 < number }
        guard index < numbers.count, numbers[index] == number else { return nil }
        return starts[index]..<start(at: index + 1)
    }

    /// Returns the number of the record at an index.
    func number(at index: Int) -> Int { Int(numbers[index]) }

    /// Returns the offset of the record at an index; of the end, if the index is the count.
    func start(at index: Int) -> Int { index < starts.count ? starts[index] : end }

    /// Returns the index of the first record whose number passes a test.
    func firstIndex(where passes: (Int) -> Bool) -> Int? { numbers.firstIndex { passes(Int($0)) } }
}

/// The records that stay when the oldest are dropped.
struct KeptRecords {
    /// The number of the first of the newest, all of which stay.
    private let first: Int
    /// Older ones that stay.
    private let best: Set<Int>

    /// Chooses the newest records, from this number on, and these older ones.
    init(from first: Int, and best: Set<Int>) { (self.first, self.best) = (first, best) }

    /// Returns true if the record with this number stays.
    func contains(_ number: Int) -> Bool { number >= first || best.contains(number) }
}
