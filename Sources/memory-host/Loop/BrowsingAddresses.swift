import Lobby
import Protocol

/// The addresses from which a browser has recently sent a request.
///
/// A browser opens spare connections along with those that it needs, and takes a greeting for the response to its next
/// request. So a connection that may be a spare is greeted later: by then the browser has others that have carried
/// requests, which it prefers.
struct BrowsingAddresses: Sendable {
    private var requests: [SocketAddress.Host: Instant] = [:]

    /// Returns true if a connection from this address that says nothing may be a browser's spare.
    func contains(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !requests.isEmpty, let last = requests[host] else { return false }
        return now - last <= Limits.browsingMilliseconds
    }

    /// Notes a request from an address. If too many addresses are remembered, expired ones are forgotten; if
    /// none has expired, all are.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if requests[host] == nil, requests.count >= Limits.Internal.rememberedAddresses {
            requests = requests.filter { now - $0.value <= Limits.browsingMilliseconds }
            if requests.count >= Limits.Internal.rememberedAddresses { requests = [:] }
        }
        requests[host] = now
    }
}
