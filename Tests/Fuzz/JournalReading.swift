import Lobby
import Protocol

/// A journal's lines, replayed.
///
/// In an input a line stands without its end, which is put there. One that begins with a blank has its own, right or
/// wrong.
struct JournalReading {
    private(set) var verdict = Target.Verdict()
    private var lobby = JournalReading.empty
    private var entries: [Entry] = []
    private var latest = Instant(milliseconds: 0)

    private static let empty = Lobby(settings: Lobby.Settings(hello: Hello(host: "fuzz")))

    init(_ input: [UInt8]) {
        for line in input.split(separator: 10, omittingEmptySubsequences: false) {
            if let entry = Self.entry(line) { replay(entry) } else { verdict.outcomes.append("damaged") }
        }
        goOn()
    }

    /// Reads one line, and holds what it comes to to what is written of that.
    static func readLine(_ body: ArraySlice<UInt8>) -> Target.Verdict {
        guard let entry = entry(body) else { return Target.Verdict(outcomes: ["damaged"]) }
        var writer = ByteWriter()
        EntryLine.write(entry, into: &writer)
        writer.endLogLine(synced: 7)
        // What is written has its end: the blank says so.
        let isSame = Self.entry([UInt8(ascii: " ")] + writer.drain().dropLast()) == entry
        return Target.Verdict(flaw: isSame ? nil : "\(entry) is another when it is written", outcomes: [kind(entry)])
    }

    private static func entry(_ body: ArraySlice<UInt8>) -> Entry? {
        var line = Array(body.dropFirst())
        if body.first != UInt8(ascii: " ") {
            var writer = ByteWriter()
            writer.put(Array(body), in: 0..<body.count)
            writer.endLogLine()
            line = Array(writer.drain().dropLast())
        }
        return LogLine(line, in: line.indices) == nil ? nil : EntryLine.read(line, in: line.indices)
    }

    private mutating func replay(_ entry: Entry) {
        do throws(EntryFlaw) {
            let record = try lobby.replay(entry)
            entries.append(entry)
            verdict.outcomes.append(record.map { "record, \($0.summary.reason.text)" } ?? Self.kind(entry))
        } catch {
            // Without its numbers: they are other ones each time.
            verdict.outcomes.append(String(error.reason.filter { !("0"..."9" ~= $0) }.prefix(48)))
            if let match = error.match { _ = lobby.abandon(match) }
        }
    }

    /// Does what a host does next: compacts the journal, restarts, and lets time pass.
    private mutating func goOn() {
        let kept = lobby.compactedHeader + entries.filter { $0.match.map(lobby.isLive) ?? $0.isPause }
        var smaller = Self.empty
        do throws(EntryFlaw) {
            for entry in kept { _ = try smaller.replay(entry) }
            if smaller.matchCount != lobby.matchCount {
                verdict.flaw = "\(lobby.matchCount) matches go on, and \(smaller.matchCount) when it is made smaller"
            }
        } catch {
            verdict.flaw = "made smaller, it cannot be replayed: \(error.reason)"
        }
        let now = max(lobby.replayedAt ?? latest, latest)
        _ = lobby.resume(at: now)
        var random = SystemRandomNumberGenerator()
        _ = lobby.advance(to: now + 8_000_000, using: &random)
        if lobby.matchCount > 0 { verdict.flaw = "\(lobby.matchCount) matches never end though nobody comes" }
    }

    /// The type that stands in the line of an entry.
    private static func kind(_ entry: Entry) -> String {
        var writer = ByteWriter()
        EntryLine.write(entry, into: &writer)
        return String(decoding: writer.drain().split(separator: UInt8(ascii: "\""))[3], as: UTF8.self)
    }
}
