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

    /// Puts what was written behind what `bytes` holds, and begins anew.
    package mutating func takeAll(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        count = 0
    }

    /// The checksum of what was written.
    var checksum: UInt32 { unsafe CRC32C.of(UnsafeRawBufferPointer(start: base, count: count)) }

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
        var pen = pen(room: 20)
        pen.put(number)
        end(pen)
    }

    /// Appends a string of JSON with its quotes: quotes, backslashes and control characters are escaped.
    mutating func putJSON(_ text: String) {
        var pen = pen(room: Pen.room(forJSON: text))
        pen.putJSON(text)
        end(pen)
    }

    /// Makes room for so many bytes. The pen writes them, then ``end(_:)`` takes them in; nothing else comes between.
    @inline(__always)
    mutating func pen(room: Int) -> Pen {
        reserve(room + Pen.slack)
        return unsafe Pen(start: base + count, limit: base + capacity)
    }

    /// Takes in what a pen has written.
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
