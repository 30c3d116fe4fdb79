import Protocol
import TestSupport

@testable import Lobby
@testable import memory_host

/// A host without sockets and threads: each line is handled, and its entries are on disk before the next one.
struct JournaledHost: ~Copyable {
    private(set) var lobby: Lobby
    private(set) var committer: Committer
    private var now: Instant
    private var random = SeededRandom(seed: 5)
    private var writer = ByteWriter()

    /// Starts with what is in a folder.
    init(
        _ path: String, sync: CommitGate.Sync = .always, keptRecords: Int = Limits.keptRecords
    ) throws(StorageProblem) {
        let storage = try Storage(
            path, JournaledLobby.settings, sync: sync, keptRecords: keptRecords, log: Log(level: .error))
        (lobby, committer) = (storage.lobby, Committer(storage.journal, storage.records, sync: sync))
        now = storage.lobby.replayedAt ?? Instant(milliseconds: 1_000_000)
        settle(lobby.resume(at: now))
    }

    /// A client connects and says these lines.
    mutating func hear(_ number: Int, _ lines: String...) {
        let client = ClientID(slot: number, serial: 1)
        if lobby.sessions[client] == nil { settle(lobby.handle(.connected(client), at: now, using: &random)) }
        for line in lines {
            now = now + 100
            let request = CommandReader.read(Array(line.utf8), in: 0..<line.utf8.count)
            settle(lobby.advance(to: now))
            settle(lobby.handle(.received(request, from: client), at: now, using: &random))
        }
    }

    private mutating func settle(_ outcome: Outcome) {
        committer.append(outcome, using: &writer)
        endPass()
    }

    /// Ends a pass of the loop, and waits for the disk.
    mutating func endPass(after milliseconds: Int = 0) {
        now = now + milliseconds
        perform(committer.passEnded(at: now, lobby, using: &writer))
    }

    private mutating func perform(_ effects: [Committer.Effect]) {
        for case .sync(let job) in effects {
            do throws(SystemError) {
                try job.run()
                perform(committer.syncEnded(.success(()), at: now))
            } catch {
                perform(committer.syncEnded(.failure(error), at: now))
            }
        }
    }

    /// Stops as a host does that was asked to.
    mutating func stop() throws(SystemError) { try committer.close(lobby, using: &writer) }
}
