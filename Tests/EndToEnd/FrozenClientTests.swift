import Protocol
import Testing

/// Clients written for the first host of protocol 1 go on working, in each dialect.
@Suite(.waits) struct FrozenClientTests {
    @Test(
        .needsPython,
        arguments: [
            ["frozen_json", "frozen_json"], ["frozen_plain", "frozen_plain"], ["frozen_json", "frozen_plain"],
        ])
    func `two clients of the first host play a match to its end, dropping and resuming their connections`(
        _ programs: [String]
    ) throws {
        let host = try HostProcess("--rules=quick", "--rate=0")
        let players = try zip(programs, ["Ann", "Bob"]).map { program, name in
            try Python.run(client: program, host.address.hostText, String(host.address.port), name)
        }
        for player in players {
            let said = try player.expectSuccess(within: 180)
            #expect(["cleared", "all pairs found", "turns", "out of turns"].contains { said.contains($0) }, "\(said)")
        }
    }
}
