import Protocol

/// A folder of pictures, as `--faces` names it.
struct PictureFolder: Sendable {
    /// The pictures in it that a set can have, in alphabetical order of their names.
    private(set) var set = PictureSet()
    /// A sentence for each file that is left out.
    private(set) var complaints: [String] = []

    /// Reads a folder.
    ///
    /// - Throws: the error if the folder itself cannot be read.
    init(_ path: String) throws(SystemError) {
        let names = try Platform.names(inFolder: path)
        for (index, name) in names.enumerated() {
            guard !set.isFull else {
                complaints.append(
                    "\(names.count - index) more files are left out: a set has at most \(set.count) pictures")
                return
            }
            do throws(PictureSet.Flaw) {
                try set.add(try Self.read("\(path)/\(name)"), named: Self.stem(name))
            } catch {
                complaints.append("\(Self.shown(name)) is left out: it \(error.reason)")
            }
        }
    }

    private static func read(_ path: String) throws(PictureSet.Flaw) -> [UInt8] {
        let (isPlain, bytes): (Bool, [UInt8]?)
        do throws(SystemError) {
            let file = try Platform.openFile(path, [.read, .nonBlocking])
            defer { file.close() }
            isPlain = try file.isPlainFile()
            bytes = isPlain ? try file.readAll(limit: PictureLimits.bytes) : nil
        } catch {
            throw PictureSet.Flaw(reason: "cannot be read (\(error.message))")
        }
        guard isPlain else { throw PictureSet.Flaw(reason: "is not a plain file") }
        guard let bytes else { throw PictureSet.Flaw.tooLarge }
        return bytes
    }

    /// A file's name without its ending.
    private static func stem(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// A file's name with nothing in it that a terminal would obey.
    static func shown(_ name: String) -> String {
        String(name.map { $0.unicodeScalars.contains { $0.value < 32 || 127...159 ~= $0.value } ? "?" : $0 })
    }
}
