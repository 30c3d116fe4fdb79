/// Writes into space reserved in advance by a ``ByteWriter``, without checking each byte for room.
///
/// A state has some 250 pieces: checking each one, and keeping the count in memory, cost more than the bytes. So a list
/// or a text, whose length comes from elsewhere, is checked as a whole before its first byte is written. Literals and
/// single numbers, whose length whoever reserves can add up, are checked in debug builds only, and so by every test.
/// Some pieces are stored as a whole word of which only the first bytes count, so any estimate of the room must add
/// ``slack``.
@safe
struct Pen {
    /// Bytes beyond the last one that may be overwritten.
    static let slack = 8

    /// The position of the next byte.
    private(set) var end: UnsafeMutablePointer<UInt8>
    private let limit: UnsafeMutablePointer<UInt8>
    /// A copy of ``smallNumbers``, which saves each use the check that it is initialized.
    private let smallNumbers: UnsafeMutablePointer<UInt32>

    /// Starts at `start`, with room up to `limit`.
    @unsafe
    init(start: UnsafeMutablePointer<UInt8>, limit: UnsafeMutablePointer<UInt8>) {
        unsafe self.end = start
        unsafe self.limit = limit
        unsafe smallNumbers = Self.smallNumbers
    }

    @inline(__always)
    private func assertRoom(_ count: Int) {
        unsafe assert(limit - end >= count, "less room than was reserved")
    }

    /// Traps unless there is room for this many bytes.
    @inline(__always)
    private func requireRoom(_ count: Int) {
        unsafe precondition(limit - end >= count, "less room than was reserved")
    }

    /// Removes the last byte.
    @inline(__always)
    mutating func dropLast() { unsafe end -= 1 }

    /// Appends one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        assertRoom(1)
        unsafe end.pointee = byte
        unsafe end += 1
    }

    /// Appends a string literal, in one or two instructions.
    @inline(__always)
    mutating func put(_ literal: StaticString) {
        assertRoom(literal.utf8CodeUnitCount)
        unsafe end.initialize(from: literal.utf8Start, count: literal.utf8CodeUnitCount)
        unsafe end += literal.utf8CodeUnitCount
    }

    // MARK: Numbers

    /// Appends a number in decimal digits.
    @inline(__always)
    mutating func put(_ number: Int) {
        if UInt(bitPattern: number) < 100 {
            putItem(UInt(bitPattern: number))
            dropLast()
        } else {
            putLong(number)
        }
    }

    /// Returns the most bytes that numbers can take, each with a comma.
    @inline(__always)
    static func room(for numbers: [Int]) -> Int { 21 * numbers.count }

    /// Appends numbers separated by commas.
    @inline(__always)
    mutating func put(_ numbers: [Int]) {
        requireRoom(Self.room(for: numbers) + Self.slack)
        unsafe numbers.withUnsafeBufferPointer { numbers in
            var index = 0
            while index < numbers.count, unsafe UInt(bitPattern: numbers[index]) < 100 {
                putItem(unsafe UInt(bitPattern: numbers[index]))
                index += 1
            }
            for index in index..<numbers.count {  // No card has such an index, but a list may.
                unsafe put(numbers[index])
                put(UInt8(ascii: ","))
            }
            if !numbers.isEmpty { dropLast() }  // The trailing comma.
        }
    }

    /// Appends a number below 100 and a comma.
    @inline(__always)
    private mutating func putItem(_ number: UInt) {
        assertRoom(4)
        let item = unsafe smallNumbers[Int(bitPattern: number)]
        unsafe UnsafeMutableRawPointer(end).storeBytes(of: item, as: UInt32.self)
        unsafe end += Int(UInt32(littleEndian: item) >> 24)
    }

    /// For each number below 100, its digits and a comma, first byte lowest, with their count in the top byte.
    private nonisolated(unsafe) static let smallNumbers: UnsafeMutablePointer<UInt32> = {
        let items = UnsafeMutablePointer<UInt32>.allocate(capacity: 100)
        for number in 0..<100 {
            let text = Array("\(number),".utf8)
            let bytes = text.reversed().reduce(0) { $0 << 8 | UInt32($1) }
            unsafe (items + number).initialize(to: (UInt32(text.count) << 24 | bytes).littleEndian)
        }
        return unsafe items
    }()

    @inline(__always)
    private mutating func putLong(_ number: Int) {
        assertRoom(20)
        unsafe end = Self.write(number, at: end, smallNumbers)
    }

    /// Writes a number and returns its end. Like all functions here that aren't inlined, it doesn't take the pen: a
    /// pen whose address is taken lives in memory, which costs a load and a store per piece.
    @inline(never)
    private static func write(
        _ number: Int, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        var start = unsafe start
        if number < 0 {
            unsafe start.pointee = UInt8(ascii: "-")
            unsafe start += 1
        }
        return unsafe writeLong(number.magnitude, at: start, small)
    }

    /// Writes a number two digits at a time: the first one or two, then pairs.
    private static func writeLong(
        _ number: UInt, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        var end = unsafe start
        if number < 100 {
            unsafe end = writeItem(number, at: end, small)
        } else if number < 10_000 {
            unsafe end = writeItem(number / 100, at: end, small)
            unsafe end = writePair(number % 100, at: end, small)
        } else if number < 1_000_000 {  // Constant divisors, because dividing by variables is slow.
            unsafe end = writeItem(number / 10_000, at: end, small)
            unsafe end = writePair(number % 10_000 / 100, at: end, small)
            unsafe end = writePair(number % 100, at: end, small)
        } else {
            unsafe end = writeLong(number / 1_000_000, at: end, small)
            unsafe end = writePair(number % 1_000_000 / 10_000, at: end, small)
            unsafe end = writePair(number % 10_000 / 100, at: end, small)
            unsafe end = writePair(number % 100, at: end, small)
        }
        return unsafe end
    }

    /// Writes the one or two digits of a number below 100, plus bytes to be overwritten.
    @inline(__always)
    private static func writeItem(
        _ number: UInt, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        let item = unsafe small[Int(bitPattern: number)]
        unsafe UnsafeMutableRawPointer(start).storeBytes(of: item, as: UInt32.self)
        return unsafe start + Int(UInt32(littleEndian: item) >> 24) - 1
    }

    /// Writes a number below 100 as two digits.
    @inline(__always)
    private static func writePair(
        _ number: UInt, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        var pair = unsafe UInt32(littleEndian: small[Int(bitPattern: number)])
        if number < 10 { pair = pair << 8 | UInt32(UInt8(ascii: "0")) }
        let digits = UInt16(truncatingIfNeeded: pair).littleEndian
        unsafe UnsafeMutableRawPointer(start).storeBytes(of: digits, as: UInt16.self)
        return unsafe start + 2
    }

    // MARK: Faces

    /// Appends the cards' faces, each followed by a comma; `""` for a card that is face down.
    @inline(__always)
    mutating func put(_ cards: CardFaces) {
        guard cards.palette.fits else {
            for face in cards {
                putJSON(face ?? "")
                put(UInt8(ascii: ","))
            }
            return
        }
        requireRoom(cards.palette.widest * cards.count + Self.slack)
        unsafe cards.paletteIndices.withUnsafeBufferPointer { indices in
            unsafe cards.palette.tokens.withUnsafeBufferPointer { tokens in
                for index in 0..<indices.count {
                    let token = unsafe tokens[Int(indices[index])]
                    unsafe UnsafeMutableRawPointer(end).storeBytes(of: token.bytes, as: UInt64.self)
                    unsafe end += token.count
                }
            }
        }
    }

    // MARK: Strings

    /// Returns the most bytes a string can take, including its quotes.
    static func room(forJSON text: String) -> Int { 6 * text.utf8.count + 2 }

    /// Appends a quoted JSON string, escaping quotes, backslashes and control characters.
    @inline(__always)
    mutating func putJSON(_ text: String) {
        requireRoom(Self.room(forJSON: text) + Self.slack)
        put(UInt8(ascii: "\""))
        let (start, limit) = unsafe (end, limit)
        if let next = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe Self.write($0, at: start, limit) }) {
            unsafe end = next
        } else {
            // A string bridged from Objective-C, which has no contiguous bytes.
            unsafe end = Array(text.utf8).withUnsafeBufferPointer { unsafe Self.write($0, at: start, limit) }
        }
        put(UInt8(ascii: "\""))
    }

    /// Writes the text between the quotes and returns its end.
    @inline(never)
    private static func write(
        _ text: UnsafeBufferPointer<UInt8>, at start: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var end = unsafe start
        var index = 0
        if text.count >= 8, let base = text.baseAddress {
            while index < text.count {
                // Eight bytes at a time; the last eight may overlap those before them.
                let offset = min(index, text.count - 8)
                let word = unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
                guard !needsEscape(word) else { break }
                unsafe UnsafeMutableRawPointer(start + offset).storeBytes(of: word, as: UInt64.self)
                index = offset + 8
            }
            unsafe end = start + index
        } else if text.count >= 4, let base = text.baseAddress {
            let first = unsafe UnsafeRawPointer(base).loadUnaligned(as: UInt32.self)
            let last = unsafe UnsafeRawPointer(base + text.count - 4).loadUnaligned(as: UInt32.self)
            if !needsEscape(UInt64(first) << 32 | UInt64(last)) {
                unsafe UnsafeMutableRawPointer(start).storeBytes(of: first, as: UInt32.self)
                unsafe UnsafeMutableRawPointer(start + text.count - 4).storeBytes(of: last, as: UInt32.self)
                return unsafe start + text.count
            }
        }
        while index < text.count {
            let byte = unsafe text[index]
            index += 1
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                unsafe end.pointee = byte
                unsafe end += 1
            } else {
                unsafe end = writeEscape(byte, at: end, limit)
            }
        }
        return unsafe end
    }

    /// Returns true if any of the eight bytes is a quote, a backslash or a control character.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        // A byte smaller than what is subtracted from it borrows, which sets its highest bit.
        let found = ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        return found & (ones &* 0x80) != 0
    }

    @inline(never)
    private static func writeEscape(
        _ byte: UInt8, at start: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var pen = unsafe Pen(start: start, limit: limit)
        switch byte {
        case UInt8(ascii: "\""): pen.put("\\\"")
        case UInt8(ascii: "\\"): pen.put("\\\\")
        case UInt8(ascii: "\n"): pen.put("\\n")
        case UInt8(ascii: "\r"): pen.put("\\r")
        case UInt8(ascii: "\t"): pen.put("\\t")
        default:
            pen.put("\\u00")
            pen.put(.hexDigit(byte >> 4))
            pen.put(.hexDigit(byte & 15))
        }
        return unsafe pen.end
    }
}
