import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

@Suite struct ManualTests {
    private let source: String
    private let page: ManualPage

    init() {
        source = Generated.man.text(memory_host.Options(), given: [], program: "/opt/memory-host")
        page = ManualPage(source, of: "memory-host")
    }

    @Test(.enabled(if: Tool.mandoc.isThere, "mandoc is not installed"))
    func `the manual is without fault`() throws {
        #expect(try Tool.complaints(about: source, named: "memory-host.1") == [])
    }

    @Test func `the manual has the options of the program, with their values, ranges and defaults, and no others`() {
        #expect(Options.table.differences(from: page) == [])
    }

    @Test func `the manual has the exit statuses of the program, and no others`() {
        // 70 is the client's.
        let statuses = ExitStatus.allCases.filter { $0 != .software }.map { "\($0.rawValue)" }
        #expect(page.items["EXIT STATUS"]?.map(\.term) == statuses)
    }

    @Test func `the manual has the lessons of an exam, and no others`() {
        let lessons = Lesson.Level.allCases.map { level in
            let lines = Lesson.all.filter { $0.level == level }.map { "\($0.name): it \($0.checks). " }
            return level.rawValue + " " + lines.joined().replacing("`", with: "")
        }
        #expect(page.items["EXAMS"]?.map { "\($0.term) \($0.text)" } == lessons)
    }

    @Test func `the manual has the metrics of a host, with their labels, and no others`() throws {
        let metrics = try MetricsText(try HostDriver().ask(HostDriver.head("GET /metrics HTTP/1.1")).text)
        let series = metrics.families.filter { $0.name.hasPrefix("memory_host_") }.map { family in
            let labels = Set(family.samples.flatMap(\.labels.keys)).subtracting(["le"]).sorted()
            return String(family.name.dropFirst(12)) + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
        }
        let named = page.items["MONITORING"]?.map(\.term).filter { !$0.hasPrefix("GET ") }
        #expect(named?.sorted() == series.sorted())
    }

    @Test func `the names of the manual are those of the program`() {
        let games = GameKind.allCases.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }.joined(
            separator: " and ")
        let phrases = [
            "matches of \(games):", "end with status \(ExitStatus.unavailable.rawValue) and",
            "listens on port \(SocketAddress.defaultPort), MEMO", "its data in \(ServiceUnit.folder),",
        ]
        #expect(page.lacking(phrases) == [])
        #expect(page.items["FILES"]?.first.map { "\($0.term) \($0.text)".contains(DataFolder.standardInWords) } == true)
    }

    @Test func `the limits of the manual are those of the program`() {
        let pictures = PictureLimits.count
        let phrases = [
            "up to \(Limits.nameCharacters) characters", "\(pictures.lowerBound) to \(pictures.upperBound) pictures",
            "\(pictures.lowerBound) to \(pictures.upperBound) of them", "up to \(pictures.upperBound) pictures",
            "(\(Limits.contestPairs.lowerBound) to \(Limits.contestPairs.upperBound))",
            "its \(Limits.entrants) places", "up to \(Limits.entrants) of them",
            "the newest \(Limits.keptRecords), or",
            "up to \(Limits.Internal.syncSpacingMilliseconds) ms to share",
            "a burst of \(Limits.burst).", "list and follow as \(Limits.listWeight);",
            "standings as \(Limits.sayWeight);", "opening a match as \(Limits.openWeight);",
            "code counts as \(Limits.wrongSecretWeight).", "may open \(Limits.openings) matches at once",
            "up to \(Limits.matches) matches", "cause \(Limits.requestBurst) HTTP requests at once",
            "then \(Limits.requestsPerSecond) a second",
            "each \(Limits.bodyBytesPerRequest / 1024) KiB in its response",
            "a QR code counts as \(Limits.codeWeight) and a WebSocket as \(Limits.handshakeWeight).",
            "have \(Limits.requestBytes / 1024) KiB, or \(Limits.requestBytesFromLoopback / 1024) KiB from",
            "or \(Limits.discardedBytesPerCommand / 1024) KiB of discarded input",
            "may try \(Limits.guesses) wrong codes", "default \(60_000 / Limits.guesses) milliseconds later",
            "matches open, \(Limits.guesses) guesses a minute",
            "less than \(Limits.Internal.spareMemoryBytes >> 20) MB are left",
            "at most \(Limits.findAnswersPerSecond) times a second", "from 1 to \(Limits.Internal.inheritedSockets),",
            "up to \(Double(Limits.lingerMilliseconds) / 1000) seconds",
            "counts as \(Limits.metricsWeight) HTTP requests", "at most \(LogEntry.lineBytes) bytes;",
        ]
        #expect(page.lacking(phrases) == [])
    }
}
