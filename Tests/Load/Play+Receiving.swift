import Protocol

// What is received, and what is made of it.
extension Play {
    private static let stateWord = Array("{\"type\":\"state\",".utf8)
    private static let matchWord = Array("{\"type\":\"match\",".utf8)
    private static let lobbyWord = Array("{\"type\":\"lobby\",".utf8)

    /// Takes what has come for a member.
    mutating func read(_ index: Int) throws(Failure) {
        guard let (bytes, count) = try members[index].receive(into: &input) else { return }
        var position = 0
        guard let match = members[index].match else {
            while let end = bytes.lineEnd(from: position, count: count) {
                try takeNews(index, bytes, position..<end)
                position = end + 1
            }
            return members[index].keep(bytes, position..<count)
        }
        while position < count {
            let seen = members[index].seen
            if let length = matches[match].feed.length(of: seen, ifIn: bytes, at: position, count: count) {
                position += length
                got(seen, match, by: index, length)
            } else if let end = bytes.lineEnd(from: position, count: count) {
                try takeLine(index, match, bytes, position..<end)
                position = end + 1
            } else {
                break
            }
        }
        members[index].keep(bytes, position..<count)
        try goOn(match)
    }

    /// Takes a line for somebody in no match.
    private mutating func takeNews(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>) throws(Failure) {
        guard members[index].role == .lobby, bytes.begins(with: Self.lobbyWord, at: range.lowerBound) else {
            throw Failure(unexpected: bytes, in: range)
        }
        tally.lobbyLines += 1
        guard tally.lobbyLines % options.sample == 0 else { return }
        guard case .message(let message) = JSONEventReader.read(bytes, in: range), case .lobby = message.event else {
            throw Failure("A lobby cannot be read: \(Failure.quoted(bytes, range))")
        }
    }

    /// Counts a line that a member got as it was due.
    private mutating func got(_ line: Int, _ match: Int, by index: Int, _ length: Int) {
        members[index].seen += 1
        tally.states += 1
        tally.stateBytes += length
        let isFlip = matches[match].feed.kind(of: line) == .flip
        if isFlip { tally.deliveries += 1 }
        if matches[match].feed.gotOneMore(line), isFlip { complete(match) }
    }

    /// Everybody has seen the oldest flip.
    private mutating func complete(_ match: Int) {
        let flight = matches[match].flights.removeFirst()
        matches[match].shown -= 1
        tally.flips += 1
        let now = Platform.monotonicNanoseconds
        tally.latency.record(now - min(flight.since, now))
    }

    // MARK: New lines

    /// Takes a line that is new in the match, or is not what others got.
    private mutating func takeLine(
        _ index: Int, _ match: Int, _ bytes: [UInt8], _ range: Range<Int>
    ) throws(Failure) {
        let isState = bytes.begins(with: Self.stateWord, at: range.lowerBound)
        guard isState || bytes.begins(with: Self.matchWord, at: range.lowerBound) else {
            throw Failure(unexpected: bytes, in: range)
        }
        let seen = members[index].seen
        if seen < matches[match].feed.end {
            guard !isState, matches[match].feed.kind(of: seen) == .seating else {
                let other = matches[match].feed.bytes(of: seen)
                throw Failure(
                    "Members of a match got different lines: \(Failure.quoted(other, 0..<other.count))"
                        + "and: \(Failure.quoted(bytes, range))")
            }
            try takeSeating(index, match, bytes, range)
        } else if isState {
            try takeState(index, match, bytes, range)
        } else {
            try takeSeating(index, match, bytes, range)
        }
    }

    /// Checks a state that nobody had before.
    private mutating func takeState(
        _ index: Int, _ match: Int, _ bytes: [UInt8], _ range: Range<Int>
    ) throws(Failure) {
        var scanner = StateScanner(bytes, in: range)
        try scanner.read(into: &state)
        try readTwice(bytes, range)
        let shown = matches[match].shown
        let card = shown < matches[match].flights.count ? matches[match].flights[shown].card : nil
        let isFlip: Bool
        do throws(Failure) {
            isFlip = try matches[match].table.take(state, flipped: card)
        } catch {
            throw Failure("\(error.sentence)\n\(Failure.quoted(bytes, range))", error.status)
        }
        if isFlip { matches[match].shown += 1 }
        guard !matches[match].feed.isFull else { throw Failure("A member of a match reads too little to go on.") }
        let line = matches[match].feed.end
        let missing = matches[match].members.count
        matches[match].feed.append(
            bytes[range.lowerBound...range.upperBound], isFlip ? .flip : .state, missing: missing)
        got(line, match, by: index, range.count + 1)
    }

    /// Reads one state of many with the reader that clients use.
    private mutating func readTwice(_ bytes: [UInt8], _ range: Range<Int>) throws(Failure) {
        unsampled += 1
        guard unsampled >= options.sample else { return }
        unsampled = 0
        tally.readTwice += 1
        guard case .message(let message) = JSONEventReader.read(bytes, in: range),
            case .state(let read) = message.event, message.re == nil, state.agrees(with: read)
        else { throw Failure("Two readers do not agree on a state: \(Failure.quoted(bytes, range))") }
    }

    /// Checks where the host puts a member in the next match.
    private mutating func takeSeating(
        _ index: Int, _ match: Int, _ bytes: [UInt8], _ range: Range<Int>
    ) throws(Failure) {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range),
            case .match(let seating) = message.event
        else { throw Failure(unexpected: bytes, in: range) }
        let line = members[index].seen
        if line == matches[match].feed.end {
            try matches[match].table.goOn(as: seating.match.number)
            matches[match].hasOffered = false
            tally.rematches += 1
            matches[match].feed.append([], .seating, missing: matches[match].members.count)
        }
        var seat: Int?
        if case .player(_, let own) = members[index].role { seat = own }
        guard seating.match.number == matches[match].table.match, seating.seat == seat, seating.code == nil,
            RulesRequest(seating.rules).rows == options.rows
        else { throw Failure("A rematch changed seats, rules or match: \(Failure.quoted(bytes, range))") }
        members[index].seen += 1
        _ = matches[match].feed.gotOneMore(line)
    }
}
