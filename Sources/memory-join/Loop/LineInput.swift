import Protocol

/// The lines of standard input, in plain text: read when there is room for them, told one by one.
///
/// It reads only after all that it read before was told. So a pipe without an end fills no memory: its lines stay in it.
struct LineInput {
    private enum State {
        case reading
        /// The file has ended, and the model does not know it yet.
        case ended
        case toldEnd
    }

    private var decoder = LineDecoder()
    private var state = State.reading

    /// Whether there is nothing to tell until more is read.
    var wantsMore: Bool { state == .reading && !decoder.hasWholeLine }

    /// Takes what was read into the buffer.
    mutating func receive(_ read: TypedBytes, _ buffer: [UInt8]) {
        switch read {
        case .bytes(let count): decoder.receive(buffer, count: count)
        case .nothing: break
        case .end:
            decoder.finish()
            if state == .reading { state = .ended }
        }
    }

    /// The next line, or after the last one that there are no more; nil until more is read.
    mutating func next() -> Input? {
        switch decoder.next() {
        case .tooLong: return .lineTooLong
        case .text(let range):
            let line = String(decoding: decoder.bytes[range], as: UTF8.self)
            // Bytes that are no UTF-8 become characters of three bytes.
            return line.utf8.count < Limits.lineBytes ? .line(line) : .lineTooLong
        case nil:
            guard state == .ended else { return nil }
            state = .toldEnd
            return .endOfInput
        }
    }
}

/// What reading standard input once came to.
enum TypedBytes: Equatable {
    /// So many bytes are in the buffer.
    case bytes(Int)
    /// Nothing is there yet: a file that somebody else has made non-blocking may say so at any time.
    case nothing
    /// No more will come: it has ended, was never open, or the terminal is gone.
    case end

    /// Reads the file once.
    static func read(from file: FileDescriptor, into buffer: inout [UInt8]) -> TypedBytes {
        do throws(SystemError) {
            let count = try Platform.readBytes(from: file, into: &buffer)
            return count > 0 ? .bytes(count) : .end
        } catch {
            return error.isWouldBlock ? .nothing : .end
        }
    }
}
