import Protocol
import TestSupport

@testable import Lobby
@testable import memory_host

// How the host dies, and what is held against what was known when it is back.
extension SimulationWorld {
    mutating func crash() {
        count(host.doom.map { "crash " + String(describing: $0).prefix { $0 != "(" } } ?? "crash")
        if host.committer.gate.diskFailure != nil { count("crash while the disk fails") }
        // What had left when the host died is on its way still, or a part of it.
        takeDepartures()
        host.keepVisible()
        judge()
        for client in host.lines.keys.sorted(by: { $0.serial < $1.serial }) {
            if let count = down[client]?.count { down[client]?.removeLast(Int.random(in: 0...count, using: &random)) }
            deliver([nil], to: client)
        }
        for client in up.keys.sorted(by: { $0.serial < $1.serial }) where host.lines[client] == nil {
            deliver([nil], to: client)  // Its connection has never been taken in.
        }
        up = [:]
        (slots, freeSlots) = (0, [])
        uptime = host.uptime(hostNow)
        let isPowerCut = host.doom == .renamed || chance(2, in: 3)
        count(isPowerCut ? "power cut" : "kill")
        host.folder = host.folder.afterwards(powerCut: isPowerCut)
        tail = host.unkept.flatMap(\.happening.entries)
        let most = wholeLines()
        if most > 0 { count("whole lines of a torn end") }
        let before = witness
        noteUntold(most)
        for state in host.statesAhead { referee.leftAhead(state) }
        let hasDied = dieStarting()
        // Who dies while it starts may lose again what the host before it had left.
        if hasDied { witness.doubt(tail.prefix(most), since: before) }
        written = (hasDied ? 0 : most)...most
        let downtime = chance(1, in: 2) ? Int.random(in: 10...5_000, using: &random) : 60_000
        startsAt = now + downtime * Int.random(in: 1...20, using: &random) / 10
        // The machine's clock may be set in the meantime.
        if chance(1, in: 5) { skew += Int.random(in: -4_000_000...1_000_000, using: &random) }
        roomAt = nil
    }

    /// The next host may die while it starts, and so may the one after it.
    ///
    /// - Returns: true if one did.
    private mutating func dieStarting() -> Bool {
        var hasDied = false
        while flaw == nil, chance(1, in: 2) {
            let folder = host.folder
            folder.operationsLeft = Int.random(in: 0...15, using: &random)
            do throws(StorageProblem) { _ = try SimulatedHost.storage(in: folder) } catch {
                if !folder.isDead { witness.object("after turn \(turns), the second start: \(error.sentence)") }
            }
            if folder.isDead {
                count("crash starting")
                hasDied = true
            }
            host.folder = folder.afterwards(powerCut: chance(1, in: 2))
        }
        return hasDied
    }

    /// The number of consecutive entries that are on disk although nobody was meant to see them yet.
    private func wholeLines() -> Int {
        let found = host.folder.entries
        let taken = host.smaller.map { $0.file == host.folder.journal ? $0.position : 0 } ?? 0
        let certain = host.unkept.filter { $0.position <= taken }.reduce(0) { $0 + $1.happening.entries.count }
        let unseen = host.unkept.flatMap(\.happening.entries).dropFirst(certain)
        for count in stride(from: min(found.count, unseen.count), to: 0, by: -1)
        where found.suffix(count).elementsEqual(unseen.prefix(count)) {
            return certain + count
        }
        return certain
    }

    /// What was written and nobody was told has happened all the same, as far as the disk has it.
    private mutating func noteUntold(_ most: Int) {
        var left = most
        for happening in host.unkept.map(\.happening) {
            guard happening.entries.count <= left else {
                if left > 0 { count("torn inputs") }
                return witness.look(atTorn: happening.entries.prefix(left))
            }
            left -= happening.entries.count
            witness.look(at: happening, owners: owners)
        }
    }

    mutating func start() {
        startsAt = nil
        var flaw: String?
        guard let started = SimulatedHost(folder: host.folder, at: hostNow, uptime: uptime, flaw: &flaw) else {
            return witness.object("after turn \(turns): \(flaw ?? "")")
        }
        host = started
        skew += host.startedAt - hostNow
        referee.resume(host, tail: tail, written: written)
        witness.check(host, referee, uptime: uptime)
        if let disagreement = host.lobby.disagreement { witness.object("started after turn \(turns): \(disagreement)") }
        for _ in host.lobby.matches.all { count("matches recovered") }
    }

    // MARK: The end

    /// The host lives on; everybody goes, and time passes until nothing is due any more. After a flaw, nothing is to be
    /// learned from that.
    mutating func close() {
        guard flaw == nil else { return }
        if let startsAt {
            now = max(now, startsAt)
            start()
        }
        (host.folder.mood, host.folder.operationsLeft, host.doom, up) = (.works, nil, nil, [:])
        for client in host.lines.keys.sorted(by: { $0.serial < $1.serial }) {
            host.drop(client, at: hostNow, using: &random)
        }
        _ = host.endPass(at: hostNow, using: &random)
        while flaw == nil, let due = host.due {
            now = max(now, due + -skew)
            host.advance(to: hostNow, using: &random)
            _ = host.endPass(at: hostNow, using: &random)
            judge()
        }
        if let residue = host.lobby.residue { witness.object(residue) }
        referee.close(host.records)
    }
}
