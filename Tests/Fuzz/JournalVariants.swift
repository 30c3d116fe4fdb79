import Lobby
import TestSupport

// A journal is long to read, and what is new in an input is mostly one line. So many inputs are made from one: all are
// the same up to a line, of which the lobby that has read so far is copied for each, and the lines behind it that are
// the same have been taken apart before.

/// Journals that begin alike.
struct JournalVariants {
    /// The number of variants made from one journal.
    static let count = 63

    private let lines: [[UInt8]]
    private let entries: [Entry?]
    /// The line from which on they differ, and what all that is before it leads to.
    private let place: Int
    private let beginning: JournalReading

    init(of input: [UInt8], using random: inout SeededRandom) {
        lines = input.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
        entries = lines.map { JournalReading.entry($0[...]) }
        place = random.below(lines.count + 1)
        var reading = JournalReading()
        for entry in entries[..<place] { reading.take(entry) }
        beginning = reading.begun
    }

    /// The lines of one of them from the place on: their own, or as they stand in the input that all are made from.
    struct End {
        fileprivate enum Line {
            case same(Int)
            case other([UInt8])
        }

        fileprivate var lines: [Line]
    }

    /// Another end, with one to three changes.
    func end(_ corpus: Corpus, using random: inout SeededRandom) -> End {
        var end = End(lines: (place..<lines.count).map { .same($0) })
        for _ in 0...random.below(3) { change(&end.lines, corpus, using: &random) }
        return end
    }

    private func change(_ lines: inout [End.Line], _ corpus: Corpus, using random: inout SeededRandom) {
        // Near the place most often.
        let one = random.below(2) == 0 ? 0 : random.below(lines.count + 1)
        guard one < lines.count else { return lines.append(.other(corpus.anyLine(using: &random))) }
        switch random.below(7) {
        case 0: lines.remove(at: one)
        case 1: lines.insert(lines[one], at: random.below(lines.count))
        case 2: lines.swapAt(one, random.below(lines.count))
        case 3: lines.insert(.other(corpus.anyLine(using: &random)), at: one)
        case 4: lines.removeSubrange(one...)
        default:
            var line = bytes(lines[one])
            corpus.changeLine(&line, using: &random)
            lines.replaceSubrange(
                one...one, with: line.split(separator: 10, omittingEmptySubsequences: false).map { .other(Array($0)) })
        }
    }

    private func bytes(_ line: End.Line) -> [UInt8] {
        switch line {
        case .same(let index): lines[index]
        case .other(let bytes): bytes
        }
    }

    /// The journal with this end.
    func input(_ end: End) -> [UInt8] {
        Array((lines[..<place] + end.lines.map(bytes)).joined(separator: [10]))
    }

    /// Returns the verdict of reading it.
    func read(_ end: End) -> Target.Verdict {
        var reading = beginning
        for line in end.lines {
            switch line {
            case .same(let index): reading.take(entries[index])
            case .other(let bytes): reading.take(JournalReading.entry(bytes[...]))
            }
        }
        reading.goOn()
        return reading.verdict
    }
}
