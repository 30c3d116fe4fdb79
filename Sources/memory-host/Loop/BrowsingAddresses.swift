import Lobby
import Protocol

/// The addresses that a browser has lately sent a request from.
///
/// A browser opens spare connections along with those that it needs. It takes whatever it hears on one for the response
/// to its next request, so a spare connection must not be greeted.
struct BrowsingAddresses: Sendable {
    private var requests: [SocketAddress.Host: Instant] = [:]

    /// Returns true if a connection from this address that says nothing may be a browser's spare.
    func contains(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !requests.isEmpty, let last = requests[host] else { return false }
        return now - last <= Limits.browsingMilliseconds
    }

    /// Notes a request from an address. If too many addresses are remembered, those whose time is over are forgotten; if
    /// there is none, all are.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if requests[host] == nil, requests.count >= Limits.Internal.rememberedAddresses {
            requests = requests.filter { now - $0.value <= Limits.browsingMilliseconds }
            if requests.count >= Limits.Internal.rememberedAddresses { requests = [:] }
        }
        requests[host] = now
    }
}
