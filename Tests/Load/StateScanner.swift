import Protocol

/// Reads a state in one pass over its bytes, without an allocation.
///
/// It takes the fields in any order and passes over those that it does not know, but it relies on lines without blanks
/// between the tokens, which is how the host writes them. It is no judge of JSON: the sampled check is.
struct StateScanner {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// A scanner of one line, without its end.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// Reads the line as a state.
    mutating func read(into state: inout SeenState) throws(Failure) {
        state.reset()
        let first = position
        do throws(Damage) {
            try expect("{")
            while try hasNext("}") { try readField(try key(), &state) }
            guard position == end else { throw Damage() }
        } catch {
            throw Failure(
                "A state cannot be read beyond byte \(position - first): \(Failure.quoted(bytes, first..<end))")
        }
    }

    /// The line is not as expected where the scanner stands.
    private struct Damage: Error {}
}

// MARK: - Fields

extension StateScanner {
    private mutating func readField(_ key: UInt64, _ state: inout SeenState) throws(Damage) {
        switch key {
        case Word.cards:
            try expect("[")
            while try hasNext("]") { state.cards.append(try word()) }
        case Word.seats:
            try expect("[")
            while try hasNext("]") { try readSeat(&state) }
        case Word.turned: try readNumbers(&state.turned)
        case Word.version: state.version = try number()
        case Word.phase: state.phase = try phase(of: try word())
        case Word.turn: state.turn = try numberOrNull()
        case Word.match: state.match = try matchNumber()
        case Word.rows: state.rows = try number()
        case Word.columns: state.columns = try number()
        case Word.watchers: state.watchers = try number()
        case Word.result: state.result = try result()
        case Word.type: guard try word() == Word.state else { throw Damage() }
        default: try skip()
        }
    }

    private mutating func readSeat(_ state: inout SeenState) throws(Damage) {
        guard state.seatCount < state.seats.count else { throw Damage() }
        let index = state.seatCount
        state.seatCount += 1
        try expect("{")
        while try hasNext("}") {
            switch try key() {
            case Word.present: state.seats[index].isPresent = try bool()
            case Word.score: state.seats[index].score = try number()
            case Word.taken: try readNumbers(&state.seats[index].taken)
            case Word.rematch: state.seats[index].offersRematch = try bool()
            default: try skip()
            }
        }
    }

    private mutating func result() throws(Damage) -> SeenState.Result? {
        if next == UInt8(ascii: "n") {
            try skip()
            return nil
        }
        var result = SeenState.Result()
        try expect("{")
        while try hasNext("}") {
            switch try key() {
            case Word.winner: result.winner = try numberOrNull()
            case Word.reason: result.reason = try word()
            case Word.rematch: result.rematch = next == UInt8(ascii: "n") ? try numberOrNull() : try matchNumber()
            default: try skip()
            }
        }
        return result
    }

    private func phase(of word: UInt64) throws(Damage) -> MatchState.Phase {
        switch word {
        case Word.playing: return .playing
        case Word.showing: return .showing
        case Word.over: return .over
        case Word.waiting: return .waiting
        case Word.paused: return .paused
        default: throw Damage()
        }
    }
}

// MARK: - Tokens

extension StateScanner {
    /// The byte at hand; 0 at the end.
    private var next: UInt8 { position < end ? bytes[position] : 0 }

    private mutating func expect(_ character: Unicode.Scalar) throws(Damage) {
        guard next == UInt8(truncatingIfNeeded: character.value) else { throw Damage() }
        position += 1
    }

    /// Goes over a comma to the next item of a list, or over its end.
    private mutating func hasNext(_ closing: Unicode.Scalar) throws(Damage) -> Bool {
        if next == UInt8(truncatingIfNeeded: closing.value) {
            position += 1
            return false
        }
        if next == UInt8(ascii: ",") { position += 1 }
        guard position < end else { throw Damage() }
        return true
    }

    private mutating func key() throws(Damage) -> UInt64 {
        let key = try word()
        try expect(":")
        return key
    }

    /// A string as a number; an escape in it counts as the bytes that stand there.
    private mutating func word() throws(Damage) -> UInt64 {
        try expect("\"")
        if next == UInt8(ascii: "\"") {
            position += 1
            return 0
        }
        var number = Word.offset
        while position < end {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return number }
            number = (number ^ UInt64(byte)) &* Word.prime
            if byte == UInt8(ascii: "\\") { position += 1 }
        }
        throw Damage()
    }

    private mutating func number() throws(Damage) -> Int {
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let first = position
        var number = 0
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10, position - first < 18 {
            number = number &* 10 &+ Int(bytes[position] &- UInt8(ascii: "0"))
            position += 1
        }
        guard position > first else { throw Damage() }
        return isNegative ? -number : number
    }

    private mutating func numberOrNull() throws(Damage) -> Int? {
        if next == UInt8(ascii: "n") {
            try skip()
            return nil
        }
        return try number()
    }

    private mutating func bool() throws(Damage) -> Bool {
        let isTrue = next == UInt8(ascii: "t")
        try skip()
        return isTrue
    }

    private mutating func readNumbers(_ numbers: inout [Int]) throws(Damage) {
        try expect("[")
        while try hasNext("]") { numbers.append(try number()) }
    }

    /// `"m12"` as 12.
    private mutating func matchNumber() throws(Damage) -> Int {
        try expect("\"")
        try expect("m")
        let number = try number()
        try expect("\"")
        return number
    }

    /// Goes over a string, a number, or a word such as `null`.
    private mutating func skip() throws(Damage) {
        if next == UInt8(ascii: "\"") {
            _ = try word()
            return
        }
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
            default: position += 1
            }
        }
        throw Damage()
    }
}
