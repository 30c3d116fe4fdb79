import Protocol
import TerminalEmulator
import Testing

/// What a real terminal sends, late or in another form than most.
@Suite(.waits) struct TerminalKeysTests {
    private static let question = "\u{1B}]11;?\u{7}"
    /// The rest of the reply, after ESC: white.
    private static let restOfReply = "]11;rgb:ffff/ffff/ffff\u{7}"

    private let host: HostProcess

    init() throws { host = try HostProcess("--rate", "0") }

    /// Ann at a terminal that was just asked for its background.
    private func asked() throws -> TerminalProcess {
        let client = try TerminalProcess([host.address.description, "--name", "Ann", "--no-animation"])
        try client.wait(for: "the question") { _ in
            String(decoding: client.received, as: UTF8.self).contains(Self.question)
        }
        return client
    }

    /// Expects a person to be heard who asks for the keys, and then opens a game of Set, on a light background.
    private func expectHeard(_ client: TerminalProcess) throws {
        try client.wait(forText: "Ann on ")
        try client.type("?")
        try client.wait(forText: "Press any key.")
        try client.type(" ")
        try client.wait(for: "the menu") { !$0.shows("Press any key.") }
        try client.type(":open set solo\r")
        try client.wait(for: "cards with edges") { $0.shows("Find a set") && $0.shows("──────────────╭") }
        #expect(client.flaws == [])
    }

    @Test func `a reply of which the rest is a second late is no key, and tells the background`() throws {
        let clock = try Metronome()
        try clock.wait()
        let client = try asked()
        try client.press(.escape)
        try clock.wait()
        try client.type(Self.restOfReply)
        try expectHeard(client)
    }

    @Test func `a reply of which the rest comes after Escape was heard is no text, and tells the background`() throws {
        let client = try asked()
        try client.type("\u{1B}]11;rgb:0000/0000/0000\u{7}")
        try client.wait(forText: "Ann on ")
        try client.type("s")
        try client.wait(forText: "< 1 (solo) >")
        try client.press(.escape)
        try client.wait(forText: "n changes your name")
        try client.type(Self.restOfReply)
        try expectHeard(client)
    }

    @Test func `strings of the terminal that nobody asked for are no keys`() throws {
        let client = try asked()
        try client.wait(forText: "Ann on ")
        try client.type("\u{1B}_Gi=31;OK: q\u{1B}\\\u{1B}^q:q\u{1B}\\\u{1B}Xq:q\u{1B}\\\u{9B}?1;2:q\u{9D}q:q\u{9C}")
        try client.type("\u{1B}]52;c;" + String(repeating: "cTo6", count: 3000) + "\u{7}\u{1B}" + Self.restOfReply)
        try expectHeard(client)
    }

    @Test(arguments: ["99;5u", "27;5;99~", "99;5:1u", "1089::99;133u"])
    func `a terminal that reports keys by their code points is understood`(_ controlC: String) throws {
        let client = try TerminalProcess.named("Ann", at: host, "--no-animation")
        try client.type("\u{1B}[99;5:3u\u{1B}[1;1:3A\u{1B}[115;129u\u{1B}[115;129:3u")
        try client.wait(forText: "< 1 (solo) >")
        try client.type("\u{1B}[27u\u{1B}[27;1:3u")
        try client.wait(forText: "n changes your name")
        try client.type("\u{1B}[59:58;2u" + "watch".unicodeScalars.map { "\u{1B}[\($0.value);;\($0.value)u" }.joined())
        try client.wait(forText: "watch")
        try client.type("\u{1B}[\(controlC)\u{1B}[\(controlC)")
        #expect(try client.waitForReturn() == .exited(0))
        #expect(client.flaws == [])
    }
}
