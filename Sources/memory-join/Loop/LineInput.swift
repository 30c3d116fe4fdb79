import Protocol

/// The lines of standard input in plain mode, delivered one by one.
///
/// It reads more only when every line has been delivered, so an endless pipe fills no memory.
struct LineInput {
    private enum State {
        case reading
        /// At the end of the file, not yet delivered.
        case ended
        case endDelivered
    }

    private var decoder = LineDecoder()
    private var state = State.reading

    /// True if no line is buffered and more can be read.
    var wantsMore: Bool { state == .reading && !decoder.hasWholeLine }

    mutating func receive(_ read: ReadResult, _ buffer: [UInt8]) {
        switch read {
        case .bytes(let count): decoder.receive(buffer, count: count)
        case .nothing: break
        case .end:
            decoder.finish()
            if state == .reading { state = .ended }
        }
    }

    /// The next line, or once the end of input; nil until more is read.
    mutating func next() -> Input? {
        switch decoder.next() {
        case .tooLong: return .lineTooLong
        case .text(let range):
            let line = String(decoding: decoder.bytes[range], as: UTF8.self)
            // Invalid UTF-8 becomes characters of three bytes.
            return line.utf8.count < Limits.lineBytes ? .line(line) : .lineTooLong
        case nil:
            guard state == .ended else { return nil }
            state = .endDelivered
            return .endOfInput
        }
    }
}

/// The result of one read of standard input.
enum ReadResult: Equatable {
    case bytes(Int)
    /// Nothing yet: another program may have made the file non-blocking.
    case nothing
    /// The end: of the file, of a closed descriptor, or of the terminal.
    case end

    static func read(from file: FileDescriptor, into buffer: inout [UInt8]) -> ReadResult {
        do throws(SystemError) {
            let count = try file.read(into: &buffer)
            return count > 0 ? .bytes(count) : .end
        } catch {
            return error.isWouldBlock ? .nothing : .end
        }
    }
}
