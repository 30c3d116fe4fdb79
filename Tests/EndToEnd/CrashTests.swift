import Foundation
import Protocol
import TestSupport
import Testing

/// A host under load is killed again and again. Five times here; `MEMORY_CRASHES=100` for the long form, and
/// `MEMORY_SEED` for the moments and the matches of a run before.
@Suite(.waits) struct CrashTests {
    private static let pairs = 20

    @Test func `however often a host is killed, every match is finished and nothing seen is lost`() throws {
        let crashes = ProcessInfo.processInfo.environment["MEMORY_CRASHES"].flatMap(Int.init) ?? 5
        var random = SeededRandom("\(crashes) crashes")
        let folder = try TemporaryFolder()
        let log = CrashLog()
        let bots = (0..<2 * Self.pairs).map { CrashBot(name: "bot \($0)") }
        for crash in 0...crashes {
            let host = try HostProcess(
                "--rate", "0", "--sync", "always", "--data", folder.path, "--max-connections", "200")
            for bot in bots { try bot.connect(to: host) }
            let isEarly = Bool.random(using: &random)
            // Counted in what is seen, so that a slow machine has its host killed as late in its life as any other.
            let killAt = log.states + Int.random(in: 0...(isEarly ? 40 : 400), using: &random)
            let isLast = crash == crashes
            let deadline = Deadline()
            while isLast || log.states < killAt || !bots.allSatisfy(\.hasToken) {
                for bot in bots { try bot.listen(log) }
                try pairUp(bots, opens: !isLast, &random)
                if isLast, bots.allSatisfy(\.isIdle) || !log.flaws.isEmpty { break }
                guard deadline.remaining > 0 else { throw Unmet("a match is never finished, from seed \(random.seed)") }
            }
            if !isLast { #expect(try host.stop(SIGKILL) == .killed(bySignal: SIGKILL), random.comment) }
            if !isLast {
                for bot in bots { try bot.loseHost(log) }
                let flipping = bots.compactMap { $0.asked == nil ? nil : $0.seating?.match }
                log.hostDied(flipping: Set(flipping))
            }
            guard log.flaws.isEmpty else { break }
            if isLast { try compareRecords(host, log) }
        }
        #expect(log.flaws.isEmpty, random.comment)
        #expect(log.returns > crashes, random.comment)
        #expect(log.finished > 0, random.comment)
        print(
            "\(crashes) crashes: \(log.states) states, \(log.returns) returns, \(log.finished) matches, "
                + "\(log.untold) untold")
    }

    /// The host says something else when it is asked for records.
    private struct NoRecords: Error {}

    /// Whoever has no match opens one, or joins that of its partner.
    private func pairUp(_ bots: [CrashBot], opens: Bool, _ random: inout SeededRandom) throws {
        for opener in stride(from: 0, to: bots.count, by: 2) {
            let (one, other) = (bots[opener], bots[opener + 1])
            if opens, one.isIdle, other.isIdle {
                var rules = RulesRequest(preset: .square)
                rules.columns = [2, 3, 4].randomElement(using: &random)
                rules.revealMilliseconds = 0
                // Every fourth pair plays Set.
                try one.open(opener.isMultiple(of: 8) ? RulesRequest(game: .set) : rules)
            } else if other.isIdle, let match = one.seating?.match, one.state?.phase == .waiting {
                try other.join(match)
            }
        }
    }

    /// Every match that was finished is recorded once, with the scores that were seen.
    private func compareRecords(_ host: HostProcess, _ log: CrashLog) throws {
        let client = try LineClient(host)
        var records: [RecordSummary] = []
        var page = 0
        while true {
            page += 1
            let before = records.last.map { #","before":"\#($0.id.text)""# } ?? ""
            try client.send(#"{"type":"records","limit":100,"id":"\#(page)"\#(before)}"#)
            guard case .records(let list) = try client.reply(to: "\(page)").event else { throw NoRecords() }
            if list.records.isEmpty { break }
            records += list.records
        }
        #expect(Set(records.map(\.match)).count == records.count, "a match has two records")
        let scores = Dictionary(records.map { ($0.match, $0.scores) }) { first, _ in first }
        for (match, seen) in log.results {
            #expect(scores[match] == seen, "\(match.text) was recorded as it was not played")
        }
    }
}
