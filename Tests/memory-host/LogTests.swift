import Testing

@testable import memory_host

@Suite struct LogTests {
    @Test func `log levels are ordered and found by name`() {
        #expect(Log.Level.allCases.map(\.name) == ["debug", "info", "notice", "warning", "error"])
        #expect(Log.Level.allCases == Log.Level.allCases.sorted())
        for level in Log.Level.allCases { #expect(Log.Level(name: level.name) == level) }
    }

    @Test(arguments: ["", "Debug", "warn", "all", "debug "])
    func `an unknown log level is refused`(_ name: String) {
        #expect(Log.Level(name: name) == nil)
    }

    @Test func `a log line below the level is not even composed`() {
        var isComposed = false
        func sentence() -> String {
            isComposed = true
            return "this would be a line"
        }
        Log(level: .error).write(.warning, sentence())
        #expect(!isComposed)
    }
}
