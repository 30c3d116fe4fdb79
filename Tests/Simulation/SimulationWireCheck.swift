import HTTP
import Protocol
import TestSupport

@testable import TestDrivers

/// Holds the lines of a simulated host to the schema of the protocol: of every kind of line the first, the second, the
/// fourth, the eighth and so on, and every fiftieth, because to check them all would take longer than all else.
struct WireCheck {
    private var counts: [String: Int] = [:]

    /// Returns the first flaw of a message's line; nil if it has none, or is not looked at.
    mutating func flaw(of line: [UInt8], _ message: Message) -> String? {
        if line.isEmpty { return nil }  // An ok that was not asked for.
        let kind = Self.kind(of: message)
        let count = counts[kind, default: 0] + 1
        counts[kind] = count
        guard count.nonzeroBitCount == 1 || count.isMultiple(of: 50) else { return nil }
        // A browser gets the same line as a message.
        var frames = WebSocketFrame.messages(line)
        let message = (try? HostFrame.take(from: &frames)) ?? nil
        if message?.payload != Array(line.dropLast()) || !frames.isEmpty { return "as a message it is another line" }
        return JSONSchema.wire.flaw(ofLine: line, .event, isStrict: true)
    }

    /// Lines of one kind have the same fields, and null in most of the same.
    private static func kind(of message: Message) -> String {
        let re = message.re == nil ? "" : " re"
        switch message.event {
        case .state(let state):
            let change = state.change?.label ?? "none"
            return "state \(state.phase.rawValue) \(change) \(state.seats.count)"
        case .match(let seating): return "match \(seating.seat == nil) \(seating.code == nil)\(re)"
        case .said(let said): return "said \(said.role?.rawValue ?? "none") \(said.isPast)\(re)"
        default: return Message(message.event).kind + re
        }
    }
}
