import Protocol

/// Decodes a terminal's bytes into keys. They may arrive in any pieces, and late.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0x20–0x7E, UTF-8 | a character |
/// | CR, LF; 0x7F, 0x08; TAB; the controls of ``Key`` | their keys |
/// | ESC [ parameters final | the keys of ``ControlSequence``; others are skipped |
/// | ESC [ 200 ~ … ESC [ 201 ~ | a paste: see ``PasteDecoder`` |
/// | ESC [ M and three bytes | the mouse, from terminals without mode 1006 |
/// | ESC [ [ and a byte | a function key of the Linux console, skipped |
/// | ESC O final | arrows, Home, End and Enter of a keypad; others are skipped |
/// | ESC and one of ] P X ^ _ … BEL or ESC \ | a reply of the terminal: see ``BackgroundReply``; others are skipped |
/// | ESC and another character | Alt and a character, skipped |
/// | U+0080–U+009F | ESC and the character 0x40 lower |
/// | ESC, a pause of 50 ms | ``Key/escape`` |
/// | the same, and then at once [ and a byte, or ] or P and a digit | ``Key/escape``, and a sequence that was late |
/// | the same, and then at once ], P, X, ^ or _ and all up to its end | ``Key/escape``, and a reply that was late |
/// | ESC and a pause while a reply is due | nothing yet: the next byte tells if it began a sequence or was the key |
///
/// For 5 s after ESC and a pause, the beginning of a reply may as well have been typed. So it waits with all that
/// follows, and is text if a pause or another key comes before the end of a reply.
///
/// A reply is due for 2 s after the question, until it is complete; and once it has begun, as long as it goes on.
///
/// Other bytes and invalid UTF-8 are skipped one by one. A control character ends what it interrupts and counts as a
/// key; in a reply, only Control-C, Enter and Escape do. Whatever is unfinished ends with 5 s of silence, but for a paste
/// that is not too long.
struct KeyDecoder: Equatable, Sendable {
    /// Milliseconds to wait for the rest of a sequence after ESC.
    private static let escapeTime = 50
    /// Milliseconds that a terminal has for its reply to a question.
    private static let replyTime = 2000
    /// Milliseconds of silence that end a sequence, a reply or a paste that is too long, of which the end got lost. What
    /// comes after that are keys, so a bad connection must not stall for so long: TCP repeats what got lost after 0.2,
    /// 0.6, 1.4 and 3 s.
    private static let silence = 5000

    /// The most bytes that wait for the end of a late reply.
    private static let mostHeld = 256

    /// The characters that make more of ESC than Alt and a character.
    private static let introducers = "[O]PX^_".utf8

    private enum State: Equatable, Sendable {
        case text
        /// After ESC, perhaps in a reply.
        case escape(in: BackgroundReply?)
        /// The same after a pause, while a reply is due.
        case lateEscape(in: BackgroundReply?)
        /// After ESC and a pause, which made the key.
        case toldEscape
        /// After these and bytes that count as typed, unless the rest of a late sequence follows at once.
        case held([UInt8])
        /// After ESC [.
        case sequence(ControlSequence)
        /// After ESC O.
        case function(ControlSequence)
        /// After ESC [ [.
        case console
        /// After ESC [ M and these bytes.
        case mouse([UInt8])
        /// In a reply of the terminal.
        case reply(BackgroundReply)
        case paste(PasteDecoder)
    }

    private var state = State.text
    private var characters = CharacterDecoder()
    /// The end of the time for a reply that is due.
    private var replyUntil: Instant?
    /// The moment at which a pause will be long enough for ``checkTime(_:)``; nil if nothing depends on one.
    private(set) var deadline: Instant?

    /// Expects the reply to a question that the terminal has been asked now.
    mutating func expectReply(_ now: Instant) { replyUntil = now + Self.replyTime }

    mutating func decode(_ bytes: some Sequence<UInt8>, _ now: Instant) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { step(byte, &keys) }
        deadline = patience.map { now + $0 }
        return keys
    }

    /// Milliseconds without a byte that tell something.
    private var patience: Int? {
        switch state {
        case .text: nil
        case .escape, .held: Self.escapeTime
        case .toldEscape, .lateEscape, .sequence, .function, .console, .mouse, .reply: Self.silence
        case .paste(let paste): paste.hasLoneEscape ? Self.escapeTime : paste.isTooLong ? Self.silence : nil
        }
    }

    /// Handles a pause in the input, once it has lasted until the deadline.
    mutating func checkTime(_ now: Instant) -> [Key] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        let former = state
        state = .text
        switch former {
        case .escape(let reply?):
            state = .lateEscape(in: reply)
            deadline = now + Self.silence
        case .escape where replyUntil.map { now < $0 } == true:
            state = .lateEscape(in: nil)
            deadline = replyUntil
        case .escape, .lateEscape:
            state = .toldEscape
            deadline = now + Self.silence
            return [.escape]
        case .held(let bytes):
            var keys: [Key] = []
            for byte in bytes { step(byte, &keys) }
            deadline = patience.map { now + $0 }
            return keys
        case .paste(var paste): if paste.pause() { state = .paste(paste) }
        case .text, .toldEscape, .sequence, .function, .console, .mouse, .reply: break
        }
        return []
    }

    private mutating func step(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .text: plain(byte, &keys)
        case .escape(let reply): afterEscape(byte, in: reply, &keys)
        case .lateEscape(let reply):
            let isEnd = reply != nil && byte == UInt8(ascii: "\\")
            if isEnd || byte == 0x1B || Self.introducers.contains(byte) {
                afterEscape(byte, in: reply, &keys)
            } else {
                keys.append(.escape)
                restart(byte, &keys)
            }
        case .toldEscape:
            if "[]PX^_".utf8.contains(byte) { state = .held([byte]) } else { restart(byte, &keys) }
        case .held(let bytes): hold(bytes + [byte], &keys)
        case .sequence(var sequence):
            if sequence.append(byte) { state = .sequence(sequence) } else { end(sequence, byte, &keys) }
        case .function(var sequence):
            if sequence.append(byte) { state = .function(sequence) } else { endFunction(sequence, byte, &keys) }
        case .console: endWith(byte, [], &keys)
        case .mouse(let bytes): oldMouse(bytes + [byte], &keys)
        case .reply(var reply):
            switch characters.decode(byte) {
            case .control(0x07), .control(0x9C): end(reply, &keys)
            case .control(0x1B): state = .escape(in: reply)
            case .control(0x03), .control(0x0D): restart(byte, &keys)
            case .character(let scalar):
                reply.append(scalar)
                state = .reply(reply)
            case .control, .nothing: break
            }
        case .paste(var paste):
            state = .text  // So that there is one copy of it.
            if paste.decode(byte, into: &keys) { state = .paste(paste) }
        }
    }

    private mutating func hold(_ bytes: [UInt8], _ keys: inout [Key]) {
        guard let isLate = Self.isLate(bytes) else {
            state = .held(bytes)
            return
        }
        state = .text
        if isLate { afterEscape(bytes[0], in: nil, &keys) }
        for byte in isLate ? bytes.dropFirst() : bytes[...] { step(byte, &keys) }
    }

    /// Returns true if these bytes, two at least, go on with a sequence whose ESC came before a pause, false if they were
    /// typed; nil as long as both are possible.
    private static func isLate(_ bytes: [UInt8]) -> Bool? {
        if bytes[0] == UInt8(ascii: "[") || "]P".utf8.contains(bytes[0]) && 0x30...0x39 ~= bytes[1] { return true }
        let lastTwo = Array(bytes.suffix(2))
        if lastTwo[1] == 0x07 || lastTwo == [0x1B, UInt8(ascii: "\\")] || lastTwo == [0xC2, 0x9C] { return true }
        let isKey = lastTwo[0] == 0x1B || lastTwo[1] < 0x20 && lastTwo[1] != 0x1B
        return isKey || bytes.count > mostHeld ? false : nil
    }

    private mutating func plain(_ byte: UInt8, _ keys: inout [Key]) {
        switch characters.decode(byte) {
        case .character(let scalar): keys.append(.character(scalar))
        case .control(0x1B): state = .escape(in: nil)
        case .control(let byte) where byte >= 0x80: afterEscape(byte - 0x40, in: nil, &keys)
        case .control(let byte): if let key = Key(control: byte) { keys.append(key) }
        case .nothing: break
        }
    }

    /// Leaves the current sequence; a byte that is a key of its own counts.
    private mutating func restart(_ byte: UInt8, _ keys: inout [Key]) {
        state = .text
        plain(byte, &keys)
    }

    private mutating func afterEscape(_ byte: UInt8, in reply: BackgroundReply?, _ keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(ControlSequence())
        case UInt8(ascii: "O"): state = .function(ControlSequence())
        case _ where Self.introducers.contains(byte): state = .reply(BackgroundReply(after: byte))
        case UInt8(ascii: "\\"): if let reply { end(reply, &keys) } else { state = .text }
        case 0x1B:
            state = .escape(in: nil)
            keys.append(.escape)
        case 0x00..<0x20, 0x80...: restart(byte, &keys)
        default: state = .text
        }
    }

    private mutating func end(_ reply: BackgroundReply, _ keys: inout [Key]) {
        state = .text
        guard let isLight = reply.isLight else { return }
        replyUntil = nil
        keys.append(.background(isLight: isLight))
    }

    /// Ends a sequence with a byte that may be its final one.
    private mutating func end(_ sequence: ControlSequence, _ byte: UInt8, _ keys: inout [Key]) {
        if sequence.isEmpty, byte == UInt8(ascii: "[") {
            state = .console
        } else if sequence.isEmpty, byte == UInt8(ascii: "M") {
            state = .mouse([])
        } else if sequence.isPaste, byte == UInt8(ascii: "~") {
            state = .paste(PasteDecoder())
        } else {
            endWith(byte, sequence.keys(endedBy: byte), &keys)
        }
    }

    private mutating func endFunction(_ sequence: ControlSequence, _ byte: UInt8, _ keys: inout [Key]) {
        let isEnter = sequence.isEmpty && byte == UInt8(ascii: "M")
        endWith(byte, isEnter ? [.enter] : sequence.keys(endedBy: byte), &keys)
    }

    /// Ends a sequence: its keys count if the byte is a valid final, and the byte itself if it is a control or starts
    /// a character.
    private mutating func endWith(_ byte: UInt8, _ made: [Key], _ keys: inout [Key]) {
        guard (0x20..<0x7F).contains(byte) else { return restart(byte, &keys) }
        state = .text
        keys += made
    }

    /// The mouse in three bytes, each offset by 32. A control interrupts it, since these never are one.
    private mutating func oldMouse(_ bytes: [UInt8], _ keys: inout [Key]) {
        if let last = bytes.last, last < 0x20 { return restart(last, &keys) }
        guard bytes.count == 3 else {
            state = .mouse(bytes)
            return
        }
        state = .text
        let (code, column, row) = (Int(bytes[0]) - 32, Int(bytes[1]) - 32, Int(bytes[2]) - 32)
        if let mouse = Mouse(code: code, column: column, row: row, isRelease: false) { keys.append(.mouse(mouse)) }
    }
}
