/// A frame of WebSocket as a client writes it: masked.
public enum ClientFrame {
    /// Returns a frame; by default it is one that the standard allows.
    ///
    /// - Parameters:
    ///   - lengthBytes: the bytes of the length after the second byte, 0, 2 or 8; nil for as few as possible.
    ///   - mask: the masking key; nil for a frame without one.
    public static func frame(
        opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, reserved: UInt8 = 0, lengthBytes: Int? = nil,
        mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    ) -> [UInt8] {
        let lengthBytes = lengthBytes ?? (payload.count < 126 ? 0 : payload.count < 65536 ? 2 : 8)
        let short = lengthBytes == 0 ? UInt8(payload.count) : lengthBytes == 2 ? 126 : 127
        var frame = [(isFinal ? 128 : 0) + reserved * 16 + opcode, (mask == nil ? 0 : 128) + short]
        for place in (0..<lengthBytes).reversed() { frame.append(UInt8(payload.count >> (8 * place) & 255)) }
        guard let mask else { return frame + payload }
        return frame + mask + payload.indices.map { payload[$0] ^ mask[$0 % 4] }
    }

    /// Returns a line as a text message.
    public static func text(_ line: some StringProtocol) -> [UInt8] { frame(opcode: 1, Array(line.utf8)) }

    /// Returns a close frame with a code.
    public static func close(_ code: Int) -> [UInt8] { frame(opcode: 8, [UInt8(code >> 8), UInt8(code & 255)]) }
}

/// A frame of WebSocket as a client reads it.
public struct HostFrame: Equatable {
    /// 1 for a text message, 8 for the end, 10 for a pong.
    public let opcode: UInt8
    /// The payload.
    public let payload: [UInt8]

    /// Creates a frame.
    public init(opcode: UInt8, payload: [UInt8]) { (self.opcode, self.payload) = (opcode, payload) }

    /// The payload as text.
    public var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code of a close frame; 0 if there is none.
    public var code: Int { payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]) }

    /// The frame is not whole, masked, or not as short as it could be.
    public struct Malformed: Error {
        /// The first bytes of it.
        public let start: [UInt8]
    }

    /// Takes the first frame off received bytes; returns nil if it is not whole.
    public static func take(from bytes: inout [UInt8]) throws -> HostFrame? {
        guard bytes.count >= 2 else { return nil }
        let lengthBytes = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
        let start = 2 + lengthBytes
        guard bytes.count >= start else { return nil }
        let length = lengthBytes == 0 ? Int(bytes[1]) : bytes[2..<start].reduce(0) { $0 << 8 | Int($1) }
        let isMinimal = lengthBytes == 0 || length > (lengthBytes == 2 ? 125 : 65535)
        guard bytes[0] & 0xF0 == 0x80, bytes[1] < 128, isMinimal else {
            throw Malformed(start: Array(bytes.prefix(16)))
        }
        guard bytes.count - start >= length else { return nil }
        defer { bytes.removeFirst(start + length) }
        return HostFrame(opcode: bytes[0] & 15, payload: Array(bytes[start..<start + length]))
    }
}
