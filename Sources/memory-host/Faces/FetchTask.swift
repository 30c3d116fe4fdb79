import Protocol

/// The task `--fetch-faces`: fetches a set of pictures into a new folder, once.
enum FetchTask {
    /// Bytes of the list of pictures.
    private static let listBytes = 4 * 1024 * 1024
    /// Addresses that are tried: some pictures may be missing, too large or the same as others.
    private static let attempts = 2 * PictureLimits.count.upperBound
    /// Seconds for the list, or one picture, to arrive.
    static let seconds = 20
    /// Seconds for all of it together, so that a slow server ends with the pictures that it has sent by then.
    static let totalSeconds = 180
    /// The variables that tell curl how to reach the network, and whom to trust there.
    private static let variables = [
        "PATH", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
        "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
    ]

    /// Fetches the list at an address, then its pictures; prints each one, and exits if they make no set.
    static func run(from address: String, into folder: String) {
        let begin = Platform.monotonicMilliseconds
        check(folder)
        Log.print("fetching \(address.withoutQuery.shown)\n")
        let artwork = list(at: address)
        prepare(folder)
        Log.print(
            "\(PlainRules.counted(artwork.count, "picture")) listed"
                + (artwork.count > attempts ? "; trying the first \(attempts)\n" : "\n"))
        var set = PictureSet()
        let tried = artwork.prefix(attempts)
        for (index, item) in tried.enumerated() where !set.isFull {
            guard let seconds = secondsLeft(after: Platform.monotonicMilliseconds - begin) else {
                Log.complain(
                    "after \(totalSeconds) seconds, \(PlainRules.counted(tried.count - index, "picture")) "
                        + "of \(tried.count) were not tried")
                break
            }
            let line = "\(index + 1) of \(tried.count): \(item.name.shown)"
            do throws(PictureSet.Flaw) {
                let bytes = try fetch(item.url, limit: PictureLimits.bytes, seconds: seconds)
                try set.add(bytes, named: item.name, from: item.name.shown)
                Log.print("\(line)\n")
            } catch {
                Log.complain("\(line) is left out: it \(error.reason)")
            }
        }
        finish(set, folder)
    }

    /// Returns the whole seconds that the next picture may take when this many milliseconds have passed; nil if there
    /// is no time left.
    static func secondsLeft(after milliseconds: Int) -> Int? {
        let left = totalSeconds - (milliseconds + 999) / 1000
        return left > 0 ? min(left, seconds) : nil
    }

    /// Exits if there is something in the folder.
    private static func check(_ folder: String) {
        do throws(SystemError) {
            guard try Platform.names(inFolder: folder).isEmpty else {
                Log.fail("\(folder) is not empty; choose another folder", .cannotCreate)
            }
        } catch {
            if !error.isNotFound { Log.fail("cannot use \(folder): \(error.message)", .cannotCreate) }
        }
    }

    /// Creates the folder, before minutes are spent on what would go into it.
    private static func prepare(_ folder: String) {
        do throws(SystemError) {
            try Platform.makeFolders(folder)
        } catch {
            let status: ExitStatus = error.isPermissionDenied ? .noPermission : .cannotCreate
            Log.fail("cannot create \(folder): \(error.message)", status)
        }
    }

    private static func list(at address: String) -> [Artwork] {
        let (bytes, name): ([UInt8], String) = (fetchList(address), address.withoutQuery.shown)
        guard !bytes.isEmpty else { Log.fail("there is nothing at \(name)", .dataError) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]  // Some editors put this before UTF-8.
        guard let document = JSONTree(bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes) else {
            Log.fail("what is at \(name) is not JSON, or is nested too deeply", .dataError)
        }
        let artwork = Artwork.list(in: document)
        guard !artwork.isEmpty else {
            Log.fail("found no artwork at \(name) in a form that this program knows", .dataError)
        }
        return artwork
    }

    private static func fetchList(_ address: String) -> [UInt8] {
        do throws(PictureSet.Flaw) {
            return try fetch(address, limit: listBytes, seconds: seconds)
        } catch {
            Log.fail("\(address.withoutQuery.shown) \(error.reason)", .unavailable)
        }
    }

    /// Stores the pictures under their labels, all or none.
    private static func finish(_ set: PictureSet, _ folder: String) {
        set.requireEnough("fetched")
        var written: [String] = []
        for file in set.files {
            let path = "\(folder)/\(file.picture.label).\(file.type.fileEnding)"
            do throws(SystemError) {
                let output = try Platform.openFile(path, [.write, .create, .exclusive])
                written.append(path)
                defer { output.close() }
                try output.writeAll(file.bytes)
            } catch {
                for path in written { try? Platform.removeFile(path) }
                Log.fail("cannot write \(path): \(error.message)", .cannotCreate)
            }
        }
        if let shortage = set.shortage { Log.complain(shortage) }
        let folder =
            "'" + folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        Log.print("\(set.count) pictures fetched; now start the host with: memory-host --faces \(folder)\n")
    }

    /// Returns what is at an address.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - seconds: the time until it must have arrived.
    private static func fetch(_ address: String, limit: Int, seconds: Int) throws(PictureSet.Flaw) -> [UInt8] {
        let arguments = [
            "--disable", "--silent", "--show-error", "--fail", "--location", "--globoff", "--compressed", "--proto",
            "=http,https", "--max-redirs", "3", "--max-time", "\(seconds)", "--max-filesize", "\(limit)", "--url",
            address,
        ]
        let output: Platform.ChildOutput
        do throws(SystemError) {
            output = try Platform.output(of: "curl", arguments, passing: variables, limit: limit)
        } catch {
            if error.isNotFound { Log.fail("curl, which fetches the pictures, is not installed", .unavailable) }
            Log.fail("cannot run curl: \(error.message)", .systemError)
        }
        switch output {
        case .ended(status: 0, let bytes): return bytes
        case .ended(status: 63, _), .tooLong: throw PictureSet.Flaw(reason: "is larger than \(limit >> 20) MB")
        case .ended, .killed: throw PictureSet.Flaw(reason: "cannot be fetched")
        }
    }
}

extension PictureSet {
    /// Exits if there are too few pictures.
    ///
    /// - Parameter place: where they are, or what happened to them, as the end of a sentence.
    func requireEnough(_ place: String) {
        guard count < PictureLimits.count.lowerBound else { return }
        Log.fail("\(PlainRules.counted(count, "picture")) \(place): \(shortage ?? "")", .dataError)
    }
}

extension String {
    /// The address without its query, which may hold a key.
    fileprivate var withoutQuery: String { String(prefix { $0 != "?" }) }
}
