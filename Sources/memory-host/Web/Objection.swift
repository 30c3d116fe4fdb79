import HTTP
import Protocol

/// The reason a host refuses a request with 403.
///
/// A browser says in `Host` where it was sent, and in `Origin` whose page it acts for; a page can change neither. Both
/// are checked, since a page of another site could otherwise play in a visitor's name, from inside their network: either
/// directly, or under a name of its own that it has pointed at this host.
enum Objection: Equatable, Sendable {
    /// The request names the host by a name that is not its own.
    case host(String)
    /// It is said to come from the page of another site.
    case origin(String, host: String)

    /// The reason in a sentence, for the person who looks at the page and whoever runs the host or its proxy.
    var sentence: String {
        switch self {
        case .host(let value):
            let name = WebAddress.name(in: value) ?? value
            let start = "This host does not answer to the name \(WebAddress.shown(name))."
            return WebAddress.isName(name) ? "\(start) If it is to, start it with --web-name \(name)." : start
        case .origin(let origin, let host):
            let (page, name) = (WebAddress.shown(origin), WebAddress.shown(host))
            return """
                The page \(page.isEmpty ? "does not say where it is" : "is at \(page)"), but its requests \
                \(name.isEmpty ? "name no host" : "arrive for \(name)"). Pages of other sites may not use this host. \
                If the page is its own, a proxy in between has changed the Host header, and must pass it on as it comes.
                """
        }
    }
}

extension WebAddress {
    /// Returns the reason a request is refused; nil if it is not.
    ///
    /// A request of HTTP/1.0 may name no host. Browsers always name one, so no page can cause this.
    ///
    /// - Parameter origin: the origin of a page that has sent no `Origin`, if it is known.
    func objection(to request: HTTPRequest, from origin: String? = nil) -> Objection? {
        let hosts = request.values(of: "host") + (request.authority.map { [$0] } ?? [])
        if let strange = hosts.first(where: { !allows(host: $0) }) { return .host(strange) }
        let (host, origins) = (request.host ?? "", request.values(of: "origin") + (origin.map { [$0] } ?? []))
        return origins.first { !Self.isOwn(origin: $0, host: host) }.map { .origin($0, host: host) }
    }

    /// Returns a value of a request as far as it is shown: it may be long, and anything may be in it.
    static func shown(_ value: String) -> String {
        let text = value.unicodeScalars.prefix(Limits.Internal.shownNameCharacters).map { scalar in
            33...126 ~= scalar.value && scalar != "\"" ? Character(scalar) : "?"
        }
        return String(text) + (value.unicodeScalars.count > text.count ? "…" : "")
    }
}

extension HTTPRequest {
    /// The host that it names; nil if it names none.
    var host: String? { authority ?? values(of: "host").first }
}
