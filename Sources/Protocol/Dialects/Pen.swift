/// Writes into room that a ``ByteWriter`` has made for all of it, and so asks before no byte whether there is any.
///
/// A state is some 250 pieces: asking each time, and keeping the count in memory, cost more than the bytes. A debug
/// build does ask, so every test does. Some pieces are stored as a whole word, of which only the first bytes count:
/// whoever reckons the room adds ``slack``.
@safe
struct Pen {
    /// Bytes beyond the last one that may be overwritten.
    static let slack = 8

    /// Where the next byte goes.
    private(set) var end: UnsafeMutablePointer<UInt8>
    private let limit: UnsafeMutablePointer<UInt8>
    /// ``smallNumbers``, which each use would ask for anew whether it is there.
    private let smallNumbers: UnsafeMutablePointer<UInt32>

    /// Begins at `start`; there must be room up to `limit`.
    @unsafe
    init(start: UnsafeMutablePointer<UInt8>, limit: UnsafeMutablePointer<UInt8>) {
        unsafe self.end = start
        unsafe self.limit = limit
        unsafe smallNumbers = Self.smallNumbers
    }

    @inline(__always)
    private func assertRoom(_ count: Int) {
        unsafe assert(limit - end >= count, "there is less room than was reckoned")
    }

    /// Forgets the last byte.
    @inline(__always)
    mutating func dropLast() { unsafe end -= 1 }

    /// Appends one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        assertRoom(1)
        unsafe end.pointee = byte
        unsafe end += 1
    }

    /// Appends a piece of text that the code itself holds: where that is a literal, a move or two.
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

    /// Appends numbers with commas between them.
    @inline(__always)
    mutating func put(_ numbers: [Int]) {
        unsafe numbers.withUnsafeBufferPointer { numbers in
            var index = 0
            while index < numbers.count, unsafe UInt(bitPattern: numbers[index]) < 100 {
                putItem(unsafe UInt(bitPattern: numbers[index]))
                index += 1
            }
            for index in index..<numbers.count {  // There is no such card; a list may hold what it likes.
                unsafe put(numbers[index])
                put(UInt8(ascii: ","))
            }
            if !numbers.isEmpty { dropLast() }  // The last comma.
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

    /// For each number below 100 the bytes of its digits and a comma, the first the lowest, and above them their count.
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

    /// Writes a number; returns its end. Like what else is called and not inlined here, it is given no pen: a pen that
    /// has an address is kept in memory, and costs a load and a store a piece.
    @inline(never)
    private static func write(
        _ number: Int, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        var start = unsafe start
        if number < 0 {
            unsafe start.pointee = UInt8(ascii: "-")
            unsafe start += 1
        }
        return unsafe write(number.magnitude, at: start, small)
    }

    /// Writes a number two digits at a time: the first one or two, then the others by pairs.
    @inline(__always)
    private static func write(
        _ number: UInt, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        var end = unsafe start
        if number < 100 {
            unsafe end = writeItem(number, at: end, small)
        } else if number < 10_000 {
            unsafe end = writeItem(number / 100, at: end, small)
            unsafe end = writePair(number % 100, at: end, small)
        } else if number < 1_000_000 {  // By numbers that are known here, since to divide by others takes long.
            unsafe end = writeItem(number / 10_000, at: end, small)
            unsafe end = writePair(number % 10_000 / 100, at: end, small)
            unsafe end = writePair(number % 100, at: end, small)
        } else {
            var unit: UInt = 1_000_000
            while number / unit >= 100 { unit *= 100 }
            unsafe end = writeItem(number / unit, at: end, small)
            while unit > 1 {
                unit /= 100
                unsafe end = writePair(number / unit % 100, at: end, small)
            }
        }
        return unsafe end
    }

    /// Writes the one or two digits of a number below 100, and more that is to be written over.
    @inline(__always)
    private static func writeItem(
        _ number: UInt, at start: UnsafeMutablePointer<UInt8>, _ small: UnsafeMutablePointer<UInt32>
    ) -> UnsafeMutablePointer<UInt8> {
        let item = unsafe small[Int(bitPattern: number)]
        unsafe UnsafeMutableRawPointer(start).storeBytes(of: item, as: UInt32.self)
        return unsafe start + Int(UInt32(littleEndian: item) >> 24) - 1
    }

    /// Writes a number below 100 with two digits.
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

    /// Appends the faces of cards with a comma behind each; `""` for a card that lies face down.
    @inline(__always)
    mutating func put(_ cards: CardFaces) {
        guard cards.palette.fits else {
            for face in cards {
                putJSON(face ?? "")
                put(UInt8(ascii: ","))
            }
            return
        }
        unsafe cards.places.withUnsafeBufferPointer { places in
            unsafe cards.palette.tokens.withUnsafeBufferPointer { tokens in
                for index in 0..<places.count {
                    assertRoom(8)
                    let token = unsafe tokens[Int(places[index])]
                    unsafe UnsafeMutableRawPointer(end).storeBytes(of: token.bytes, as: UInt64.self)
                    unsafe end += token.count
                }
            }
        }
    }

    // MARK: Strings

    /// The most bytes that a string takes with its quotes.
    static func room(forJSON text: String) -> Int { 6 * text.utf8.count + 2 }

    /// Appends a string of JSON with its quotes: quotes, backslashes and control characters are escaped.
    @inline(__always)
    mutating func putJSON(_ text: String) {
        put(UInt8(ascii: "\""))
        let (start, limit) = unsafe (end, limit)
        if let next = unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe Self.write($0, at: start, limit) }) {
            unsafe end = next
        } else {
            // A string of Darwin's own, which has no bytes to look at.
            unsafe end = Array(text.utf8).withUnsafeBufferPointer { unsafe Self.write($0, at: start, limit) }
        }
        put(UInt8(ascii: "\""))
    }

    /// Writes what stands between the quotes; returns its end.
    @inline(never)
    private static func write(
        _ text: UnsafeBufferPointer<UInt8>, at start: UnsafeMutablePointer<UInt8>, _ limit: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var end = unsafe start
        var index = 0
        if text.count >= 8, let base = text.baseAddress {
            while index < text.count {
                // Eight bytes at a time; the last eight may begin among those before them.
                let place = min(index, text.count - 8)
                let word = unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
                guard !needsEscape(word) else { break }
                unsafe UnsafeMutableRawPointer(start + place).storeBytes(of: word, as: UInt64.self)
                index = place + 8
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

    /// Whether one of eight bytes is a quote, a backslash or a control character.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        // A byte that was below the number that is taken from it borrows, and has its highest bit set.
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
            pen.put(hexDigit(byte >> 4))
            pen.put(hexDigit(byte & 15))
        }
        return unsafe pen.end
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
