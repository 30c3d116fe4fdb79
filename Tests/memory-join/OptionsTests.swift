import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct OptionsTests {
    private func options(_ line: String) throws -> Options {
        guard case .play(let options) = try OptionsParser.parse(line.split(separator: " ").map(String.init)) else {
            throw UsageError(sentence: "no play")
        }
        return options
    }

    @Test(
        arguments: [
            ("", "localhost", 6366), ("pine", "pine", 6366), ("pine:7000", "pine", 7000),
            ("10.0.0.1", "10.0.0.1", 6366), ("[::1]:6366", "::1", 6366), ("[::1]:1", "::1", 1),
            ("[::1]", "::1", 6366), ("::1", "::1", 6366), ("fe80::1%eth0", "fe80::1%eth0", 6366),
        ] as [(String, String, UInt16)])
    func `a host can be a name or an address, with or without a port`(_ line: String, _ host: String, _ port: UInt16)
        throws
    {
        let options = try options(line)
        #expect((options.address.host, options.address.port) == (host, port))
        #expect(options.hasAddress == !line.isEmpty)
        #expect(options.address.text == (host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"))
    }

    @Test(arguments: [
        ("", Options.Purpose.lobby), ("--watch", .watch(nil)), ("--watch pine", .watch(nil)),
        ("--watch m3", .watch(.id(m3))), ("--watch=M3 pine", .watch(.id(m3))),
        ("--watch --code kq7xm4", .watch(.code(code("KQ7XM4")))), ("--code kq7xm4", .join(code("KQ7XM4"))),
        ("--open tiles", .open(RulesRequest(preset: .tiles))), ("--game set", .play(.set)),
        ("--game=Memory", .play(.memory)), ("--house steady", .open(RulesRequest(), against: .house(.steady))),
        ("--house Perfect --game set", .open(RulesRequest(game: .set), against: .house(.perfect))),
        ("--open tiles --game memory", .open(RulesRequest(preset: .tiles, game: .memory))),
    ])
    func `the flags state the client's first purpose`(_ line: String, _ purpose: Options.Purpose) throws {
        #expect(try options(line).purpose == purpose)
    }

    @Test func `--solo opens a match for one, with the preset of --open`() throws {
        var rules = RulesRequest()
        rules.seats = 1
        #expect(try options("--solo").purpose == .open(rules))
        rules.preset = .duel
        #expect(try options("--solo --open DUEL").purpose == .open(rules))
        (rules.preset, rules.game) = (nil, .set)
        #expect(try options("--game set --solo").purpose == .open(rules))
    }

    @Test(arguments: [
        "--nonsense", "-x", "--name", "--name \u{7}", "--open", "--open chess", "--code", "--code abc", "--code m123",
        "--watch=pine", "--plain=yes", "--solo=1", "--ascii=1", "--find=x", "--find pine", "--find --plain",
        "--no-animation=yes", "--no-bell=yes", "--house", "--house master", "--house steady --solo",
        "--house steady --watch", "--house steady --code KQ7XM4", "pine oak", "pine:", "pine:0",
        "pine:65536", "pine:x", "pine:+1", ":6366", "[::1", "[]", "[::1]x", "--solo --watch",
        "--open tiles --code KQ7XM4", "--watch m3 --code KQ7XM4", "--game", "--game chess", "--open tiles --game set",
        "--light=1", "--dark=1",
    ])
    func `an invalid command line is refused with one sentence`(_ line: String) {
        let error = #expect(throws: UsageError.self) { _ = try options(line) }
        #expect(error?.sentence.hasSuffix(".") == true)
        #expect(error?.sentence.contains("\n") == false)
    }

    @Test func `flags can reduce the output to ASCII and turn off animation`() throws {
        let usual = try options("pine")
        #expect(!usual.isPlain && !usual.isASCII && usual.hasMotion)
        #expect(try options("--ascii pine").isASCII)
        #expect(try !options("pine --no-animation").hasMotion)
        #expect(try options("pine").hasBell && !options("pine --no-bell").hasBell)
    }

    @Test(arguments: [
        ("pine", nil), ("--light pine", true), ("pine --dark", false), ("--light --dark", false),
        ("--dark --light", true),
    ])
    func `a flag overrides the background that the terminal reports, and the last flag wins`(
        line: String, isLight: Bool?
    ) throws {
        #expect(try options(line).isLight == isLight)
    }

    @Test(
        arguments: [
            ("ann", "ann"), (nil, "Guest"), ("", "Guest"), ("\u{1B}[31m", "31m"), ("a\u{202E}b\nc", "abc"),
            ("  ", "Guest"), ("\u{301}", "Guest"), ("admin", "Guest"), ("m3", "Guest"), ("Жанна", "Жанна"),
            (String(repeating: "x", count: 40), String(repeating: "x", count: 24)),
        ] as [(String?, String)])
    func `a login name is made a valid player name`(_ login: String?, _ name: String) {
        #expect(PlayerName.forLogin(login).text == name)
    }

    @Test func `a number is appended to a name within its maximum length`() {
        #expect(player("Ann").numbered(2)?.text == "Ann2")
        let long = player(String(repeating: "x", count: 24))
        #expect(long.numbered(12)?.text == String(repeating: "x", count: 22) + "12")
    }

    @Test func `the table of options keeps its laws`() { #expect(OptionsParser.table.brokenLaws == []) }
}
