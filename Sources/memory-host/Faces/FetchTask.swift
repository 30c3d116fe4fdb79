import Protocol

/// The task `--fetch-faces`: fetches a set of pictures into a new folder, once.
enum FetchTask {
    /// Bytes of the list of pictures.
    private static let listBytes = 4 * 1024 * 1024
    /// Addresses that are tried: some pictures may be missing, too large or the same as others.
    private static let attempts = 2 * PictureLimits.count.upperBound
    /// The variables that tell curl how to reach the network, and whom to trust there.
    private static let variables = [
        "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
        "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]

    /// Fetches the list at an address, then its pictures; prints each one, and exits if they make no set.
    static func run(from address: String, into folder: String) {
        prepare(folder)
        let artwork = list(at: address)
        guard !artwork.isEmpty else {
            Log.fail("there is no artwork that this program knows at \(address)", .dataError)
        }
        Log.print("\(artwork.count) addresses of pictures\n")
        var set = PictureSet()
        for (index, item) in artwork.prefix(attempts).enumerated() where !set.isFull {
            let name = PictureFolder.shown(item.name)
            do throws(PictureSet.Flaw) {
                try set.add(try fetch(item.url, limit: PictureLimits.bytes), named: item.name)
                Log.print("\(index + 1) of \(artwork.count): \(name)\n")
            } catch {
                Log.complain("\(index + 1) of \(artwork.count): \(name) is left out: it \(error.reason)")
            }
        }
        finish(set, folder)
    }

    /// Creates the folder, or makes sure that it is empty.
    private static func prepare(_ folder: String) {
        do throws(SystemError) {
            try Platform.makeFolders(folder)
            guard try Platform.names(inFolder: folder).isEmpty else {
                Log.fail("\(folder) is not empty; choose another folder", .cannotCreate)
            }
        } catch {
            Log.fail("cannot use \(folder): \(error.message)", error.isPermissionDenied ? .noPermission : .cannotCreate)
        }
    }

    private static func list(at address: String) -> [Artwork] {
        let bytes: [UInt8]
        do throws(PictureSet.Flaw) {
            bytes = try fetch(address, limit: listBytes)
        } catch {
            Log.fail("\(address) \(error.reason)", .unavailable)
        }
        guard let document = JSONTree(bytes) else { Log.fail("\(address) is not JSON", .dataError) }
        return Artwork.list(in: document)
    }

    /// Stores the pictures under their labels.
    private static func finish(_ set: PictureSet, _ folder: String) {
        guard set.count >= PictureLimits.count.lowerBound else {
            Log.fail("\(PlainRules.counted(set.count, "picture")) fetched: \(set.shortage ?? "")", .dataError)
        }
        for file in set.files {
            let path = "\(folder)/\(file.picture.label).\(file.type.fileEnding)"
            do throws(SystemError) {
                let output = try Platform.openFile(path, [.write, .create, .exclusive])
                defer { output.close() }
                try output.writeAll(file.bytes)
            } catch {
                Log.fail("cannot write \(path): \(error.message)", .cannotCreate)
            }
        }
        if let shortage = set.shortage { Log.complain(shortage) }
        Log.print("\(set.count) pictures in \(folder); now start the host with: memory-host --faces \(folder)\n")
    }

    /// Returns what is at an address.
    private static func fetch(_ address: String, limit: Int) throws(PictureSet.Flaw) -> [UInt8] {
        let arguments = [
            "--disable", "--silent", "--show-error", "--fail", "--location", "--globoff", "--proto", "=http,https",
            "--max-redirs", "3", "--max-time", "20", "--max-filesize", "\(limit)", "--url", address,
        ]
        let output: Platform.ChildOutput
        do throws(SystemError) {
            output = try Platform.output(of: "curl", arguments, passing: variables, limit: limit)
        } catch {
            if error.isNotFound { Log.fail("curl is not installed, which fetches the pictures", .unavailable) }
            Log.fail("cannot run curl: \(error.message)", .systemError)
        }
        switch output {
        case .ended(status: 0, let bytes): return bytes
        case .ended(status: 63, _), .tooLong: throw PictureSet.Flaw(reason: "is larger than \(limit >> 20) MB")
        case .ended, .killed: throw PictureSet.Flaw(reason: "cannot be fetched")
        }
    }
}
