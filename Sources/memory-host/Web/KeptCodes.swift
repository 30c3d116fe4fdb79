import Protocol

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
