/// A line under construction: bytes are appended, then taken out as one array.
///
/// If reused, it allocates nothing but the array taken out. It writes through a pointer, because appending to an array
/// byte by byte costs more than everything else in a flip.
@safe
public struct ByteWriter: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes written so far.
    public private(set) var count = 0

    /// Creates an empty line with this initial capacity; it grows as needed.
    public init(capacity: Int = 4096) {
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity, 1))
        self.capacity = max(capacity, 1)
    }

    deinit { unsafe base.deallocate() }

    /// The last byte written; 0 if there is none.
    @inline(__always)
    var last: UInt8 { count > 0 ? unsafe base[count - 1] : 0 }

    /// Returns the bytes written and starts over.
    public mutating func drain() -> [UInt8] {
        defer { count = 0 }
        return unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// Appends the bytes written to `bytes` and starts over.
    package mutating func drain(into bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        count = 0
    }

    /// The checksum of the bytes written.
    var checksum: UInt32 { unsafe CRC32C.of(UnsafeRawBufferPointer(start: base, count: count)) }

    /// Removes the last byte.
    @inline(__always)
    mutating func dropLast() { count -= 1 }

    /// Appends one byte.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    /// Appends a string literal.
    @inline(__always)
    package mutating func put(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        reserve(length)
        unsafe (base + count).initialize(from: literal.utf8Start, count: length)
        count += length
    }

    /// Appends text unescaped.
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
        var pen = pen(room: 20)
        pen.put(number)
        end(pen)
    }

    /// Appends a quoted JSON string, escaping quotes, backslashes and control characters.
    mutating func putJSON(_ text: String) {
        var pen = pen(room: Pen.room(forJSON: text))
        pen.putJSON(text)
        end(pen)
    }

    /// Returns a pen with room for this many bytes. After it has written, call ``end(_:)`` before anything else.
    @inline(__always)
    mutating func pen(room: Int) -> Pen {
        reserve(room + Pen.slack)
        return unsafe Pen(start: base + count, limit: base + capacity)
    }

    /// Adds the bytes a pen has written.
    @inline(__always)
    mutating func end(_ pen: Pen) {
        count = unsafe pen.end - base
        precondition(count <= capacity)
    }

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
