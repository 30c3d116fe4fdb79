import Foundation
import Protocol
import Testing

/// Clients written for the first host of protocol 1 go on working, in each dialect.
@Suite(.waits) struct FrozenClientTests {
    private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        .enabled(if: python != nil, "python3 is not installed"),
        arguments: [
            ["frozen_json", "frozen_json"], ["frozen_plain", "frozen_plain"], ["frozen_json", "frozen_plain"],
        ])
    func `two clients of the first host play a match to its end, dropping and resuming their connections`(
        _ programs: [String]
    ) throws {
        let host = try HostProcess("--rules=quick", "--rate=0")
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")
        let players = try zip(programs, ["Ann", "Bob"]).map { program, name in
            let file = folder.appending(path: program + ".py").path
            let arguments = [file, host.address.hostText, String(host.address.port), name]
            return try RunningProcess(try #require(Self.python), arguments)
        }
        for player in players {
            let ending = try player.waitForEnd()
            let errors = try player.restOfErrors()
            #expect(ending == .exited(0), "\(errors)")
            let said = try player.restOfOutput()
            #expect(["cleared", "all pairs found", "turns", "out of turns"].contains { said.contains($0) }, "\(said)")
        }
    }
}
