import Protocol

/// A folder of pictures, as `--faces` names it.
struct PictureFolder: Sendable {
    /// The pictures in it that a set can have, in alphabetical order of their names.
    private(set) var pictures = PictureSet()
    /// A sentence for each file that is left out.
    private(set) var complaints: [String] = []

    /// Reads a folder.
    ///
    /// - Throws: the error if the folder itself cannot be read.
    init(_ path: String) throws(SystemError) {
        let names = try Platform.names(inFolder: path)
        var unseen = 0
        for (index, name) in names.enumerated() {
            if pictures.isFull {
                unseen = names.count - index
                break
            }
            do throws(PictureSet.Flaw) {
                try pictures.add(try Self.read("\(path)/\(name)"), named: Self.stem(name), from: name.shown)
            } catch {
                complaints.append("\(name.shown) is left out: it \(error.reason)")
            }
        }
        let (most, count) = (Self.complaints, complaints.count)
        if count > most + 1 { complaints[most...] = ["\(count - most) more files are left out for such reasons"] }
        if unseen > 0 {
            complaints.append("\(unseen) more files were not looked at: a set has at most \(pictures.count) pictures")
        }
    }

    /// The number of files for which the reason is given.
    private static let complaints = 20

    /// Reads a file if it begins like a picture, and as much of it as shows what it is if it does not.
    private static func read(_ path: String) throws(PictureSet.Flaw) -> [UInt8] {
        // Merely opening a device can have consequences. What is not there at all fails to open.
        if let isPlain = try? Platform.isPlainFile(path), !isPlain {
            throw PictureSet.Flaw(reason: "is not a plain file")
        }
        let bytes: [UInt8]?
        do throws(SystemError) {
            let file = try Platform.openFile(path, [.read, .nonBlocking])
            defer { file.close() }
            var head = [UInt8](repeating: 0, count: 256)
            let count = try file.read(at: 0, into: &head)
            head.removeSubrange(count...)
            bytes = PictureType(head) == nil ? head : try file.readAll(limit: PictureLimits.bytes)
        } catch {
            let isUnnamed = error.isNotFound && path.contains("\u{FFFD}")
            throw PictureSet.Flaw(
                reason: isUnnamed ? "has a name that is not UTF-8" : "cannot be read (\(error.message))")
        }
        guard let bytes else { throw PictureSet.Flaw.tooLarge }
        return bytes
    }

    /// A file's name without its ending.
    private static func stem(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}

extension String {
    /// The text from elsewhere as it may be shown on a terminal: not too long, and with nothing in it that a terminal
    /// would obey or that changes the order of the others.
    var shown: String {
        let text = String(unicodeScalars.prefix(60).map { $0.isVisible ? Character($0) : "?" })
        return unicodeScalars.count > 60 ? text + "..." : text
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

/// A picture as the host keeps it and sends it to browsers.
struct PictureFile: Equatable, Sendable {
    /// Its label and its path.
    let picture: Picture
    let type: PictureType
    let bytes: [UInt8]

    /// Creates a picture.
    ///
    /// - Parameter digest: the SHA-256 of the bytes.
    init(label: String, type: PictureType, bytes: [UInt8], digest: [UInt8]) {
        let digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        picture = Picture(label: label, path: "/faces/\(digits.joined())")
        (self.type, self.bytes) = (type, bytes)
    }
}

/// The limits of a set of pictures.
enum PictureLimits {
    /// Pictures in a set: two make a game, and fifty are enough for the largest board.
    static let count = 2...50
    /// Pictures below which the boards of the usual size show some of them on more than one pair.
    static let usualCount = 15
    /// Pixels along the longer side, which browsers need memory for.
    static let side = 4096
    /// Bytes of one picture.
    static let bytes = 1024 * 1024
    /// Bytes of all pictures, which the host keeps in memory.
    static let totalBytes = 16 * 1024 * 1024
}
