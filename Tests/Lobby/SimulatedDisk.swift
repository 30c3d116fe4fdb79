import Games
import Protocol
import TestSupport

@testable import Lobby

/// A disk under a simulated host: it holds a journal and records, is full at times, and tears what was being written
/// when the host dies.
struct SimulatedDisk {
    /// How it takes what is written.
    enum Mood {
        case works
        /// It takes what was accepted, and has no room for more.
        case fillsUp
        case fails
    }

    var mood = Mood.works
    /// The journal, as far as it is kept.
    private(set) var journal: [UInt8] = []
    /// The journal from before it was made smaller, while its name may still stand for it after a power cut.
    private var older: [UInt8]?
    /// The records that were written; the first `safeRecords` of them are kept.
    private(set) var records: [MatchRecord] = []
    private var safeRecords = 0

    /// Writes behind the journal, and waits until it is kept; false if it is not.
    mutating func write(_ bytes: [UInt8]) -> Bool {
        guard mood != .fails else { return false }
        journal += bytes
        older = nil
        return true
    }

    mutating func append(_ record: MatchRecord) { records.append(record) }

    /// Puts another journal in the place of this one, which happens whole or not at all.
    ///
    /// - Parameter isSettled: whether the folder is kept as well, so that a power cut leaves the new one.
    mutating func replaceJournal(by bytes: [UInt8], isSettled: Bool) {
        safeRecords = records.count
        older = isSettled ? nil : journal
        journal = bytes
    }

    /// The power is cut while something is being written: any part of it may be there, and any part missing.
    ///
    /// - Returns: how many whole lines of it are there, up to the first that is not.
    mutating func cutPower(writing bytes: ArraySlice<UInt8>, using random: inout SeededRandom) -> Int {
        records.removeLast(Int.random(in: 0...records.count - safeRecords, using: &random))
        safeRecords = records.count
        mood = .works
        if let older, Bool.random(using: &random) {
            (journal, self.older) = (older, nil)
            return 0
        }
        older = nil
        var written = bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
        // Lines are few: that only the last ones are lost must happen often enough.
        if Bool.random(using: &random), let end = written.lastIndex(of: UInt8(ascii: "\n")) ?? written.indices.last {
            written = bytes[...end]
        }
        let begin = journal.count
        journal += written
        guard Bool.random(using: &random) else { return written.count { $0 == UInt8(ascii: "\n") } }
        // It goes to the disk in blocks, in any order.
        let end = missSomeBlocks(from: begin, using: &random)
        if end < journal.count { holes += 1 }
        return journal[begin..<end].count { $0 == UInt8(ascii: "\n") }
    }

    /// How often some of what was written last was missing.
    private(set) var holes = 0

    /// Has blocks behind `begin` be missing; returns where the first of them is.
    private mutating func missSomeBlocks(from begin: Int, using random: inout SeededRandom) -> Int {
        let block = [64, 512, 4_096].randomElement(using: &random) ?? 512
        var first = journal.count
        for start in stride(from: begin / block * block, to: journal.count, by: block) where Bool.random(using: &random)
        {
            let missing = max(start, begin)..<min(start + block, journal.count)
            for position in missing { journal[position] = 0 }
            first = min(first, missing.lowerBound)
        }
        return first
    }

    /// The entries of the journal, and an end of it that was not written whole cut off; nil if it is damaged elsewhere.
    mutating func recover() -> [Entry]? {
        var entries: [Entry] = []
        var begin = 0
        while let end = journal[begin...].firstIndex(of: UInt8(ascii: "\n")) {
            do { entries.append(try EntryLine.read(journal, in: begin..<end)) } catch {
                guard journal[begin..<end].contains(0), !hasMark(behind: end) else { return nil }
                break
            }
            begin = end + 1
        }
        journal.removeLast(journal.count - begin)
        return entries
    }

    /// Whether a line behind this place was begun when all before it was kept.
    private func hasMark(behind place: Int) -> Bool {
        journal[place...].split(separator: UInt8(ascii: "\n")).contains { line in
            EntryLine.isAfterSync(journal, in: line.startIndex..<line.endIndex)
        }
    }

    /// For each set of rules the best public solo game.
    var best: [(rules: Rules, score: Int, turns: Int)] {
        var best: [Rules: SoloScore] = [:]
        for record in records where record.rules.isSolo && !record.isPrivate {
            guard record.reason.isPlayedOut else { continue }
            let score = SoloScore(score: record.scores[0], turns: record.turns[0])
            if best[record.rules].map({ score.beats($0) }) ?? true { best[record.rules] = score }
        }
        return best.map { ($0.key, $0.value.score, $0.value.turns) }
    }
}
