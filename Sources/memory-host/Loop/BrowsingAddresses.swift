import Lobby
import Protocol

/// The addresses from which a browser has recently sent a request.
///
/// A browser opens spare connections along with those that it needs, and takes a greeting for the response to its next
/// request. So a connection that may be a spare is greeted later: by then the browser has others that have carried
/// requests, which it prefers.
struct BrowsingAddresses: Sendable {
    /// The times of their last requests.
    private var requests: [SocketAddress.Host: Instant] = [:]

    /// Returns true if a connection from this address that says nothing may be a browser's spare.
    func contains(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard let last = requests[host] else { return false }
        return now - last <= Limits.browsingMilliseconds
    }

    /// Notes a request from an address.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        requests.makeRoom(for: host) { Limits.browsingMilliseconds - (now - $0) }
        requests[host] = now
    }
}
