import Protocol

/// A file that `--generate` prints, to be installed beside the program.
enum Generated: String, CaseIterable, Sendable {
    case man, bash, zsh, fish, unit, socket, container

    /// The meaning, as `--help` has it.
    var inWords: String {
        switch self {
        case .man: "manual page"
        case .bash, .zsh, .fish: "completions"
        case .unit: "systemd service"
        case .socket: "its socket"
        case .container: "Containerfile"
        }
    }

    /// Prints the text.
    func print(_ options: Options) {
        guard let program = Platform.programPath else { Log.fail("cannot find the path of this program", .systemError) }
        guard case .given(let given) = try? Options.table.read(Array(CommandLine.arguments.dropFirst())) else { return }
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(Array(text(options, given: given, program: program).utf8))
        } catch {
            Log.fail("cannot write: \(error)", .inputOutputError)
        }
    }

    /// Returns the text.
    ///
    /// - Parameters:
    ///   - options: the options that were given beside it.
    ///   - given: the same as the command line has them.
    ///   - program: the absolute path of the program.
    func text(_ options: Options, given: [OptionTable<Options>.Given], program: String) -> String {
        switch self {
        case .man: String(decoding: PackageResources.memory_host_1, as: UTF8.self)
        case .bash: Options.table.completions(for: .bash)
        case .zsh: Options.table.completions(for: .zsh)
        case .fish: Options.table.completions(for: .fish)
        case .unit: ServiceUnit(options, arguments: arguments(given), program: program).service
        case .socket: ServiceUnit(options, arguments: arguments(given), program: program).socket
        case .container: Containerfile(options, arguments: arguments(given, inContainer: true)).text
        }
    }

    /// Returns the arguments for a host that is started with the options that were given. Relative paths are made absolute,
    /// but for a container, which has folders of its own.
    private func arguments(_ given: [OptionTable<Options>.Given], inContainer: Bool = false) -> [String] {
        given.filter { $0.option?.flag != "--generate" }.flatMap { one in
            one.arguments { inContainer ? $0 : Platform.absolutePath($0) ?? $0 }
        }
    }

    /// Returns what is wrong with options that were given beside it; nil if they go together.
    func complaint(about options: Options, given: [OptionTable<Options>.Given]) -> String? {
        func other(_ flag: String, _ reason: String) -> String {
            "--generate \(rawValue) and \(flag) cannot be combined: \(reason)"
        }
        switch self {
        case .man, .bash, .zsh, .fish:
            let others = given.compactMap { $0.option?.flag }.filter { $0 != "--generate" }
            return others.first.map { "--generate \(rawValue) and \($0) cannot be combined" }
        case .unit, .socket, .container:
            if options.data != nil {
                let folder = self == .container ? Containerfile.folder : ServiceUnit.folder
                return other("--data", "the data is in \(folder)")
            }
        }
        if given.flatMap(\.values).contains(where: {
            $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }) {
            return "--generate \(rawValue) takes no values with control characters"
        }
        if self != .unit, options.port == 0 { return other("--port 0", "others must know the port") }
        if self == .container, options.faces != nil { return other("--faces", "the image has no folders") }
        if self == .container, options.webFolder != nil { return other("--web-from", "the image has no folders") }
        if self == .socket, let bind = options.bind, SocketAddress(host: bind, port: 0) == nil {
            return "--generate socket needs an IP address for --bind, not \(bind)"
        }
        return nil
    }
}
