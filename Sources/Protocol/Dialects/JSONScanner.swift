/// Scans JSON that may be invalid. Every function returns true if it found what it expects.
///
/// It reads through a pointer, never at or beyond `end`; see ``byte``. The path of almost every line is inlined, the
/// rest works on a copy: a scanner whose address is taken lives in memory, which costs a load and a store per byte.
@safe
struct JSONScanner {
    private let base: UnsafePointer<UInt8>
    private(set) var position: Int
    private let end: Int
    /// True if everything scanned so far is ASCII.
    private(set) var isASCII = true

    /// Starts at a position in the bytes at `base`, which must be valid up to `end`.
    @unsafe
    init(base: UnsafePointer<UInt8>, position: Int, end: Int) {
        unsafe self.base = base
        (self.position, self.end) = (position, end)
    }

    /// The byte at the position; 0, which never occurs in JSON, at the end.
    @inline(__always)
    private var byte: UInt8 { position < end ? unsafe base[position] : 0 }

    @inline(__always)
    mutating func skipBlanks() {
        while byte <= 0x20, Self.isBlank(byte) { position += 1 }
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// True if this is the start of an object, provided it is valid.
    var isAtObject: Bool { byte == UInt8(ascii: "{") }

    /// Scans an object. Calls `field` after each field, with the positions of its key and value.
    @inline(__always)
    mutating func object(field: (_ key: Int, _ value: Int) -> Void) -> Bool {
        position += 1
        skipBlanks()
        if byte == UInt8(ascii: "}") {
            position += 1
            return true
        }
        while true {
            let start = position
            guard key() else { return false }
            skipBlanks()
            let value = position
            guard self.field() else { return false }
            field(start, value)
            skipBlanks()
            let mark = byte
            guard mark == UInt8(ascii: ",") || mark == UInt8(ascii: "}") else { return false }
            position += 1
            if mark == UInt8(ascii: "}") { return true }
            skipBlanks()
        }
    }

    /// Scans the value of a field in a top-level object.
    @inline(__always)
    private mutating func field() -> Bool {
        let first = byte
        if first == UInt8(ascii: "\"") { return string() }
        if first.isDigit { return number() }
        var other = self
        defer { self = other }
        return other.value(levels: Limits.nesting - 1)
    }

    /// The levels that are open, each a bit, which is set if the level is an array.
    private typealias Levels = UInt64

    /// True if each level that a line may have has its bit.
    static let allLevelsFit = Limits.nesting <= Levels.bitWidth

    /// Scans one value of any kind. Open levels take one bit each, so no nesting can overflow the stack.
    mutating func value(levels: Int = Limits.nesting) -> Bool {
        var arrays: Levels = 0
        var depth = 0
        while true {
            skipBlanks()
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < levels else { return false }
                let isArray = byte == UInt8(ascii: "[")
                position += 1
                skipBlanks()
                if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
                    position += 1
                    break
                }
                arrays = isArray ? arrays | 1 << Levels(depth) : arrays & ~(1 << Levels(depth))
                depth += 1
                if !isArray, !key() { return false }
                continue
            default:
                guard scalar() else { return false }
            }
            guard closeLevels(arrays: arrays, depth: &depth) else { return false }
            if depth == 0 { return true }
        }
    }

    /// After a value, closes the levels that end here and skips the comma before the next value, if there is one.
    private mutating func closeLevels(arrays: Levels, depth: inout Int) -> Bool {
        while depth > 0 {
            skipBlanks()
            let isArray = arrays >> Levels(depth - 1) & 1 == 1
            if byte == UInt8(ascii: ",") {
                position += 1
                return isArray ? true : key()
            }
            guard byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else { return false }
            position += 1
            depth -= 1
        }
        return true
    }

    /// Scans a key and its colon.
    @inline(__always)
    private mutating func key() -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: "\""), string() else { return false }
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { return false }
        position += 1
        return true
    }

    private mutating func scalar() -> Bool {
        switch byte {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= end else { return false }
        for offset in 0..<word.utf8CodeUnitCount where unsafe base[position + offset] != word.utf8Start[offset] {
            return false
        }
        position += word.utf8CodeUnitCount
        return true
    }

    /// Scans a string, from its first quote to its last.
    @inline(__always)
    private mutating func string() -> Bool {
        position += 1
        while true {
            skipPlain()
            let byte = byte
            if byte == UInt8(ascii: "\"") {
                position += 1
                return true
            }
            guard byte >= 0x20 else { return false }  // Also at the end.
            if byte == UInt8(ascii: "\\") {
                var other = self
                defer { self = other }
                guard other.escape() else { return false }
            } else {
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
    }

    /// Skips characters without special meaning, eight at a time, while at least eight bytes remain.
    @inline(__always)
    private mutating func skipPlain() {
        while end - position >= 8 {
            let word = unsafe UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
            let special = Self.special(UInt64(littleEndian: word))
            guard special == 0 else {
                position += special.trailingZeroBitCount >> 3
                return
            }
            position += 8
        }
    }

    /// Marks, by its highest bit, the first of eight bytes that is a quote, backslash, control character or not ASCII.
    ///
    /// A byte smaller than what is subtracted from it borrows, which sets that bit and may corrupt only bytes above
    /// it.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let each: UInt64 = 0x0101_0101_0101_0101
        let controls = word &- (each &* 0x20)
        let quotes = (word ^ (each &* UInt64(UInt8(ascii: "\"")))) &- each
        let backslashes = (word ^ (each &* UInt64(UInt8(ascii: "\\")))) &- each
        return (controls | quotes | backslashes | word) & (each &* 0x80)
    }

    /// Scans one escape, or both escapes of a surrogate pair.
    @inline(never)
    private mutating func escape() -> Bool {
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
            return true
        case UInt8(ascii: "u"):
            position += 1
            guard let unit = fourDigits(), !(0xDC00...0xDFFF).contains(unit) else { return false }
            guard (0xD800...0xDBFF).contains(unit) else { return true }
            guard byte == UInt8(ascii: "\\") else { return false }
            position += 1
            guard byte == UInt8(ascii: "u") else { return false }
            position += 1
            guard let low = fourDigits() else { return false }
            return (0xDC00...0xDFFF).contains(low)
        default:
            return false
        }
    }

    private mutating func fourDigits() -> UInt32? {
        guard position + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte.hexValue else { return nil }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    @inline(__always)
    private mutating func number() -> Bool {
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") {
            position += 1
        } else {
            guard digits() else { return false }
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            guard digits() else { return false }
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard digits() else { return false }
        }
        return true
    }

    @inline(__always)
    private mutating func digits() -> Bool {
        let start = position
        while byte.isDigit { position += 1 }
        return position > start
    }
}
