import Protocol

/// The file that keeps the token for one host, so that a client that was killed can return to its seat: one line, the
/// token and the name it stands for.
///
/// A client locks the file for as long as it runs: of two on one machine, only one has a host's token. A file that is
/// broken or that another user may have read or written counts as empty.
struct TokenFile {
    /// More bytes than a token and the longest name.
    private static let bytes = 200
    /// More bytes than the name of any file that a file system takes are not tried.
    private static let nameBytes = 200

    /// The host whose token it keeps.
    let host: HostAddress
    private let folder: FileDescriptor
    private let name: String
    private var file: FileDescriptor
    /// True if this client may write to it.
    private var isWritten: Bool

    /// The result of opening a file.
    enum Opened {
        /// It is locked; its token, if it has one.
        case file(TokenFile, Stored?)
        /// Another client has locked it.
        case inUse
        /// The folder or the file can't be used.
        case unavailable

        /// The file, if it is this client's.
        var file: TokenFile? { if case .file(let file, _) = self { file } else { nil } }

        /// The content, as far as it concerns this client.
        var content: TokenFileContent {
            switch self {
            case .file(_, let stored): stored.map { .holds($0) } ?? .isEmpty
            case .inUse: .isInUse
            case .unavailable: .isEmpty
            }
        }
    }

    /// A token and the name it stands for.
    struct Stored: Equatable, Sendable {
        let token: Token
        let name: PlayerName
    }

    private init(_ host: HostAddress, in folder: FileDescriptor, _ file: FileDescriptor, isWritten: Bool) {
        (self.host, self.folder, self.file, self.isWritten) = (host, folder, file, isWritten)
        name = host.fileName
    }

    /// Opens the file for a host.
    ///
    /// - Parameter path: the client's folder; the file is in its folder `tokens`.
    static func open(in path: String, for host: HostAddress) -> Opened {
        guard host.fileName.utf8.count <= nameBytes else { return .unavailable }
        do throws(SystemError) {
            try Platform.makeFolders("\(path)/tokens")
            let folder = try Platform.openFile("\(path)/tokens", [.read, .directory])
            do throws(SystemError) {
                return try open(for: host, in: folder)
            } catch {
                folder.close()
                throw error
            }
        } catch {
            return .unavailable
        }
    }

    private static func open(for host: HostAddress, in folder: FileDescriptor) throws(SystemError) -> Opened {
        let name = host.fileName
        // Whoever had the lock may have replaced the file meanwhile: what is locked must be what has the name.
        for _ in 0..<10 {
            let file = try folder.open(name, [.read, .write, .create, .nonBlocking])
            do throws(SystemError) {
                guard try file.lock() else {
                    file.close()
                    folder.close()
                    return .inUse
                }
                if try file.isFile(named: name, in: folder) {
                    let stored = try file.isPrivate() ? read(file) : nil
                    return .file(TokenFile(host, in: folder, file, isWritten: stored != nil), stored)
                }
            } catch {
                file.close()
                throw error
            }
            file.close()
        }
        folder.close()
        return .unavailable
    }

    private static func read(_ file: FileDescriptor) -> Stored? {
        guard let line = StateFile.line(of: file, bytes: bytes) else { return nil }
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let token = Token(parts[0]), let name = try? PlayerName(parts[1]) else { return nil }
        return Stored(token: token, name: name)
    }

    /// Replaces what is kept; a program that reads at the same time gets the old line or the new one.
    mutating func write(_ stored: Stored) throws(SystemError) {
        let aside = "\(name).\(Platform.processNumber)"
        try? folder.remove(aside)
        let fresh = try folder.open(aside, [.read, .write, .create, .exclusive])
        do throws(SystemError) {
            try fresh.writeAll(Array("\(stored.token.text) \(stored.name.text)\n".utf8))
            guard try fresh.lock() else { throw .inputOutput("flock") }
            try folder.rename(aside, to: name)
        } catch {
            fresh.close()
            try? folder.remove(aside)
            throw error
        }
        file.close()
        (file, isWritten) = (fresh, true)
    }

    /// Removes the token; the file stays locked.
    mutating func forget() {
        isWritten = false
        try? file.truncate(to: 0)
    }

    /// Unlocks the file, and removes it if it holds no token.
    func close() {
        if !isWritten { try? folder.remove(name) }
        file.close()
        folder.close()
    }
}

extension HostAddress {
    /// A file name for this address; this machine has one whatever it is called by.
    fileprivate var fileName: String {
        let host = isThisMachine ? "localhost" : host.lowercased()
        let plain = host.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                String(Unicode.Scalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "\(plain.joined()):\(port)"
    }

    private var isThisMachine: Bool {
        host.lowercased() == "localhost" || SocketAddress(host: host, port: port)?.isLoopback == true
    }
}
