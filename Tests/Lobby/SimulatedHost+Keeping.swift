import Protocol
import TestSupport

@testable import Lobby

// What has happened is kept, then told; when the disk fails, it is held back: as in the real host's `Host+Keeping`.
extension SimulatedHost {
    /// Ends a turn of the loop: keeps what has happened, and tells it; false if the host died over that.
    mutating func endTurn(at now: Instant, using random: inout SeededRandom) -> Bool {
        guard keep(at: now, using: &random) else { return false }
        var next = 0
        while next < dirty.count {
            if hasFreshEntries, !keep(at: now, using: &random) { return false }
            if doom == .told(next) { return false }
            flush(dirty[next], at: now, using: &random)
            next += 1
        }
        dirty = []
        if !hasFreshEntries, trouble == nil { account() }
        return doom == nil || doom == .writingMuch
    }

    /// All that has happened is kept.
    mutating func account() {
        kept += unkept
        unkept = []
    }

    mutating func keep(at now: Instant, using random: inout SeededRandom) -> Bool {
        let isDue = trouble.map { $0.retryAt <= now } ?? false
        guard hasFreshEntries || !unkeptRecords.isEmpty || isDue else { return true }
        if doom == .beforeWriting || (doom == .writing && hasFreshEntries) { return false }
        if doom == .writingMuch, tail.count(where: { $0 == UInt8(ascii: "\n") }) > 1 { return false }
        if trouble == nil || isDue, !tryToKeep(at: now, using: &random) { return false }
        if hasFreshEntries, trouble != nil { holdBack() }
        hasFreshEntries = false
        guard trouble == nil, tail.isEmpty else { return true }
        if doom == .compacting || Int.random(in: 0..<200, using: &random) == 0 {
            compact(isSettled: doom == nil && Int.random(in: 0..<3, using: &random) > 0)
        }
        return doom != .compacting
    }

    mutating func tryToKeep(at now: Instant, using random: inout SeededRandom) -> Bool {
        let isFull = disk.mood == .fillsUp
        if disk.write(tail) {
            tail = []
            if !isFull { account() }
        } else {
            beginTrouble(isAhead: true, at: now)
            return true
        }
        if isFull {
            disk.mood = .fails
            account()
            beginTrouble(isAhead: false, at: now)
            hasFreshEntries = false
            release()
            return doom != .written
        }
        if doom == .written { return false }
        for record in unkeptRecords where record.number > lastRecord { disk.append(record) }
        unkeptRecords = []
        if doom == .recorded { return false }
        if trouble != nil { return endTrouble(at: now, using: &random) }
        return true
    }

    mutating func compact(isSettled: Bool) {
        var needed = Self.lines(lobby.beginning)
        for line in disk.journal.split(separator: UInt8(ascii: "\n")) {
            let bytes = Array(line)
            if let match = EntryLine.match(bytes, in: bytes.indices), lobby.isLive(match) {
                needed += bytes + [UInt8(ascii: "\n")]
            }
        }
        needed += Self.lines([lobby.counted], afterSync: true)
        disk.replaceJournal(by: needed, isSettled: isSettled)
    }

    mutating func beginTrouble(isAhead: Bool, at now: Instant) {
        trouble = (lobbyTime(now), now + Limits.House.diskMilliseconds, isAhead)
    }

    mutating func endTrouble(at now: Instant, using random: inout SeededRandom) -> Bool {
        guard let trouble else { return true }
        self.trouble = nil
        release()
        stood += now - trouble.since
        tell(.clocksPaused(milliseconds: now - trouble.since), .other, at: now, using: &random)
        return tryToKeep(at: now, using: &random)
    }

    mutating func holdBack() {
        for client in lines.keys where lines[client]?.waiting.isEmpty == false { lines[client]?.isHeld = true }
    }

    mutating func release() {
        for client in lines.keys.sorted(by: { $0.serial < $1.serial }) where lines[client]?.isHeld == true {
            lines[client]?.isHeld = false
            dirty.append(client)
        }
    }
}
