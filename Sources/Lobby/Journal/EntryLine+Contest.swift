import Protocol

// The lines about the contest:
//
//     {"type":"contest","event":"entered","name":"Ann","crc":"1a2b3c4d"}
extension EntryLine {
    // MARK: Writing

    static func write(_ event: Contest.Event, _ writer: inout ByteWriter) {
        writer.putField("type", "contest")
        writer.putField("event", name(of: event))
        switch event {
        case .began(let pairs, let rules, let seed, let last):
            writer.putField("pairs", pairs)
            writer.putField("afterMatch", last)
            writer.putField("rules", rules)
            writer.putField("seed", seed.text)
        case .closed, .ended, .dealt: break
        case .seeded(let seed), .published(let seed): writer.putField("seed", seed.text)
        case .entered(let name), .withdrew(let name), .removed(let name), .retired(let name):
            writer.putField("name", name.text)
        case .awaited(let name, let milliseconds):
            writer.putField("name", name.text)
            writer.putField("ms", milliseconds)
        case .gathered(let names), .forfeited(let names): writer.putField("names", names.map(\.text))
        case .met(let first, let second, let meeting):
            writer.putField("names", [first.text] + (second.map { [$0.text] } ?? []))
            write(meeting, &writer)
        case .former(let names, let former):
            writer.putField("names", names.map(\.text))
            writer.putField("count", former.count)
            writer.putField("won", former.results.won)
            writer.putField("drawn", former.results.drawn)
            writer.putField("lost", former.results.lost)
            writer.putField("forfeits", former.results.forfeits)
        }
    }

    private static func write(_ meeting: Meeting, _ writer: inout ByteWriter) {
        writer.putField("over", meeting.over)
        writer.putField("won", meeting.won)
        writer.putField("drawn", meeting.drawn)
        writer.putField("forfeits", meeting.forfeits)
        writer.putField("voids", meeting.voids)
        writer.putField("pairs", meeting.pairs)
        writer.putField("difference", meeting.difference)
        writer.putField("squares", meeting.squares)
        writer.putField("half", orNull: meeting.half)
        if meeting.isPossible { writer.putField("possible", true) }
        if let recall = meeting.recall {
            writer.putField("found", recall.map(\.found))
            writer.putField("missed", recall.map(\.missed))
        }
    }

    private static func name(of event: Contest.Event) -> String {
        switch event {
        case .began: "began"
        case .closed: "closed"
        case .ended: "ended"
        case .published: "published"
        case .seeded: "seeded"
        case .entered: "entered"
        case .withdrew: "withdrew"
        case .removed: "removed"
        case .retired: "retired"
        case .gathered: "gathered"
        case .awaited: "awaited"
        case .forfeited: "forfeited"
        case .met: "met"
        case .former: "former"
        case .dealt: "dealt"
        }
    }

    // MARK: Reading

    static func contestEvent(_ line: JSONObject) -> Contest.Event? {
        switch line.text("event") {
        case "began":
            guard let pairs = line.number("pairs"), Limits.contestPairs.contains(pairs),
                let rules = line.rules("rules"),
                rules.seats == 2, !rules.usesPictures, let seed = seed(line), let last = count("afterMatch", line)
            else { return nil }
            return .began(pairs: pairs, rules, seed, afterMatch: last)
        case "closed": return .closed
        case "ended": return .ended
        case "dealt": return .dealt
        case "published": return seed(line).map { .published(next: $0) }
        case "seeded": return seed(line).map { .seeded($0) }
        case "entered": return name(line).map { .entered($0) }
        case "withdrew": return name(line).map { .withdrew($0) }
        case "removed": return name(line).map { .removed($0) }
        case "retired": return name(line).map { .retired($0) }
        case "gathered": return names(line).map { .gathered($0) }
        case "awaited":
            guard let name = name(line), let milliseconds = count("ms", line) else { return nil }
            return .awaited(name, milliseconds: milliseconds)
        case "forfeited": return names(line).map { .forfeited($0) }
        case "met":
            guard let names = names(line), 1...2 ~= names.count else { return nil }
            let others = names.count == 2 ? 1 : Limits.formerEntrants
            return meeting(line, withUpTo: others).map { .met(names[0], names.count == 2 ? names[1] : nil, $0) }
        case "former":
            guard let names = names(line), let results = former(line) else { return nil }
            return .former(names, results)
        default: return nil
        }
    }

    private static func former(_ line: JSONObject) -> Standings.Former? {
        guard let number = count("count", line), let won = count("won", line), let drawn = count("drawn", line),
            let lost = count("lost", line), let forfeits = count("forfeits", line)
        else { return nil }
        return Standings.Former(
            count: number, Standings.Results(won: won, drawn: drawn, lost: lost, forfeits: forfeits))
    }

    private static func seed(_ line: JSONObject) -> ContestSeed? { line.text("seed").flatMap { ContestSeed($0) } }

    private static func names(_ line: JSONObject) -> [PlayerName]? {
        guard let texts = line.texts("names") else { return nil }
        let names = texts.compactMap { text -> PlayerName? in
            do throws(Refusal) { return try PlayerName(text) } catch { return nil }
        }
        return names.count == texts.count ? names : nil
    }

    /// Returns what an entrant has played with so many others.
    private static func meeting(_ line: JSONObject, withUpTo others: Int) -> Meeting? {
        var meeting = Meeting()
        guard let over = line.number("over"), 0...2 * Limits.contestPairs.upperBound * others ~= over,
            let won = counts("won", line, upTo: over), let drawn = line.number("drawn"), 0...over ~= drawn,
            let forfeits = counts("forfeits", line, upTo: over), let voids = line.number("voids"), 0...over ~= voids,
            won[0] + won[1] + drawn + voids <= over, let pairs = line.number("pairs"), 0...over / 2 ~= pairs,
            let difference = line.number("difference"), sums.contains(difference), let squares = count("squares", line)
        else { return nil }
        (meeting.over, meeting.won, meeting.drawn, meeting.forfeits) = (over, won, drawn, forfeits)
        (meeting.voids, meeting.pairs, meeting.difference, meeting.squares) = (voids, pairs, difference, squares)
        if line.has("half") {
            guard let half = line.number("half"), -(1 << 16)...1 << 16 ~= half else { return nil }
            meeting.half = half
        }
        meeting.isPossible = line.flag("possible")
        guard line.has("found") || line.has("missed") else { return meeting }
        let most = 1 << 32
        guard let found = counts("found", line, upTo: most), let missed = counts("missed", line, upTo: most) else {
            return nil
        }
        meeting.recall = [0, 1].map { Recall.Turns(found: found[$0], missed: missed[$0]) }
        return meeting
    }

    /// Sums of points that can't overflow when they are added up.
    private static let sums = -(1 << 40)...1 << 40

    /// Returns a count for each of two entrants.
    private static func counts(_ key: StaticString, _ line: JSONObject, upTo most: Int) -> [Int]? {
        guard let counts = line.numbers(key), counts.count == 2, counts.allSatisfy((0...most).contains) else {
            return nil
        }
        return counts
    }
}
