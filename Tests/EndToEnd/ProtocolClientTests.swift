import Foundation
import Protocol
import Testing

/// The client on the last page of `PROTOCOL.md` works.
@Suite struct ProtocolClientTests {
    /// Where Python is installed; nil where it is not.
    private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static func program() throws -> [String] {
        try #require(try ProtocolDocument().section("## 13. A whole client").blocks("python").first).content
    }

    @Test func `the client has at most 25 lines, none of them long`() throws {
        let program = try Self.program()
        #expect(program.count <= 25)
        #expect(program.allSatisfy { $0.count <= 120 })
    }

    @Test(.enabled(if: python != nil, "python3 is not installed"))
    func `two of the client play a whole match against each other`() throws {
        let python = try #require(Self.python)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString).py")
        try Self.program().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let host = try HostProcess("--rules=quick")
        let watcher = try LineClient(host)
        let address = [host.address.hostText, String(host.address.port)]
        let players = try ["Ann", "Bob"].map { try RunningProcess(python, [file.path] + address + [$0]) }
        for player in players {
            let ending = try player.waitForEnd()
            let errors = try player.restOfErrors()
            #expect(ending == .exited(0), "\(errors)")
            let said = try player.restOfOutput()
            #expect(said.contains("has seen the end"))
            #expect(said.contains("'reason': 'cleared'"), "\(said)")
        }
        // Both have gone as if their lines had broken, so the match is still there to be looked at.
        try watcher.send(.watch(nil))
        let state = try watcher.state(.over)
        #expect(state.seats.flatMap(\.taken).count == state.cards.count)
    }
}
