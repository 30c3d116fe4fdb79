import Protocol

/// What a browser gets from this host: the page, the pictures, and the way to the lobby over WebSocket.
struct WebSite: Sendable {
    private let address: WebAddress
    /// The pictures by their paths.
    private let pictures: [String: PictureFile]

    /// Creates a site that is reached by this machine's addresses and names.
    ///
    /// - Parameter names: further names, in lower case.
    init(names: [String], pictures: [PictureFile] = []) {
        self.pictures = Dictionary(uniqueKeysWithValues: pictures.map { ($0.picture.path, $0) })
        address = WebAddress(names: [Platform.hostName.lowercased(), Platform.fullHostName.lowercased()] + names)
    }

    /// Returns the response to a request. With the status 101 the connection speaks WebSocket from then on.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        let host = request.values(of: "host").first ?? ""
        guard address.allows(host: host) else {
            return Self.plain(.forbidden, "This host doesn't answer to that name; see --web-name.")
        }
        guard request.values(of: "origin").allSatisfy({ WebAddress.isOwn(origin: $0, host: host) }) else {
            return Self.plain(.forbidden, "Pages of other sites may not use this host.")
        }
        switch request.path {
        case "/": return Self.page(request, host: host)
        case "/ws": return Self.secured(WebSocketHandshake.answer(request))
        case "/qr": return code(request)
        case "/favicon.ico":
            return Self.secured(HTTPResponse(.noContent, [("Cache-Control", "max-age=86400")]))
        default:
            if let picture = pictures[String(request.path)] { return Self.answer(request, with: picture) }
            return Self.plain(.notFound, "There is nothing at this address.")
        }
    }

    /// Returns the response to a request that is invalid, or one too many.
    func refusal(_ status: HTTPResponse.Status) -> HTTPResponse {
        switch status {
        case .headTooLarge: Self.plain(status, "The request has too many fields or bytes.")
        case .tooManyRequests: Self.plain(status, "Your address has sent too many requests. Try again in a moment.")
        case .versionNotSupported: Self.plain(status, "This host speaks HTTP/1.1.")
        default: Self.plain(status, "The request is malformed.")
        }
    }

    private static func page(_ request: HTTPRequest, host: String) -> HTTPResponse {
        let page = WebPage.shared
        let isCompressed = request.accepts(coding: "gzip")
        let tag = isCompressed ? page.compressedTag : page.tag
        let isKnown = request.has(entityTag: tag)
        var fields = [
            ("Content-Type", "text/html; charset=utf-8"), ("ETag", tag), ("Cache-Control", "no-cache"),
            ("Vary", "Accept-Encoding"),
        ]
        if isCompressed, !isKnown { fields.append(("Content-Encoding", "gzip")) }
        let body = isKnown ? [] : isCompressed ? page.compressed : page.bytes
        return secured(
            HTTPResponse(isKnown ? .notModified : .ok, fields, body: body), policy: page.policy(host: host))
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

    /// The QR code of a link. The page asks for those of its links, which may admit whoever scans them to a private match.
    private func code(_ request: HTTPRequest) -> HTTPResponse {
        guard let link = request.query, address.allows(link: link), let code = QRCode(link) else {
            return Self.plain(
                .badRequest, "There are codes of links to a host's page, percent-encoded after the question mark.")
        }
        let fields = [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-store")]
        return Self.secured(HTTPResponse(.ok, fields, body: Array(code.svg.utf8)))
    }

    private static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> HTTPResponse {
        secured(.text(status, sentence, [("Cache-Control", "no-store")]))
    }

    /// Adds fields that keep a browser from running, loading or passing on anything the host did not intend.
    private static func secured(
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
