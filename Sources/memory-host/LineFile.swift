import Protocol

/// A file of lines, read from its beginning in large pieces.
struct LineFile: Sendable {
    /// The bytes at hand; the ranges that ``next()`` returns lie in it until it is called again.
    private(set) var bytes: [UInt8] = []
    /// Bytes of the file up to the end of the line that was returned last, its LF included.
    private(set) var offset = 0
    /// The number of that line, the first being 1.
    private(set) var number = 0
    private let file: FileDescriptor
    private let end: Int
    private var position = 0
    private var read = 0
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)

    /// Begins at the start of a file of which only so many bytes count.
    init(_ file: FileDescriptor, end: Int) { (self.file, self.end) = (file, end) }

    /// The next line, without its LF; nil at the end. What follows the last LF is not a line.
    mutating func next() throws(SystemError) -> Range<Int>? {
        var searched = position
        while true {
            if let index = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = position..<index
                position = index + 1
                offset += line.count + 1
                number += 1
                return line
            }
            searched = bytes.count - position
            bytes.removeFirst(position)
            position = 0
            let count = try Platform.readBytes(from: file, at: read, into: &chunk)
            let used = min(count, end - read)
            guard used > 0 else { return nil }
            bytes.append(contentsOf: chunk[..<used])
            read += used
        }
    }
}
