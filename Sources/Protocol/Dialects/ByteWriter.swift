/// A line under construction: bytes are appended, then taken out as one array.
///
/// Kept and used again, it does not allocate but for the array taken out. It writes through a pointer, since
/// appending to an array byte by byte costs more than all the rest of a flip.
@safe
public struct ByteWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes written so far.
    public private(set) var count = 0

    /// An empty line with room for so many bytes; it grows as it must.
    public init(capacity: Int = 4096) {
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity, 1))
        self.capacity = max(capacity, 1)
    }

    deinit { unsafe base.deallocate() }

    /// The byte written last; 0 if there is none.
    @inline(__always)
    var last: UInt8 { count > 0 ? unsafe base[count - 1] : 0 }

    /// Takes out what was written, and begins anew.
    public mutating func take() -> [UInt8] {
        defer { count = 0 }
        return unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// Forgets the last byte.
    @inline(__always)
    mutating func dropLast() { count -= 1 }

    /// Appends one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    /// Appends a piece of text that the code itself holds.
    @inline(__always)
    package mutating func put(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        reserve(length)
        unsafe (base + count).initialize(from: literal.utf8Start, count: length)
        count += length
    }

    /// Appends text as it is.
    mutating func put(text: String) {
        var text = text
        text.withUTF8 { bytes in
            reserve(bytes.count)
            guard let start = bytes.baseAddress else { return }
            unsafe (base + count).initialize(from: start, count: bytes.count)
            count += bytes.count
        }
    }

    /// Appends a number in decimal digits.
    package mutating func put(_ number: Int) {
        reserve(20)
        put(unreserved: number)
    }

    @inline(__always)
    private mutating func put(unreserved number: Int) {
        let digits = UInt(bitPattern: number)
        if digits < 10 {
            unsafe base[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits)
            count += 1
        } else if digits < 100 {
            unsafe base[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits / 10)
            unsafe base[count + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10)
            count += 2
        } else {
            putLong(number)
        }
    }

    /// Appends numbers with a comma behind each.
    mutating func put(_ numbers: [Int]) {
        reserve(21 * numbers.count)
        for number in numbers {
            put(unreserved: number)
            unsafe base[count] = UInt8(ascii: ",")
            count += 1
        }
    }

    /// Appends the faces of cards with a comma behind each; `""` for a card that lies face down.
    mutating func put(_ cards: CardFaces) {
        reserve(8 * cards.places.count + 8)
        var end = unsafe UnsafeMutableRawPointer(base + count)
        for place in cards.places {
            if place == CardFaces.faceDown {
                unsafe end.storeBytes(of: Self.faceDownToken, as: UInt64.self)
                unsafe end += 3
                continue
            }
            let token = cards.palette.tokens[Int(place)]
            if token.count > 0 {
                unsafe end.storeBytes(of: token.bytes.littleEndian, as: UInt64.self)
                unsafe end += token.count
            } else {
                count = unsafe end - UnsafeMutableRawPointer(base)
                putJSON(cards.palette.faces[Int(place)])
                put(UInt8(ascii: ","))
                reserve(8 * cards.places.count + 8)
                unsafe end = UnsafeMutableRawPointer(base + count)
            }
        }
        count = unsafe end - UnsafeMutableRawPointer(base)
    }

    /// Two quotes and a comma.
    private static let faceDownToken = (0x2C2222 as UInt64).littleEndian

    @inline(never)
    private mutating func putLong(_ number: Int) {
        if number < 0 {
            unsafe base[count] = UInt8(ascii: "-")
            count += 1
        }
        let start = count
        var rest = number.magnitude
        repeat {
            unsafe base[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            count += 1
            rest /= 10
        } while rest > 0
        var (low, high) = (start, count - 1)
        while low < high {
            let byte = unsafe base[low]
            unsafe base[low] = base[high]
            unsafe base[high] = byte
            low += 1
            high -= 1
        }
    }

    /// Appends a string of JSON with its quotes: quotes, backslashes and control characters are escaped.
    mutating func putJSON(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            reserve(6 * bytes.count + 2)
            unsafe base[count] = UInt8(ascii: "\"")
            count += 1
            for index in 0..<bytes.count {
                let byte = unsafe bytes[index]
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                    unsafe base[count] = byte
                    count += 1
                } else {
                    putEscaped(byte)
                }
            }
            unsafe base[count] = UInt8(ascii: "\"")
            count += 1
        }
    }

    private mutating func putEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case UInt8(ascii: "\n"): put("\\n")
        case UInt8(ascii: "\r"): put("\\r")
        case UInt8(ascii: "\t"): put("\\t")
        default:
            put("\\u00")
            put(Self.hexDigits[Int(byte >> 4)])
            put(Self.hexDigits[Int(byte & 15)])
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let larger = max(capacity * 2, count + more)
        let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe fresh.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = fresh
        capacity = larger
    }
}
