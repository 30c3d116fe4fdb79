import Lobby
import Protocol
struct RecordStore: Sendable {
    var lastNumber = 0
    var lastMatch = 0
    var best: [(rules: Rules, score: Int, turns: Int)] { [] }
    init(in folder: DataFolder?) throws(Problem) {}
    enum Problem: Error { case damaged(line: Int, reason: String), system(SystemError) }
    mutating func append(_ record: MatchRecord) throws(SystemError) { lastNumber = record.number }
    mutating func synchronize() throws(SystemError) {}
}
