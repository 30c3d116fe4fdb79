import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct GenerateTests {
    private typealias Options = memory_host.Options

    /// Returns what a command line prints that has `--generate`.
    private func generated(_ arguments: String..., program: String = "/opt/memory-host") throws -> String {
        guard case .run(let options) = Options.parse(arguments), case .generate(let what) = options.task,
            case .given(let given) = try Options.table.read(arguments)
        else { throw UsageError(sentence: "\(Options.parse(arguments))") }
        return what.text(options, given: given, program: program)
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    // MARK: Completions

    @Test func `every shell's completions know every option and word`() throws {
        for shell in ["bash", "zsh", "fish"] {
            let script = try generated("--generate", shell)
            for option in Options.table.options where option.flag != "--" {
                let flag = shell == "fish" ? "-l \(option.flag.dropFirst(2)) " : option.flag
                #expect(script.contains(flag), "\(shell), \(option.flag)")
                for word in option.arguments.flatMap(\.words) { #expect(script.contains(word.name)) }
            }
        }
    }

    @Test(
        .enabled(if: Tool.bash.isThere, "bash is not installed"),
        arguments: [
            (["memory-host", "--sy"], "memory-host --sy", ["--sync"]),
            (["memory-host", "--rules", "t"], "memory-host --rules t", ["tiles"]),
            (["memory-host", "--rules", ""], "memory-host --rules ", ["classic", "tiles", "square", "quick", "duel"]),
            (["memory-host", "--rules", "=", "sq"], "memory-host --rules=sq", ["square"]),
            (
                ["memory-host", "--rules", "="], "memory-host --rules=",
                ["classic", "tiles", "square", "quick", "duel"]
            ),
            (["memory-host", "--data", "pho"], "memory-host --data pho", ["photos of Ann"]),
            (["memory-host", "--data", "=", "pho"], "memory-host --data=pho", ["photos of Ann"]),
            (["memory-host", "--report", "f"], "memory-host --report f", ["file"]),
            (["memory-host", "--data", "f"], "memory-host --data f", []),
            (["memory-host", "--level", "must,re"], "memory-host --level must,re", ["must,reconnect"]),
            (["memory-host", "--port", ""], "memory-host --port ", []),
            (["memory-host", "--fetch-faces", "h"], "memory-host --fetch-faces h", []),
            (["memory-host", "--fetch-faces", "h", "p"], "memory-host --fetch-faces h p", ["photos of Ann"]),
            (["memory-host", "--port", "1", "--no-w"], "memory-host --port 1 --no-w", ["--no-web"]),
            (["memory-host", "--exam", "--lev"], "memory-host --exam --lev", ["--level"]),
            (["memory-host", "--exam", "A", "--", "x", "f"], "memory-host --exam A -- x f", ["file"]),
        ] as [([String], String, [String])])
    func `bash completes options and their values`(_ words: [String], _ line: String, _ expected: [String]) throws {
        let script = try generated("--generate", "bash")
        let setup = "mkdir 'photos of Ann'; touch file"
        #expect(try Tool.completions(script, of: words, line: line, setup: setup) == expected)
    }

    @Test(.enabled(if: Tool.zsh.isThere, "zsh is not installed"))
    func `the script for zsh is one`() throws {
        let (status, output) = try Tool.zsh.run(["-n"], on: try generated("--generate", "zsh"), named: "_memory-host")
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test(.enabled(if: Tool.fish.isThere, "fish is not installed"))
    func `the script for fish is one`() throws {
        let (status, output) = try Tool.fish.run(
            ["--no-execute"], on: try generated("--generate", "fish"), named: "memory-host.fish")
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    // MARK: Services

    @Test func `the service runs the program with the options that were given`() throws {
        let unit = lines(
            try generated("--generate", "unit", "--port=9000", "--contest", "5", "--name", "100 % fun", "--hidden"))
        #expect(
            unit.contains(
                #"ExecStart=/opt/memory-host --data %S/memory-host --port 9000 --contest 5 --name "100 %% fun" --hidden"#
            ))
        #expect(unit.contains("StateDirectory=memory-host") && unit.contains("Type=notify"))
        #expect(unit.contains("CapabilityBoundingSet=") && unit.contains("ProtectHome=yes"))
    }

    @Test func `a service without data has no folder, and one on a privileged port may use it`() throws {
        let unit = lines(try generated("--no-data", "--generate", "unit", "--port", "80"))
        #expect(unit.contains("ExecStart=/opt/memory-host --no-data --port 80"))
        #expect(!unit.contains { $0.hasPrefix("StateDirectory") || $0.hasPrefix("PrivateUsers") })
        #expect(unit.contains("AmbientCapabilities=CAP_NET_BIND_SERVICE"))
    }

    @Test func `a service sees the folders that it reads, and its program, even in a home`() throws {
        let unit = lines(
            try generated("--generate", "unit", "--faces", "/home/ann/my photos", program: "/root/memory-host"))
        #expect(unit.contains("ProtectHome=tmpfs"))
        #expect(unit.contains("BindReadOnlyPaths=/root/memory-host"))
        #expect(unit.contains(#"BindReadOnlyPaths="/home/ann/my photos""#))
        // A colon separates a path from where it appears.
        let colon = lines(try generated("--generate", "unit", "--faces", "/home/ann/a:b"))
        #expect(colon.contains(#"BindReadOnlyPaths="/home/ann/a:b""#))
    }

    @Test func `a service with an address of its own waits until the machine has addresses`() throws {
        let unit = lines(try generated("--generate", "unit", "--bind", "192.168.1.7"))
        #expect(unit.contains("After=network-online.target memory-host.socket"))
        #expect(unit.contains("Wants=network-online.target"))
        #expect(!lines(try generated("--generate", "unit")).contains { $0.hasPrefix("Wants=") })
    }

    @Test func `what systemd would replace is escaped`() {
        #expect(ServiceUnit.escaped("plain-1.0/x") == "plain-1.0/x")
        #expect(ServiceUnit.escaped("") == "\"\"")
        #expect(ServiceUnit.escaped("$HOME %h") == "\"$$HOME %%h\"")
        #expect(ServiceUnit.escaped("/a$b/%h", isPath: true) == "/a$b/%%h")
        #expect(ServiceUnit.escaped("a\\\"b'") == #""a\\\"b'""#)
    }

    @Test func `the socket has the port, for players and for whoever looks for hosts`() throws {
        let socket = lines(try generated("--generate", "socket", "--port", "9000"))
        #expect(socket.contains("ListenStream=9000") && socket.contains("ListenDatagram=0.0.0.0:9000"))
        let bound = lines(try generated("--generate", "socket", "--bind", "::1", "--hidden"))
        #expect(bound.contains("ListenStream=[::1]:6366"))
        #expect(!bound.contains { $0.hasPrefix("ListenDatagram") })
    }

    @Test(.enabled(if: Tool.systemdAnalyze.isThere, "systemd-analyze is not installed"))
    func `systemd takes the service and the socket`() throws {
        let service = try Tool.systemdAnalyze.run(
            ["verify", "--man=no"], on: try generated("--generate", "unit", program: "/bin/sh"),
            named: "memory-host.service")
        #expect(service.status == 0 && service.output.isEmpty, "\(service.output)")
    }

    @Test func `the container has the program, its port and its data`() throws {
        let file = lines(try generated("--generate", "container", "--port", "9000", "--name", #"a "b""#))
        #expect(file.contains("FROM scratch") && file.contains("EXPOSE 9000/udp") && file.contains("VOLUME /data"))
        #expect(
            file.contains(#"ENTRYPOINT ["/memory-host", "--data", "/data", "--port", "9000", "--name", "a \"b\""]"#))
        let bare = try generated("--generate", "container", "--no-data", "--hidden")
        #expect(!bare.contains("/data") && !bare.contains("udp"))
    }

    // MARK: Refusals

    @Test(
        arguments: [
            (
                ["--generate", "x"],
                "--generate must be one of man, bash, zsh, fish, unit, socket, container, not x"
            ),
            (["--generate"], "--generate needs a value; see --help"),
            (["--generate", "man", "--records"], "--generate and --records cannot be combined"),
            (["--repair", "--generate", "unit"], "--repair and --generate cannot be combined"),
            (["--generate", "unit", "--exam"], "--generate and --exam cannot be combined"),
            (["--generate", "man", "--port", "1"], "--generate man and --port cannot be combined"),
            (["--no-data", "--generate", "bash"], "--generate bash and --no-data cannot be combined"),
            (
                ["--generate", "unit", "--data", "d"],
                "--generate unit and --data cannot be combined: the data is in /var/lib/memory-host"
            ),
            (
                ["--generate", "socket", "--port", "0"],
                "--generate socket and --port 0 cannot be combined: others must know the port"
            ),
            (
                ["--generate", "container", "--faces", "photos"],
                "--generate container and --faces cannot be combined: the image has no folders"
            ),
            (
                ["--generate", "socket", "--bind", "pine"],
                "--generate socket needs an IP address for --bind, not pine"
            ),
        ] as [([String], String)])
    func `what makes no sense is refused`(_ arguments: [String], _ sentence: String) {
        #expect(Options.parse(arguments) == .refuse(sentence))
    }
}
