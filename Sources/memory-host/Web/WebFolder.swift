import Protocol

/// A folder with the files of the page, as `--web-from` names it: they are read at each request, so that a change
/// shows after a reload.
///
/// No file outside of it can be read: neither by a path that leads up, nor by a link.
struct WebFolder: Sendable {
    /// A file of the page.
    struct File: Equatable, Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    /// Bytes of the largest file that is sent.
    private static let fileBytes = 1024 * 1024
    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    ]

    private let path: String

    /// Checks that a folder has a page.
    ///
    /// - Throws: the error if it cannot be read, also if it is no plain file or too large.
    init(_ path: String) throws(SystemError) {
        self.path = path
        guard try read(["index.html"]) != nil else { throw .fileIsUnfit("index.html") }
    }

    /// Returns the file at the path of a request; nil if there is none.
    func file(at path: String) -> File? {
        let parts = (path == "/" ? "/index.html" : path).dropFirst().split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy(Self.isName), let name = parts.last, let dot = name.lastIndex(of: "."),
            let mediaType = Self.mediaTypes[String(name[dot...].dropFirst())],
            let bytes = try? read(parts.map(String.init))
        else { return nil }
        return File(mediaType: mediaType, bytes: bytes)
    }

    /// Returns true for a name of letters, digits, hyphens and dots that does not begin with a dot.
    private static func isName(_ name: Substring) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// Reads a plain file, folder by folder, so that no part of its path can be a link; nil if it is too large or none.
    private func read(_ parts: [String]) throws(SystemError) -> [UInt8]? {
        var folder = try Platform.openFile(path, [.read, .directory])
        defer { folder.close() }
        for part in parts.dropLast() {
            let next = try folder.openEntry(part, [.read, .directory])
            folder.close()
            folder = next
        }
        let file = try folder.openEntry(parts[parts.count - 1], [.read, .nonBlocking])
        defer { file.close() }
        return try file.isPlain() ? try file.readAll(limit: Self.fileBytes) : nil
    }
}
