import Foundation
import TestSupport
import Testing

@testable import Protocol

@Suite struct RefusalCodeTests {
    @Test func `the list of codes is that of the schema, in alphabetical order`() {
        let listed = JSONSchema.wire.source["$defs"]?["ErrorCode"]?["examples"]?.elements?.compactMap(\.string) ?? []
        #expect(Refusal.codes == listed.sorted() && Set(listed).count == listed.count)
    }

    @Test func `every change that a move makes has a result of its game, and each result a move that has it`() throws {
        var seen: [GameKind: Set<Int>] = [:]
        let places = try #require(SetPlaces([0, 1, 2]))
        let claim = try #require(SetClaim(places, cards: Array(SetCard.all.prefix(3))))
        let changes: [Change] = [
            .memory(.flip(seat: 0, card: 1)), .memory(.pair(seat: 0, first: 1, second: 2)),
            .memory(.miss(seat: 0, first: 1, second: 2)), .memory(.cover(seat: 0, first: 1, second: 2)),
            .memory(.timeout(seat: 0, card: nil)), .set(.set(seat: 0, claim)), .set(.wrong(seat: 0, claim)),
            .set(.asked(seat: 0)), .set(.more(seat: 0)), .set(.shuffle(seat: 0)), .set(.idle),
        ]
        for change in changes {
            _ = change.ask { step in step.result.map { seen[step.game, default: []].insert($0) } }
        }
        for game in GameKind.allCases {
            #expect(seen[game] == Set(game.type.moveResults.indices))
            #expect(game.type.moveResults.count <= MoveCounts.mostResults)
        }
        var counts = MoveCounts()
        for change in changes + [.deal, .rematch] { counts.add(change) }
        var all: [String] = []
        counts.forEach { all.append("\($0.rawValue) \($1) \($2)") }
        #expect(
            all == [
                "memory first 1", "memory pair 1", "memory miss 1", "set set 1", "set wrong 1", "set asked 1",
                "set more 1", "set shuffle 1",
            ])
    }

    @Test func `a file is the journal of systemd if the variable names it, and not if it names another`() throws {
        let folder = try TemporaryFolder()
        let file = try Platform.openFile(folder.path(of: "a"), [.write, .create])
        let other = try Platform.openFile(folder.path(of: "b"), [.write, .create])
        defer {
            file.close()
            other.close()
        }
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path(of: "a"))
        let (device, number) = (facts[.systemNumber] as? Int ?? 0, facts[.systemFileNumber] as? Int ?? 0)
        #expect(file.isJournal("\(device):\(number)") && !other.isJournal("\(device):\(number)"))
        for stream in [nil, "", ":", "0:0", "\(device)", "\(device):\(number + 1)", "\(device):\(number) ", "journal"] {
            #expect(!file.isJournal(stream), "\(stream ?? "nil")")
        }
        #expect(!FileDescriptor(number: -1).isJournal("\(device):\(number)"))
    }
}
