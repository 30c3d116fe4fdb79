import HTTP
import Protocol

/// The answers that a browser gets from this host: the page, the pictures, and the way to the lobby over WebSocket.
struct WebSite: Sendable {
    private let address: WebAddress
    /// The pictures by their paths.
    private let pictures: [String: PictureFile]
    /// The folder that the page is read from; nil for the page in the program.
    private let folder: WebFolder?
    private var codes = KeptCodes()

    /// Creates a site that is reached by this machine's addresses and names.
    ///
    /// - Parameter names: further names, in lower case.
    init(names: [String], pictures: [PictureFile] = [], folder: WebFolder? = nil) {
        self.folder = folder
        self.pictures = Dictionary(uniqueKeysWithValues: pictures.map { ($0.picture.path, $0) })
        _ = WebPage.shared  // Prepared now, so that the first browser does not hold up the players.
        address = WebAddress(ofThisMachineAnd: names)
    }

    /// Returns the response to a request. With the status 101 the connection speaks WebSocket from then on.
    ///
    /// - Parameter client: the address that the request has come from.
    mutating func respond(to request: HTTPRequest, from client: SocketAddress.Host) -> HTTPResponse {
        let isLong = request.pathBytes > Limits.Internal.webPathBytes
        let place = isLong ? WebPlace.nothing : WebPlace(path: request.path)
        // To whom the rest is refused, the reason is not.
        if place != .reason, let refusal = Self.refusal(of: request, at: address) { return refusal }
        guard let host = request.host else { return Self.plain(.badRequest, "The request names no host.") }
        switch place {
        case .page: return page(request, host: host)
        case .socket: return Self.handshake(request)
        case .code: return code(request, for: client)
        case .icon: return Self.secured(HTTPResponse(.noContent, [("Cache-Control", "max-age=86400")]))
        case .picture(let path): return pictures[path].map { Self.answer(request, with: $0) } ?? Self.notFound
        case .reason: return reason(request)
        case .folder, .nothing:
            if !isLong, let file = folder?.file(at: request.path) { return Self.answer(with: file, host: host) }
            guard case .folder(let name) = place, request.isFromPerson else { return Self.notFound }
            return Self.secured(HTTPResponse(.found, [("Location", "./\(name)/"), ("Cache-Control", "no-store")]))
        }
    }

    /// Returns the response to a request that names another host, or that a page of another site has sent; nil if it is
    /// neither.
    static func refusal(of request: HTTPRequest, at address: WebAddress) -> HTTPResponse? {
        address.objection(to: request).map { plain(.forbidden, $0.sentence) }
    }

    /// Tells a page that says where it is, and whose WebSocket does not come about, the reason the host refuses it, or
    /// that all is well: browsers tell a page nothing of that.
    ///
    /// Whatever was asked, only words are returned, which a page of another site cannot read. A page whose name was
    /// pointed at this host can, but learns only that it is refused.
    private func reason(_ request: HTTPRequest) -> HTTPResponse {
        let start = "origin="
        guard let query = request.query(atMost: start.utf8.count + WebAddress.longestOrigin), query.hasPrefix(start)
        else {
            return Self.plain(.badRequest, "Ask with ?origin= and the page's origin, percent-encoded.")
        }
        let objection = address.objection(to: request, from: String(query.dropFirst(start.count)))
        return Self.plain(.ok, objection?.sentence ?? "ok")
    }

    /// The response for a path that means nothing.
    static var notFound: HTTPResponse { plain(.notFound, "There is nothing at this address.") }

    /// Returns the response to a request that is invalid.
    static func refusal(_ status: HTTPResponse.Status) -> HTTPResponse {
        switch status {
        case .headTooLarge: return plain(status, "The request has too many fields or bytes.")
        case .versionNotSupported: return plain(status, "This host speaks HTTP/1.1.")
        case .methodNotAllowed:
            var response = plain(status, "This host answers GET and HEAD only.")
            response.add([("Allow", "GET, HEAD")])
            return response
        default: return plain(status, "The request is malformed.")
        }
    }

    private static func handshake(_ request: HTTPRequest) -> HTTPResponse {
        var response = secured(WebSocketHandshake.answer(request))
        if response.status == .switchingProtocols { response.weight = Limits.handshakeWeight }
        return response
    }

    /// The page. A program that asks for it under a path has mistaken its address, and a check of the host's health
    /// must not take the page for an answer; so there, only browsers get it.
    private func page(_ request: HTTPRequest, host: String) -> HTTPResponse {
        guard request.path == "/" || request.isFromPerson else { return Self.notFound }
        guard let folder else { return Self.embeddedPage(request, host: host) }
        return folder.file(at: "/").map { Self.answer(with: $0, host: host) } ?? Self.notFound
    }

    /// The page in the program, compressed if it can be, and the browser accepts that.
    static func embeddedPage(_ request: HTTPRequest, host: String, page: WebPage = .shared) -> HTTPResponse {
        let compressed = request.accepts(coding: "gzip") ? page.compressed : nil
        let isCompressed = compressed != nil
        let tag = isCompressed ? page.compressedTag : page.tag
        let isKnown = request.has(entityTag: tag)
        var fields = [
            ("Content-Type", "text/html; charset=utf-8"), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        if isCompressed, !isKnown { fields.append(("Content-Encoding", "gzip")) }
        let body = isKnown ? [] : compressed ?? page.bytes
        return secured(
            HTTPResponse(isKnown ? .notModified : .ok, fields, body: body), policy: page.policy(host: host))
    }

    /// A file of the page from a folder may have changed by the next request.
    private static func answer(with file: WebFolder.File, host: String) -> HTTPResponse {
        secured(
            HTTPResponse(.ok, [("Content-Type", file.mediaType), ("Cache-Control", "no-store")], body: file.bytes),
            policy: WebPage.policy(style: "'self'", script: "'self'", host: host))
    }

    /// A picture never changes: its path is the hash of its bytes.
    private static func answer(_ request: HTTPRequest, with file: PictureFile) -> HTTPResponse {
        let tag = "\"\(file.picture.path.suffix(16))\""
        let isKnown = request.has(entityTag: tag)
        return secured(
            HTTPResponse(
                isKnown ? .notModified : .ok,
                [
                    ("Content-Type", file.type.mediaType), ("ETag", tag),
                    ("Cache-Control", "public, max-age=31536000, immutable"),
                ], body: isKnown ? [] : file.bytes))
    }

    /// The QR code of a link. The page asks for those of its links, which may admit whoever scans them to a private
    /// match.
    private mutating func code(_ request: HTTPRequest, for client: SocketAddress.Host) -> HTTPResponse {
        guard let link = request.query(atMost: QRCode.longestText), address.allows(link: link),
            let code = codes.code(of: link, for: client)
        else {
            return Self.plain(
                .badRequest,
                "After the question mark, write the link that the code is to hold: "
                    + "one to this host's page, percent-encoded."
            )
        }
        let fields = [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-store")]
        var response = Self.secured(HTTPResponse(.ok, fields, body: code))
        response.weight = Limits.codeWeight
        return response
    }

    /// Returns a response that is one sentence for people.
    static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> HTTPResponse {
        secured(.text(status, sentence, [("Cache-Control", "no-store")]))
    }

    /// Adds fields that keep a browser from running, loading or passing on anything the host did not intend.
    static func secured(
        _ response: HTTPResponse, policy: String = "default-src 'none'; frame-ancestors 'none'"
    ) -> HTTPResponse {
        var response = response
        response.add([
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ])
        return response
    }
}

extension HTTPRequest {
    /// True if a browser is opening an address for a person.
    fileprivate var isFromPerson: Bool { lists("text/html", in: "accept") }
}

/// The QR codes that were drawn last.
///
/// A link may admit whoever has it to a private match, and an attacker could try links and see which are answered
/// sooner. So a code is kept only for the address that has asked for it, and always charged as if it were drawn.
struct KeptCodes: Sendable {
    private struct Code: Sendable {
        let link: String
        let client: SocketAddress.Host
        let document: [UInt8]
    }

    /// The codes, the one used last at the end.
    private var codes: [Code] = []

    /// Returns the code of a link as an SVG document; nil if the link is too long.
    ///
    /// - Parameter client: the address that asks.
    mutating func code(of link: String, for client: SocketAddress.Host) -> [UInt8]? {
        if let place = codes.firstIndex(where: { $0.client == client && $0.link == link }) {
            codes.append(codes.remove(at: place))
        } else {
            guard let code = QRCode(link) else { return nil }
            if codes.count >= Limits.Internal.keptCodes { codes.removeFirst() }
            codes.append(Code(link: link, client: client, document: code.svg))
        }
        return codes.last?.document
    }
}
