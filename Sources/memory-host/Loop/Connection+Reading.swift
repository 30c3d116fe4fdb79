import Lobby
import Protocol

// A client's input: from bytes, in any framing, to lines or requests.
extension Connection {
    /// The result of an attempt to receive.
    enum Received {
        /// Nothing to act on now.
        case nothing
        /// Reading was not wanted.
        case unwanted
        /// There may be lines.
        case lines
        /// This many bytes of HTTP. There may be requests.
        case requests(bytes: Int)
        /// An HTTP request has begun after the greeting.
        case lateRequest
        /// The client sends nothing more; what it sent is still answered.
        case end
        /// The connection is broken.
        case failed(SystemError)
    }

    /// Receives what has arrived.
    ///
    /// - Parameter input: a buffer that is reused from call to call.
    mutating func receive(into input: inout [UInt8]) -> Received {
        guard interest.contains(.readable) else { return .unwanted }
        switch socket.receive(into: &input) {
        case .wouldBlock: return .nothing
        case .failed(let error): return .failed(error)
        case .end:
            hasEnded = true
            if takesInput { finish() }
            return .end
        case .bytes(let count): return takesInput ? take(&input, count) : discard(count)
        }
    }

    /// Discards what comes on a closing connection; what follows a request that was refused ends it if it is too much.
    private mutating func discard(_ count: Int) -> Received {
        guard isHTTP else { return .nothing }
        discardedBytes += count
        return discardedBytes > Limits.Internal.lingeringBytes ? .end : .requests(bytes: count)
    }

    private var takesInput: Bool {
        switch stage {
        case .arriving, .requesting, .delayed, .open, .throttled: true
        case .closing, .lingering, .gone: false
        }
    }

    /// Takes the first `count` bytes of what the client has sent.
    mutating func take(_ input: inout [UInt8], _ count: Int) -> Received {
        switch framing {
        case .lines:
            countDiscarded(decoder.receive(input, count: count))
            return stage == .throttled ? .nothing : .lines
        case .undecided(let bytes): return decide(bytes + input[..<count])
        case .requests(var reader):
            framing = .lines  // So that the reader's bytes are not shared, and not copied.
            reader.receive(input, count: count)
            framing = .requests(reader)
            return .requests(bytes: count)
        case .messages(var messages):
            decode(&input, count, &messages)
            idleThousandths += messages.takeIdleFrames() * 1000 / Limits.idlePerCommand
            framing = .messages(messages)
            return hasEnded ? .end : stage == .throttled ? .nothing : .lines
        }
    }

    private mutating func countDiscarded(_ count: Int) {
        idleThousandths += count * 1000 / Limits.discardedBytesPerCommand
    }

    /// Decides from the first bytes whether lines or requests follow.
    private mutating func decide(_ bytes: [UInt8]) -> Received {
        switch FirstBytes(bytes) {
        case .incomplete:
            framing = .undecided(bytes)
            return .nothing
        case .line:
            framing = .lines
            countDiscarded(decoder.receive(bytes, count: bytes.count))
            return .lines
        case .request:
            guard stage == .arriving else { return .lateRequest }
            stage = .requesting
            let limit = host.isLoopback ? Limits.requestBytesFromLoopback : Limits.requestBytes
            var reader = HTTPRequestReader(limit: limit)
            reader.receive(bytes, count: bytes.count)
            framing = .requests(reader)
            return .requests(bytes: bytes.count)
        }
    }

    /// Decodes WebSocket messages into lines. Of several pings that came at once, the last one is answered.
    private mutating func decode(_ input: inout [UInt8], _ count: Int, _ messages: inout WebSocketDecoder) {
        var (position, discarded) = (0, 0)
        var ping: [UInt8]?
        while let event = messages.next(in: &input, at: &position, end: count) {
            switch event {
            case .text(let range): discarded += decoder.receive(text: input, range)
            case .messageEnd: decoder.endLine()
            case .ping(let payload): ping = payload
            case .close(let code): (hasEnded, closeCode) = (true, code ?? .normal)
            case .violation(let code): (hasEnded, closeCode, hasBrokenRules) = (true, code, true)
            }
        }
        countDiscarded(discarded)
        if let ping, !hasEnded { outgoing.append(WebSocketFrame.pong(ping), .reply) }
    }

    /// Ends the input, since the client has closed its side. An unfinished message or request is discarded.
    private mutating func finish() {
        switch framing {
        case .undecided(let bytes):
            framing = .lines
            decoder.receive(bytes, count: bytes.count)
            decoder.finish()
        case .lines: decoder.finish()
        case .requests, .messages: break
        }
    }

    /// True if the client has sent nothing at all.
    var isMute: Bool { if case .undecided(let bytes) = framing { bytes.isEmpty } else { false } }

    /// It is a browser's, and no request is under way on it.
    var isIdleBrowser: Bool {
        guard stage == .requesting, case .requests(let reader) = framing else { return false }
        return outgoing.isEmpty && reader.heldBytes == 0 && !reader.hasNext
    }

    // MARK: HTTP requests

    /// The next request from a client.
    enum NextRequest {
        /// None that may be taken now.
        case none
        /// A request, or the reason there can be none.
        case outcome(HTTPRequestReader.Outcome)
        /// There is a request, but it may not be taken before then.
        case tooFast(until: Instant)
    }

    /// Takes the next request, if there is one, the browser has read the response to the one before, and the rate limit
    /// of its address allows it.
    mutating func nextRequest(at now: Instant, sharing requests: inout AddressBuckets) -> NextRequest {
        isAsking = false
        guard stage == .requesting, !isBackedUp, hasWaitingInput else { return .none }
        if !hasReservation {
            hasReservation = true
            if let due = requests.reserve(host, at: now) {
                stage = .delayed
                return .tooFast(until: due)
            }
        }
        guard case .requests(var reader) = framing else { return .none }
        framing = .lines
        defer { framing = .requests(reader) }
        (hasReservation, saidAt) = (false, now)
        return .outcome(reader.next())
    }

    /// The client has closed its side, and all its requests were taken.
    var hasNoMoreRequests: Bool { stage == .requesting && hasEnded && !hasWaitingInput }

    /// Switches to WebSocket; returns what the client has sent after its request.
    mutating func changeOver() -> [UInt8] {
        guard case .requests(var reader) = framing else { return [] }
        framing = .messages(WebSocketDecoder())
        hasFirstLine = true
        return reader.takeRest()
    }

    // MARK: Lines

    /// The next input from a client.
    enum Next {
        /// Nothing that may be taken now.
        case none
        /// Its first line, or its end; it must be greeted before that is taken.
        case arrival
        /// A first line of another protocol: the connection must be dropped.
        case foreign
        /// A line.
        case request(Request)
        /// There is a line, but it may not be taken before then.
        case tooFast(until: Instant)
    }

    /// Takes the next line, if there is one and the rate limit allows it.
    ///
    /// - Parameters:
    ///   - rate: commands a second; 0 for no limit.
    ///   - addresses: the limits that it shares with the other connections of its address.
    mutating func next(at now: Instant, rate: Int, sharing addresses: inout AddressBuckets) -> Next {
        guard stage == .open || isArriving, !isBackedUp, !awaitsRecords else { return .none }
        let blankLines = decoder.skipBlankLines(atMost: Limits.Internal.blankLinesAtOnce)
        idleThousandths += blankLines * 1000 / Limits.idlePerCommand
        if idleThousandths > 0, stage == .open, let due = payForIdling(at: now, rate: rate, sharing: &addresses) {
            stage = .throttled
            return .tooFast(until: due)
        }
        guard blankLines < Limits.Internal.blankLinesAtOnce else { return .none }
        if !hasFirstLine {
            switch decoder.judgeFirstLine() {
            case .foreign: return .foreign
            case .incomplete: return isArriving && hasEnded ? .arrival : .none
            case .acceptable: hasFirstLine = true
            }
            if isArriving { return .arrival }
        }
        if rate > 0 {
            guard decoder.hasLine() else { return .none }
            let hadToWait = hasReservation
            if let due = wait(at: now, rate: rate, sharing: &addresses) {
                stage = .throttled
                return .tooFast(until: due)
            }
            if bucket.wasFull, !hadToWait { hasReportedThrottling = false }
        }
        guard let line = decoder.next() else { return .none }
        saidAt = now
        let request = decoder.request(line)
        if let dialect = request.dialect { self.dialect = dialect }
        return .request(request)
    }

    /// Takes a command out of the bucket of its address, unless that has been done, and then out of its own.
    ///
    /// - Returns: the time until which the command must wait; nil if it may be taken.
    private mutating func wait(at now: Instant, rate: Int, sharing addresses: inout AddressBuckets) -> Instant? {
        if !hasReservation {
            hasReservation = true
            if let due = addresses.reserve(host, at: now) { return due }
        }
        if let due = bucket.spend(at: now, rate: rate) { return due }
        hasReservation = false
        return nil
    }

    /// Charges the client and its address for what it has sent besides commands.
    ///
    /// - Returns: the time until which nothing more is taken; nil if it need not wait.
    private mutating func payForIdling(
        at now: Instant, rate: Int, sharing addresses: inout AddressBuckets
    ) -> Instant? {
        defer { idleThousandths = 0 }
        guard rate > 0 else { return nil }
        bucket.charge(thousandths: idleThousandths)
        let sharedDue = addresses.charge(thousandths: idleThousandths, host, at: now)
        let ownDue = bucket.debtEnd(at: now, rate: rate)
        return max(sharedDue ?? now, ownDue ?? now) > now ? max(sharedDue ?? now, ownDue ?? now) : nil
    }

    /// The client sends nothing more, and all its lines were taken and answered.
    var isFinished: Bool { stage == .open && hasEnded && !decoder.hasWholeLine && !awaitsRecords }
}
