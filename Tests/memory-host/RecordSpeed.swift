import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_host

private let recordCount = ProcessInfo.processInfo.environment["MEMORY_RECORDS"].flatMap(Int.init) ?? 0

/// The cost of many records for a host: figures to look at rather than a test, since every machine has its own.
///
/// `MEMORY_RECORDS=100000 swift test -c release -Xswiftc -enable-testing --filter RecordSpeed`
@Suite(.serialized, .enabled(if: recordCount > 0)) struct RecordSpeed {
    /// The players of the records: a crowd that returns, or somebody else each time.
    enum Crowd: CaseIterable {
        case thousandNames, otherNames, otherGreekNames, otherChineseNames

        func name(_ number: Int) -> String {
            switch self {
            case .thousandNames: "Player \(number * 7919 % 1000)"
            case .otherNames: "Player \(number)"
            case .otherGreekNames: "Παίκτης \(number)"
            case .otherChineseNames: "玩家\(number)号"
            }
        }
    }

    @Test(arguments: Crowd.allCases)
    func `a start, a page and the memory of many records are measured`(_ crowd: Crowd) throws {
        let folder = try RecordFolder()
        try fill(folder, crowd)
        let clock = ContinuousClock()
        var (starts, work, pages): ([Duration], [Duration], [Duration]) = ([], [], [])
        var held = 0
        for _ in 0..<9 {
            let before = memory
            let (begun, used) = (clock.now, processor)
            let store = try RecordStore(in: DiskFolder(folder.path))
            starts.append(clock.now - begun)
            work.append(processor - used)
            held = max(held, memory - before)
            for page in 0..<20 {
                let begun = clock.now
                let list = try store.page(before: RecordID("r\(1 + recordCount - page * 1_000)"), limit: 100)
                pages.append(clock.now - begun)
                #expect(!list.records.isEmpty)
            }
        }
        print("\(crowd): start \(median(starts)) (processor \(median(work))), page \(median(pages)), \(held) KiB")
    }

    private func fill(_ folder: RecordFolder, _ crowd: Crowd) throws {
        #expect(FileManager.default.createFile(atPath: folder.records, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: folder.records))
        try file.write(contentsOf: Data(RecordFolder.header))
        for first in stride(from: 1, through: recordCount, by: 1_000) {
            let lines = (first..<min(first + 1_000, recordCount + 1)).map { number in
                var record = RecordSamples.match(
                    number, [crowd.name(2 * number), crowd.name(2 * number + 1)], winner: number % 2)
                record.rules = .preset(.classic, solo: false)
                record.deck = (0..<30).map { FaceSet.animals.faces[$0 / 2] }
                record.moves = (0..<60).map {
                    MatchRecord.Move(seat: $0 / 2 % 2, .flip(.card($0 / 2)), atMilliseconds: $0 * 1_234)
                }
                return Data(RecordFolder.line(record))
            }
            try file.write(contentsOf: lines.reduce(Data(), +))
        }
        try file.close()
    }

    private func median(_ durations: [Duration]) -> Duration { durations.sorted()[durations.count / 2] }

    /// Processor time that was used so far: less than the time that passed where others are at work, too.
    private var processor: Duration { .microseconds(Int(clock())) }

    /// KiB that this process holds; 0 where the system does not say.
    private var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
