import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// The text of the metrics, from figures of the test's own.
@Suite struct MetricsPageTests {
    private func page(
        version: String = "0.1.0", _ meters: Meters = Meters(), moves: MoveCounts = MoveCounts(), journalBytes: Int = 0,
        usage: Platform.Usage = Platform.Usage(processorMicroseconds: 1_500_000), isFailing: Bool = false
    ) -> String {
        let page = MetricsPage(
            version: version, meters: meters, moves: moves, lobby: Lobby.Census(), connections: .init(),
            journalBytes: journalBytes, records: 0, isStorageFailing: isFailing, usage: usage,
            startedAt: 1_800_000_000_042)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test func `every metric has a help, a type and its values, and those of short lists are there from the start`()
        throws
    {
        let text = try MetricsText(page())
        let names = text.families.map(\.name)
        #expect(
            names == [
                "memory_host_build_info", "memory_host_connections", "memory_host_matches", "memory_host_players",
                "memory_host_watchers", "memory_host_moves_total", "memory_host_refusals_total",
                "memory_host_flip_seconds", "memory_host_turned_away_total", "memory_host_forbidden_total",
                "memory_host_bytes_total",
                "memory_host_sync_seconds", "memory_host_journal_bytes", "memory_host_records",
                "memory_host_storage_failing", "process_cpu_seconds_total", "process_start_time_seconds",
            ])
        #expect(text.value("memory_host_build_info", ["version": "0.1.0"]) == 1)
        #expect(
            text["memory_host_connections"]?.samples.map { $0.labels["transport"] } == ["line", "websocket", "http"])
        #expect(text["memory_host_matches"]?.samples.count == 4 * GameKind.allCases.count)
        #expect(text["memory_host_refusals_total"]?.samples.map { $0.labels["code"] } == Refusal.codes)
        #expect(text["memory_host_moves_total"]?.samples.count == 8)
        #expect(text["memory_host_bytes_total"]?.samples.map { $0.labels["direction"] } == ["in", "out"])
        #expect(text.value("process_cpu_seconds_total") == 1.5)
        #expect(text.value("process_start_time_seconds") == 1_800_000_000.042)
        for family in text.families where !family.name.hasPrefix("process_") {
            let isZero = family.samples.allSatisfy { $0.value == 0 }
            #expect(isZero || family.name == "memory_host_build_info", "\(family.name)")
        }
    }

    @Test func `what only Linux tells is left out elsewhere`() throws {
        let known = Platform.Usage(
            processorMicroseconds: 0, memory: (resident: 4096, virtual: 8192), files: (open: 7, most: 1024))
        let text = try MetricsText(page(usage: known))
        #expect(text.value("process_resident_memory_bytes") == 4096)
        #expect(text.value("process_virtual_memory_bytes") == 8192)
        #expect(text.value("process_open_fds") == 7 && text.value("process_max_fds") == 1024)
        #expect(!page().contains("_fds") && !page().contains("memory_bytes"))
    }

    @Test func `the process has memory, files and processor time`() throws {
        let usage = Platform.usage
        #expect(usage.processorMicroseconds > 0)
        #if os(Linux)
            let (memory, files) = (try #require(usage.memory), try #require(usage.files))
            #expect(memory.resident > 1_000_000 && memory.virtual > memory.resident)
            #expect(files.open >= 3 && files.most >= files.open)
            let pipe = try Platform.makePipe()
            let more = try #require(Platform.usage.files)
            #expect(more.open > 4)
            pipe.readEnd.close()
            pipe.writeEnd.close()
        #endif
    }

    @Test func `buckets grow, the last one has all, and times are in seconds`() throws {
        var meters = Meters()
        for microseconds in [0, 100, 101, 2_500, 999_999, 10_000_001] { meters.synced(microseconds: microseconds) }
        let text = page(meters)
        let metrics = try MetricsText(text)
        func bucket(_ bound: String) -> Double? { metrics.value("memory_host_sync_seconds_bucket", ["le": bound]) }
        #expect(bucket("0.0001") == 2 && bucket("0.00025") == 3 && bucket("0.0025") == 4 && bucket("1") == 5)
        #expect(bucket("10") == 5 && bucket("+Inf") == 6)
        #expect(text.contains("\nmemory_host_sync_seconds_sum 11.002701\nmemory_host_sync_seconds_count 6\n"))
    }

    @Test func `a label's value is escaped`() throws {
        let odd = "a\"b\\c\nd"
        let text = try MetricsText(page(version: odd))
        #expect(text.value("memory_host_build_info", ["version": odd]) == 1)
    }

    @Test func `the text fits the room that is set aside, with the largest numbers`() {
        let most = Platform.Usage(
            processorMicroseconds: .max, memory: (resident: .max, virtual: .max), files: (open: .max, most: .max))
        let text = page(usage: most)
        // Each line might end in nineteen digits.
        #expect(text.utf8.count + 19 * text.count { $0 == "\n" } <= Limits.Internal.metricsBytes)
    }

    @Test func `every refusal has a code of the list`() throws {
        #expect(Set(Refusal.codes).count == Refusal.codes.count && Refusal.codes == Refusal.codes.sorted())
        for refusal in [Refusal.nothingToWatch, .openerAway, .tooManyGuesses, .tooManyOpenings, .noPictures] {
            #expect(Refusal.codes.contains(refusal.code))
        }
    }

    @Test func `a refusal is counted under its code`() throws {
        var meters = Meters()
        meters.refused("bad_json")
        for _ in 0..<2 { meters.refused("card_face_up") }
        let text = try MetricsText(page(meters))
        #expect(text.value("memory_host_refusals_total", ["code": "bad_json"]) == 1)
        #expect(text.value("memory_host_refusals_total", ["code": "card_face_up"]) == 2)
        #expect(text["memory_host_refusals_total"]?.samples.reduce(0) { $0 + $1.value } == 3)
    }

    @Test func `moves are timed until what they changed may be seen, however many passes wait`() {
        var meters = Meters()
        for pass in 1...3 * Limits.Internal.timedPasses {
            meters.moveMade()
            meters.moveMade()
            meters.committed(appended: pass, visible: 0, passBegan: pass) { 0 }
        }
        #expect(meters.flips.count == 0 && meters.hasMoves)
        meters.committed(appended: 3 * Limits.Internal.timedPasses, visible: 5, passBegan: 0) { 1_005 }
        #expect(meters.flips.count == 10 && meters.flips.sum == 2 * (1_004 + 1_003 + 1_002 + 1_001 + 1_000))
        meters.committed(appended: 0, visible: 3 * Limits.Internal.timedPasses, passBegan: 0) { 100_000 }
        #expect(meters.flips.count == 6 * Limits.Internal.timedPasses && !meters.hasMoves)
    }

    @Test func `a text that breaks a rule is not read`() {
        let start = "# HELP a_total x\n# TYPE a_total counter\n"
        for text in [
            "a 1\n", "# HELP a x\na 1\n", start + "b_total 1\n", start + "a_total 1", start + "a_total\n",
            start + "a_total{x=\"1\"} 1\na_total{x=\"1\"} 2\n", start + "a_total{x=1} 1\n", start + "a_total -1\n",
            start, "# HELP a x\n# TYPE a counter\na 1\n",
            "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
            "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
        ] {
            #expect(throws: MetricsText.Flaw.self, "\(text)") { try MetricsText(text) }
        }
    }
}
