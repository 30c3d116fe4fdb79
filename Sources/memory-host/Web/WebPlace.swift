import Protocol

/// The meaning of a request's path.
///
/// A proxy may have the host under a path of its own, such as `/memory/`, and strip that or not. The page asks for
/// everything beside itself, so only the end of a path counts, whatever folders come before it. What operators ask for is
/// at the root only: a proxy that keeps `/metrics` from the public need not think of other places.
enum WebPlace: Equatable, Sendable {
    /// The page: any folder with its slash.
    case page
    /// The way to the lobby.
    case socket
    /// A QR code.
    case code
    /// The reason the host refuses the requests of a page.
    case reason
    /// An icon, of which there is none.
    case icon
    /// A picture, by its path at the root.
    case picture(String)
    /// A folder without its slash, by its name: what is beside it is not what is in it.
    case folder(String)
    case nothing

    /// Reads a path, which begins with a slash.
    init(path: String) {
        let parts = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let folders = parts.dropLast()
        guard let last = parts.last, folders.allSatisfy({ $0.isEmpty || Self.isName($0) }) else {
            self = .nothing
            return
        }
        let name = String(Substring(last))
        switch name {
        case "": self = .page
        case "ws": self = .socket
        case "qr": self = .code
        case "why": self = .reason
        case "favicon.ico": self = .icon
        case _ where folders.last.map { Substring($0) == "faces" } ?? false: self = .picture("/faces/" + name)
        default: self = Self.isName(last) ? .folder(name) : .nothing
        }
    }

    /// Returns true for a part of a path that can be followed by others: one that leads neither up nor to another site.
    private static func isName(_ part: Substring.UTF8View) -> Bool {
        !part.isEmpty && part.first != UInt8(ascii: ".")
            && part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "~"), UInt8(ascii: "%"):
                    true
                default: false
                }
            }
    }
}
