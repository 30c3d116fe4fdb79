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

    /// Appends up to eight bytes, the first the lowest of the number.
    @inline(__always)
    mutating func put(_ bytes: UInt64, count length: Int) {
        reserve(8)
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        count += length
    }

    /// Appends a piece of text that the code itself holds.
    @inline(__always)
    mutating func put(_ literal: StaticString) {
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
    @inline(__always)
    mutating func put(_ number: Int) {
        if number >= 0, number < 10 {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
        } else {
            putLong(number)
        }
    }

    @inline(never)
    private mutating func putLong(_ number: Int) {
        reserve(20)
        if number < 0 { put(UInt8(ascii: "-")) }
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
