import Lobby
import Protocol

/// The requests that were answered by 403: how many there were, and whose the log has named lately.
struct ForbiddenRequests: Sendable {
    /// The reason a request was forbidden.
    enum Reason: String, CaseIterable, Sendable {
        /// It names the host by a name that is not its own.
        case host
        /// It comes from a page of another site, or through a proxy that makes it look so.
        case origin
        /// It asks for metrics that are not for everybody.
        case metrics

        init(_ objection: Objection?) {
            switch objection {
            case .host: self = .host
            case .origin: self = .origin
            case nil: self = .metrics
            }
        }

        /// The reason in words.
        var words: String {
            switch self {
            case .host: "that is no name of this host; see --web-name"
            case .origin: "that is a page of another site, or a proxy in between has changed the Host header"
            case .metrics: "the metrics are not for everybody; see --metrics"
            }
        }
    }

    /// The number of them by the reason.
    private(set) var counts: [Reason: Int] = [:]
    /// The addresses that the log has named, by the reason: one that asks for metrics does not hide a page's trouble.
    private var told: [Reason: RateLimit] = [:]

    /// Counts a request; returns true if the log is to name its address, which it does once a minute for each reason.
    mutating func add(_ reason: Reason, from host: SocketAddress.Host, at now: Instant) -> Bool {
        counts[reason, default: 0] += 1
        guard told[reason]?.allows(host, at: now) ?? true else { return false }
        told[reason, default: RateLimit(aMinute: 1)].charge(thousandths: 1000, host, at: now)
        return true
    }
}
