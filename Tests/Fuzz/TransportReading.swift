import HTTP
import Protocol

/// The readers of what a browser sends, given an input whole and in pieces.
enum TransportReading {
    /// A length of the pieces, from 1 to a few that depends on the input.
    private static func piece(_ input: [UInt8]) -> Int { (input.first.map { Int($0) % 7 } ?? 0) + 1 + input.count / 64 }

    private static func pieces(_ input: [UInt8], of length: Int) -> [[UInt8]] {
        stride(from: 0, to: input.count, by: max(1, length)).map { Array(input[$0..<min($0 + length, input.count)]) }
    }

    // MARK: HTTP

    static func readRequests(_ input: [UInt8]) -> Target.Verdict {
        let whole = requests(input, in: input.count)
        var verdict = Target.Verdict(flaw: whole.flaw)
        if whole.outcomes != requests(input, in: piece(input)).outcomes {
            verdict.flaw = "in pieces of \(piece(input)) bytes it comes to other requests"
        }
        verdict.outcomes = whole.outcomes.map { outcome in
            switch outcome {
            case .incomplete: "incomplete"
            case .refused(let status): "\(status)"
            case .request(let request):
                "\(request.method) \(request.isHTTP11) \(request.wantsClose) "
                    + "\(request.query(atMost: QRCode.longestText) != nil) \(request.accepts(coding: "gzip")) "
                    + "\(WebSocketHandshake.answer(request).status)"
            }
        }
        return verdict
    }

    /// The requests that the reader finds, up to the first that is not one.
    private static func requests(
        _ input: [UInt8], in length: Int
    ) -> (outcomes: [HTTPRequestReader.Item], flaw: String?) {
        var (reader, outcomes) = (HTTPRequestReader(), [HTTPRequestReader.Item]())
        for piece in pieces(input, of: length) {
            reader.receive(piece, count: piece.count)
            while reader.hasNext {
                let outcome = reader.next()
                outcomes.append(outcome)
                guard case .request = outcome else { return (outcomes, nil) }
            }
            if reader.heldBytes > Limits.requestBytes { return (outcomes, "\(reader.heldBytes) bytes are held") }
        }
        return (outcomes + [reader.next()], nil)
    }

    // MARK: WebSocket

    private enum Event: Equatable {
        case message([UInt8])
        case other(WebSocketDecoder.Event)
    }

    static func readFrames(_ input: [UInt8]) -> Target.Verdict {
        let whole = events(input, in: input.count)
        var verdict = Target.Verdict()
        if whole != events(input, in: piece(input)) {
            verdict.flaw = "in pieces of \(piece(input)) bytes it comes to other events"
        }
        for event in whole {
            switch event {
            case .message(let text):
                if String(validating: text, as: UTF8.self) == nil { verdict.flaw = "a message that is not UTF-8" }
                verdict.outcomes.append("message of \(min(text.count, 200) / 50)")
            case .other(.ping(let payload)):
                if payload.count > 125 { verdict.flaw = "a ping of \(payload.count) bytes" }
                verdict.outcomes.append("ping of \(payload.count / 25)")
            case .other(.close(let code)): verdict.outcomes.append("close, \(code == nil ? "bare" : "with code")")
            case .other(let event): verdict.outcomes.append("\(event)")
            }
        }
        return verdict
    }

    /// The events that the decoder finds, with each message whole.
    private static func events(_ input: [UInt8], in length: Int) -> [Event] {
        var (decoder, events, text) = (WebSocketDecoder(), [Event](), [UInt8]())
        for var piece in pieces(input, of: length) {
            var position = 0
            while let event = decoder.next(in: &piece, at: &position, end: piece.count) {
                switch event {
                case .text(let range): text += piece[range]
                case .messageEnd:
                    events.append(.message(text))
                    text = []
                default: events.append(.other(event))
                }
            }
        }
        return events
    }
}
