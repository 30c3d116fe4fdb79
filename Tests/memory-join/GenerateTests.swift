import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct GenerateTests {
    private func generated(_ what: Generated) -> String { what.text { _ in nil } }

    @Test func `every shell's completions know every option`() {
        for what in [Generated.bash, .zsh, .fish] {
            for option in OptionsParser.table.options {
                let flag = what == .fish ? "-l \(option.flag.dropFirst(2)) " : option.flag
                #expect(generated(what).contains(flag), "\(what), \(option.flag)")
            }
            #expect(generated(what).contains("--generate hosts"))
        }
    }

    @Test(
        .enabled(if: Tool.bash.isThere, "bash is not installed"),
        arguments: [
            (["memory-join", "p"], "memory-join p", ["pine:7000", "pear"]),
            (["memory-join", "pine", ":"], "memory-join pine:", ["7000"]),
            (["memory-join", "pine", ":", "7"], "memory-join pine:7", ["7000"]),
            (["memory-join", "--house", "s"], "memory-join --house s", ["steady"]),
            (["memory-join", "--no-b"], "memory-join --no-b", ["--no-bell"]),
            (["memory-join", "--watch", "pea"], "memory-join --watch pea", ["pear"]),
            (["memory-join", "--name", ""], "memory-join --name ", []),
        ] as [([String], String, [String])])
    func `bash completes options, their values and hosts`(_ words: [String], _ line: String, _ expected: [String])
        throws
    {
        let setup = """
            memory-join() { [[ $1 == --generate && $2 == hosts ]] && printf '%s\\n' pine:7000 pear '[::1]:9'; }
            """
        #expect(try Tool.completions(generated(.bash), of: words, line: line, setup: setup) == expected)
    }

    @Test(.enabled(if: Tool.zsh.isThere, "zsh is not installed"))
    func `the script for zsh is one`() throws {
        let (status, output) = try Tool.zsh.run(["-n"], on: generated(.zsh), named: "_memory-join")
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test(.enabled(if: Tool.fish.isThere, "fish is not installed"))
    func `the script for fish is one`() throws {
        let (status, output) = try Tool.fish.run(["--no-execute"], on: generated(.fish), named: "memory-join.fish")
        #expect(status == 0 && output.isEmpty, "\(output)")
    }

    @Test func `hosts that were joined or found are remembered, the last first`() throws {
        let folder = try TemporaryFolder()
        let environment = { (name: String) in name == "HOME" || name == "XDG_STATE_HOME" ? folder.path : nil }
        let hosts = try #require(KnownHosts(environment: environment))
        #expect(hosts.read() == [])
        try hosts.add([HostAddress(host: "pine", port: 6366)])
        try hosts.add([HostAddress(host: "oak", port: 7000), HostAddress(host: "::1", port: 6366)])
        try hosts.add([HostAddress(host: "pine", port: 6366)])
        #expect(hosts.read().map(\.shortText) == ["pine", "oak:7000", "[::1]"])
        #expect(Generated.hosts.text(environment: environment) == "pine\noak:7000\n[::1]\n")
        try LastHost(environment: environment)?.write(HostAddress(host: "elm", port: 1))
        #expect(Generated.hosts.text(environment: environment) == "elm:1\npine\noak:7000\n[::1]\n")
    }

    @Test func `only so many hosts are remembered, and none that could not be read back`() throws {
        let folder = try TemporaryFolder()
        let hosts = try #require(KnownHosts { $0 == "HOME" || $0 == "XDG_STATE_HOME" ? folder.path : nil })
        try hosts.add((1...99).map { HostAddress(host: "h\($0)", port: 6366) })
        #expect(hosts.read().map(\.host) == (1...KnownHosts.most).map { "h\($0)" })
        try hosts.add([
            HostAddress(host: "a b", port: 1), HostAddress(host: String(repeating: "x", count: 300), port: 1),
        ])
        #expect(hosts.read().first?.host == "h1")
    }

    @Test func `generating stands alone`() throws {
        #expect(try OptionsParser.parse(["--generate", "man"]) == .generate(.man))
        for line in [
            ["--generate"], ["--generate", "x"], ["--generate", "man", "--plain"], ["pine", "--generate=man"],
        ] {
            #expect(throws: UsageError.self) { _ = try OptionsParser.parse(line) }
        }
    }
}
