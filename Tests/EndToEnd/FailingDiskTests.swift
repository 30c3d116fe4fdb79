import Foundation
import Protocol
import TestSupport
import Testing

/// A disk that is full, or fails: a file may grow no more, which only Linux lets another process decide.
@Suite(.waits, .enabled(if: ProcessLimit.canBeChanged, "there is no prlimit, or no /proc"))
struct FailingDiskTests {
    private func error(_ message: Message) -> String? {
        if case .error(let report) = message.event { report.code } else { nil }
    }

    /// Says a command again and again until the disk is no longer in its way.
    private func insist(_ client: LineClient, _ command: Command) throws -> Message {
        let deadline = Deadline()
        while true {
            let reply = try client.ask(command, id: "again")
            guard error(reply) == "disk_failed" else { return reply }
            guard deadline.remaining > 0 else { throw Unmet("the disk works, and the host does not notice") }
            _ = try client.hasMore(within: 100)
        }
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "there is no unshare, or it may not be used"))
    func `on a full disk matches stop and all else works, and matches resume once there is room`() throws {
        let disk = try SmallDisk(kilobytes: 512)
        let host = disk.host
        let (ann, bob, eve) = (try LineClient(host), try LineClient.named("Bob", at: host), try LineClient(host))
        try ann.introduce("Ann")
        let begun = Platform.monotonicMilliseconds
        let match = try ann.open().seating.match
        try bob.send(.join(.id(match)))
        try ann.state(.playing)
        try disk.fill()
        // There is room that was set aside, and it is filled with names. The last of them is kept, and told.
        var named = 0
        while try eve.ask(.hello(.name(PlayerName(["Eve", "Eva"][named % 2]))), id: "name").event.type == "welcome" {
            named += 1
            guard named < 5_000 else { throw Unmet("the disk is never full") }
        }
        let fullAt = Platform.monotonicMilliseconds
        #expect(try host.process.nextErrorLine()?.contains("No space left on device") == true)
        let commands: [(LineClient, Command)] = [
            (ann, .move(.flip(.card(4)))), (bob, .resign), (bob, .leave), (eve, .join(nil)),
            (eve, .open(RulesRequest(), isPrivate: false)),
        ]
        for (client, command) in commands {
            let reply = try client.ask(command, id: "command")
            #expect(error(reply) == "disk_failed", "\(command)")
            guard case .error(let report) = reply.event else { continue }
            #expect(report.message.contains("No space left on device"), "\(report.message)")
        }
        #expect(try eve.ask(.list, id: "list").event.type == "lobby")
        #expect(try eve.ask(.watch(.id(match)), id: "watch").event.type == "match")
        #expect(try eve.state().turned.isEmpty)
        try ann.ping()
        _ = try eve.hasMore(within: 1_200)
        let emptiedAt = Platform.monotonicMilliseconds
        try disk.empty()
        #expect(try insist(ann, .move(.flip(.card(4)))).event.type == "ok")
        #expect(try bob.state("the card") { $0.cards[4] != nil }.turn == 0)
        let left = try #require(try eve.state("the card") { $0.cards[4] != nil }.turnEndsInMilliseconds)
        let ran = (Platform.monotonicMilliseconds - begun) - (emptiedAt - fullAt)
        #expect(left >= 60_000 - ran - 20, "\(left) ms are left after \(ran)")
        #expect(try host.process.nextErrorLine()?.contains("disk recovered") == true)
    }

    @Test func `changes that a failing disk has not stored are not shown, and clocks stop until it works`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--data", folder.path, "--rate", "0")
        let (ann, bob, eve) = (try LineClient(host), try LineClient.named("Bob", at: host), try LineClient(host))
        let token = try ann.introduce("Ann")
        try eve.introduce("Eve")
        let begun = Platform.monotonicMilliseconds
        let match = try ann.open().seating.match
        try bob.send(.join(.id(match)))
        let before = try ann.state(.playing)
        try bob.state(.playing)
        try eve.ping()
        try ProcessLimit.letFilesGrow(to: try folder.journal.count, of: host)
        try ann.flip(4)
        #expect(try host.process.nextErrorLine()?.contains("disk failed") == true)
        let refused = try eve.ask(.open(RulesRequest(), isPrivate: false), id: "open")
        let failedAt = Platform.monotonicMilliseconds
        #expect(error(refused) == "disk_failed")
        try eve.ping()
        // Whoever looks at the match is told when it is on the disk; the list of matches shows nothing that is not.
        let watcher = try LineClient(host)
        try watcher.ping()
        try watcher.send(.watch(.id(match)))
        let lister = try LineClient(host)
        _ = try lister.next()
        try lister.send(.list)
        #expect(try lister.next().event.type == "lobby")
        // Each of the others hears why, once, and no more than that.
        for client in [ann, bob, watcher] {
            #expect(error(try client.next()) == "disk_failed")
        }
        #expect(try !ann.hasMore(within: 1_200))
        for client in [bob, watcher] { #expect(try !client.hasMore()) }
        let mendedAt = Platform.monotonicMilliseconds
        try ProcessLimit.letFilesGrow(to: nil, of: host)
        let state = try ann.state("the card") { $0.cards[4] != nil }
        #expect(state.version == before.version + 1)
        try bob.state("the card") { $0.cards[4] != nil }
        try watcher.state("the card") { $0.cards[4] != nil }
        #expect(try insist(eve, .watch(.id(match))).event.type == "match")
        let left = try #require(try eve.state().turnEndsInMilliseconds)
        let ran = (Platform.monotonicMilliseconds - begun) - (mendedAt - failedAt)
        #expect(left >= 60_000 - ran - 20, "\(left) ms are left after \(ran)")
        // And it is on the disk now.
        try host.stop(SIGKILL)
        let again = try HostProcess("--data", folder.path)
        #expect(try LineClient.resuming(token, at: again).state().turned == [4])
    }

    @Test func `a host whose disk fails for good loses nothing that anyone saw`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--data", folder.path, "--rate", "0")
        let (ann, bob) = (try LineClient(host), try LineClient.named("Bob", at: host))
        let token = try ann.introduce("Ann")
        try bob.send(.join(.id(try ann.open().seating.match)))
        try ann.state(.playing)
        try ann.flip(4)
        let seen = try ann.state("the card") { $0.cards[4] != nil }
        try ProcessLimit.letFilesGrow(to: try folder.journal.count + 20, of: host)
        try ann.flip(5)
        #expect(try host.process.nextErrorLine()?.contains("disk failed") == true)
        try host.stop(SIGKILL)
        #expect(try !ann.linesUntilEnd().contains { $0.contains("\"turned\":[4,5]") })
        let again = try HostProcess("--data", folder.path)
        #expect(try again.process.nextErrorLine()?.contains("dropped an incomplete write of 20 bytes") == true)
        let state = try LineClient.resuming(token, at: again).state()
        #expect(state.turned == [4] && state.cards == seen.cards && state.version > seen.version)
    }
}
