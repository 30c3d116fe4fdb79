import HTTP
import Lobby
import Protocol

/// Decides who may read the metrics.
///
/// They name nobody, but they show how busy a host is, and how well it bears an attack.
struct MetricsGate {
    /// Who may read them, as `--metrics` says.
    enum Audience: String, CaseIterable, Sendable { case local, any, off }

    /// The fields that a proxy adds: whoever asks through one may be anywhere.
    private static let proxyFields = [
        "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via",
    ]

    private let audience: Audience
    /// The names by which this host may be asked.
    let address: WebAddress
    private let readOwn: () -> Set<SocketAddress.Host>
    private var own: Set<SocketAddress.Host> = []
    private var readAt: Instant?

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - address: the names by which this host may be asked.
    ///   - readOwn: returns this machine's addresses.
    init(
        for audience: Audience, at address: WebAddress,
        readOwn: @escaping () -> Set<SocketAddress.Host> = SocketAddress.everyOwnHost
    ) {
        (self.audience, self.address, self.readOwn) = (audience, address, readOwn)
    }

    /// Returns the response to a request that is not answered with the metrics; nil if it is.
    mutating func refusal(
        of request: HTTPRequest, from client: SocketAddress.Host, at now: Instant
    ) -> HTTPResponse? {
        if let refusal = WebSite.refusal(of: request, at: address) { return refusal }
        switch audience {
        case .any: return nil
        case .off: return WebSite.notFound
        case .local:
            if isOwn(client, at: now), !Self.proxyFields.contains(where: request.has(field:)) { return nil }
            return WebSite.plain(.forbidden, "The metrics are for this machine only; see --metrics.")
        }
    }

    /// Returns true for an address of this machine. The system is asked once a second at most.
    private mutating func isOwn(_ client: SocketAddress.Host, at now: Instant) -> Bool {
        if client.isLoopback { return true }
        if readAt.map({ now - $0 >= Limits.Internal.networksMilliseconds }) ?? true { (own, readAt) = (readOwn(), now) }
        return own.contains(client)
    }
}
