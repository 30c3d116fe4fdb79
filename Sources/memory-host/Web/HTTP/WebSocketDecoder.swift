// Frames go in as they arrive, events come out, without I/O or waiting. The payload of a text message is unmasked in
// place and passed on piece by piece, so a message of any length takes no memory here. Only the payload of a control
// frame is kept, at most 125 bytes, until the frame is complete.
//
// The first violation ends the input: everything after it is ignored.

/// Decodes what a client sends over WebSocket (RFC 6455).
public struct WebSocketDecoder: Sendable {
    /// Something that has arrived.
    public enum Event: Equatable, Sendable {
        /// A piece of a text message: a range of the input, unmasked, never empty; it may end within a character.
        case text(Range<Int>)
        /// The end of a text message, all of which was UTF-8.
        case messageEnd
        /// A ping with its payload, which a pong must repeat.
        case ping([UInt8])
        /// The client closes, with this code if it gave one. The input ends here.
        case close(WebSocketCloseCode?)
        /// The client broke the protocol; the close frame must carry this code. The input ends here.
        case violation(WebSocketCloseCode)
    }

    private enum State: Sendable {
        case header
        case payload
        case ended
    }

    private enum Opcode {
        static let continuation: UInt8 = 0
        static let text: UInt8 = 1
        static let binary: UInt8 = 2
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
        static let pong: UInt8 = 10
    }

    private static let finalBit: UInt8 = 0x80
    private static let reservedBits: UInt8 = 0x70
    private static let maskBit: UInt8 = 0x80

    private var stage = State.header
    /// The first byte of the frame: its final bit and its opcode.
    private var first: UInt8 = 0
    /// The bytes of the header that have arrived.
    private var headerBytes: UInt8 = 0
    /// The bytes of the length that follow the second byte: none, two or eight.
    private var lengthBytes: UInt8 = 0
    /// The message under way has text.
    private var hasText = false
    private var idleFrames: UInt16 = 0
    /// Bytes of the payload still to come.
    private var remaining: UInt64 = 0
    /// The mask; its first byte applies to the next byte of the payload.
    private var mask: UInt32 = 0
    /// A text message has begun and not ended.
    private var isInMessage = false
    private var validator = UTF8Validator()
    /// The payload of a control frame so far.
    private var control: [UInt8] = []

    /// Creates a decoder for the bytes that follow the handshake.
    public init() {}

    /// Decodes input up to the next event.
    ///
    /// - Parameters:
    ///   - input: bytes as received; the payload in them is unmasked.
    ///   - position: the first byte not yet decoded; moved on.
    ///   - end: the end of the bytes received.
    /// - Returns: nil once all of the input has been decoded, or ignored because the client has closed.
    public mutating func next(in input: inout [UInt8], at position: inout Int, end: Int) -> Event? {
        precondition(position >= 0 && position <= end && end <= input.count)
        while true {
            switch stage {
            case .ended:
                position = end
                return nil
            case .header:
                guard position < end else { return nil }
                position += 1
                if let code = takeHeader(input[position - 1]) { return violation(code) }
            case .payload where remaining == 0:
                if let event = endFrame() { return event }
            case .payload:
                guard position < end else { return nil }
                if let event = takePayload(&input, &position, end) { return event }
            }
        }
    }

    private mutating func violation(_ code: WebSocketCloseCode) -> Event {
        stage = .ended
        return .violation(code)
    }

    /// Returns the number of frames since the last call, modulo 65,536, that ended no message with text: pings, pongs,
    /// fragments, and empty messages.
    public mutating func takeIdleFrames() -> Int {
        defer { idleFrames = 0 }
        return Int(idleFrames)
    }

    // MARK: Header

    private var opcode: UInt8 { first & 0x0F }
    private var isFinal: Bool { first & Self.finalBit != 0 }
    private var isControl: Bool { opcode >= Opcode.close }

    /// Takes a byte of a frame's header; returns the code of a violation.
    private mutating func takeHeader(_ byte: UInt8) -> WebSocketCloseCode? {
        let place = headerBytes
        headerBytes += 1
        switch place {
        case 0:
            first = byte
            return flawOfFirstByte
        case 1:
            guard byte & Self.maskBit != 0 else { return .protocolError }
            let length = byte & ~Self.maskBit
            lengthBytes = length == 126 ? 2 : length == 127 ? 8 : 0
            (remaining, mask) = (lengthBytes == 0 ? UInt64(length) : 0, 0)
            return isControl && lengthBytes > 0 ? .protocolError : nil
        case 2..<2 + lengthBytes:
            remaining = remaining << 8 | UInt64(byte)
            return place == 1 + lengthBytes && !isLengthMinimal ? .protocolError : nil
        default:
            mask = mask << 8 | UInt32(byte)
            if place == 5 + lengthBytes { (stage, headerBytes) = (.payload, 0) }
            return nil
        }
    }

    private var flawOfFirstByte: WebSocketCloseCode? {
        guard first & Self.reservedBits == 0 else { return .protocolError }
        switch opcode {
        case Opcode.continuation: return isInMessage ? nil : .protocolError
        case Opcode.text: return isInMessage ? .protocolError : nil
        case Opcode.binary: return .unsupportedData
        case Opcode.close, Opcode.ping, Opcode.pong: return isFinal ? nil : .protocolError
        default: return .protocolError
        }
    }

    /// The length needs as many bytes as it has, and its first bit is 0.
    private var isLengthMinimal: Bool {
        lengthBytes == 2 ? remaining > 125 : remaining > 0xFFFF && remaining >> 63 == 0
    }

    // MARK: Payload

    private mutating func takePayload(_ input: inout [UInt8], _ position: inout Int, _ end: Int) -> Event? {
        let range = position..<position + Int(min(UInt64(end - position), remaining))
        position = range.upperBound
        remaining -= UInt64(range.count)
        for index in range {
            input[index] ^= UInt8(truncatingIfNeeded: mask >> 24)
            mask = mask << 8 | mask >> 24
            if !isControl, !validator.accepts(input[index]) { return violation(.invalidText) }
        }
        guard isControl else {
            hasText = true
            return .text(range)
        }
        control += input[range]
        return nil
    }

    /// Ends a frame; returns nil if that is no event.
    private mutating func endFrame() -> Event? {
        stage = .header
        if isControl || !isFinal || !hasText { idleFrames &+= 1 }
        guard isControl else {
            isInMessage = !isFinal
            guard isFinal else { return nil }
            hasText = false
            return validator.isComplete ? .messageEnd : violation(.invalidText)
        }
        defer { control = [] }
        switch opcode {
        case Opcode.ping: return .ping(control)
        case Opcode.close:
            stage = .ended
            return Self.close(control)
        default: return nil
        }
    }

    private static func close(_ payload: [UInt8]) -> Event {
        guard !payload.isEmpty else { return .close(nil) }
        guard payload.count > 1,
            let code = WebSocketCloseCode(received: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        else { return .violation(.protocolError) }
        var validator = UTF8Validator()
        let isText = payload[2...].allSatisfy { validator.accepts($0) } && validator.isComplete
        return isText ? .close(code) : .violation(.invalidText)
    }
}
